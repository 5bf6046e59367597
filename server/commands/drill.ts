/** `npm run restore -- --drill`: restores a copy beside the database, compares the two, and removes it again. [RS9] */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kinds } from '../../shared/kinds.ts'
import { type Config, driverOf } from '../config.ts'
import { copyDatabase } from '../db/backup.ts'
import { timeOf } from '../db/clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { Driver } from '../db/driver.ts'
import { databaseBeside, needPrograms, restoreDump } from '../db/postgres-copy.ts'
import { postgresAt } from '../db/postgres.ts'
import { primaryAddress } from '../db/postgres-pool.ts'
import { sqliteDriver } from '../db/sqlite.ts'
import { compareKinds, type Compared, momentOf } from '../drill.ts'
import type { Progress } from './progress.ts'
import { complain } from './terminal.ts'

const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }

interface Beside {
  driver: Driver
  remove(): Promise<void>
}

async function restoredBeside({ databaseUrl }: Config, file: string): Promise<Beside> {
  if (databaseUrl === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'records-drill-'))
    const remove = async (): Promise<void> => rmSync(folder, { recursive: true })
    return orRemoved(remove, async () => {
      copyDatabase(file, join(folder, 'records.db'), { withSecrets: true })
      return { driver: sqliteDriver(join(folder, 'records.db')), remove }
    })
  }
  needPrograms()
  const { address, remove } = await databaseBeside(
    await primaryAddress(databaseUrl),
    `records_drill_${crypto.randomUUID().slice(0, 8)}`,
  )
  return orRemoved(remove, async () => {
    await restoreDump(address, file)
    return { driver: postgresAt(address, error => complain(error)), remove }
  })
}

async function orRemoved<T>(remove: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await remove()
    throw error
  }
}

/** Throws where the copy is not what the database was. */
export async function drill(config: Config, file: string, progress: Progress): Promise<string[]> {
  progress.say('Restoring beside the database …')
  const { driver, remove } = await restoredBeside(config, file)
  return orRemoved(remove, async () => {
    const copy = await openDatabase(driver, stamps)
    const live = await openDatabase(
      driverOf(config, error => complain(error)),
      stamps,
      { asItIs: true },
    )
    try {
      progress.say('Comparing …')
      return await compare({ live, copy })
    } finally {
      progress.end()
      await copy.close()
      await live.close()
    }
  }).then(async lines => {
    await remove()
    return lines
  })
}

async function compare(both: { live: Database; copy: Database }): Promise<string[]> {
  const { clock, isOurs } = await momentOf(both)
  if (!isOurs) throw new Error('This is no copy of this database: it has not lived through that moment.')
  const compared = await compareKinds(both, kinds, clock)
  const wrong = compared.filter(({ isAlike }) => !isAlike)
  if (wrong.length > 0)
    throw new Error(
      `The copy can be opened, but differs from the database: ${wrong.map(({ kind }) => kind).join(', ')}.`,
    )
  const at = (await timeOf(both.copy.db, clock)) ?? ''
  const hours = Math.floor((Date.now() - Date.parse(at)) / 3_600_000)
  return [
    `The copy can be restored. What was saved in it last is of ${at.slice(0, 16)}Z, ${hours} hours ago.`,
    ...compared.map(lineOf),
  ]
}

const lineOf = ({ kind, inCopy, now, written, gone }: Compared): string =>
  `${kind.padEnd(12)} ${inCopy} in the copy, ${now} now; alike, but for ${written} written and ${gone} deleted since`
