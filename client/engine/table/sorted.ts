/** A list by one of its fields, or by several, of which each decides what those before it leave open. [SE5] [SE40] */
import type { Field } from '../../../shared/metadata.ts'
import { shownFieldNamed, valueOf } from '../../../shared/provenance.ts'
import type { Query } from '../../contract.ts'
import { counted } from './counted.ts'
import { compareStanding, inserted, matchingOf, oldestFirst, placeBefore } from './order.ts'
import type { RowSet } from './row-set.ts'
import type { Reading } from './search.ts'
import { orderOf, sortKey } from './sort.ts'
import type { ColumnOrder, Shown, Table } from './table.ts'

interface SortColumn {
  field: Field
  order: ColumnOrder
  isDescending: boolean
}

/** Fields that this kind does not have sort nothing. */
export function columnsOf(table: Table, { sort }: Query, { tables, collate }: Reading): SortColumn[] {
  return sort.flatMap(({ field: name, descending }) => {
    const field = shownFieldNamed(table.kind, name)
    return field ? [{ field, order: orderOf(table, tables, field, collate), isDescending: descending }] : []
  })
}

interface Found {
  laid: Shown[]
  matching: RowSet
  columns: SortColumn[]
}

interface Keyed {
  keys: readonly string[]
  id: string | null
}

/** Row numbers, or −1 − i for `laid[i]`; equal ones by their ids, in the direction of the first field. */
export function sorted(table: Table, { laid, matching, columns }: Found, reading: Reading): Int32Array {
  const isReversed = columns[0]?.isDescending === true
  const ascending = columns.map(each => ({ ...each, isDescending: each.isDescending !== isReversed }))
  const rows = rowsBy(table, matching, ascending)
  const ownKeys = laid.map(({ fields, by, at }) =>
    ascending.map(({ field: each }) =>
      sortKey(reading.tables, each, valueOf({ fields: fields ?? {}, by, at }, each.name)),
    ),
  )
  const compare = (a: Keyed, b: Keyed) => {
    for (const [i, { isDescending }] of ascending.entries()) {
      const way = reading.collate(a.keys[i] ?? '', b.keys[i] ?? '')
      if (way !== 0) return isDescending ? -way : way
    }
    return compareStanding(a.id, b.id)
  }
  const own = (i: number): Keyed => ({ keys: ownKeys[i] ?? [], id: laid[i]?.standsBy ?? null })
  const ofRow = (row: number): Keyed => ({
    keys: ascending.map(({ order: each }) => each.keyOfRow(row)),
    id: table.idAt(row),
  })
  const byKeys = [...laid.keys()].sort((a, b) => compare(own(a), own(b)))
  const places = byKeys.map(i => ({
    laid: i,
    place: placeBefore(rows, row => compare(own(i), ofRow(row)) <= 0),
  }))
  const order = inserted(rows, places)
  return isReversed ? order.reverse() : order
}

/** By several, the matching rows are counted into place by each, the last one first. */
function rowsBy(table: Table, matching: RowSet, columns: readonly SortColumn[]): Int32Array {
  const [first, ...others] = columns
  if (first && others.length === 0) return matchingOf(first.order.rows, matching)
  return columns.reduceRight(
    (rows, { order: { rankOfRow, rankCount }, isDescending }) =>
      counted(rows, rankCount, isDescending ? row => rankCount - 1 - rankOfRow(row) : rankOfRow),
    matchingOf(oldestFirst(table), matching),
  )
}
