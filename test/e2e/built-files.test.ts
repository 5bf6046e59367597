/** What the build has made, before anybody opens it: the files of `dist`, as they lie there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { youngerUses } from './younger.ts'

const built = join(projectRoot, 'dist')
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const scripts = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'))

describe('Every script', () => {
  test('[BR1] uses nothing that the oldest browsers lack, libraries included', () => {
    const uses = scripts.flatMap(name => youngerUses(read(`dist/${name}`)).map(use => `${name}: ${use}`))
    expect(uses).toEqual([])
    for (const kind of [/^sw\.js$/, /worker-/, /index-/, /run-/])
      expect(scripts.some(name => kind.test(name))).toBe(true)
  })

  test.each([
    'Map.groupBy(rows, row => row.uid)',
    'const { promise } = Promise.withResolvers()',
    'text.isWellFormed()',
    'rows.values().filter(row => row.unsent)',
    'Iterator.from(rows)',
    'seen.union(others)',
    'await Array.fromAsync(lines)',
    'AbortSignal.any([stop, late])',
    'URL.canParse(address)',
    'new Intl.Segmenter()',
    'requestIdleCallback(warm)',
    'bytes.toBase64()',
    '/[\\p{L}--[a-z]]/v',
    'import words from "./en.json" with { type: "json" }',
    'using file = open()',
  ])('[BR1] the same look finds %s', code => {
    expect(youngerUses(code)).not.toEqual([])
  })

  test('[BR1] the same look lets pass what the oldest browsers have', () => {
    const code =
      'const a = [...rows.values()].map(String).toSorted(); /(?<=a)b/.test(a.at(-1)); navigator.locks.request("a", f)'
    expect(youngerUses(code)).toEqual([])
  })
})
