/** The shape of the project: what may import what, how long things may be, and that the pages tell the truth. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cycles, wrongDirections } from './architecture/directions.ts'
import { reachesOutside } from './architecture/outside-world.ts'
import { missingLines, missingPaths, type Page, unknownRules } from './architecture/pages.ts'
import { brokenCitations, ruleIds } from './architecture/rules.ts'
import { tooLong, tooLongPages } from './architecture/sizes.ts'
import { readSources, sourceOf } from './architecture/sources.ts'

const root = join(import.meta.dirname, '..')
const sources = readSources(root)
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const docs = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'))
const pages = ['README.md', 'CONTRIBUTING.md', 'test/README.md', ...docs.map(name => `docs/${name}`)].map(
  (path): Page => ({ path, text: read(path) }),
)

describe('This project', () => {
  test('imports go one way only', () => {
    expect(wrongDirections(sources)).toEqual([])
  })

  test('no file imports itself by a detour', () => {
    expect(cycles(sources)).toEqual([])
  })

  test('files and functions are short', () => {
    expect(tooLong(sources)).toEqual([])
  })

  test('every rule is cited by a test, and every cited rule exists', () => {
    expect(brokenCitations(read('shared/SPEC.md'), sources)).toEqual([])
  })

  test('clock, chance, network and stores are touched only where they are handed out', () => {
    expect(reachesOutside(sources)).toEqual([])
  })

  test('the pages that people read first are short', () => {
    expect(tooLongPages(pages)).toEqual([])
  })

  test('every path that a page names exists', () => {
    expect(pages.flatMap(page => missingPaths(page, path => existsSync(join(root, path))))).toEqual([])
  })

  test('every rule that a page names exists', () => {
    const ids = ruleIds(read('shared/SPEC.md'))
    expect(pages.flatMap(page => unknownRules(page, ids))).toEqual([])
  })

  test('what the README says was measured stands among the measurements', () => {
    expect(missingLines(read('README.md'), read('docs/benchmarks.md'))).toEqual([])
  })
})

describe('The checks find what they look for', () => {
  const wrong: [path: string, text: string][] = [
    [
      'client/screens/list/RecordList.vue',
      '<script setup lang="ts">\nimport A from "../views/A.vue"\n</script>',
    ],
    ['client/screens/fields/text.ts', "import type { R } from '../record/R.ts'"],
    ['client/screens/stores/session.ts', "export * from '../views/a.ts'"],
    ['client/screens/ui/Button.ts', "import '../stores/session.ts'"],
    [
      'client/screens/views/A.vue',
      '<script lang="ts">\nconst a = import("../../engine/disk/pages.ts")\n</script>',
    ],
    ['client/screens/views/B.ts', "import { send } from '../../net/request.ts'"],
    ['client/engine/disk/outbox.ts', "import '../sync/push.ts'"],
    ['client/engine/table/rows.ts', "import { ref } from 'vue'"],
    ['client/engine/sync/push.ts', "import Dexie from 'dexie'"],
    ['client/contract.ts', "import type { Row } from './engine/table/rows.ts'"],
    ['client/main.ts', "const worker = new URL('../server/main.ts', import.meta.url)"],
    ['client/engine/disk/file.ts', "import 'node:fs'"],
    ['server/app.ts', "import '../client/contract.ts'"],
    ['server/sync/push.ts', "import { sql } from 'kysely'"],
    ['server/main.ts', "import './commands/demo.ts'"],
    ['shared/kinds.ts', "import 'hono/validator'"],
    ['shared/kinds.ts', "import '../server/app.ts'"],
  ]
  test.each(wrong)('an import against the direction: %s', (path, text) => {
    expect(wrongDirections([sourceOf(path, text)])).toHaveLength(1)
  })

  test('an import with the direction passes', () => {
    const right: [string, string][] = [
      ['client/engine/sync/push.ts', "import '../disk/outbox.ts'"],
      ['client/engine/disk/store.ts', "import Dexie from 'dexie'"],
      ['server/commands/demo.ts', "import '../db/database.ts'"],
      ['shared/fields.ts', "import * as z from 'zod'\nimport { maxId } from './limits.ts'"],
    ]
    expect(wrongDirections(right.map(([path, text]) => sourceOf(path, text)))).toEqual([])
  })

  test('a cycle of three, one link of it a type', () => {
    const ring = [
      sourceOf('shared/a.ts', "import { b } from './b.ts'"),
      sourceOf('shared/b.ts', "import type { C } from './c.ts'"),
      sourceOf('shared/c.ts', "export { a } from './a.ts'"),
    ]
    expect(cycles(ring)).toEqual(['shared/a.ts → shared/b.ts → shared/c.ts → shared/a.ts'])
  })

  test('a long file and a long function', () => {
    const body = Array.from({ length: 59 }, (_, i) => `  f(${i})`).join('\n')
    const long = sourceOf('server/long.ts', `const f = (n: number) => n\nexport function g() {\n${body}\n}\n`)
    const brief = sourceOf('server/brief.ts', long.text.replace('  f(0)\n', ''))
    const nested = sourceOf('server/nested.ts', long.text.replace('  f(0)\n', '  function h() {\n  }\n'))
    const file = sourceOf('server/file.ts', '\n'.repeat(251))
    expect(tooLong([long, brief, nested, file])).toEqual([
      'server/long.ts:2 has a function of 61 lines',
      'server/file.ts has 251 lines',
    ])
  })

  test('a rule nobody tests, a citation of nothing, and an id given twice', () => {
    const spec = '- **AB1** One.\n- **AB2** Two.\n- **AB3** Three.\n- **AB3** Four.\n'
    const tests = sourceOf(
      'test/spec/a.test.ts',
      "// [AB2]\ntest('[AB1, AB3] a rule', run)\ntest('[ZZ9] none', run)",
    )
    expect(brokenCitations(spec, [tests])).toEqual([
      'AB3 is defined twice',
      'AB2 is cited by no test',
      'test/spec/a.test.ts cites ZZ9, which does not exist',
    ])
  })

  const outside = [
    'Date.now()',
    'new Date()',
    'performance.now()',
    'setTimeout(f, 1)',
    'globalThis.setTimeout(f, 1)',
    'Math.random()',
    'crypto.randomUUID()',
    'crypto.getRandomValues(bytes)',
    "fetch('/api')",
    'window.fetch',
    'indexedDB.open("a")',
    'localStorage.clear()',
    'console.log(1)',
  ]
  test.each(outside)('%s outside its place', code => {
    expect(reachesOutside([sourceOf('client/engine/sync/a.ts', `export const a = ${code}`)])).toHaveLength(1)
    expect(reachesOutside([sourceOf('client/main.ts', `export const a = ${code}`)])).toEqual([])
  })

  test('what is handed in under the same name is no global', () => {
    const text = 'export function a(fetch: () => void, at: Date) { fetch(); return [at, new Date(0)] }'
    expect(reachesOutside([sourceOf('client/engine/sync/a.ts', text)])).toEqual([])
  })

  test('a path that is not there', () => {
    const text =
      '# A\n\n```tree\nclient/  one\n  db/  two\nserver/  three\n```\n\n`server/nothing.ts` ![x](docs/x.png)\n'
    const exists = (path: string) => ['client', 'server', 'docs/x.png', 'README.md'].includes(path)
    expect(missingPaths({ path: 'README.md', text }, exists)).toEqual([
      'README.md names client/db',
      'README.md names server/nothing.ts',
    ])
    expect(missingPaths({ path: 'README.md', text: '' }, exists)).toEqual(['the README has no tree'])
    const beside = '![x](x.png) [y](y.png) [up](../README.md#start) [away](https://records.example)'
    expect(missingPaths({ path: 'docs/a.md', text: beside }, exists)).toEqual(['docs/a.md names docs/y.png'])
  })

  test('a page that is too long', () => {
    const page = (path: string, lines: number) => ({ path, text: '\n'.repeat(lines) })
    const long = [page('README.md', 201), page('test/README.md', 151)]
    const short = [page('README.md', 200), page('test/README.md', 150), page('docs/a.md', 999)]
    expect(tooLongPages([...long, ...short])).toEqual([
      'README.md has 201 lines',
      'test/README.md has 151 lines',
    ])
  })

  test('a rule that a page names and nobody wrote', () => {
    expect(unknownRules({ path: 'a.md', text: 'AB1 and (AB12), in V8' }, ['AB1'])).toEqual([
      'a.md names AB12',
    ])
  })

  test('a measured line that was changed by hand, and none at all', () => {
    const whole = '| | 1 |\n| --- | --: |\n| a | 2 ms |\n| b | 3 ms |\n'
    const chief = (lines: string) => `# A\n<!-- bench -->\n\n${lines}\n<!-- /bench -->\n| c | 4 ms |\n`
    expect(missingLines(chief(whole.replace('3 ms', '2 ms')), whole)).toEqual(['| b | 2 ms |'])
    expect(missingLines(chief(whole), whole)).toEqual([])
    expect(missingLines('# A', whole)).toEqual(['no line was measured'])
  })
})
