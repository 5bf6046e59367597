/** Order by a column: distinct values are collated once, rows are then counted into place. [SE5] */
import { typeOf, type Value } from '../../shared/fields.ts'
import type { Field } from '../../shared/metadata.ts'
import { pageRecords } from '../../shared/limits.ts'
import { titleOf } from './references.ts'
import type { ColumnOrder, Table, Tables } from './table.ts'

export type Collate = (a: string, b: string) => number

/** Numbers inside text count as numbers; case and accents do not count. */
export function collateIn(locale: string): Collate {
  return new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }).compare
}

export function sortKey(tables: Tables, field: Field, value: Value | undefined): string {
  return field.reference ? (titleOf(tables, field, value) ?? '') : typeOf(field).sortKey(value ?? null)
}

/** Rows in ascending order of a field; equal ones in arrival order. Kept until the pages change. */
export function orderOf(table: Table, tables: Tables, field: Field, collate: Collate): ColumnOrder {
  const target = field.reference && tables.get(field.reference.kind)
  const name = target ? `${field.name} ${target.revision}` : field.name
  const known = table.orders.get(name)
  if (known) return known
  const made = buildOrder(table, field, collate, value => sortKey(tables, field, value))
  table.orders.set(name, made)
  return made
}

function buildOrder(
  table: Table,
  field: Field,
  collate: Collate,
  keyOf: (value: Value | undefined) => string,
): ColumnOrder {
  const keys: string[] = []
  const indexOfKey = new Map<string, number>()
  const indexOfValue = new Map<Value | undefined, number>()
  const capacity = table.pages.length * pageRecords
  const indexOfRow = new Uint32Array(capacity)
  eachRow(table, (row, slot, page) => {
    const value = page.fields[field.name]?.[slot]
    let index = indexOfValue.get(value)
    if (index === undefined) {
      const key = keyOf(value)
      index = indexOfKey.get(key) ?? keys.push(key) - 1
      indexOfKey.set(key, index)
      indexOfValue.set(value, index)
    }
    indexOfRow[row] = index
  })
  const rankOfKey = ranks(keys, collate)
  const starts = new Uint32Array(keys.length + 1)
  eachRow(table, row => {
    const rank = rankOfKey[indexOfRow[row] ?? 0] ?? 0
    starts[rank + 1] = (starts[rank + 1] ?? 0) + 1
  })
  for (let rank = 0; rank < keys.length; rank++)
    starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
  const rows = new Uint32Array(table.confirmedCount)
  eachRow(table, row => {
    const rank = rankOfKey[indexOfRow[row] ?? 0] ?? 0
    const place = starts[rank] ?? 0
    rows[place] = row
    starts[rank] = place + 1
  })
  return { rows, keyOfRow: row => keys[indexOfRow[row] ?? 0] ?? '' }
}

/** Keys that collate as equal share a rank. */
function ranks(keys: string[], collate: Collate): Uint32Array {
  const sorted = Uint32Array.from(keys.keys()).sort((a, b) => collate(keys[a] ?? '', keys[b] ?? ''))
  const rankOfKey = new Uint32Array(keys.length)
  let rank = 0
  sorted.forEach((key, place) => {
    if (place > 0 && collate(keys[sorted[place - 1] ?? 0] ?? '', keys[key] ?? '') !== 0) rank++
    rankOfKey[key] = rank
  })
  return rankOfKey
}

function eachRow(
  table: Table,
  visit: (row: number, slot: number, page: Table['pages'][number]) => void,
): void {
  for (const page of table.pages)
    for (let slot = 0; slot < page.uid.length; slot++) visit(page.page * pageRecords + slot, slot, page)
}
