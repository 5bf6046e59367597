/** SIGKILL for the server while eight people write; after each restart, everything it acknowledged is there. */
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { lookInto } from './ledger.ts'
import { Random } from './random.ts'
import type { Report, Scenario, Size } from './scenario.ts'
import { ServerProcess } from './server.ts'
import { type Wire, wireTo } from './wire.ts'
import { Writer } from './writer.ts'

const writerCount = 8
/** A database is replaced after so many kills, so that looking at all of it stays quick. */
const killsPerDatabase = 50

interface Desk {
  writer: Writer
  wire: Wire
}

export const killServer: Scenario = {
  name: 'kill-server',
  about: 'SIGKILL under 8 writers on SQLite; count = kills',
  count: 1000,
  async run({ count, seed, mutants = '' }: Size, report: Report) {
    const random = new Random(seed)
    for (let left = count; left > 0; left -= killsPerDatabase) {
      const server = await ServerProcess.start({ mutants })
      try {
        await killOften(server, { kills: Math.min(left, killsPerDatabase), random, report })
      } finally {
        await server.remove()
      }
      report.tell(`${count - Math.max(0, left - killsPerDatabase)} kills: ${JSON.stringify(report.measured)}`)
    }
  },
}

interface Run {
  kills: number
  random: Random
  report: Report
}

async function killOften(server: ServerProcess, { kills, random, report }: Run): Promise<void> {
  const cookie = await server.editor()
  const desks = Array.from({ length: writerCount }, () => ({
    writer: new Writer(random),
    wire: wireTo(server.origin, cookie),
  }))
  for (let kill = 0; kill < kills; kill++) {
    await writeUntilKilled(server, desks, { afterMs: random.below(250), report })
    await server.run()
    await look(server, desks, report)
  }
  await finish(desks, report)
  await look(server, desks, report)
  report.add(
    'mutations acknowledged',
    desks.reduce((sum, { writer }) => sum + writer.acknowledged.size, 0),
  )
}

async function writeUntilKilled(
  server: ServerProcess,
  desks: readonly Desk[],
  { afterMs, report }: { afterMs: number; report: Report },
): Promise<void> {
  let isKilled = false
  const hears = desks.map(() => Promise.withResolvers<void>())
  const working = desks.map(async (desk, i) => {
    for (; !isKilled; hears[i]?.resolve()) await send(desk, report)
  })
  // However busy the machine: everybody has been answered when it happens.
  await Promise.race([Promise.all(hears.map(({ promise }) => promise)), Promise.all(working)])
  await pause(afterMs)
  const dying = server.end('SIGKILL')
  isKilled = true
  await Promise.all([dying, ...working])
  report.add('kills')
}

/** Sends what a desk has to send, once. */
async function send({ writer, wire }: Desk, report: Report): Promise<void> {
  const answered = await wire.push(writer.batch())
  if (answered.outcome === 'answered') {
    report.add('batches answered')
    for (const wrong of writer.hear(answered.answer)) report.violation(wrong)
  } else if (answered.outcome === 'lost') report.add('batches cut off')
  else report.violation(`a push was refused: ${answered.code}`)
}

/** What was under way at the last kill is sent again and must be answered, too. */
async function finish(desks: readonly Desk[], report: Report): Promise<void> {
  for (const desk of desks) await send(desk, report)
}

async function look(server: ServerProcess, desks: readonly Desk[], report: Report): Promise<void> {
  const database = new Database(server.path, { readonly: true })
  const verdict = database.pragma('integrity_check', { simple: true })
  database.close()
  report.expect(verdict === 'ok', `integrity_check says ${String(verdict)}`)
  report.add('integrity checks')
  const { torn, ids } = await lookInto(sqliteDriver(server.path))
  for (const each of torn) report.violation(each)
  for (const { writer } of desks) {
    for (const id of writer.acknowledged)
      if (!ids.has(id)) report.violation(`acknowledged and lost: mutation ${id}`)
    if (writer.batch().every(({ id }) => ids.has(id))) report.add('commits whose answer was lost')
  }
}
