/** `npm run restore`: puts a copy in the database's place, or marks one that was put there by other means. */
import { existsSync, rmSync } from 'node:fs'
import { kinds } from '../../shared/kinds.ts'
import { type Config, driverOf, readConfig, sqliteFile } from '../config.ts'
import { copyDatabase, foldLog, lastIdsIn, replaceDatabase } from '../db/backup.ts'
import { openDatabase } from '../db/database.ts'
import type { Driver } from '../db/driver.ts'
import { ownFolder } from '../db/own-files.ts'
import { needPrograms, othersAt, restoreDump } from '../db/postgres-copy.ts'
import { primaryAddress } from '../db/postgres-pool.ts'
import { markRestored } from '../db/restored.ts'
import { claimFolder, FolderInUse } from '../db/sole-server.ts'
import { sqliteDriver } from '../db/sqlite.ts'
import { given, run, UsageError } from './command.ts'
import { progressOn } from './progress.ts'
import { record } from './recorded.ts'
import { complain } from './terminal.ts'

const call = {
  name: 'restore',
  about: 'Puts a copy in the place of the database. The server is stopped for it.',
  calls: [
    ['<file>', 'puts that copy back'],
    ['--drill <file>', 'restores it beside the database, compares the two, and removes it; servers may run'],
    ['', 'after the database was put back by other means, or a standby has taken over'],
  ],
  options: { drill: { type: 'boolean', default: false, about: 'changes nothing, and says what it found' } },
  words: 1,
} as const

const { values, words } = given(call)
const progress = progressOn(process.stderr)

async function mark(driver: Driver, lastIds?: ReadonlyMap<string, bigint>): Promise<void> {
  const database = await openDatabase(driver, { now: () => new Date(), newToken: () => crypto.randomUUID() })
  try {
    await markRestored(database, kinds, lastIds)
    await record(database, { action: 'restored' })
  } finally {
    await database.close()
  }
}

/** A database too damaged to be read stays as it is, and the gap has to do. */
function lastIdsOf(file: string, copy: string): Map<string, bigint> {
  if (!existsSync(file)) return new Map()
  try {
    const lastIds = lastIdsIn(file, copy)
    foldLog(file)
    return lastIds
  } catch (error) {
    console.log(
      `The database in place cannot be read (${error instanceof Error ? error.message : 'unknown'}).`,
    )
    return new Map()
  }
}

async function putBack(config: Config, copy: string): Promise<void> {
  const file = sqliteFile(config)
  const arriving = `${file}.arriving`
  for (const ending of ['', '-wal', '-shm']) rmSync(arriving + ending, { force: true })
  progress.say('Checking the copy …')
  copyDatabase(copy, arriving, { withSecrets: true })
  progress.say('Putting it in place …')
  await mark(sqliteDriver(arriving), lastIdsOf(file, arriving))
  const aside = `${file}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  const isReplacing = existsSync(file)
  replaceDatabase({ file, arriving, aside })
  progress.end()
  console.log(`${copy} is in place.`)
  if (isReplacing) console.log(`The database that was there is kept as ${aside}.`)
}

async function putBackDump(address: string, copy: string): Promise<void> {
  needPrograms()
  const others = await othersAt(address)
  if (others > 0)
    throw new Error(`${others} other connections use this database. Stop the servers first, and end psql.`)
  progress.say('Putting it in place …')
  await restoreDump(address, copy)
  progress.end()
  console.log(`${copy} is in place.`)
}

async function restore(copy: string | undefined): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl !== undefined) {
    if (copy !== undefined) await putBackDump(await primaryAddress(config.databaseUrl), copy)
    return mark(driverOf(config, error => complain(error)))
  }
  ownFolder(config.dataDir)
  const leaveFolder = claimFolder(config.dataDir)
  try {
    if (copy !== undefined) await putBack(config, copy)
    else
      await mark(
        driverOf(config, error => complain(error)),
        undefined,
      )
  } finally {
    leaveFolder()
  }
}

/** [RS2] */
const inWords = (error: unknown): unknown =>
  error instanceof FolderInUse ? new Error('A server is using this database. Stop it first.') : error

await run(
  call,
  async () => {
    const [copy] = words
    if (values.drill) {
      if (copy === undefined) throw new UsageError('Say which copy')
      const { drill } = await import('./drill.ts')
      for (const line of await drill(readConfig(process.env), copy, progress)) console.log(line)
      return
    }
    await restore(copy)
    console.log('Start the server: every device tells it by itself what it had sent since the copy was made.')
  },
  inWords,
)
