/** Order by a column: its different values are collated once, and rows counted into place; numbers need no collating. [SE5] */
import { typeOf, type Value } from '../../../shared/fields.ts'
import type { Field } from '../../../shared/metadata.ts'
import { byNumber, counted } from './counted.ts'
import { oldestFirst } from './order.ts'
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

/** Rows in ascending order of a field; equal ones in the order of their ids. Kept until the pages change. */
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
  const numbers = field.reference ? null : column?.numbers(table.rowCount)
  if (column && numbers) {
    const rows = byNumber(oldestFirst(table), numbers)
    let known: Uint32Array | null = null
    const rankOfRow = (row: number) => (known ??= ranksOfRows(rows, numbers))[row] ?? 0
    return { rows, keyOfRow: row => keyOf(column.at(row)), rankOfRow, rankCount: rows.length }
  }
  const { values, indexOfRow } = column?.distinct(table.rowCount) ?? nothingIn(table)
  const keys = values.map(keyOf)
  const rankOfKey = ranks(keys, collate)
  const rankOfRow = (row: number) => rankOfKey[indexOfRow[row] ?? 0] ?? 0
  const rows = counted(oldestFirst(table), keys.length, rankOfRow)
  return { rows, keyOfRow: row => keys[indexOfRow[row] ?? 0] ?? '', rankOfRow, rankCount: keys.length }
}

/** By row; `rows` in the order of their numbers. */
function ranksOfRows(rows: Uint32Array, numbers: Float64Array): Uint32Array {
  const ranks = new Uint32Array(numbers.length)
  let rank = 0
  rows.forEach((row, place) => {
    if (place > 0 && numbers[rows[place - 1] ?? 0] !== numbers[row]) rank++
    ranks[row] = rank
  })
  return ranks
}

function nothingIn(table: Table): { values: Value[]; indexOfRow: Uint32Array } {
  return { values: [null], indexOfRow: new Uint32Array(table.rowCount) }
}

/** Keys that collate as equal share a rank. */
function ranks(keys: string[], collate: Collate): Uint32Array {
  const compare = (a: number, b: number) => collate(keys[a] ?? '', keys[b] ?? '')
  const sorted = Uint32Array.from(keys.keys()).sort(compare)
  const rankOfKey = new Uint32Array(keys.length)
  let rank = 0
  sorted.forEach((key, place) => {
    if (place > 0 && compare(sorted[place - 1] ?? 0, key) !== 0) rank++
    rankOfKey[key] = rank
  })
  return rankOfKey
}
