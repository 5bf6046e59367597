/** What changed after a clock, a page at a time, column by column. Each page is a statement of its own. */
import { type RawBuilder, sql } from 'kysely'
import { typeNameOf, type Value } from '../../shared/fields.ts'
import { pageRecords } from '../../shared/limits.ts'
import { fillable, type Kind } from '../../shared/metadata.ts'
import { assert } from '../../shared/assert.ts'
import type { Moment } from './clock.ts'
import type { Database } from './database.ts'
import type { Driver } from './driver.ts'
import { columnsOf, type StoredRow } from './records.ts'

/** Where a page begins: after this record, in the order of version and then id (of uid, for deleted records). */
export interface After {
  version: number
  key: string
}

export interface PageOptions {
  kind: Kind
  after: After
  /** The last record that may be in it. */
  upTo?: After | undefined
}

export interface RecordPage {
  uid: string[]
  id: string[]
  version: number[]
  by: string[]
  at: string[]
  fields: Record<string, Value[]>
}

/** Whoever asks sees everything. */
export async function recordPage(
  { db, driver }: Database,
  { kind, after, upTo }: PageOptions,
): Promise<RecordPage> {
  const { rows } = await sql<StoredRow>`
    select ${columnsOf(kind)} from ${sql.table(kind.name)} where ${isBetween(after, upTo)}
    order by version, ${sql.table(kind.name)}.id limit ${pageRecords}`.execute(db)
  return inColumns(driver, kind, rows)
}

export function inColumns(driver: Driver, kind: Kind, rows: readonly StoredRow[]): RecordPage {
  const fields: Record<string, Value[]> = {}
  for (const field of fillable(kind)) {
    const { decode } = driver.codecs[typeNameOf(field)]
    fields[field.name] = rows.map(row => decode(row[field.name]))
  }
  return {
    uid: rows.map(row => String(row['uid'])),
    id: rows.map(row => String(row['id'])),
    version: rows.map(row => Number(row['version'])),
    by: rows.map(row => String(row['changed_by'])),
    at: rows.map(row => String(row['changed_at'])),
    fields,
  }
}

function isBetween(after: After, upTo: After | undefined): RawBuilder<boolean> {
  const begins = sql<boolean>`(version, id) > (${after.version}, ${BigInt(after.key)})`
  return upTo ? sql`${begins} and (version, id) <= (${upTo.version}, ${BigInt(upTo.key)})` : begins
}

/** How many records there are between two, the token of a commit, and the newest commit; all as of one moment. */
export async function countBetween(
  { db }: Pick<Database, 'db'>,
  { kind, after, upTo, clock }: PageOptions & { clock: number },
): Promise<{ count: number; token: string | null; now: Moment }> {
  interface Row {
    count: number | string
    token: string | null
    clock: number | string
    newest: string
  }
  const { rows } = await sql<Row>`
    select (select count(*) from ${sql.table(kind.name)} where ${isBetween(after, upTo)}) as count,
      (select token from commits where clock = ${clock}) as token, commits.clock, commits.token as newest
    from clock join commits on commits.clock = clock.clock`.execute(db)
  const [row] = rows
  assert(row, 'a database has a clock')
  return {
    count: Number(row.count),
    token: row.token,
    now: { clock: Number(row.clock), token: row.newest },
  }
}

/** Whoever asks sees everything. */
export async function deletedPage(
  { db }: Database,
  { kind, after }: PageOptions,
): Promise<{ uid: string; version: number }[]> {
  const { rows } = await sql<{ uid: string; version: number | string }>`
    select uid, version from tombstones
    where kind = ${kind.name} and (version, uid) > (${after.version}, ${after.key})
    order by version, uid limit ${pageRecords}`.execute(db)
  return rows.map(({ uid, version }) => ({ uid, version: Number(version) }))
}
