/** The databases a simulation can run on, each able to be copied and put back. */
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { makeAccountTables } from '../support/account-tables.ts'
import { clusterStores, pgliteStores, postgresBackend } from './postgres-stores.ts'
import { type Backend, names as people } from './server.ts'

const names = ['sqlite', 'pglite', 'postgres'] as const
export type DatabaseName = (typeof names)[number]

export interface OpenBackend {
  backend: Backend
  close(): Promise<void>
}

export function databaseNamed(name: string): DatabaseName {
  const known = names.find(each => each === name)
  if (!known) throw new Error(`--database is one of ${names.join(', ')}`)
  return known
}

export async function openBackend(name: DatabaseName): Promise<OpenBackend> {
  if (name === 'sqlite') return { backend: await sqliteBackend(), close: async () => {} }
  return postgresBackend(name === 'pglite' ? pgliteStores() : await clusterStores())
}

const stamps = { now: () => new Date(0), newToken: () => '0' }

/** Every simulation starts from a copy of one migrated database. */
export async function sqliteBackend(): Promise<Backend> {
  const database = await openDatabase(sqliteDriver(':memory:'), stamps)
  await makeAccountTables(database, people)
  const empty = await bytesOf(database)
  await database.close()
  return {
    open: async () => sqliteDriver(empty),
    backup: async open => {
      const bytes = await bytesOf(open)
      return async () => sqliteDriver(bytes)
    },
  }
}

let files = 0

async function bytesOf({ db }: Database): Promise<Buffer> {
  const path = join(tmpdir(), `records-sim-${process.pid}-${files++}.db`)
  await sql`vacuum into ${path}`.execute(db)
  const bytes = readFileSync(path)
  rmSync(path)
  return bytes
}
