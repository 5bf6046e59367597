/** Records of a kind that somebody sees, filtered, in an order, a page behind a place. [RE2] */
import { type RawBuilder, sql } from 'kysely'
import type { Value } from '../../shared/fields.ts'
import { type Field, type Kind, typeNameOf } from '../../shared/metadata.ts'
import type { Database } from './database.ts'
import type { Driver } from './driver.ts'
import { recordIn, type StoredRecord, valuesOf } from './records.ts'
import { isSeen, type Scope } from './scope.ts'

export interface Filter {
  /** A field, or `changed_at` and the like, which are texts. */
  column: Column
  compare: '=' | '>=' | '<='
  value: Value
}

/** A field of the kind, or one of its own facts. */
export type Column = { field: Field } | { own: 'id' | 'version' | 'changed_by' | 'changed_at' }

export interface Listing {
  scope: Scope
  filters: readonly Filter[]
  order: { column: Column; isDescending: boolean }
  /** The last record of the page before: its value in the order, and its id. */
  after: { value: Value; id: string } | null
  limit: number
}

export async function listPage(
  { db, driver }: Pick<Database, 'db' | 'driver'>,
  kind: Kind,
  { scope, filters, order, after, limit }: Listing,
): Promise<StoredRecord[]> {
  const wanted = filters.map(
    ({ column, compare, value }) =>
      sql`${nameOf(kind, column)} ${sql.raw(compare)} ${encoded(driver, column, value)}`,
  )
  const behind = after ? [isBehind(driver, kind, order, after)] : []
  const conditions = sql.join([isSeen(scope, kind), ...wanted, ...behind], sql` and `)
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const id = sql.ref(`${kind.name}.id`)
  const { rows } = await sql<{ list: string }>`
    select ${driver.sets.jsonOf(valuesOf(kind))} as list from ${sql.table(kind.name)} where ${conditions}
    order by ${nameOf(kind, order.column)} ${direction}, ${id} ${direction} limit ${limit}`.execute(db)
  return rows.map(({ list }) => recordIn(driver, kind, JSON.parse(list) as unknown[]))
}

function isBehind(
  driver: Driver,
  kind: Kind,
  { column, isDescending }: Listing['order'],
  { value, id }: NonNullable<Listing['after']>,
): RawBuilder<unknown> {
  const compare = isDescending ? sql`<` : sql`>`
  const place = sql`(${encoded(driver, column, value)}, ${BigInt(id)})`
  return sql`(${nameOf(kind, column)}, ${sql.ref(`${kind.name}.id`)}) ${compare} ${place}`
}

const nameOf = (kind: Kind, column: Column): RawBuilder<unknown> =>
  sql.ref(`${kind.name}.${'field' in column ? column.field.name : column.own}`)

function encoded(driver: Driver, column: Column, value: Value): unknown {
  const type = 'field' in column ? typeNameOf(column.field) : typeOfOwn[column.own]
  const isNumber = type === 'integer' || type === 'reference'
  return isNumber && typeof value === 'string' ? BigInt(value) : driver.codecs[type].encode(value)
}

const typeOfOwn = { id: 'integer', version: 'integer', changed_by: 'text', changed_at: 'text' } as const
