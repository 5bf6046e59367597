/** Four servers on one PostgreSQL: eight writers whose commits overtake each other, four readers who miss nothing. */
import type { ChangesLine } from '../../shared/protocol.ts'
import { a } from '../contract/edits.ts'
import { lookInto } from './ledger.ts'
import { startPostgres } from './postgres.ts'
import type { Report, Scenario } from './scenario.ts'
import { ServerProcess } from './server.ts'
import { type Wire, wireTo } from './wire.ts'

const serverCount = 4
const writersPerServer = 2
const rowsPerPush = 20

export const manyServers: Scenario = {
  name: 'many-servers',
  about: '4 servers on one PostgreSQL, 8 writers, 4 readers; count = rows',
  count: 200_000,
  async run({ count }, report) {
    const missed = await race(count, 'pause-before-commit', report)
    report.expect(missed === 0, `${missed} rows were missed`)
  },
}

export const manyServersSequence: Scenario = {
  name: 'many-servers-sequence',
  about: 'the same with a sequence instead of the clock, which must miss some; count = rows',
  count: 20_000,
  async run({ count }, report) {
    const missed = await race(count, 'pause-before-commit,sequence', report)
    report.expect(missed > 0, 'a sequence missed nothing: the race is too tame to prove anything')
  },
}

/** How many rows the readers together did not get, or got in another version. */
async function race(rows: number, mutants: string, report: Report): Promise<number> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('no PostgreSQL here: nothing was measured')
  const servers: ServerProcess[] = []
  try {
    await postgres.query('create sequence mutant_clock')
    await postgres.query('create sequence mutant_ids increment by 1000')
    // One after the other: mutants need not survive a common start.
    for (let i = 0; i < serverCount; i++)
      servers.push(await ServerProcess.start({ databaseUrl: postgres.url, mutants }))
    const cookie = (await servers[0]?.editor()) ?? ''
    const race = { left: rows, isOver: false, report }
    const readers = servers.map(({ origin }) => new Reader(wireTo(origin, cookie)))
    const reading = readers.map(reader => reader.follow(race))
    const wires = servers.flatMap(({ origin }) =>
      Array.from({ length: writersPerServer }, () => wireTo(origin, cookie)),
    )
    await Promise.all(wires.map(wire => write(wire, race)))
    race.isOver = true
    await Promise.all(reading)
    const { records, torn } = await lookInto(postgres.driver())
    for (const each of torn) report.violation(each)
    report.measure('rows', records.size)
    report.expect(records.size === rows, `${records.size} rows instead of ${rows}`)
    let missed = 0
    for (const { held } of readers)
      for (const { uid, version } of records.values()) if (held.get(uid) !== version) missed++
    report.measure('readers', readers.length)
    report.measure('missed', missed)
    return missed
  } finally {
    await Promise.all(servers.map(server => server.remove()))
    await postgres.stop()
  }
}

interface Race {
  left: number
  isOver: boolean
  report: Report
}

async function write(wire: Wire, race: Race): Promise<void> {
  while (race.left > 0) {
    const size = Math.min(rowsPerPush, race.left)
    race.left -= size
    const mutations = Array.from({ length: size }, () => a.recordB())
    for (let isDone = false; !isDone;) {
      const answered = await wire.push(mutations)
      isDone = answered.outcome === 'answered'
      if (answered.outcome === 'refused' && answered.code === 'unavailable')
        race.report.add('pushes sent again')
      else if (answered.outcome !== 'answered') throw new Error(`a push was ${JSON.stringify(answered)}`)
      else if (answered.answer.results.some(({ outcome }) => outcome !== 'applied'))
        race.report.violation(`not applied: ${JSON.stringify(answered.answer.results).slice(0, 200)}`)
    }
    race.report.add('pushes')
  }
}

class Reader {
  /** uid → version. */
  readonly held = new Map<string, number>()
  #cursor: string | undefined
  readonly #wire: Wire

  constructor(wire: Wire) {
    this.#wire = wire
  }

  /** Asks again and again, and once more after the last commit. */
  async follow(race: Race): Promise<void> {
    for (let isLast = false; !isLast;) {
      isLast = race.isOver
      const answered = await this.#wire.changes(this.#cursor, line => this.#store(line))
      if (answered.outcome !== 'answered') throw new Error(`changes were ${JSON.stringify(answered)}`)
      race.report.add('reads')
    }
  }

  #store(line: ChangesLine): void {
    for (const [i, uid] of line.uid.entries()) this.held.set(uid, line.version[i] ?? 0)
    this.#cursor = line.cursor
  }
}
