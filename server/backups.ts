/** Copies that the server makes by itself: when one is due, which of them are kept, and what became of the last. [RS6] */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './db/database.ts'
import { passTime, readSetting, takeSetting, writeSetting } from './db/settings.ts'
import type { Logger } from './http/log.ts'

const hourMs = 60 * 60 * 1000

export interface BackupPlan {
  folder: string
  everyHours: number
  keep: number
}

/** Names of settings in the database, where all servers that share it see them. */
const dueAt = 'backup_due'
const failed = 'backup_failed'

export const backupName = (at: Date): string =>
  `records-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.copy`

export interface Backup {
  name: string
  at: Date
}

/** Newest first; files of other names are not ours. */
export function backupsAmong(names: readonly string[]): Backup[] {
  return names
    .flatMap(name => {
      const [, day, hour, minute, second] =
        /^records-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.copy$/.exec(name) ?? []
      return day ? [{ name, at: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : []
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime())
}

/** What was said of a copy that could not be made, and when; undefined: the last one could. */
export async function lastFailure({ db }: Pick<Database, 'db'>): Promise<string | undefined> {
  return readSetting(db, failed)
}

interface Keeping {
  database: Database
  logger: Logger
  now(): Date
  plan: BackupPlan
  /** Makes one; what went wrong, or undefined. */
  copyTo(file: string): Promise<string | undefined>
}

/** Of all servers that share a database the first one to come makes it, and the others find that it is not due. */
export async function backUpWhenDue({ database, logger, now, plan, copyTo }: Keeping): Promise<void> {
  const { db } = database
  const begunAt = now()
  const after = (hours: number): string => new Date(begunAt.getTime() + hours * hourMs).toISOString()
  // Cut off by a crash, another one is begun soon.
  const lease = after(Math.min(plan.everyHours, 6))
  if (!(await passTime(db, { name: dueAt, now: begunAt.toISOString(), next: lease }))) return
  for (const name of readdirSync(plan.folder))
    if (/^records-.*Z\.copy\.part$/.test(name)) rmSync(join(plan.folder, name))
  const file = join(plan.folder, backupName(begunAt))
  const wrong = await copyTo(file)
  if (wrong !== undefined) {
    logger.error({ event: 'backup_failed' })
    await writeSetting(db, { name: failed, value: `${begunAt.toISOString()} ${wrong}` })
    await writeSetting(db, { name: dueAt, value: after(1) })
    return
  }
  logger.info({ event: 'backup_made', bytes: statSync(file).size })
  await takeSetting(db, failed)
  await writeSetting(db, { name: dueAt, value: after(plan.everyHours) })
  for (const { name } of backupsAmong(readdirSync(plan.folder)).slice(plan.keep))
    rmSync(join(plan.folder, name))
}

/** By `npm run backup`, in a process of its own: a large copy would hold up everybody here. */
export async function copyByCommand(file: string, end: AbortSignal): Promise<string | undefined> {
  const command = join(import.meta.dirname, 'commands', 'backup.ts')
  const child = spawn(process.execPath, [command, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  end.addEventListener('abort', () => child.kill())
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0 ? undefined : said.trim().split('\n')[0] || 'It was ended.'
}
