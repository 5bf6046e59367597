/** PostgreSQL's backends killed under eight writers, one politely and one by SIGKILL, in turn. */
import { setTimeout as pause } from 'node:timers/promises'
import { lookInto } from './ledger.ts'
import { holder, type Postgres, startPostgres } from './postgres.ts'
import { Random } from './random.ts'
import type { Report, Scenario, Size } from './scenario.ts'
import { ServerProcess } from './server.ts'
import { type Wire, wireTo } from './wire.ts'
import { Writer } from './writer.ts'

const writerCount = 8
/** Within this time after a kill, everybody must have been answered again. */
const healMs = 20_000

interface Desk {
  writer: Writer
  wire: Wire
}

export const killPostgres: Scenario = {
  name: 'kill-postgres',
  about: 'backends of PostgreSQL terminated or killed under 8 writers; count = kills',
  count: 100,
  async run({ count, seed, mutants = '' }: Size, report: Report) {
    const postgres = await startPostgres()
    if (!postgres) return report.violation('no PostgreSQL here: nothing was measured')
    try {
      // The account is made by a server without mutants: those are about pushes.
      const well = await ServerProcess.start({ databaseUrl: postgres.url })
      const cookie = await well.editor()
      await well.remove()
      const server = await ServerProcess.start({ databaseUrl: postgres.url, mutants })
      try {
        await killOften({ postgres, server, cookie, random: new Random(seed), kills: count, report })
      } finally {
        await server.remove()
      }
    } finally {
      await postgres.stop()
    }
  },
}

interface Run {
  postgres: Postgres
  server: ServerProcess
  cookie: string
  random: Random
  kills: number
  report: Report
}

async function killOften({ postgres, server, cookie, random, kills, report }: Run): Promise<void> {
  const desks = Array.from({ length: writerCount }, () => ({
    writer: new Writer(random),
    wire: wireTo(server.origin, cookie),
  }))
  for (let kill = 0; kill < kills; kill++) {
    const held = await postgres.holdCommits()
    const { promise: isAnswered, resolve: onAnswer } = Promise.withResolvers<void>()
    const round = { isOver: false, onAnswer, report }
    const working = desks.map(desk => write(desk, round))
    await Promise.race([isAnswered, Promise.all(working)])
    await pause(random.below(250))
    const how = kill % 2 === 0 ? 'terminate' : 'SIGKILL'
    await killOne(postgres, how, { random, report })
    // The others die a moment after the one that was killed: a commit let through before would be none that is lost.
    await (how === 'SIGKILL' ? held.isCut : held.release())
    await pause(50)
    round.isOver = true
    await Promise.all(working)
    report.expect(server.isRunning, 'the server died with its database connection')
    await look(postgres, desks, report)
  }
  report.add(
    'mutations acknowledged',
    desks.reduce((sum, { writer }) => sum + writer.acknowledged.size, 0),
  )
}

interface Round {
  isOver: boolean
  onAnswer(): void
  report: Report
}

/** Writes until the round is over, and then until what was sent last has been answered. */
async function write({ writer, wire }: Desk, round: Round): Promise<void> {
  const { report } = round
  let deadline = Infinity
  for (let isOpen = true; isOpen || !round.isOver;) {
    const answered = await wire.push(writer.batch())
    isOpen = answered.outcome !== 'answered'
    if (answered.outcome === 'answered') {
      report.add('batches answered')
      for (const wrong of writer.hear(answered.answer)) report.violation(wrong)
      round.onAnswer()
      continue
    }
    // The server lives on, so it must say that it cannot, and that it may later.
    if (answered.outcome === 'refused' && answered.code === 'unavailable') report.add('answers "unavailable"')
    else report.violation(`a push was ${answered.outcome === 'lost' ? 'lost' : `answered ${answered.code}`}`)
    if (round.isOver && deadline === Infinity) deadline = Date.now() + healMs
    if (Date.now() > deadline) return report.violation('nothing was answered long after the kill')
    await pause(50)
  }
}

async function killOne(
  postgres: Postgres,
  how: 'terminate' | 'SIGKILL',
  { random, report }: { random: Random; report: Report },
): Promise<void> {
  const backends = await postgres.query<{ pid: number; state: string }>(
    `select pid, state from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> $1`,
    [holder],
  )
  const busy = backends.filter(({ state }) => state !== 'idle')
  const { pid } = random.pick(busy.length > 0 ? busy : backends)
  report.add(busy.length > 0 ? 'kills in a transaction' : 'kills of an idle backend')
  if (how === 'terminate') await postgres.query('select pg_terminate_backend($1)', [pid])
  // PostgreSQL then ends all others, too, and recovers.
  else process.kill(pid, 'SIGKILL')
  report.add(how === 'terminate' ? 'terminated' : 'killed by SIGKILL')
}

async function look(postgres: Postgres, desks: readonly Desk[], report: Report): Promise<void> {
  const { torn, ids } = await lookInto(postgres.driver())
  report.add('looks')
  for (const each of torn) report.violation(each)
  for (const { writer } of desks)
    for (const id of writer.acknowledged)
      if (!ids.has(id)) report.violation(`acknowledged and lost: mutation ${id}`)
}
