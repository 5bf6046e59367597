/** Planted bugs: each can still be planted, and planting them cannot fail in silence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planted } from '../planted/bugs.ts'
import { bugsNamed, plant } from '../planted/loader.ts'

const root = join(import.meta.dirname, '..', '..')

describe('Planted bugs', () => {
  test.each([...new Set(planted.map(bug => bug.name))])('%s finds its places, and changes them', name => {
    for (const [file, bugs] of Map.groupBy(bugsNamed([name]), bug => bug.file)) {
      const text = readFileSync(join(root, file), 'utf8')
      expect(bugs.reduce(plant, text)).not.toBe(text)
    }
  })

  test('a place that is gone, or is there twice, stops the planting', () => {
    const bug = { name: 'x', file: 'a.ts', find: 'commit()', replace: '' }
    expect(() => plant('rollback()', bug)).toThrow('its text stands 0 times in a.ts')
    expect(() => plant('commit(); commit()', bug)).toThrow('its text stands 2 times in a.ts')
    expect(plant('await commit()', { ...bug, replace: '$&' })).toBe('await $&')
  })

  test('so does a name that no bug has', () => {
    expect(() => bugsNamed(['pause-before-commit', 'nonesuch'])).toThrow('No planted bug is called nonesuch')
  })
})
