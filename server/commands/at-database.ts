/** What the commands that work on the database share: it is opened as the server opens it, and what goes wrong is put into words. */
import { driverOf, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type Auth, createAuth } from '../session/auth.ts'
import { complain } from './terminal.ts'

export async function atDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const driver = driverOf(readConfig(process.env), error => complain(error))
  const database = await openDatabase(driver, { now: () => new Date(), newToken: () => crypto.randomUUID() })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

export interface AtAccounts {
  auth: Auth
  database: Database
}

export function atAccounts(work: (world: AtAccounts) => Promise<void>): Promise<void> {
  return atDatabase(async database => {
    // What fails is thrown and put into words below; the log would only repeat it.
    const logger = { info: () => {}, warn: () => {}, error: () => {}, keep: () => {} }
    await work({ auth: await createAuth({ database, logger, isSecure: false }), database })
  })
}
