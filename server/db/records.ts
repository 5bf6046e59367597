/** Records in a kind's own table: read, and what writes them. The columns follow from the metadata. */
import { type RawBuilder, sql } from 'kysely'
import { type FieldTypeName, typeNameOf, type Value } from '../../shared/fields.ts'
import { type Field, fillable, type Kind } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'
import type { Driver, Given } from './driver.ts'
import type { Db } from './schema.ts'

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

/** What every kind's table has beside its id and its fields. */
const common = ['uid', 'version', 'changed_by', 'changed_at']

/** These, the id and every fillable field; numbers too large for JavaScript come as text. */
export function columnsOf(kind: Kind): RawBuilder<unknown> {
  const columns = fillable(kind).map(field => sql`${valueOf(field)} as ${sql.ref(field.name)}`)
  return sql.join([sql`cast(id as varchar(19)) as id`, ...common.map(name => sql.ref(name)), ...columns])
}

/** A value as it is read. */
function valueOf(field: Field): RawBuilder<unknown> {
  const name = sql.ref(field.name)
  return field.base.type === 'bigInteger' ? sql`cast(${name} as varchar(19))` : sql`${name}`
}

/** The same as a list, as `recordIn` reads it. */
export function valuesOf(kind: Kind): RawBuilder<unknown>[] {
  return [
    sql`cast(id as varchar(19))`,
    ...common.map(name => sql`${sql.ref(name)}`),
    ...fillable(kind).map(valueOf),
  ]
}

export async function recordsByUid(
  db: Db,
  driver: Driver,
  { kind, uids }: { kind: Kind; uids: readonly string[] },
): Promise<StoredRecord[]> {
  if (uids.length === 0) return []
  const { jsonOf, isAmong } = driver.sets
  const { rows } = await sql<{ list: string }>`
    select ${jsonOf(valuesOf(kind))} as list from ${sql.table(kind.name)} where ${isAmong(sql`uid`, uids)}`.execute(
    db,
  )
  return rows.map(({ list }) => recordIn(driver, kind, JSON.parse(list) as unknown[]))
}

export function recordIn(driver: Driver, kind: Kind, values: readonly unknown[]): StoredRecord {
  const [id, uid, version, by, at, ...stored] = values
  const fields = fillable(kind).map(
    (field, index) => [field.name, driver.codecs[typeNameOf(field)].decode(stored[index])] as const,
  )
  return {
    uid: String(uid),
    id: String(id),
    version: Number(version),
    by: String(by),
    at: String(at),
    fields: Object.fromEntries(fields),
  }
}

function encode(driver: Driver, field: Field, value: Value | undefined): unknown {
  return driver.codecs[typeNameOf(field)].encode(value ?? null)
}

function given(driver: Driver, kind: Kind, records: readonly StoredRecord[]): Given {
  const fields = fillable(kind)
  const columns: Record<string, FieldTypeName> = {
    ...{ id: 'integer', uid: 'text', version: 'integer', changed_by: 'text', changed_at: 'text' },
    ...Object.fromEntries(fields.map(field => [field.name, typeNameOf(field)])),
  }
  const rows = records.map(({ id, uid, version, by, at, ...record }) => ({
    ...{ id, uid, version, changed_by: by, changed_at: at },
    ...Object.fromEntries(
      fields.map(field => [field.name, encode(driver, field, record.fields[field.name])]),
    ),
  }))
  return { columns, rows }
}

export function insertOf(driver: Driver, kind: Kind, records: readonly StoredRecord[]): RawBuilder<unknown> {
  const rows = given(driver, kind, records)
  const names = sql.join(Object.keys(rows.columns).map(name => sql.ref(name)))
  return sql`insert into ${sql.table(kind.name)} (${names}) select ${names} from ${driver.sets.given(rows)}`
}

/** A record keeps its uid and its id. */
export function updateOf(driver: Driver, kind: Kind, records: readonly StoredRecord[]): RawBuilder<unknown> {
  const rows = given(driver, kind, records)
  const assignments = Object.keys(rows.columns)
    .filter(name => name !== 'id' && name !== 'uid')
    .map(name => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  return sql`
    update ${sql.table(kind.name)} set ${sql.join(assignments)} from ${driver.sets.given(rows)}
    where ${sql.ref(`${kind.name}.uid`)} = given.uid`
}

export function deletionOf(driver: Driver, kind: Kind, uids: readonly string[]): RawBuilder<unknown> {
  return sql`delete from ${sql.table(kind.name)} where ${driver.sets.isAmong(sql`uid`, uids)}`
}
