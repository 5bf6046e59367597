/** Records in a kind's own table: found by uid, written, counted. The columns follow from the metadata. */
import { type RawBuilder, sql } from 'kysely'
import { typeNameOf, type Value } from '../../shared/fields.ts'
import { type Field, fillable, type Kind, type Kinds } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'
import type { Driver } from './driver.ts'
import type { Db, Tx } from './schema.ts'

/** A record as its table holds it. References are ids. */
export interface StoredRecord {
  uid: string
  id: string
  version: number
  /** [CH10] */
  by: string
  at: string
  fields: Fields
}

export type StoredRow = Record<string, unknown>

/** Bound values in one statement; SQLite takes 32,766. */
const statementValues = 30_000

export async function recordsByUid(
  db: Db,
  driver: Driver,
  { kind, uids }: { kind: Kind; uids: readonly string[] },
): Promise<StoredRecord[]> {
  if (uids.length === 0) return []
  const { rows } = await sql<StoredRow>`
    select ${columnsOf(kind)} from ${sql.table(kind.name)} where uid in (${sql.join(uids)})`.execute(db)
  const decoders = fillable(kind).map(field => [field.name, driver.codecs[typeNameOf(field)].decode] as const)
  return rows.map(row => ({
    uid: String(row['uid']),
    id: String(row['id']),
    version: Number(row['version']),
    by: String(row['changed_by']),
    at: String(row['changed_at']),
    fields: Object.fromEntries(decoders.map(([name, decode]) => [name, decode(row[name])])),
  }))
}

/** Which of these ids exist. */
export async function existingIds(db: Db, kind: Kind, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select cast(id as varchar(19)) as id from ${sql.table(kind.name)} where id in (${sql.join(ids)})`.execute(
    db,
  )
  return rows.map(row => row.id)
}

/** What every kind's table has beside its id and its fields. */
const common = ['uid', 'version', 'changed_by', 'changed_at']

/** These, the id and every fillable field; numbers too large for JavaScript come as text. */
export function columnsOf(kind: Kind): RawBuilder<unknown> {
  const columns = fillable(kind).map(columnOf)
  return sql.join([sql`cast(id as varchar(19)) as id`, ...common.map(name => sql.ref(name)), ...columns])
}

function columnOf(field: Field): RawBuilder<unknown> {
  const name = sql.ref(field.name)
  return field.base.type === 'bigInteger' ? sql`cast(${name} as varchar(19)) as ${name}` : name
}

function encode(driver: Driver, field: Field, value: Value | undefined): unknown {
  return driver.codecs[typeNameOf(field)].encode(value ?? null)
}

export async function insertRecords(
  tx: Tx,
  driver: Driver,
  kind: Kind,
  records: readonly StoredRecord[],
): Promise<void> {
  const fields = fillable(kind)
  const columns = ['id', ...common, ...fields.map(field => field.name)]
  const names = sql.join(columns.map(name => sql.ref(name)))
  const perStatement = Math.max(1, Math.floor(statementValues / columns.length))
  for (let start = 0; start < records.length; start += perStatement) {
    const rows = records.slice(start, start + perStatement).map(record => {
      const values = fields.map(field => encode(driver, field, record.fields[field.name]))
      const { id, uid, version, by, at } = record
      return sql`(${sql.join([id, uid, version, by, at, ...values])})`
    })
    await sql`insert into ${sql.table(kind.name)} (${names}) values ${sql.join(rows)}`.execute(tx)
  }
}

export async function updateRecord(tx: Tx, driver: Driver, kind: Kind, record: StoredRecord): Promise<void> {
  const assignments = fillable(kind).map(
    field => sql`${sql.ref(field.name)} = ${encode(driver, field, record.fields[field.name])}`,
  )
  const { uid, version, by, at } = record
  const noted = [sql`version = ${version}`, sql`changed_by = ${by}`, sql`changed_at = ${at}`]
  await sql`
    update ${sql.table(kind.name)} set ${sql.join([...noted, ...assignments])} where uid = ${uid}`.execute(tx)
}

export async function deleteRecords(tx: Tx, kind: Kind, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await sql`delete from ${sql.table(kind.name)} where uid in (${sql.join(uids)})`.execute(tx)
}

/** [PU8] How many records of any kind refer to this one. */
export async function countReferences(
  db: Db,
  kinds: Kinds,
  { kind, id }: { kind: Kind; id: string },
): Promise<number> {
  let count = 0
  for (const referring of kinds) {
    for (const field of referring.fields) {
      if (field.reference?.kind !== kind.name) continue
      const { rows } = await sql<{ count: number | string }>`
        select count(*) as count from ${sql.table(referring.name)} where ${sql.ref(field.name)} = ${id}`.execute(
        db,
      )
      count += Number(rows[0]?.count ?? 0)
    }
  }
  return count
}
