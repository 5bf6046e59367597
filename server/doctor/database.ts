/** What of the database is looked at: its version and tables, its clock, its size, and how old the newest backup is. [CM5] */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { backupsAmong, lastFailure } from '../backups.ts'
import type { Config } from '../config.ts'
import { type Database, migrationsAhead } from '../db/database.ts'
import { factsOf } from '../db/facts.ts'
import { missingPrograms } from '../db/postgres-copy.ts'
import { type Finding, ok, sizeOf, warning, wrong } from './finding.ts'

const hourMs = 60 * 60 * 1000

/** Also how many bytes it has. */
export async function databaseFindings(
  database: Database,
  now: () => Date,
): Promise<{ findings: Finding[]; bytes: number }> {
  const name = database.driver.name === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const { waiting, unknown } = await migrationsAhead(database)
  if (unknown.length > 0) {
    const what = `${name} is of a later version of the app (${unknown.join(', ')})`
    return { findings: [wrong(what, 'start that version')], bytes: 0 }
  }
  const tables =
    waiting.length === 0
      ? ok('Its tables are of this version')
      : warning(`${waiting.length} changes of its tables wait`, 'make a backup; the next start makes them')
  const before = now().getTime()
  const { version, now: itsNow, bytes, ledgerRows, newestAt } = await factsOf(database)
  const after = now().getTime()
  const findings = [
    ok(`${name} ${version} answers`),
    tables,
    clockFinding(itsNow?.getTime() ?? after, { before, after, newestAt }),
    ok(`It has ${sizeOf(bytes)}, and ${ledgerRows} changes in its ledger`),
  ]
  return { findings, bytes }
}

/** Its answer was on the way between `before` and `after`. */
function clockFinding(its: number, ours: { before: number; after: number; newestAt: string }): Finding {
  const { before, after, newestAt } = ours
  const apart = Math.round(Math.max(before - its, its - after, 0) / 1000)
  const advice = 'set the clocks by NTP: times that people see, sessions and codes go by them'
  if (Date.parse(newestAt) > after + 60_000)
    return wrong(`The newest change is of ${newestAt}, which is still to come`, advice)
  if (apart > 60) return wrong(`The clocks of the database and of this machine are ${apart} s apart`, advice)
  return apart > 2
    ? warning(`The clocks of the database and of this machine are ${apart} s apart`, advice)
    : ok('The clock of this machine agrees with the database’s')
}

/** [RS6] */
export async function backupFindings(
  { backups, databaseUrl }: Config,
  { database, now, path }: { database: Database; now: Date; path: string | undefined },
): Promise<Finding[]> {
  if (!backups)
    return [warning('The server makes no backups itself', 'set BACKUP_DIR, or look after them otherwise')]
  const { folder, everyHours } = backups
  const findings: Finding[] = []
  const missing = databaseUrl === undefined ? [] : missingPrograms(path)
  if (missing.length > 0)
    findings.push(wrong(`Not on the PATH: ${missing.join(', ')}`, 'install PostgreSQL’s client programs'))
  const failure = await lastFailure(database)
  if (failure !== undefined)
    findings.push(wrong(`The last backup failed: ${failure}`, 'mend that; it is tried again each hour'))
  const [newest] = existsSync(folder) ? backupsAmong(readdirSync(folder)) : []
  if (!newest)
    return [...findings, wrong(`There is no backup in ${folder}`, 'start the server, and look at its log')]
  const hours = Math.floor((now.getTime() - newest.at.getTime()) / hourMs)
  const what = `The newest backup is ${hours} hours old, ${sizeOf(statSync(join(folder, newest.name)).size)}`
  findings.push(
    hours > everyHours * 2
      ? wrong(what, 'look for backup_failed in the log; is the server running?')
      : ok(what),
  )
  return findings
}
