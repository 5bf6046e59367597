/** A company of a million records on 2,000 Devices, and a server before it, for people who see a part. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../../server/db/database.ts'
import type { Driver } from '../../../server/db/driver.ts'
import { sqliteDriver } from '../../../server/db/sqlite.ts'
import { admin, budi, citra, createAccounts, signIn } from '../../e2e/accounts.ts'
import { TestServer } from '../../e2e/server.ts'
import { startPostgres } from '../../faults/postgres.ts'
import { fillCompany } from '../../support/company.ts'
import type { Door } from '../server/requests.ts'

export const devices = 2000
export const sites = 100
/** Who is granted something together. */
export const crowd = 1000

export interface ScopedPlace {
  server: TestServer
  /** Past the server. */
  database: Database
  admin: Door
  /** Sees everything. */
  budi: Door
  /** Is to see a part. */
  citra: Door & { userId: string }
  crowd: readonly string[]
  stop(): Promise<void>
}

export async function openPlace(records: number, name: 'sqlite' | 'postgres'): Promise<ScopedPlace> {
  const postgres = name === 'postgres' ? await startPostgres() : undefined
  if (name === 'postgres' && !postgres) throw new Error('There is no PostgreSQL on this machine')
  const settings = { CEILINGS: '100', ...(postgres && { DATABASE_URL: postgres.url }) }
  const server = await TestServer.start(undefined, settings)
  await createAccounts(server, [budi, citra])
  const driver = postgres?.driver() ?? sqliteDriver(join(server.dataDir, 'records.db'))
  const database = await openDatabase(unhurried(driver), {
    now: () => new Date(),
    newToken: () => crypto.randomUUID(),
  })
  await fillCompany(database, { sites, devices, records })
  const people = await fillPeople(database)
  if (postgres) await sql`vacuum analyze`.execute(database.db)
  const doorOf = async (account: typeof budi): Promise<Door> => ({
    origin: server.origin,
    cookie: await signIn(server, account),
  })
  return {
    server,
    database,
    admin: await doorOf(admin),
    budi: await doorOf(budi),
    citra: { ...(await doorOf(citra)), userId: await idOf(database, citra.username) },
    crowd: people,
    async stop() {
      await database.close()
      await server.remove()
      await postgres?.stop()
    },
  }
}

/** A million rows at once take longer than a statement of a request may. */
function unhurried({ unhurried, ...driver }: Driver): Driver {
  return { ...driver, dialect: unhurried ?? driver.dialect }
}

async function idOf({ db }: Database, username: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from "user" where username = ${username}`.execute(db)
  return rows[0]?.id ?? ''
}

/** Accounts as Budi's, which nobody signs in to: a password takes a tenth of a second each. */
async function fillPeople({ db }: Database): Promise<string[]> {
  const budis = await sql<
    Record<string, unknown>
  >`select * from "user" where username = ${budi.username}`.execute(db)
  const own = new Set(['id', 'username', 'email'])
  const others = Object.keys(budis.rows[0] ?? {}).filter(column => !own.has(column))
  const columns = sql.join(others.map(column => sql.ref(column)))
  const ids = Array.from({ length: crowd }, (_, index) => `crowd-${index}`)
  for (const id of ids)
    await sql`
      insert into "user" (id, username, email, ${columns})
      select ${sql.lit(id)}, ${sql.lit(id)}, ${sql.lit(`${id}@records.invalid`)}, ${columns}
      from "user" where username = ${budi.username}`.execute(db)
  return ids
}
