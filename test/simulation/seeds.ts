/** Many seeds, spread over processes: each takes every n-th seed and tells what failed. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { smallMeasures } from '../mutants/measures.ts'
import type { DatabaseName } from './backends.ts'
import type { Outcome } from './simulate.ts'

/** Small: pages of two records, pushes of three, so that few records fill several of each. */
const measures = ['small', 'full'] as const
export type Measures = (typeof measures)[number]

export function measuresNamed(name: string): Measures {
  const known = measures.find(each => each === name)
  if (!known) throw new Error(`--measures is one of ${measures.join(', ')}`)
  return known
}

/** In what a seed is run: without all of it the seed tells another story. */
export interface Setting {
  steps: number
  database: DatabaseName
  measures: Measures
}

export interface Seeds extends Setting {
  seeds: readonly number[]
  /** Ends at the first failing seed. */
  stop: boolean
  jobs: number
  /** Names of mutants, with commas. */
  mutants?: string
}

/** What one process is asked to do. */
export interface Share extends Pick<Seeds, 'steps' | 'database' | 'stop'> {
  seeds: readonly number[]
}

export interface Tally {
  done: number
  failed: number
  seconds: number
}

/** Young objects die young, and nobody reads the stacks of errors that were meant. */
const nodeOptions = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--stack-trace-limit=0',
  '--disable-warning=ExperimentalWarning',
]

/** A long run that is broken off has still said how far it came. */
const progressSeeds = 1_000

const loader = join(import.meta.dirname, '..', 'mutants', 'loader.ts')

export async function runSeeds(options: Seeds, onFailure: (outcome: Outcome) => void): Promise<Tally> {
  const startedAt = performance.now()
  const tally: Tally = { done: 0, failed: 0, seconds: 0 }
  const processes = Array.from({ length: Math.min(options.jobs, options.seeds.length) }, (_, job) => {
    const seeds = options.seeds.filter((_, index) => index % options.jobs === job)
    return runShare(options, { ...options, seeds }, outcome => {
      tally.done++
      if (tally.done % progressSeeds === 0) console.log(`${tally.done} done, ${tally.failed} failed`)
      if (outcome.broken.length === 0) return
      tally.failed++
      onFailure(outcome)
    })
  })
  await Promise.all(processes)
  return { ...tally, seconds: (performance.now() - startedAt) / 1000 }
}

/** One seed, with its story. */
export async function runSeed(seed: number, setting: Setting): Promise<Outcome> {
  const outcomes: Outcome[] = []
  const one = { ...setting, seeds: [seed], jobs: 1, stop: false }
  await runShare(one, one, outcome => outcomes.push(outcome))
  const [outcome] = outcomes
  if (!outcome) throw new Error(`seed ${seed} told nothing`)
  return outcome
}

export function seedsFrom(first: number, runs: number): number[] {
  return Array.from({ length: runs }, (_, index) => first + index)
}

/** The command that tells this seed as a story. */
export function retelling(seed: number, setting: Setting): string {
  return `npm run sim -- --seed ${seed} ${argumentsOf(setting)}`
}

/** The command that runs all these seeds again. */
export function repeating(seeds: readonly number[], setting: Setting): string {
  return `npm run sim -- --from ${seeds[0]} --runs ${seeds.length} ${argumentsOf(setting)}`
}

function argumentsOf({ steps, database, measures: size }: Setting): string {
  return `--steps ${steps} --database ${database} --measures ${size}`
}

/** Fails when the process ends before it has told about every seed. */
function runShare(
  { mutants, measures: size }: Pick<Seeds, 'mutants' | 'measures'>,
  share: Share,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const mutantNames = [...(size === 'small' ? [smallMeasures] : []), ...(mutants ? [mutants] : [])]
  const child = fork(join(import.meta.dirname, 'share.ts'), {
    execArgv: [...nodeOptions, '--import', loader],
    env: { ...process.env, MUTANTS: mutantNames.join() },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-1_000)))
  child.on('message', message => onOutcome(message as Outcome))
  child.send(share)
  return new Promise((resolve, reject) => {
    child.on('close', code => {
      if (code === 0) resolve()
      else reject(new Error(`a process of the simulation ended with ${code}: ${output}`))
    })
  })
}
