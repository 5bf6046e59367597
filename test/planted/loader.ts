/**
 * Plants bugs into the program while it is loaded, so that the product needs no switch for them:
 * `PLANTED=name node --import ./test/planted/loader.ts …`. Several names stand side by side with commas.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { planted } from './bugs.ts'
import type { Planted } from './planted.ts'

const root = join(import.meta.dirname, '..', '..')

/** The text with the bug in it. Throws unless the place is there, once. */
export function plant(text: string, { name, file, find, replace }: Omit<Planted, 'story'>): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`Planted bug ${name}: its text stands ${times} times in ${file}`)
  return text.replace(find, () => replace)
}

/** The bugs of these names; throws for a name that no bug has. */
export function bugsNamed(names: readonly string[]): readonly Planted[] {
  const unknown = names.filter(name => !planted.some(bug => bug.name === name))
  if (unknown.length > 0) throw new Error(`No planted bug is called ${unknown.join(', ')}`)
  return planted.filter(bug => names.includes(bug.name))
}

function install(bugs: readonly Planted[]): void {
  const missing = new Set(bugs.map(bug => bug.file))
  const byUrl = Map.groupBy(bugs, bug => pathToFileURL(join(root, bug.file)).href)
  for (const [url, each] of byUrl) each.reduce(plant, readFileSync(fileURLToPath(url), 'utf8'))
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const here = byUrl.get(url.replace(/[?#].*$/, ''))
      if (!here) return loaded
      for (const bug of here) missing.delete(bug.file)
      return { ...loaded, source: here.reduce(plant, textOf(loaded.source)) }
    },
  })
  // A bug that never got in must not pass for one that does no harm.
  process.once('exit', () => {
    if (missing.size === 0) return
    process.stderr.write(`Planted, but never loaded: ${[...missing].join(', ')}\n`)
    process.exitCode = 1
  })
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray | null | undefined): string {
  if (typeof source === 'string') return source
  if (!source) throw new Error('A module without a source cannot have a bug planted')
  return new TextDecoder().decode(source)
}

const names = (process.env['PLANTED'] ?? '').split(',').filter(Boolean)
if (names.length > 0) install(bugsNamed(names))
