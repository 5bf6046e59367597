/** Mutants: each still finds its places, and putting one in cannot fail in silence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mutants } from '../mutants/mutants.ts'
import { mutantsNamed, mutate } from '../mutants/loader.ts'

const root = join(import.meta.dirname, '..', '..')

describe('Mutants', () => {
  test.each([...new Set(mutants.map(({ name }) => name))])('%s finds its places, and changes them', name => {
    for (const [file, each] of Map.groupBy(mutantsNamed([name]), mutant => mutant.file)) {
      const text = readFileSync(join(root, file), 'utf8')
      expect(each.reduce(mutate, text)).not.toBe(text)
    }
  })

  test('a place that is gone, or is there twice, stops the start', () => {
    const mutant = { name: 'x', file: 'a.ts', find: 'commit()', replace: '' }
    expect(() => mutate('rollback()', mutant)).toThrow('its text stands 0 times in a.ts')
    expect(() => mutate('commit(); commit()', mutant)).toThrow('its text stands 2 times in a.ts')
    expect(mutate('await commit()', { ...mutant, replace: '$&' })).toBe('await $&')
  })

  test('so does a name that no mutant has', () => {
    expect(() => mutantsNamed(['pause-before-commit', 'nonesuch'])).toThrow('No mutant is called nonesuch')
  })
})
