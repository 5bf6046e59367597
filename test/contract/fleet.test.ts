/** Several processes, and several hosts of PostgreSQL, as one. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase, standbyDatabase } from '../../server/db/database.ts'
import { postgresAt, standbyAt } from '../../server/db/postgres.ts'
import { createReadable } from '../../server/readable.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a } from './edits.ts'
import { binariesFolder, type Cluster, startCluster, startStandby, unchecked } from './postgres.ts'
import { openWorld, type Person, signIn, type World } from './world.ts'
import { engines } from './engines.ts'

const binaries = binariesFolder()
const isHere = inject('postgresUrl') !== null && binaries !== undefined

describe.runIf(isHere)('A fleet', () => {
  let primary: Cluster
  let standby: Cluster
  const worlds: World[] = []
  beforeAll(async () => {
    primary = await startCluster(binaries!)
    standby = await startStandby(binaries!, primary)
  })
  afterAll(async () => {
    for (const world of worlds) await world.close()
    await standby.stop()
    await primary.stop()
  })

  /** `hosts`: of one database. */
  async function open(hosts: readonly Cluster[] = [primary]): Promise<World> {
    const [first, ...more] = hosts.map(({ url }) => new URL(url).host)
    const url = `postgres://records@${[first, ...more].join(',')}/postgres`
    const driver = () => unchecked(postgresAt(url, () => {}))
    const world = await openWorld(engines[0]!, { store: { driver, remove: async () => {} } })
    worlds.push(world)
    return world
  }
  const statusOfPush = async (person: Person): Promise<number> => {
    const body = { client: person.client, protocol: PROTOCOL_VERSION, mutations: [a.recordB()] }
    return (await person.post('/api/sync/push', body)).status
  }
  /** The rows of the last of them; each is a transaction of its own. */
  async function ask<T extends pg.QueryResultRow>(cluster: Cluster, ...statements: string[]): Promise<T[]> {
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    try {
      let rows: T[] = []
      for (const statement of statements) ({ rows } = await client.query<T>(statement))
      return rows
    } finally {
      await client.end()
    }
  }
  const isTrue = async (what: () => Promise<boolean>): Promise<void> => {
    await expect.poll(what, { timeout: 20_000 }).toBe(true)
  }

  test('[FL1] [ST2] a commit is told to the other processes, and they need not ask', async () => {
    const [one, other] = [await open(), await open()]
    const eva = await one.person('editor', 'eva')
    const heard: number[] = []
    const stop = other.services.pokes.listen({ onClock: clock => void heard.push(clock), onStop: () => {} })
    const listening = `select from pg_stat_activity where query like 'listen %'`
    await isTrue(async () => (await ask(primary, listening)).length > 0)
    const { clock } = await eva.push(a.recordB())
    await isTrue(async () => heard.includes(clock))

    await ask(primary, `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'`)
    const next = await eva.push(a.recordB())
    // As the way back it asks, and then it listens again.
    other.tick()
    await isTrue(async () => heard.includes(next.clock) && (await ask(primary, listening)).length > 0)
    const last = await eva.push(a.recordB())
    await isTrue(async () => heard.includes(last.clock))
    stop()
    await isTrue(async () => (await ask(primary, listening)).length === 0)
  })

  test('[FL2] of several hosts the one that takes writes is used, whichever is named first', async () => {
    const world = await open([standby, primary])
    expect(await statusOfPush(await world.person('editor'))).toBe(200)
  })

  test('[FL2] [SV3] [OB10] connections to a server that takes no writes any more are left at once', async () => {
    const eva = await (await open()).person('editor')
    const many = async () => new Set(await Promise.all(Array.from({ length: 8 }, () => statusOfPush(eva))))
    expect(await many()).toEqual(new Set([200]))
    const own = 'set default_transaction_read_only = off'
    await ask(primary, own, `alter database postgres ${own.replace('off', 'on')}`)
    await ask(
      primary,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    expect(await many()).toEqual(new Set([503]))
    // What is connected keeps what it had, as when its server is demoted behind a proxy.
    await ask(primary, own, `alter database postgres ${own}`)
    expect(await many()).toEqual(new Set([200]))
  })

  test('[FL3] a pooler that leaves our limits of time out is found out at the start', async () => {
    const driver = postgresAt(primary.url, () => {})
    const withoutLimit = {
      ...driver,
      check: async (db: Parameters<typeof driver.check>[0]) => {
        await sql`set statement_timeout = 0`.execute(db)
        await driver.check(db)
      },
    }
    const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }
    await expect(openDatabase(withoutLimit, stamps, { asItIs: true })).rejects.toThrow(
      'statements take for ever',
    )
  })

  test('[FL4] [CH2] a standby is read only where it holds all that was committed before', async () => {
    const world = await open()
    const eva = await world.person('editor')
    const behind = standbyDatabase(
      standbyAt(standby.url, () => {}),
      world.database.stamps,
    )
    const errors: unknown[] = []
    const logger = { ...world.services.logger, error: (entry: unknown) => void errors.push(entry) }
    let time = 0
    const readable = createReadable({
      ...{ primary: world.database, standbys: [behind], logger },
      now: () => new Date(time),
      pause: ms => pause(ms),
    })
    world.services.readable = readable
    await eva.push(a.recordB())
    await isTrue(async () => (await readable()) === behind)
    expect(await eva.changes()).toEqual(await (await signIn(world.app, 'eva')).changes())

    await ask(standby, 'select pg_wal_replay_pause()')
    for (let n = 0; n < 3; n++) {
      const mutation = a.recordB()
      await eva.made(mutation)
      const lines = await eva.changes()
      expect(lines.flatMap(line => line.uid)).toContain(mutation.uid)
    }
    expect(await readable()).toBe(world.database)
    await ask(standby, 'select pg_wal_replay_resume()')
    await isTrue(async () => (await readable()) === behind)

    const gone = standbyDatabase(
      standbyAt('postgres://127.0.0.1:1/none', () => {}),
      world.database.stamps,
    )
    const withGone = createReadable({
      ...{
        primary: world.database,
        standbys: [gone],
        logger,
        now: () => new Date(time),
        pause: ms => pause(ms),
      },
    })
    expect([await withGone(), await withGone(), errors.length]).toEqual([world.database, world.database, 1])
    time += 60_000
    expect([await withGone(), errors.length]).toEqual([world.database, 2])
    await behind.close()
    await gone.close()
  })

  test('[FL5] of two transactions that wait for each other both are done', async () => {
    const { database } = await open()
    await ask(primary, `create table knots (name text primary key, times integer not null)`)
    await ask(primary, `insert into knots values ('a', 0), ('b', 0)`)
    let arrived = 0
    const tie = (first: string, second: string) =>
      database.write(async tx => {
        await sql`update knots set times = times + 1 where name = ${first}`.execute(tx)
        arrived++
        while (arrived < 2) await pause(5)
        await sql`update knots set times = times + 1 where name = ${second}`.execute(tx)
        return { commit: true, answer: undefined }
      })
    await Promise.all([tie('a', 'b'), tie('b', 'a')])
    expect(await ask(primary, 'select times from knots')).toEqual([{ times: 2 }, { times: 2 }])
  })

  test('[FL2] after a standby was promoted, pushes go to it without a restart', async () => {
    const world = await open([primary, standby])
    const eva = await world.person('editor')
    expect(await statusOfPush(eva)).toBe(200)
    const clockOf = async (cluster: Cluster) => (await ask(cluster, 'select clock from clock'))[0]?.['clock']
    const last: unknown = await clockOf(primary)
    await isTrue(async () => (await clockOf(standby)) === last)
    await primary.stop()
    await ask(standby, 'select pg_promote()')
    await isTrue(async () => (await statusOfPush(eva)) === 200)
  })
})
