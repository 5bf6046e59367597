/** Requests that make no sense, by the thousand: never a 5xx, never an invalid row, every refusal a problem. */
import { isErrorCode } from '../../shared/errors.ts'
import { Problem } from '../../shared/protocol.ts'
import type { Driver } from '../../server/db/driver.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { type Input, inputs } from './inputs.ts'
import { lookInto } from './ledger.ts'
import { startPostgres } from './postgres.ts'
import { Random } from './random.ts'
import type { Report, Scenario, Size } from './scenario.ts'
import { HarmServer } from './server.ts'

const senders = 8

export const fuzz: Scenario = {
  name: 'fuzz',
  about: 'senseless requests to SQLite, and as many to PostgreSQL; count = requests to each',
  count: 100_000,
  async run(size, report) {
    const onFile = await HarmServer.start()
    await fuzzOne(onFile, { ...size, name: 'SQLite', driver: () => sqliteDriver(onFile.path), report })
    const postgres = await startPostgres()
    if (!postgres) return report.measure('PostgreSQL', 'not here, not measured')
    try {
      const server = await HarmServer.start({ databaseUrl: postgres.url })
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

async function fuzzOne(server: HarmServer, { count, seed, name, driver, report }: Run): Promise<void> {
  try {
    const cookie = await server.editor()
    const stream = inputs(new Random(seed), seed, crypto.randomUUID())
    let left = count
    async function send(): Promise<void> {
      while (left-- > 0) {
        const input = stream.next().value
        const status = await judge(server.origin, input, { cookie, report })
        report.add(`${name}: answers ${Math.floor(status / 100)}xx`)
      }
    }
    await Promise.all(Array.from({ length: senders }, send))
    report.expect(server.isRunning, `${name}: the server has died`)
    for (const line of server.errors) report.violation(`${name}: ${line.slice(0, 300)}`)
    const { torn, records } = await lookInto(driver())
    for (const each of torn) report.violation(`${name}: ${each}`)
    report.measure(`${name}: records afterwards, all valid`, records.size)
  } finally {
    await server.remove()
  }
}

async function judge(
  origin: string,
  { method, path, headers, body }: Input,
  { cookie, report }: { cookie: string; report: Report },
): Promise<number> {
  const story = `${method} ${path} ${JSON.stringify(headers).slice(0, 80)} ${String(body).slice(0, 300)}`
  const init = { method, headers: { cookie, ...headers }, ...(body === undefined ? {} : { body }) }
  const response = await fetch(origin + path, init as RequestInit)
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
