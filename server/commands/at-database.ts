/** What the commands that work on the database share: it is opened as the server opens it, and what goes wrong is put into words. */
import { driverOf, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type Auth, createAuth } from '../session/auth.ts'
import { complain } from './terminal.ts'

/** The command was not called as it is to be called. */
export class UsageError extends Error {}

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

/** Node's own error for options that it does not know has a code. */
const isMisuse = (error: unknown): boolean =>
  error instanceof UsageError || (error instanceof TypeError && 'code' in error)

export async function run(
  work: () => Promise<void>,
  { usage, inWords = error => error }: { usage: string; inWords?: (error: unknown) => unknown },
): Promise<void> {
  try {
    await work()
  } catch (error) {
    complain(inWords(error), isMisuse(error) ? usage : undefined)
    process.exitCode = 1
  }
}
