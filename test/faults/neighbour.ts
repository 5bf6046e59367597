/** Somebody who works while others attack: what they ask is timed, and the server's memory and rows are watched. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a } from '../contract/edits.ts'
import type { Report } from './scenario.ts'
import type { ServerProcess } from './server.ts'

const betweenMs = 40

export class Neighbour {
  readonly #server: ServerProcess
  readonly #cookie: string
  readonly #client = crypto.randomUUID()
  readonly #healthMs: number[] = []
  readonly #pushMs: number[] = []
  readonly refused: number[] = []
  #peakMiB = 0
  #isDone = false

  constructor(server: ServerProcess, cookie: string) {
    this.#server = server
    this.#cookie = cookie
  }

  /** Asks and saves until `attack` is over; then says how long it had to wait meanwhile. */
  async during(attack: Promise<unknown>, report: Report): Promise<void> {
    const before = { memory: memoryMiB(this.#server.pid), rows: rowsIn(this.#server.path) }
    const working = Promise.all([this.#askOn(), this.#saveOn()])
    await attack
    this.#isDone = true
    await working
    const after = rowsIn(this.#server.path)
    const own = this.#pushMs.length
    for (const [name, times] of [
      ['health', this.#healthMs],
      ['saves', this.#pushMs],
    ] as const) {
      report.measure(`neighbour's ${name}, median ms`, Math.round(at(times, 0.5)))
      report.measure(`neighbour's ${name}, slowest ms`, Math.round(at(times, 1)))
    }
    report.measure('memory more than before, MiB', Math.round(this.#peakMiB - before.memory))
    for (const [table, rows] of after) {
      const more = rows - (before.rows.get(table) ?? 0)
      if (more > 0) report.measure(`rows more in ${table}`, more)
    }
    report.measure('saves of the neighbour', own)
    report.expect(this.refused.length === 0, `the neighbour was refused: ${this.refused.join(', ')}`)
    report.expect(this.#server.isRunning, 'the server has ended')
  }

  async #askOn(): Promise<void> {
    while (!this.#isDone) {
      this.#healthMs.push(await this.#timed(() => fetch(`${this.#server.origin}/api/health`)))
      this.#peakMiB = Math.max(this.#peakMiB, memoryMiB(this.#server.pid))
      await pause(betweenMs)
    }
  }

  async #saveOn(): Promise<void> {
    const { origin } = this.#server
    while (!this.#isDone) {
      const message = { client: this.#client, protocol: PROTOCOL_VERSION, mutations: [a.recordB()] }
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: this.#cookie },
        body: JSON.stringify(message),
      }
      this.#pushMs.push(await this.#timed(() => fetch(`${origin}/api/sync/push`, init)))
      await pause(betweenMs)
    }
  }

  async #timed(ask: () => Promise<Response>): Promise<number> {
    const startedAt = performance.now()
    const response = await ask()
    await response.arrayBuffer()
    if (!response.ok) this.refused.push(response.status)
    return performance.now() - startedAt
  }
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function memoryMiB(pid: number): number {
  const [, kB = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kB) / 1024
}

function rowsIn(path: string): Map<string, number> {
  const database = new Database(path, { readonly: true })
  try {
    const tables = database.prepare(`select name from sqlite_master where type = 'table'`).pluck().all()
    return new Map(
      (tables as string[]).map(table => [
        table,
        database.prepare(`select count(*) from "${table}"`).pluck().get() as number,
      ]),
    )
  } finally {
    database.close()
  }
}
