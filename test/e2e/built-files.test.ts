/** What the build has made, before anybody opens it: the files of `dist`, as they lie there. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Linter } from 'eslint'
import esx from 'eslint-plugin-es-x'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { youngerStyles } from './younger-styles.ts'
import { oldest, youngerUses } from './younger.ts'

const built = join(projectRoot, 'dist')
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
const scripts = files.filter(name => name.endsWith('.js'))

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
    'new ArrayBuffer(8, { maxByteLength: 16 })',
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

describe('Every script of the page and of a worker', () => {
  /** The lines at which it waits for something before it has been read to its end. */
  function waitsAt(code: string): number[] {
    const config: Linter.Config = {
      plugins: { 'es-x': esx },
      languageOptions: { ecmaVersion: 2024, sourceType: 'module' },
      rules: { 'es-x/no-top-level-await': 'error' },
    }
    return new Linter().verify(code, config, { allowInlineConfig: false }).map(({ line }) => line)
  }

  test('[WK4] is read to its end at once', () => {
    const modules = scripts.filter(name => name.startsWith('assets/'))
    expect(modules.length).toBeGreaterThan(50)
    expect(modules.filter(name => waitsAt(read(`dist/${name}`)).length > 0)).toEqual([])
  })

  test('[WK4] the same look finds one that waits, and lets pass what waits in a function', () => {
    expect(waitsAt('const { start } = await import("./start.js")')).toEqual([1])
    expect(waitsAt('a()\nfor await (const each of asked()) show(each)')).toEqual([2])
    expect(waitsAt('void (async () => { await start() })()')).toEqual([])
  })
})

describe('Every style', () => {
  /**
   * Without them nothing is out of reach: an outline is cut, a list of users stands in one column, a line of the status
   * breaks elsewhere, a sheet of paper has the browser's margins and no number, a line that scrolls has a bar. What fades
   * does so by another name of the same.
   */
  const harmless = [
    '-webkit-tap-highlight-color',
    ':-webkit-search-cancel-button',
    '@page',
    'cursor: col-resize',
    'cursor: default',
    'cursor: pointer',
    'mask-image',
    'overflow-anchor',
    'overflow-clip-margin',
    'scrollbar-color',
    'scrollbar-width',
    'text-wrap',
  ]

  test('[BR1] is known to the oldest browsers, or missed by nobody', () => {
    const css = files.filter(name => name.endsWith('.css')).map(name => read(`dist/${name}`))
    expect(youngerStyles(css.join('\n'))).toEqual(harmless)
  })

  test('[BR1] the same look finds others, and lets pass what all have', () => {
    const css = `
      a:has(b) { color: light-dark(red, blue); field-sizing: content; text-wrap: balance; c { inset: 0 } }
      d:is(e) { rotate: 1deg; height: 1dvh }`
    expect(youngerStyles(css)).toEqual([':has', 'field-sizing', 'light-dark()', 'nesting', 'text-wrap'])
  })
})

describe('The check of the browser', () => {
  const check = read('dist/browser-check.js')

  test('[BR2] can be read by browsers of any age', () => {
    const config: Linter.Config = { languageOptions: { ecmaVersion: 5, sourceType: 'script' } }
    expect(new Linter().verify(check, config)).toEqual([])
    expect(new Linter().verify('const a = () => 1', config)).not.toEqual([])
  })

  test('[BR2] asks for nothing that the app does not use', () => {
    const code = scripts.filter(name => name.startsWith('assets/')).map(name => read(`dist/${name}`))
    const names = [...check.matchAll(/^ {4}'([\w.]+)',$/gm)].map(match => match[1] ?? '')
    expect(names.length).toBeGreaterThan(10)
    const unused = names.filter(name => !code.some(text => text.includes(name.split('.').at(-1) ?? '')))
    expect(unused).toEqual([])
  })

  test('[BR2, BR4] names the versions that the build goes by, and so do the page without scripts and the README', () => {
    const { safari, ios_saf, chrome, edge, firefox } = oldest
    expect([ios_saf, edge]).toEqual([safari, chrome])
    const inEnglish = `iPadOS, iOS or Safari ${safari}, Chrome or Edge ${chrome}, Firefox ${firefox}, or later`
    const inIndonesian = `iPadOS, iOS, atau Safari ${safari}, Chrome atau Edge ${chrome}, Firefox ${firefox}, atau yang lebih baru`
    const wordsOf = (path: string) => read(path).replace(/\s+/g, ' ')
    for (const path of ['dist/browser-check.js', 'dist/index.html'])
      for (const words of [inEnglish, inIndonesian]) expect(wordsOf(path)).toContain(words)
    expect(wordsOf('README.md')).toContain(inEnglish)
  })

  test('[BR2, BR4] is there without a network', () => {
    for (const name of ['browser-check.js', 'browser-check.css'])
      expect(read('dist/sw.js')).toContain(`"${name}"`)
  })
})

describe('The description for programs', () => {
  const [file = '', ...others] = scripts.filter(name => read(`dist/${name}`).includes('list_record_a'))

  test('[RE6] is one file, there without a network, which no first screen waits for', () => {
    expect([others, file]).toEqual([[], expect.stringMatching(/^assets\/ApiView-/)])
    expect(read('dist/sw.js')).toContain(`"${file}"`)
    expect(read('dist/index.html')).not.toContain(basename(file))
  })
})

describe('The worker', () => {
  const texts = new Map(scripts.map(name => [basename(name), read(`dist/${name}`)]))
  /** Names of the files that a script imports, at once or later. */
  const importsOf = (text = '') =>
    ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => basename(fileName))

  // WebKit evaluates it once more for whoever imports it.
  test('[WK1] no file imports its entry', () => {
    const entries = [...texts.values()].flatMap(text => [
      ...text.matchAll(/new Worker\(new URL\([`'"]([^`'"]+)[`'"]/g),
    ])
    const names = entries.map(([, path = '']) => basename(path))
    expect(names).toEqual([expect.stringMatching(/^worker-.+\.js$/)])
    expect(importsOf(texts.get(names[0]!))).not.toEqual([])
    expect([...texts].filter(([, text]) => importsOf(text).some(name => names.includes(name)))).toEqual([])
  })
})
