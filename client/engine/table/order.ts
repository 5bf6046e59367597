/** Orders as row numbers: the one that a list has by itself, and how unsettled records are put into any. */
import { pageRecords } from '../../../shared/limits.ts'
import type { Page } from './page.ts'
import type { RowSet } from './row-set.ts'
import type { Table } from './table.ts'

/** Ids as numbers: decimal digits without leading zeros, up to 2^63 − 1. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** Records without an id are newer than all that have one. */
export function compareStanding(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compareIds(a, b)
}

/** The confirmed records in the order in which they were made, which is that of their ids. Kept until the pages change. */
export function oldestFirst(table: Table): Uint32Array {
  const known = table.orders.get('id')
  if (known) return known.rows
  const rows = rowsOf(table)
  const ids = new Float64Array(table.rowCount)
  for (const row of rows) ids[row] = Number(table.idAt(row))
  const compare = (a: number, b: number) =>
    (ids[a] ?? 0) - (ids[b] ?? 0) || compareIds(table.idAt(a), table.idAt(b))
  if (rows.some((row, place) => place > 0 && compare(rows[place - 1] ?? 0, row) > 0)) rows.sort(compare)
  table.orders.set('id', { rows, keyOfRow: row => table.idAt(row) })
  return rows
}

function rowsOf(table: Table): Uint32Array {
  const rows = new Uint32Array(table.confirmedCount)
  let place = 0
  for (const [number, { uid }] of table.numberedPages())
    for (let slot = 0; slot < uid.length; slot++) rows[place++] = number * pageRecords + slot
  return rows
}

/** More than a first screen asks for: two windows of rows, and some that unsent deletes hide. [PG5] */
export const firstScreenRecords = 150

/** [PG5] The pages in which the newest records stand, once `written` are as they are given here. */
export function newestPages(table: Table, written: Iterable<Pick<Page, 'page' | 'id'>> = []): number[] {
  const pages = new Map(Array.from(table.numberedPages(), ([number, { id }]) => [number, id]))
  for (const { page, id } of written) pages.set(page, id)
  const byNewest = [...pages].map(([number, ids]) => ({ number, ids, newest: highest(ids) }))
  byNewest.sort((a, b) => compareIds(b.newest, a.newest))
  let held: string[] = []
  const newest: number[] = []
  for (const page of byNewest) {
    if (page.ids.length === 0 || compareIds(held[firstScreenRecords - 1] ?? '', page.newest) > 0) break
    newest.push(page.number)
    held = [...held, ...page.ids].sort((a, b) => compareIds(b, a)).slice(0, firstScreenRecords)
  }
  return newest
}

function highest(ids: readonly string[]): string {
  return ids.reduce((a, b) => (compareIds(a, b) < 0 ? b : a), '')
}

/** Those of `rows` that match, in their order. */
export function matchingOf(rows: Uint32Array, matching: RowSet): Int32Array {
  const kept = new Int32Array(rows.length)
  let count = 0
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0
    if (matching.has(row)) kept[count++] = row
  }
  return kept.subarray(0, count)
}

/** The first place whose row, and every one behind it, passes. */
export function placeBefore(rows: Int32Array, passes: (row: number) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(rows[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** Unsettled records among the others, as −1 − `laid`; `insertions` in the order of their places. */
export function inserted(rows: Int32Array, insertions: { laid: number; place: number }[]): Int32Array {
  if (insertions.length === 0) return rows
  const order = new Int32Array(rows.length + insertions.length)
  let from = 0
  for (const [before, { laid, place }] of insertions.entries()) {
    order.set(rows.subarray(from, place), from + before)
    order[place + before] = -1 - laid
    from = place
  }
  order.set(rows.subarray(from), from + insertions.length)
  return order
}
