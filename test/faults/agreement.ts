/** The same accepted record through SQLite, PostgreSQL and a device's pages comes back identical. */
import { sql } from 'kysely'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import type { Driver } from '../../server/db/driver.ts'
import { pushMutations } from '../../shared/limits.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { a, create } from '../contract/edits.ts'
import { idOf } from '../contract/scoped.ts'
import { openWorld, type Person, type World } from '../contract/world.ts'
import { Network } from '../support/network.ts'
import { Profile } from '../support/profile.ts'
import { everything } from '../support/tables.ts'
import { legalRecords } from './legal-records.ts'
import { startPostgres } from './postgres.ts'
import type { Report, Scenario, Size } from './scenario.ts'

const kindNames = ['record_a', 'record_b'] as const
const deviceCount = 8
/** The last of the devices gets the largest id there is. */
const idsBefore = 2n ** 63n - 1n - BigInt(deviceCount)

/** uid → fields. */
type Held = Map<string, Fields>

export const agreement: Scenario = {
  name: 'agreement',
  about: 'random legal records through SQLite, PostgreSQL and IndexedDB pages; count = records',
  count: 10_000,
  async run(size, report) {
    const postgres = await startPostgres()
    try {
      const stores = { SQLite: sqliteDriver(':memory:'), ...(postgres && { PostgreSQL: postgres.driver() }) }
      report.measure('servers', Object.keys(stores).join(' and '))
      for (const [name, driver] of Object.entries(stores)) await through(name, driver, { ...size, report })
    } finally {
      await postgres?.stop()
    }
  },
}

interface Run extends Size {
  report: Report
}

async function through(name: string, driver: Driver, { count, seed, report }: Run): Promise<void> {
  const world = await openWorld({
    name,
    create: async () => ({ driver: () => driver, remove: async () => {} }),
  })
  try {
    await sql`insert into counters (kind, last) values ('device', ${String(idsBefore)})`.execute(
      world.database.db,
    )
    const eva = await world.person('editor')
    const devices: string[] = []
    for (let i = 0; i < deviceCount; i++) devices.push((await eva.made(a.device())).id)
    report.expect(devices.at(-1) === String(2n ** 63n - 1n), `${name}: the last id is ${devices.at(-1)}`)
    const sent: Held = new Map()
    const mutations = kindNames.flatMap(kind =>
      legalRecords(kind, devices, { count: Math.ceil(count / kindNames.length), seed }).map(fields => {
        const mutation = create(kind, fields)
        sent.set(mutation.uid, fields)
        return mutation
      }),
    )
    await pushAll(eva, mutations, report)
    compare(sent, await onServer(eva), { where: name, report })
    compare(sent, await onDevice(world, eva), { where: `${name}, then IndexedDB`, report })
  } finally {
    await world.close()
  }
}

async function pushAll(eva: Person, mutations: readonly Mutation[], report: Report): Promise<void> {
  /** So that a body of many long texts stays below its limit. */
  const perPush = Math.min(pushMutations, 60)
  for (let start = 0; start < mutations.length; start += perPush) {
    const { results } = await eva.push(...mutations.slice(start, start + perPush))
    for (const result of results)
      if (result.outcome !== 'applied')
        report.violation(`not applied: ${JSON.stringify(result).slice(0, 300)}`)
  }
}

async function onServer(eva: Person): Promise<Held> {
  const held: Held = new Map()
  for (const { uid, fields } of await eva.changes())
    for (const [i, each] of uid.entries())
      held.set(
        each,
        Object.fromEntries(Object.entries(fields).map(([name, column]) => [name, column[i]])) as Fields,
      )
  return held
}

/** Pulled by one tab, and read from disk by another. */
async function onDevice(world: World, person: Person): Promise<Held> {
  const { app } = world
  const { cookie } = person
  const userId = await idOf(person)
  const profile = new Profile()
  const network = new Network(async (path, init) =>
    app.request(path, { ...init, headers: { ...(init.headers as Record<string, string>), cookie } }),
  )
  profile.transport = network.transport
  const first = await profile.tab(userId)
  await first.sync()
  await first.engine.close()
  const second = await profile.tab(userId)
  const held: Held = new Map()
  for (const kind of kindNames) {
    const { rows } = await second.engine.query(kind, everything, 0, Number.MAX_SAFE_INTEGER)
    for (const { uid, fields } of rows) held.set(uid, fields)
  }
  await second.engine.close()
  return held
}

function compare(sent: Held, held: Held, { where, report }: { where: string; report: Report }): void {
  for (const [uid, fields] of sent)
    for (const [name, value] of Object.entries(fields)) {
      const back = held.get(uid)?.[name]
      if (back !== value)
        report.violation(`${where}: ${name} ${JSON.stringify(value)} came back as ${JSON.stringify(back)}`)
      report.add(`${where}: values compared`)
    }
  report.measure(`${where}: records`, [...sent.keys()].filter(uid => held.has(uid)).length)
}
