/** The server's records, for comparing. */
import { sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import { recordIn, type StoredRecord, valuesOf } from '../../server/db/records.ts'
import type { Kind } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'

export async function recordRowsOf(
  { db, driver }: Database,
  kind: Kind,
  uids: Iterable<string>,
): Promise<StoredRecord[]> {
  const { sets } = driver
  const { rows } = await sql<{ list: string }>`
    select ${sets.jsonOf(valuesOf(kind))} as list from ${sql.table(kind.name)}
    where ${sets.isAmong(sql`uid`, [...uids])}`.execute(db)
  return rows.map(({ list }) => recordIn(driver, kind, JSON.parse(list) as unknown[]))
}

export function equalFields(a: Fields, b: Fields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every(name => JSON.stringify(a[name] ?? null) === JSON.stringify(b[name] ?? null))
}
