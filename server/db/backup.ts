/** A SQLite database as one file of its own, made while servers write, and such a file put in a database's place. */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'

/** A checkpoint or a commit under way holds a copy up for so long at most. */
const patienceMs = 10_000

/** What would let somebody in, by table and by setting. */
const sessionTables = ['session', 'verification', 'set_up_codes']
const secretSettings = ['auth_secret', 'setup_code']

/** The file given is no copy of a database of this app, or a damaged one. */
export class BadCopy extends Error {
  override name = 'BadCopy'
}

export interface CopyOptions {
  /** Whether sessions, the secret that signs cookies and the setup code go with it. */
  withSecrets: boolean
}

/** [RS1] `target` is there whole or not at all: everything acknowledged before the call, and nothing half done. */
export function copyDatabase(source: string, target: string, { withSecrets }: CopyOptions): void {
  if (!existsSync(source)) throw new Error(`There is no ${source}.`)
  if (existsSync(target)) throw new Error(`${target} exists already.`)
  const part = `${target}.part`
  rmSync(part, { force: true })
  const connection = new Database(source, { fileMustExist: true, readonly: true, timeout: patienceMs })
  try {
    checkDatabase(connection, source)
    const before = ledgerRows(connection)
    connection.prepare('vacuum into ?').run(part)
    if (!withSecrets) leaveOutSecrets(part)
    checkCopy(part, before)
  } catch (error) {
    rmSync(part, { force: true })
    const isBad = error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)
    throw isBad ? new BadCopy(`${source}: ${error.message}.`, { cause: error }) : error
  } finally {
    connection.close()
  }
  flush(part)
  renameSync(part, target)
  flush(dirname(target))
}

/** [RS10] In the place of one that an upgrade which was cut off has left. */
export function keepCopyBefore(file: string, migration: string): void {
  const target = file.replace(/(\.db)?$/, `-before-${migration}.db`)
  const next = `${target}.next`
  rmSync(next, { force: true })
  copyDatabase(file, next, { withSecrets: true })
  renameSync(next, target)
  flush(dirname(target))
}

const ledgerRows = (connection: Database.Database): number =>
  connection.prepare('select count(*) from ledger').pluck().get() as number

/** [RS7] It is opened and read once before anybody relies on it. */
function checkCopy(file: string, leastRows: number): void {
  const copy = new Database(file, { fileMustExist: true, readonly: true })
  try {
    checkDatabase(copy, file)
    if (ledgerRows(copy) < leastRows) throw new BadCopy(`${file} lacks what was there before it was made.`)
  } finally {
    copy.close()
  }
}

/** [RS5] What is overwritten and then left out by a second copy leaves no byte behind. */
function leaveOutSecrets(file: string): void {
  const copy = new Database(file, { fileMustExist: true })
  try {
    copy.pragma('secure_delete = on')
    const tables = copy.prepare(`select name from sqlite_master where type = 'table'`).pluck().all()
    for (const table of sessionTables) if (tables.includes(table)) copy.exec(`delete from "${table}"`)
    const names = secretSettings.map(() => '?').join(', ')
    copy.prepare(`delete from settings where name in (${names})`).run(...secretSettings)
    copy.exec('vacuum')
  } finally {
    copy.close()
  }
}

function checkDatabase(connection: Database.Database, file: string): void {
  const isOurs = connection.prepare(`select 1 from sqlite_master where name = 'clock'`).get() !== undefined
  if (!isOurs) throw new BadCopy(`${file} is not a database of this app.`)
  const verdict = connection.pragma('integrity_check(1)', { simple: true })
  if (verdict !== 'ok') throw new BadCopy(`${file} is damaged: ${String(verdict)}`)
}

/**
 * [RS2] Puts `arriving` in the place of `file`, whose database is kept as `aside`. Whenever it is cut off, `file` is
 * the one or the other. Only while no server runs.
 */
export function replaceDatabase(paths: { file: string; arriving: string; aside: string }): void {
  const { file, arriving, aside } = paths
  for (const ending of ['', '-wal']) if (existsSync(file + ending)) linkSync(file + ending, aside + ending)
  // A log that lies beside another database would be applied to that one.
  for (const ending of ['-wal', '-shm']) rmSync(file + ending, { force: true })
  renameSync(arriving, file)
  flush(dirname(file))
}

/**
 * [RS4] The last ids that a database handed out, by kind; none when it has not lived through the newest commit of
 * `copy`, as then others may have handed out more. Touches nothing: the file may be damaged.
 */
export function lastIdsIn(file: string, copy: string): Map<string, bigint> {
  const newest = newestCommitIn(copy)
  const reading = new Database(file, { readonly: true, timeout: patienceMs })
  try {
    const hasLivedThrough = reading.prepare('select 1 from commits where clock = ? and token = ?').get(newest)
    if (hasLivedThrough === undefined) return new Map()
    const rows = reading.prepare('select kind, cast(last as text) as last from counters').all()
    return new Map((rows as { kind: string; last: string }[]).map(({ kind, last }) => [kind, BigInt(last)]))
  } finally {
    reading.close()
  }
}

function newestCommitIn(file: string): [number, string] {
  const reading = new Database(file, { readonly: true, timeout: patienceMs })
  try {
    const row = reading.prepare('select clock, token from commits order by clock desc limit 1').get()
    const { clock, token } = row as { clock: number; token: string }
    return [clock, token]
  } finally {
    reading.close()
  }
}

/** Afterwards all of a sound database is in its one file. */
export function foldLog(file: string): void {
  const connection = new Database(file, { fileMustExist: true, timeout: patienceMs })
  connection.pragma('wal_checkpoint(truncate)')
  connection.close()
}

export function flush(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
