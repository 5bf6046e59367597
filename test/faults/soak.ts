/** Twenty clients at fifty requests a second for half an hour: memory, open files and the write-ahead log stay flat. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { lookInto } from './ledger.ts'
import { Random } from './random.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'
import { type Wire, wireTo } from './wire.ts'
import { Writer } from './writer.ts'

const clientCount = 20
const requestsPerSecond = 50
const samples = 30
/** Answers that each client has had on average before the first sample. */
const answersBefore = 5
/** By so much each may grow from the end of the first third, when all that is filled once is full, to the end. */
const growthLimits = { rssMiB: 40, handles: 10, walMiB: 8 } as const

interface Sample {
  minute: number
  requests: number
  rssMiB: number
  handles: number
  walMiB: number
  p99Ms: number
}

export const soak: Scenario = {
  name: 'soak',
  about: '20 clients at 50 requests a second; count = minutes',
  count: 30,
  async run({ count, seed, mutants = '' }, report) {
    const server = await ServerProcess.start({ mutants })
    try {
      const cookie = await server.editor()
      const random = new Random(seed)
      const load = { isOver: false, latencies: [] as number[], requests: 0, report }
      const clients = Array.from(
        { length: clientCount },
        () => new Client(wireTo(server.origin, cookie), random),
      )
      const streams = clients.map(() => listen(server.origin, cookie, load))
      const working = clients.map(client => client.work(load))
      // Connections are made as they are needed: what is to be flat begins when everybody has some.
      while (load.requests < clientCount * answersBefore) await pause(20)
      const taken: Sample[] = []
      const begunWith = load.requests
      const perSample = (count * 60 * requestsPerSecond) / samples
      report.tell('minute  requests  RSS MiB  handles  WAL MiB  p99 ms')
      for (let i = 1; i <= samples; i++) {
        await pause((count * 60_000) / samples)
        // A busy machine answers later; what grows, grows with each answer.
        while (load.requests < begunWith + i * perSample) await pause(20)
        const sample = take(server, (count * i) / samples, load)
        taken.push(sample)
        report.tell(
          Object.values(sample)
            .map(value => value.toFixed(1).padStart(7))
            .join('  '),
        )
      }
      load.isOver = true
      await Promise.all([...working, ...streams])
      judge(taken, report)
      report.measure('requests', load.requests)
      report.measure('errors in the log', server.errors.length)
      for (const error of server.errors) report.violation(error.slice(0, 300))
      const { torn, records } = await lookInto(sqliteDriver(server.path))
      for (const each of torn) report.violation(each)
      report.measure('records', records.size)
    } finally {
      await server.remove()
    }
  },
}

interface Load {
  isOver: boolean
  latencies: number[]
  requests: number
  report: Report
}

/** A third of what it asks is a push, the rest are pulls from where it stands. */
class Client {
  readonly #wire: Wire
  readonly #writer: Writer
  readonly #random: Random
  #cursor: string | undefined

  constructor(wire: Wire, random: Random) {
    this.#wire = wire
    this.#writer = new Writer(random)
    this.#random = random
  }

  async work(load: Load): Promise<void> {
    const everyMs = (clientCount / requestsPerSecond) * 1000
    let dueAt = performance.now() + this.#random.below(everyMs)
    while (!load.isOver) {
      await pause(Math.max(0, dueAt - performance.now()))
      dueAt += everyMs
      const startedAt = performance.now()
      const outcome = this.#random.chance(1 / 3) ? await this.#push(load) : await this.#pull()
      load.latencies.push(performance.now() - startedAt)
      load.requests++
      if (outcome !== 'answered') load.report.violation(`a request was ${outcome}`)
    }
  }

  async #push(load: Load): Promise<string> {
    const answered = await this.#wire.push(this.#writer.batch())
    if (answered.outcome === 'answered')
      for (const wrong of this.#writer.hear(answered.answer)) load.report.violation(wrong)
    return answered.outcome
  }

  async #pull(): Promise<string> {
    return (await this.#wire.changes(this.#cursor, line => (this.#cursor = line.cursor))).outcome
  }
}

/** Each client also listens for news, as an open app does. */
async function listen(origin: string, cookie: string, load: Load): Promise<void> {
  const end = new AbortController()
  const response = await fetch(`${origin}/api/sync/events`, { headers: { cookie }, signal: end.signal })
  const reader = response.body?.getReader()
  const read = async (): Promise<void> => {
    while (!load.isOver && !(await reader?.read())?.done) load.report.add('news heard')
  }
  const reading = read().catch((error: unknown) => {
    if (!load.isOver) load.report.violation(`news ended: ${String(error)}`)
  })
  while (!load.isOver) await pause(200)
  end.abort()
  await reading
}

function take(server: ServerProcess, minute: number, load: Load): Sample {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const sorted = load.latencies.splice(0).toSorted((a, b) => a - b)
  return {
    minute,
    requests: load.requests,
    rssMiB: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    handles: readdirSync(`/proc/${server.pid}/fd`).length,
    walMiB: statSync(`${server.path}-wal`).size / 2 ** 20,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  }
}

/** Straight lines through the last two thirds of the samples, which must be flat. */
function judge(taken: readonly Sample[], report: Report): void {
  const settled = taken.slice(Math.floor(taken.length / 3))
  const minutes = (settled.at(-1)?.minute ?? 0) - (settled[0]?.minute ?? 0)
  for (const [of, limit] of Object.entries(growthLimits) as [keyof typeof growthLimits, number][]) {
    const perMinute = slope(settled.map(sample => ({ x: sample.minute, y: sample[of] })))
    const grown = perMinute * minutes
    report.measure(`${of}, most`, Math.max(...taken.map(sample => sample[of])).toFixed(1))
    report.measure(`${of}, grown in the last ${minutes.toFixed(1)} minutes by`, grown.toFixed(2))
    report.measure(`${of}, slope per hour`, (perMinute * 60).toFixed(2))
    report.expect(grown < limit, `${of} grows: by ${grown.toFixed(1)} in ${minutes.toFixed(1)} minutes`)
  }
}

/** Of the line of least squares. */
function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [middleX, middleY] = [mean('x'), mean('y')]
  const rise = points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0)
  return rise / points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0)
}
