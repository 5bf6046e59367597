/**
 * [SC3] [SC4] What has changed for somebody who does not see everything, a page at a time: holder by holder, so that it costs
 * as much as it brings, however much there is of which they see nothing.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '../../shared/metadata.ts'
import type { Database } from './database.ts'
import { type AfterHeld, heldPage, type HeldOptions, type HeldRow, number } from './held.ts'
import { inColumns, type RecordPage } from './pages.ts'
import { columnsOf } from './records.ts'
import type { Db } from './schema.ts'
import { holderColumn, isSeen, reachOf, type Scope, withheldIn } from './scope.ts'

export { type AfterHeld, beforeHeld, type HeldOptions } from './held.ts'

export interface Gone extends AfterHeld {
  uid: string
}

/** What was written since then, and all there is in what has been reached since then. */
export async function reachedPage(
  database: Database,
  options: HeldOptions,
): Promise<RecordPage & { holder: string[] }> {
  const since = number(options.from)
  const rows = await heldPage(database, options, {
    ...recordsOf(options.kind),
    isHeld: sql`held.until is null`,
    lowest: sql`case when held.since > ${since} then -1 else ${since} end`,
  })
  const page = inColumns(database.driver, options.kind, rows)
  for (const { name } of withheldIn(options.scope, options.kind)) page.fields[name] = rows.map(() => null)
  return { ...page, holder: rows.map(({ holder }) => holder) }
}

/** All there is in what is not reached any more. */
export async function leftPage(database: Database, options: HeldOptions): Promise<Gone[]> {
  const { kind, scope, from } = options
  const isBack = sql`
    select 1 from reach as now where ${reachOf(scope, kind, 'now')} and now.id = held.id and now.until is null`
  const isHeld = sql`held.until > ${number(from)} and not exists (${isBack})`
  const rows = await heldPage(database, options, { ...recordsOf(kind), isHeld, lowest: sql`-1` })
  return rows.map(row => goneOf(row, 'id'))
}

/** [SC4] `what`: records that were deleted, or went on to where they are not seen; in all that was ever reached since then. */
export async function gonePage(
  database: Database,
  what: 'tombstones' | 'departures',
  options: HeldOptions,
): Promise<Gone[]> {
  const { kind, scope, from } = options
  const table = sql.table(what)
  const isOfKind = sql`${table}.kind = ${sql.lit(kind.name)}`
  const isThere = sql`
    select 1 from ${sql.table(kind.name)} where uid = ${table}.uid and ${isSeen(scope, kind)}`
  const rows = await heldPage(database, options, {
    table,
    columns: sql`${table}.uid, ${table}.version`,
    key: 'uid',
    areHolders: false,
    standsIn: holder => sql`${isOfKind} and ${table}.holder = ${holder}`,
    isWanted: what === 'tombstones' ? sql`1 = 1` : sql`not exists (${isThere})`,
    isHeld: sql`(held.until is null or held.until > ${number(from)})`,
    lowest: number(from),
  })
  return rows.map(row => goneOf(row, 'uid'))
}

/** [DG2] Whether anything has come into reach since then, or gone out of it. */
export async function hasReachChanged(db: Db, { userId }: Scope, since: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from reach where user_id = ${userId} and (since > ${number(since)} or until > ${number(since)})
    limit 1`.execute(db)
  return rows.length > 0
}

function recordsOf(kind: Kind) {
  return {
    table: sql.table(kind.name),
    columns: columnsOf(kind),
    key: 'id' as const,
    areHolders: kind.grantable === true,
    standsIn: (holder: RawBuilder<unknown>) => sql`${holderColumn(kind)} = ${holder}`,
    isWanted: sql`1 = 1`,
  }
}

const goneOf = (row: HeldRow, key: 'id' | 'uid'): Gone => ({
  uid: String(row['uid']),
  key: String(row[key]),
  version: Number(row['version']),
  holder: row.holder,
})
