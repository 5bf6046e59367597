/** Runs many seeds for a test and says of each that breaks what broke, and the command that tells it as a story. */
import { cpus } from 'node:os'
import type { Found } from './found.ts'
import { newest, type Repertoire } from './repertoire.ts'
import { repeating, retelling, runSeeds, type Setting } from './seeds.ts'

/** What `npm test` and the nightly run do alike. */
export const usual: Setting = { steps: 100, repertoire: newest, database: 'sqlite', measures: 'small' }

/** Command → what broke; empty when everything held. */
type Broken = Record<string, string[]>

/** Says which seeds these are before it runs them. */
export async function broken(seeds: readonly number[], setting: Setting = usual): Promise<Broken> {
  console.log(repeating(seeds, setting))
  return brokenOf(seeds, setting)
}

async function brokenOf(seeds: readonly number[], setting: Setting): Promise<Broken> {
  const found: Broken = {}
  const { done } = await runSeeds({ ...setting, seeds, jobs: cpus().length, stop: false }, outcome => {
    found[retelling(outcome.seed, setting)] = outcome.broken
  })
  if (done !== seeds.length) found['all of them'] = [`${done} of ${seeds.length} seeds were run`]
  return found
}

/** Replays what was found, once a repertoire instead of once a seed: a process takes longer to start than a seed. */
export class Replays {
  readonly #found: readonly Found[]
  readonly #broken = new Map<Repertoire, Promise<Broken>>()

  constructor(found: readonly Found[]) {
    this.#found = found
  }

  /** What broke in this one, under its command. */
  async of(seed: number, repertoire: Repertoire): Promise<Broken> {
    const setting = { ...usual, repertoire }
    const seeds = this.#found.filter(([, , each]) => each === repertoire).map(([each]) => each)
    if (!this.#broken.has(repertoire)) this.#broken.set(repertoire, brokenOf(seeds, setting))
    const command = retelling(seed, setting)
    const all = (await this.#broken.get(repertoire)) ?? {}
    return all[command] ? { [command]: all[command] } : {}
  }
}
