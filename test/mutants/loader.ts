/**
 * Puts mutants in while the program is loaded, so that the product needs no switch for them:
 * `MUTANTS=name node --import ./test/mutants/loader.ts …`. Several names stand side by side with commas.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mutants } from './mutants.ts'
import type { Mutant } from './mutant.ts'

const root = join(import.meta.dirname, '..', '..')

/** The text with the mutant in it. Throws unless the place is there, once. */
export function mutate(text: string, { name, file, find, replace }: Omit<Mutant, 'story'>): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`Mutant ${name}: its text stands ${times} times in ${file}`)
  return text.replace(find, () => replace)
}

/** The mutants of these names; throws for a name that none has. */
export function mutantsNamed(names: readonly string[]): readonly Mutant[] {
  const unknown = names.filter(name => !mutants.some(each => each.name === name))
  if (unknown.length > 0) throw new Error(`No mutant is called ${unknown.join(', ')}`)
  return mutants.filter(each => names.includes(each.name))
}

function install(chosen: readonly Mutant[]): void {
  const missing = new Set(chosen.map(each => each.file))
  const byUrl = Map.groupBy(chosen, each => pathToFileURL(join(root, each.file)).href)
  for (const [url, each] of byUrl) each.reduce(mutate, readFileSync(fileURLToPath(url), 'utf8'))
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const here = byUrl.get(url.replace(/[?#].*$/, ''))
      if (!here) return loaded
      for (const each of here) missing.delete(each.file)
      return { ...loaded, source: here.reduce(mutate, textOf(loaded.source)) }
    },
  })
  // A mutant that never got in must not pass for one that does nothing.
  process.once('exit', () => {
    if (missing.size === 0) return
    process.stderr.write(`Mutants that were never loaded: ${[...missing].join(', ')}\n`)
    process.exitCode = 1
  })
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray | null | undefined): string {
  if (typeof source === 'string') return source
  if (!source) throw new Error('A module without a source cannot have a mutant')
  return new TextDecoder().decode(source)
}

const names = (process.env['MUTANTS'] ?? '').split(',').filter(Boolean)
if (names.length > 0) install(mutantsNamed(names))
