/** What a scenario of faults is, and the report it fills: what was measured, and what should never have happened. */
import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { projectRoot } from '../../server/commands/build.ts'

export interface Size {
  /** How often the fault is brought about; each scenario says in what. */
  count: number
  seed: number
  /** Mutants of the server, to see that they are caught: names with commas. */
  mutants?: string
}

export interface Scenario {
  name: string
  about: string
  /** The size of a full run. */
  count: number
  run(size: Size, report: Report): Promise<void>
}

/** Of many violations of one sort, the first ones tell the story. */
const shownViolations = 20

export class Report {
  readonly violations: string[] = []
  readonly measured: Record<string, number | string> = {}
  readonly #print: (line: string) => void

  constructor(print: (line: string) => void = () => {}) {
    this.#print = print
  }

  /** Something on the way, for whoever watches. */
  tell(line: string): void {
    this.#print(`  ${line}`)
  }

  add(name: string, by = 1): void {
    this.measured[name] = Number(this.measured[name] ?? 0) + by
  }

  measure(name: string, value: number | string): void {
    this.measured[name] = value
  }

  violation(text: string): void {
    this.violations.push(text)
    if (this.violations.length <= shownViolations) this.#print(`  VIOLATION ${text}`)
  }

  expect(isRight: boolean, text: string): void {
    if (!isRight) this.violation(text)
  }
}

export function machine(): string {
  const [cpu] = cpus()
  const memoryGiB = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memoryGiB} GiB, ${process.platform}, Node ${process.versions.node}`
}

/** The commit that is checked out, and whether the files differ from it. */
export function commit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).stdout
  const isChanged = git('status', '--porcelain', '--untracked-files=no').trim() !== ''
  return git('rev-parse', '--short', 'HEAD').trim() + (isChanged ? ' with uncommitted changes' : '')
}
