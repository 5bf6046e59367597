/** The built worker: WebKit evaluates its entry once more for whoever imports it. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'

const assets = join(projectRoot, 'dist', 'assets')
const scripts = readdirSync(assets)
  .filter(name => name.endsWith('.js'))
  .map(name => ({ name, text: readFileSync(join(assets, name), 'utf8') }))

/** Names of the files that a script imports, at once or later. */
function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => basename(fileName))
}

test('[WK1] no file imports the entry of a worker', () => {
  const entries = scripts.flatMap(({ text }) => [
    ...text.matchAll(/new Worker\(new URL\([`'"]([^`'"]+)[`'"]/g),
  ])
  const names = entries.map(([, path = '']) => basename(path))
  expect(names).toEqual([expect.stringMatching(/^worker-.+\.js$/)])
  const entry = scripts.find(({ name }) => name === names[0])
  expect(entry && importsOf(entry.text)).not.toEqual([])
  expect(scripts.filter(({ text }) => importsOf(text).some(name => names.includes(name)))).toEqual([])
})
