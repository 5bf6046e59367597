/** The primary of two PostgreSQL servers killed, and the other one promoted, under eight writers: two server processes behind a proxy. */
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresAt } from '../../server/db/postgres.ts'
import { binariesFolder, unchecked } from '../contract/postgres.ts'
import { Balancer } from './balancer.ts'
import { lookInto } from './ledger.ts'
import { Pair } from './pair.ts'
import { Random } from './random.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'
import { type Wire, wireTo } from './wire.ts'
import { Writer } from './writer.ts'

const writerCount = 8
const serverCount = 2
/** [deploy/records.service] */
const restartMs = 5_000
/** Beyond it one is told by itself. */
const slowMs = 3_000
const signals = ['SIGKILL', 'SIGINT', 'SIGQUIT'] as const

export const failover: Scenario = {
  name: 'failover',
  about:
    'a primary killed and its standby promoted, and now and then a server process, under 8 writers; count = failovers',
  count: 100,
  async run({ count, seed }, report) {
    const binaries = binariesFolder()
    if (!binaries || !existsSync('/usr/sbin/pgbouncer') || !existsSync('/usr/sbin/nginx'))
      return report.violation('no PostgreSQL, PgBouncer or nginx here: nothing was measured')
    const pair = await Pair.start(binaries)
    const options = { databaseUrl: pair.url, environment: { DATABASE_LISTEN_URL: pair.directUrl } }
    const servers: ServerProcess[] = []
    for (let n = 0; n < serverCount; n++) servers.push(await ServerProcess.start(options))
    const balancer = await Balancer.start(servers.map(({ port }) => port))
    try {
      const cookie = (await servers[0]?.editor()) ?? ''
      await new Run({ pair, servers, random: new Random(seed), report }).failOften(count, () =>
        wireTo(balancer.origin, cookie),
      )
    } finally {
      await balancer.stop()
      await Promise.all(servers.map(server => server.remove()))
      await pair.stop()
    }
  },
}

class Run {
  readonly #pair: Pair
  readonly #servers: readonly ServerProcess[]
  readonly #random: Random
  readonly #report: Report
  readonly #gaps: number[] = []
  #isOver = false
  #answeredAt = performance.now()
  #gap = 0

  constructor(given: { pair: Pair; servers: readonly ServerProcess[]; random: Random; report: Report }) {
    this.#pair = given.pair
    this.#servers = given.servers
    this.#random = given.random
    this.#report = given.report
  }

  async failOften(count: number, wire: () => Wire): Promise<void> {
    const writers = Array.from({ length: writerCount }, () => new Writer(this.#random))
    const working = writers.map(writer => this.#write(writer, wire()))
    try {
      for (let n = 0; n < count; n++) await this.#failOnce(n)
    } finally {
      this.#isOver = true
      await Promise.all(working)
    }
    await this.#look(writers)
  }

  async #failOnce(n: number): Promise<void> {
    await pause(500 + this.#random.below(500))
    this.#gap = 0
    const signal = signals[n % signals.length]!
    await this.#pair.fail(signal)
    if (n % 5 === 4) await this.#killOne()
    const before = this.#answeredAt
    while (this.#answeredAt === before) await pause(10)
    await pause(300)
    this.#gaps.push(this.#gap)
    if (this.#gap > slowMs)
      this.#report.tell(`${signal}${n % 5 === 4 ? ', a server killed' : ''}: ${Math.round(this.#gap)} ms`)
    this.#report.add(signal)
    await this.#pair.rejoin()
    if (n % 10 === 9)
      this.#report.tell(`${n + 1} failovers, the longest without a push ${longest(this.#gaps)} ms`)
  }

  async #killOne(): Promise<void> {
    const server = this.#random.pick(this.#servers)
    await server.end('SIGKILL')
    this.#report.add('server processes killed')
    await this.#startAgain(server)
  }

  /** As systemd does: one that comes up while no host takes writes ends with a line. */
  async #startAgain(server: ServerProcess, tries = 10): Promise<void> {
    try {
      await server.run()
    } catch (error) {
      if (tries === 0) throw error
      this.#report.add('starts of a server that were tried again')
      await pause(restartMs)
      await this.#startAgain(server, tries - 1)
    }
  }

  /** Sends each batch until it is answered. */
  async #write(writer: Writer, wire: Wire): Promise<void> {
    for (let isOpen = false; isOpen || !this.#isOver;) {
      const answered = await wire.push(writer.batch())
      isOpen = answered.outcome !== 'answered'
      if (answered.outcome === 'answered') {
        const now = performance.now()
        this.#gap = Math.max(this.#gap, now - this.#answeredAt)
        this.#answeredAt = now
        this.#report.add('pushes answered')
        for (const wrong of writer.hear(answered.answer)) this.#report.violation(wrong)
      } else {
        const isExpected = answered.outcome === 'lost' || answered.code === 'unavailable'
        if (isExpected)
          this.#report.add(answered.outcome === 'lost' ? 'pushes without an answer' : 'answers "unavailable"')
        else this.#report.violation(`a push was answered ${answered.code}`)
        await pause(50)
      }
    }
  }

  async #look(writers: readonly Writer[]): Promise<void> {
    const report = this.#report
    const { torn, ids } = await lookInto(unchecked(postgresAt(this.#pair.directUrl, () => {})))
    for (const each of torn) report.violation(each)
    for (const { acknowledged } of writers) {
      report.add('mutations acknowledged', acknowledged.size)
      for (const id of acknowledged)
        if (!ids.has(id)) report.violation(`acknowledged and lost: mutation ${id}`)
    }
    const sorted = this.#gaps.toSorted((one, other) => one - other)
    report.measure('without a push, median', `${Math.round(sorted[sorted.length >> 1] ?? 0)} ms`)
    report.measure('without a push, longest', `${longest(sorted)} ms`)
  }
}

const longest = (gaps: readonly number[]): number => Math.round(Math.max(0, ...gaps))
