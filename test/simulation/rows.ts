/** The server's records, for comparing. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import { recordIn, type StoredRecord, valuesOf } from '../../server/db/records.ts'
import type { Kind } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'

export function recordRowsOf(
  database: Database,
  kind: Kind,
  uids: Iterable<string>,
): Promise<StoredRecord[]> {
  return rowsOf(database, kind, database.driver.sets.isAmong(sql`uid`, [...uids]))
}

export function allRowsOf(database: Database, kind: Kind): Promise<StoredRecord[]> {
  return rowsOf(database, kind, sql`1 = 1`)
}

async function rowsOf(
  { db, driver }: Database,
  kind: Kind,
  areWanted: RawBuilder<unknown>,
): Promise<StoredRecord[]> {
  const { rows } = await sql<{ list: string }>`
    select ${driver.sets.jsonOf(valuesOf(kind))} as list from ${sql.table(kind.name)}
    where ${areWanted}`.execute(db)
  return rows.map(({ list }) => recordIn(driver, kind, JSON.parse(list) as unknown[]))
}

export function equalFields(a: Fields, b: Fields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every(name => JSON.stringify(a[name] ?? null) === JSON.stringify(b[name] ?? null))
}
