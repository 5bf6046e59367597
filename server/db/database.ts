/** The open database: migrated, checked, and the one way to run a transaction in it. */
import { Kysely, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Driver } from './driver.ts'
import { init } from './migrations/0001-init.ts'
import { refused } from './migrations/0002-refused.ts'
import { provenance } from './migrations/0003-provenance.ts'
import { history } from './migrations/0004-history.ts'
import { preferences } from './migrations/0005-preferences.ts'
import { audit } from './migrations/0006-audit.ts'
import { browsers } from './migrations/0007-browsers.ts'
import { attempts } from './migrations/0008-attempts.ts'
import { policy } from './migrations/0009-policy.ts'
import { forgotten } from './migrations/0010-forgotten.ts'
import { usedCodes } from './migrations/0011-used-codes.ts'
import { auditGuards } from './migrations/0012-audit-guards.ts'
import { scopes } from './migrations/0013-scopes.ts'
import { handed } from './migrations/0014-handed.ts'
import { tokens } from './migrations/0015-tokens.ts'
import { webhooks } from './migrations/0016-webhooks.ts'
import { ledgerBodies } from './migrations/0017-ledger-bodies.ts'
import type { Db, Schema, Tx } from './schema.ts'

/** Time and randomness, for what is written. */
export interface Stamps {
  now(): Date
  newToken(): string
}

type Work<T> = (tx: Tx) => Promise<{ commit: boolean; answer: T }>

export interface Database {
  db: Db
  driver: Driver
  stamps: Stamps
  /** One transaction. What it returns is the answer either way; `commit: false` leaves no trace of it. Called anew where the
   * database could not tell it from another one; so it does nothing beside. */
  write<T>(work: Work<T>): Promise<T>
  close(): Promise<void>
}

/** Thrown when the database was written by a later version of the app. */
export class NewerDatabase extends Error {
  constructor(migration: string) {
    super(
      `The database is newer than this version of the app (it has ${migration}). Start the newer version.`,
    )
    this.name = 'NewerDatabase'
  }
}

/** `asItIs`: a version that was never started on it changes nothing of its tables. */
export async function openDatabase(
  driver: Driver,
  stamps: Stamps,
  { asItIs = false } = {},
): Promise<Database> {
  const db: Db = new Kysely<Schema>({ dialect: driver.dialect })
  try {
    await driver.check(db)
    if (!asItIs) {
      await migrateUnhurried(db, driver)
      await nameHistory(db, stamps)
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    driver,
    stamps,
    write: work => write(db, driver, work),
    close: () => db.destroy(),
  }
}

/** [FL4] One that takes no writes; whether it is there is found out by whoever reads. */
export function standbyDatabase(driver: Driver, stamps: Stamps): Database {
  const db: Db = new Kysely<Schema>({ dialect: driver.dialect })
  const write = () => Promise.reject(new Error('A standby takes no writes'))
  return { db, driver, stamps, write, close: () => db.destroy() }
}

function migrationsOf(driver: Driver): Record<string, Migration> {
  return {
    '0001-init': init(driver.columns),
    '0002-refused': refused,
    '0003-provenance': provenance,
    '0004-history': history,
    '0005-preferences': preferences,
    '0006-audit': audit(driver),
    '0007-browsers': browsers,
    '0008-attempts': attempts,
    '0009-policy': policy,
    '0010-forgotten': forgotten,
    '0011-used-codes': usedCodes,
    '0012-audit-guards': auditGuards(driver),
    '0013-scopes': scopes(driver.columns),
    '0014-handed': handed,
    '0015-tokens': tokens,
    '0016-webhooks': webhooks,
    '0017-ledger-bodies': ledgerBodies,
  }
}

/** Of this version. */

async function migrateUnhurried(db: Db, driver: Driver): Promise<void> {
  const { unhurried } = driver
  if (!unhurried) return migrate(db, driver)
  const own: Db = new Kysely<Schema>({ dialect: unhurried })
  try {
    await migrate(own, driver)
  } finally {
    await own.destroy()
  }
}

async function executedIn(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(table => table.name === 'kysely_migration') ? noted(db) : []
}

async function noted(db: Db): Promise<string[]> {
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** [OP2] Whether its tables are those of this version. Throws where it does not answer, or never had any. */
export async function hasOwnTables({ db, driver }: Pick<Database, 'db' | 'driver'>): Promise<boolean> {
  const names = new Set(await noted(db))
  const own = Object.keys(migrationsOf(driver))
  return names.size === own.length && own.every(name => names.has(name))
}

/** Those that the next start runs, and those that only a later version knows. */
export async function migrationsAhead({ db, driver }: Pick<Database, 'db' | 'driver'>) {
  const known = Object.keys(migrationsOf(driver))
  const executed = await executedIn(db)
  return {
    waiting: known.filter(name => !executed.includes(name)),
    unknown: executed.filter(name => !known.includes(name)),
  }
}

async function migrate(db: Db, driver: Driver): Promise<void> {
  const migrations = migrationsOf(driver)
  const { waiting, unknown } = await migrationsAhead({ db, driver })
  if (unknown[0] !== undefined) throw new NewerDatabase(unknown[0])
  const isNew = waiting.length === Object.keys(migrations).length
  if (waiting[0] !== undefined && !isNew) driver.keepBefore?.(waiting[0])
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** [CH4] Clock 0 has a token too, so that a cursor from another, equally young database is noticed. */
async function nameHistory(db: Db, { now, newToken }: Stamps): Promise<void> {
  await db
    .insertInto('commits')
    .values({ clock: 0, token: newToken(), at: now().toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** [FL5] Cut off by others that were written at the same moment, it is tried anew. */
const tries = 4

async function write<T>(db: Db, driver: Driver, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work)
    } catch (error) {
      if (attempt < tries && driver.mayBeRepeated(error)) continue
      throw driver.translate(error) ?? error
    }
  }
}

async function once<T>(db: Db, work: Work<T>): Promise<T> {
  const tx = await db.startTransaction().setIsolationLevel('read committed').execute()
  try {
    const { commit, answer } = await work(tx as unknown as Transaction<Schema>)
    await (commit ? tx.commit() : tx.rollback()).execute()
    return answer
  } catch (error) {
    // A database that failed has often ended the transaction itself, and says so; what it said first counts.
    if (!tx.isCommitted && !tx.isRolledBack) await Promise.allSettled([tx.rollback().execute()])
    throw error
  }
}
