/** Runs many seeds for a test and says of each that breaks what broke, and the command that tells it as a story. */
import { cpus } from 'node:os'
import { repeating, retelling, runSeeds, type Setting } from './seeds.ts'

/** What `npm test` and the nightly run do alike. */
export const usual: Setting = { steps: 100, database: 'sqlite', measures: 'small' }

/** Command → what broke; empty when everything held. Says which seeds these are before it runs them. */
export async function broken(
  seeds: readonly number[],
  setting: Setting = usual,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  console.log(repeating(seeds, setting))
  const { done } = await runSeeds({ ...setting, seeds, jobs: cpus().length, stop: false }, outcome => {
    found[retelling(outcome.seed, setting)] = outcome.broken
  })
  if (done !== seeds.length) found['all of them'] = [`${done} of ${seeds.length} seeds were run`]
  return found
}
