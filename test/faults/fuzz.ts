/** Requests that make no sense, by the thousand: never a 5xx, never an invalid row, every refusal a problem. */
import { isErrorCode } from '../../shared/errors.ts'
import { Problem } from '../../shared/protocol.ts'
import type { Driver } from '../../server/db/driver.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { openWorld } from '../contract/world.ts'
import { type Input, inputs } from './inputs.ts'
import { lookInto } from './ledger.ts'
import { startPostgres } from './postgres.ts'
import { Random } from './random.ts'
import type { Report, Scenario, Size } from './scenario.ts'
import { ServerProcess } from './server.ts'

const senders = 8
/** One in so many goes through a socket to a process; the rest, which the same app answers, without one. */
const perSocket = 10
const toldEvery = 10_000

export const fuzz: Scenario = {
  name: 'fuzz',
  about: 'senseless requests to SQLite, and as many to PostgreSQL; count = requests to each',
  count: 100_000,
  async run(size, report) {
    const onFile = await ServerProcess.start()
    await fuzzOne(onFile, { ...size, name: 'SQLite', driver: () => sqliteDriver(onFile.path), report })
    const postgres = await startPostgres()
    if (!postgres) return report.measure('PostgreSQL', 'not here, not measured')
    try {
      const server = await ServerProcess.start({ databaseUrl: postgres.url })
      await fuzzOne(server, { ...size, name: 'PostgreSQL', driver: postgres.driver, report })
    } finally {
      await postgres.stop()
    }
  },
}

interface Run extends Size {
  name: string
  driver(): Driver
  report: Report
}

/** Answers one request, whichever way it travels. */
type Ask = (path: string, init: RequestInit) => Promise<Response>

async function fuzzOne(server: ServerProcess, run: Run): Promise<void> {
  const { count, name, driver, report } = run
  try {
    const cookie = await server.editor()
    const bySocket = Math.ceil(count / perSocket)
    await sendAll((path, init) => fetch(server.origin + path, init), cookie, { ...run, count: bySocket })
    report.expect(server.isRunning, `${name}: the server has died`)
    for (const line of server.errors) report.violation(`${name}: ${line.slice(0, 300)}`)
    await server.end('SIGTERM')
    await withoutSocket({ ...run, seed: run.seed + 1_000_000, count: count - bySocket })
    const { torn, records } = await lookInto(driver())
    for (const each of torn) report.violation(`${name}: ${each}`)
    report.measure(`${name}: records afterwards, all valid`, records.size)
  } finally {
    await server.remove()
  }
}

async function withoutSocket(run: Run): Promise<void> {
  const { name, driver, report } = run
  const store = { driver, remove: async () => {} }
  const world = await openWorld({ name, create: async () => store })
  try {
    const { cookie } = await world.person('editor')
    await sendAll(
      async (path, init) => {
        const response = await world.app.request(path, init)
        for (const entry of world.log.splice(0))
          if (entry['level'] === 'error') report.violation(`${name}: ${JSON.stringify(entry).slice(0, 300)}`)
        return response
      },
      cookie,
      run,
    )
  } finally {
    await world.close()
  }
}

async function sendAll(ask: Ask, cookie: string, { count, seed, name, report }: Run): Promise<void> {
  const stream = inputs(new Random(seed), seed, crypto.randomUUID())
  let left = count
  async function send(): Promise<void> {
    while (left-- > 0) {
      const status = await judge(ask, stream.next().value, { cookie, report })
      report.add(`${name}: answers ${Math.floor(status / 100)}xx`)
      if (left % toldEvery === 0) report.tell(`${name}: ${left} left`)
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
}

async function judge(
  ask: Ask,
  { method, path, headers, body }: Input,
  { cookie, report }: { cookie: string; report: Report },
): Promise<number> {
  const story = `${method} ${path} ${JSON.stringify(headers).slice(0, 80)} ${String(body).slice(0, 300)}`
  const init = { method, headers: { cookie, ...headers }, ...(body === undefined ? {} : { body }) }
  const response = await ask(path, init as RequestInit)
  const text = await response.text()
  if (response.status >= 500) report.violation(`${response.status} for ${story}`)
  else if (response.status >= 400 && method !== 'HEAD') {
    const problem = problemIn(response, text)
    if (problem !== undefined) report.violation(`${problem} for ${story}`)
  }
  return response.status
}

/** What is wrong with a refusal, if anything. */
function problemIn(response: Response, text: string): string | undefined {
  if (response.headers.get('content-type') !== 'application/problem+json') return `not a problem: ${text}`
  const parsed = Problem.safeParse(JSON.parse(text))
  if (!parsed.success || parsed.data.status !== response.status || !isErrorCode(parsed.data.code))
    return `a malformed problem: ${text}`
  return undefined
}
