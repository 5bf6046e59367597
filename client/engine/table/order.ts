/** Orders as row numbers: the one that a list has by itself, and how unsettled records are put into any. */
import { pageRecords } from '../../../shared/limits.ts'
import { byNumber } from './counted.ts'
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

/** What is asked of a page's ids again and again: they are looked through once, as they never change in place. */
interface PageIds {
  /** Exact up to 2^53. */
  numbers: Float64Array
  highest: string
  areAscending: boolean
}

const looked = new WeakMap<readonly string[], PageIds>()

function look(ids: readonly string[]): PageIds {
  const known = looked.get(ids)
  if (known) return known
  let [highest, areAscending] = ['', true]
  for (const id of ids)
    if (compareIds(highest, id) < 0) highest = id
    else areAscending = false
  const found = { numbers: Float64Array.from(ids, Number), highest, areAscending }
  looked.set(ids, found)
  return found
}

/** The confirmed records in the order in which they were made, which is that of their ids. Kept until the pages change. */
export function oldestFirst(table: Table): Uint32Array {
  return (table.oldestFirst ??= areInOrder(table) ? rowsOf(table) : byId(table))
}

/** As on most devices: records have come in the order in which they were made. */
function areInOrder(table: Table): boolean {
  let last = ''
  for (const [, { id }] of table.numberedPages()) {
    const { highest, areAscending } = look(id)
    if (!areAscending || (id.length > 0 && compareIds(last, id[0] ?? '') > 0)) return false
    if (highest) last = highest
  }
  return true
}

function byId(table: Table): Uint32Array {
  const numbers = new Float64Array(table.rowCount)
  for (const [number, { id }] of table.numberedPages()) numbers.set(look(id).numbers, number * pageRecords)
  const rows = byNumber(rowsOf(table), numbers)
  const largest = numbers[rows.at(-1) ?? 0] ?? 0
  if (largest <= Number.MAX_SAFE_INTEGER) return rows
  return rows.sort((a, b) => compareIds(table.idAt(a), table.idAt(b)))
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
  const byNewest = [...pages].map(([number, ids]) => ({ number, ids, newest: look(ids).highest }))
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
