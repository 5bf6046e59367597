/** Everything measured so far, kept as JSON between runs: a part measured anew replaces what was there. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Numbers by metric, filled one by one: what was measured before a failure counts. */
export type Sample = Record<string, number>

/** One number of one subject at one size, once for each repetition. */
export interface Measurement {
  subject: string
  size: number
  metric: string
  values: number[]
  commit: string
}

/** Says what a subject could not do at a size. */
export interface Stop {
  subject: string
  size: number
  why: string
}

interface Stored {
  measurements: Measurement[]
  stops: Stop[]
}

export class Results {
  readonly measurements: Measurement[]
  readonly stops: Stop[]
  readonly #path: string
  readonly #commit: string

  constructor(path: string, commit: string) {
    this.#path = path
    this.#commit = commit
    const stored = read(path)
    this.measurements = stored.measurements
    this.stops = stored.stops
  }

  /** Before a subject is measured again at that size. */
  forget(subject: string, size: number): void {
    const isOther = (each: { subject: string; size: number }) =>
      each.subject !== subject || each.size !== size
    this.measurements.splice(0, Infinity, ...this.measurements.filter(isOther))
    this.stops.splice(0, Infinity, ...this.stops.filter(isOther))
  }

  add(subject: string, size: number, sample: Sample): void {
    for (const [metric, value] of Object.entries(sample)) {
      const known = this.find(subject, size, metric)
      if (known) known.values.push(value)
      else this.measurements.push({ subject, size, metric, values: [value], commit: this.#commit })
    }
    this.#write()
  }

  stop(subject: string, size: number, why: string): void {
    this.stops.push({ subject, size, why })
    this.#write()
  }

  find(subject: string, size: number, metric: string): Measurement | undefined {
    return this.measurements.find(
      each => each.subject === subject && each.size === size && each.metric === metric,
    )
  }

  repetitions(subject: string, size: number): number {
    const measured = this.measurements.filter(each => each.subject === subject && each.size === size)
    return Math.max(0, ...measured.map(({ values }) => values.length))
  }

  isStopped(subject: string, size: number): boolean {
    return this.stops.some(each => each.subject === subject && each.size === size)
  }

  /** All sizes at which one of them was tried. */
  sizesOf(subjects: readonly string[]): number[] {
    const tried = [...this.measurements, ...this.stops].filter(({ subject }) => subjects.includes(subject))
    return [...new Set(tried.map(({ size }) => size))].toSorted((a, b) => a - b)
  }

  #write(): void {
    mkdirSync(dirname(this.#path), { recursive: true })
    const { measurements, stops } = this
    writeFileSync(this.#path, `${JSON.stringify({ measurements, stops }, null, 1)}\n`)
  }
}

function read(path: string): Stored {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Stored
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { measurements: [], stops: [] }
    throw error
  }
}
