/** PostgreSQL databases for simulations: a few are made, and each is filled anew whenever it is taken. */
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, PGliteDialect, sql } from 'kysely'
import pg from 'pg'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { makeAccountTables } from '../support/account-tables.ts'
import { postgresDialect, postgresDriver, timestampType } from '../../server/db/postgres.ts'
import { binariesFolder, startCluster, unchecked } from '../contract/postgres.ts'
import { around } from './around.ts'
import { type Backend, names as people } from './server.ts'

/** One database that can be connected to again and again. */
interface Store {
  connect(): Dialect
  remove(): Promise<void>
}

export interface Stores {
  make(): Promise<Store>
  close(): Promise<void>
}

export function pgliteStores(): Stores {
  const asText = (text: string): string => text
  return {
    async make() {
      const pglite = await PGlite.create({ parsers: { [timestampType]: asText, 20: asText } })
      // Closing a connection must not end the database.
      const connect = () => around(new PGliteDialect({ pglite }), { destroy: async () => {} })
      return { connect, remove: () => pglite.close() }
    },
    close: async () => {},
  }
}

/** On the server that TEST_DATABASE_URL names, or on one of our own. */
export async function clusterStores(): Promise<Stores> {
  const named = process.env['TEST_DATABASE_URL']
  const binaries = binariesFolder()
  if (named === undefined && binaries === undefined) throw new Error('There is no PostgreSQL here')
  const cluster =
    named === undefined ? await startCluster(binaries ?? '') : { url: named, stop: async () => {} }
  return {
    async make() {
      const name = `records_sim_${crypto.randomUUID().replaceAll('-', '')}`
      await administer(cluster.url, `create database ${name}`)
      const own = new URL(cluster.url)
      own.pathname = `/${name}`
      return {
        connect: () => postgresDialect(own.href, () => {}),
        remove: () => administer(cluster.url, `drop database ${name} with (force)`),
      }
    },
    close: () => cluster.stop(),
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const stamps = { now: () => new Date(0), newToken: () => '0' }

export async function postgresBackend(stores: Stores): Promise<{ backend: Backend; close(): Promise<void> }> {
  const all: Store[] = []
  const free: Store[] = []
  let empty: Copy | null = null

  async function make(): Promise<Store> {
    const store = await stores.make()
    all.push(store)
    return store
  }

  /** A database that holds this and nothing else; it is free again when its connections are closed. */
  async function filled(copy: Copy) {
    const store = free.pop() ?? (await make())
    await using(store, database => fill(database, copy))
    const destroy = async (close: () => Promise<void>) => {
      await close()
      free.push(store)
    }
    return unchecked(postgresDriver(around(store.connect(), { destroy })))
  }

  const backend: Backend = {
    open: async () => filled((empty ??= await using(await make(), copyOf))),
    backup: async database => {
      const copy = await copyOf(database)
      return () => filled(copy)
    },
  }
  async function close(): Promise<void> {
    for (const store of all) await store.remove()
    await stores.close()
  }
  return { backend, close }
}

async function using<T>(store: Store, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(unchecked(postgresDriver(store.connect())), stamps)
  await makeAccountTables(database, people)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Every row of every table at one moment. */
interface Copy {
  tables: string[]
  json: string
}

async function copyOf({ db }: Database): Promise<Copy> {
  const found = await db.introspection.getTables({ withInternalKyselyTables: true })
  // Record As refer to Devices.
  const tables = found
    .map(table => table.name)
    .sort((a, b) => Number(b === 'device') - Number(a === 'device'))
  const rows = tables.map(name => `'${name}', (select coalesce(json_agg(t), '[]') from "${name}" t)`)
  // One statement sees one moment.
  const { rows: answer } = await sql<{
    json: string
  }>`select ${sql.raw(`json_build_object(${rows.join()})::text`)} as json`.execute(db)
  return { tables, json: answer[0]?.json ?? '{}' }
}

async function fill({ db }: Database, { tables, json }: Copy): Promise<void> {
  // As who puts a copy back does: what guards the audit guards it from the server.
  await sql`set session_replication_role = replica`.execute(db)
  await sql`truncate ${sql.join(tables.map(name => sql.table(name)))}`.execute(db)
  for (const name of tables) {
    const table = sql.table(name)
    await sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${json}::json -> ${sql.lit(name)})`.execute(
      db,
    )
  }
  await sql`set session_replication_role = origin`.execute(db)
}
