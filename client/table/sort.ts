/** Order by a column: its different values are collated once, rows are then counted into place. [SE5] */
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
  keyOf: (value: Value) => string,
): ColumnOrder {
  const column = table.columns.get(field.name)
  const { values, indexOfRow } = column?.distinct(table.rowCount) ?? nothingIn(table)
  const keys = values.map(keyOf)
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

function nothingIn(table: Table): { values: Value[]; indexOfRow: Uint32Array } {
  return { values: [null], indexOfRow: new Uint32Array(table.rowCount) }
}

/** Keys that collate as equal share a rank. */
function ranks(keys: string[], collate: Collate): Uint32Array {
  const compare = comparisonOf(keys, collate)
  const sorted = Uint32Array.from(keys.keys()).sort(compare)
  const rankOfKey = new Uint32Array(keys.length)
  let rank = 0
  sorted.forEach((key, place) => {
    if (place > 0 && compare(sorted[place - 1] ?? 0, key) !== 0) rank++
    rankOfKey[key] = rank
  })
  return rankOfKey
}

/** Up to so many digits a number is exact. */
const digits = /^\d{0,15}$/

/** Keys of digits alone collate as the numbers they write; comparing those takes a fraction of the time. */
function comparisonOf(keys: string[], collate: Collate): (a: number, b: number) => number {
  if (!keys.every(key => digits.test(key))) return (a, b) => collate(keys[a] ?? '', keys[b] ?? '')
  const numbers = Float64Array.from(keys, key => (key === '' ? -1 : Number(key)))
  return (a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0)
}

function eachRow(table: Table, visit: (row: number) => void): void {
  for (const [number, { uid }] of table.pages.entries())
    for (let slot = 0; slot < uid.length; slot++) visit(number * pageRecords + slot)
}
