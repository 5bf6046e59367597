/** Many seeds, spread over processes: each takes every n-th seed and tells what failed. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { DatabaseName } from './backends.ts'
import type { Outcome } from './simulate.ts'

export interface Seeds {
  from: number
  runs: number
  steps: number
  database: DatabaseName
  /** Ends at the first failing seed. */
  stop: boolean
  jobs: number
  /** A planted bug. */
  planted?: string
}

/** What one process is asked to do. */
export interface Share extends Pick<Seeds, 'steps' | 'database' | 'stop'> {
  seeds: number[]
}

export type Report = Pick<Outcome, 'seed' | 'broken'>

export interface Tally {
  done: number
  failed: number
  seconds: number
}

/** Young objects die young, and nobody reads the stacks of errors that were meant. */
const nodeOptions = [
  '--max-semi-space-size=32',
  '--stack-trace-limit=0',
  '--disable-warning=ExperimentalWarning',
]

/** A long run that is broken off has still said how far it came. */
const progressSeeds = 1_000

const loader = join(import.meta.dirname, '..', 'planted', 'loader.ts')

export async function runSeeds(options: Seeds, onFailure: (report: Report) => void): Promise<Tally> {
  const startedAt = performance.now()
  const all = Array.from({ length: options.runs }, (_, index) => options.from + index)
  const tally: Tally = { done: 0, failed: 0, seconds: 0 }
  const processes = Array.from({ length: Math.min(options.jobs, options.runs) }, (_, job) => {
    const seeds = all.filter((_, index) => index % options.jobs === job)
    return runShare(options, { ...options, seeds }, report => {
      tally.done++
      if (tally.done % progressSeeds === 0) console.log(`${tally.done} done, ${tally.failed} failed`)
      if (report.broken.length === 0) return
      tally.failed++
      onFailure(report)
    })
  })
  await Promise.all(processes)
  return { ...tally, seconds: (performance.now() - startedAt) / 1000 }
}

/** Fails when the process ends before it has told about every seed. */
function runShare({ planted }: Seeds, share: Share, onReport: (report: Report) => void): Promise<void> {
  const execArgv = planted === undefined ? nodeOptions : [...nodeOptions, '--import', loader]
  const env = { ...process.env, ...(planted !== undefined && { PLANTED: planted }) }
  const child = fork(join(import.meta.dirname, 'share.ts'), {
    execArgv,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-1_000)))
  child.on('message', message => onReport(message as Report))
  child.send(share)
  return new Promise((resolve, reject) => {
    child.on('close', code => {
      if (code === 0) resolve()
      else reject(new Error(`a process of the simulation ended with ${code}: ${output}`))
    })
  })
}
