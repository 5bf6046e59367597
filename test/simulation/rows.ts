/** The server's records, for comparing. */
import type { Database } from '../../server/db/database.ts'
import { recordsByUid, type StoredRecord } from '../../server/db/records.ts'
import type { Kind } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'

export function recordRowsOf(
  { db, driver }: Database,
  kind: Kind,
  uids: Iterable<string>,
): Promise<StoredRecord[]> {
  return recordsByUid(db, driver, { kind, uids: [...uids] })
}

export function equalFields(a: Fields, b: Fields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every(name => JSON.stringify(a[name] ?? null) === JSON.stringify(b[name] ?? null))
}
