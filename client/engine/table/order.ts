/** Orders as row numbers: the one that a list has by itself, and how unsettled records are put into any. */
import { pageRecords } from '../../../shared/limits.ts'
import { byNumber } from './counted.ts'
import type { LaidPage } from './laid-page.ts'
import { numberAt, type Numbers } from './numbers.ts'
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
  lowest: string
  highest: string
  areAscending: boolean
}

const looked = new WeakMap<Ids, PageIds>()

type Ids = LaidPage['ids']

function look(ids: Ids): PageIds {
  const known = looked.get(ids)
  if (known) return known
  const found = 'base' in ids ? ofNumbers(ids) : ofTexts(ids)
  looked.set(ids, found)
  return found
}

function ofNumbers({ base, offsets }: Numbers): PageIds {
  let highest = 0
  let areAscending = true
  for (let slot = 1; slot < offsets.length; slot++) {
    const offset = offsets[slot] ?? 0
    if (offset > (offsets[highest] ?? 0)) highest = slot
    else areAscending = false
  }
  const idOf = (slot: number) => (slot < offsets.length ? String(base + (offsets[slot] ?? 0)) : '')
  return { lowest: idOf(0), highest: idOf(highest), areAscending }
}

function ofTexts(ids: readonly string[]): PageIds {
  let [highest, areAscending] = ['', true]
  for (const id of ids)
    if (compareIds(highest, id) < 0) highest = id
    else areAscending = false
  return { lowest: ids[0] ?? '', highest, areAscending }
}

/** The confirmed records in the order in which they were made, which is that of their ids. Kept until the pages change. */
export function oldestFirst(table: Table): Uint32Array {
  if (table.oldestFirst) return table.oldestFirst
  const isAscending = areInOrder(table)
  const rows = isAscending ? rowsOf(table) : byId(table)
  if (isAscending) ascending.add(rows)
  return (table.oldestFirst = rows)
}

/** Orders that are those of all rows: a set of rows has it by itself. */
const ascending = new WeakSet<Uint32Array>()

/** As on most devices: records have come in the order in which they were made. */
function areInOrder(table: Table): boolean {
  let last = ''
  for (const [, { ids }] of table.numberedPages()) {
    const { lowest, highest, areAscending } = look(ids)
    if (!areAscending || (highest && compareIds(last, lowest) > 0)) return false
    if (highest) last = highest
  }
  return true
}

function byId(table: Table): Uint32Array {
  const numbers = new Float64Array(table.rowCount)
  for (const [number, { ids }] of table.numberedPages())
    for (let slot = 0, row = number * pageRecords; slot < countOf(ids); slot++)
      numbers[row + slot] = 'base' in ids ? numberAt(ids, slot) : Number(ids[slot])
  const rows = byNumber(rowsOf(table), numbers)
  const largest = numbers[rows.at(-1) ?? 0] ?? 0
  if (largest <= Number.MAX_SAFE_INTEGER) return rows
  return rows.sort((a, b) => compareIds(table.idAt(a), table.idAt(b)))
}

function countOf(ids: Ids): number {
  return 'base' in ids ? ids.offsets.length : ids.length
}

function rowsOf(table: Table): Uint32Array {
  const rows = new Uint32Array(table.confirmedCount)
  let place = 0
  for (const [number, { count }] of table.numberedPages())
    for (let slot = 0; slot < count; slot++) rows[place++] = number * pageRecords + slot
  return rows
}

/** More than a first screen asks for: two windows of rows, and some that unsent deletes hide. [PG5] */
export const firstScreenRecords = 150

/** [PG5] The pages in which the newest records stand, once `written` are as they are given here. */
export function newestPages(table: Table, written: Iterable<Pick<Page, 'page' | 'id'>> = []): number[] {
  const ids = new Map<number, Ids>(Array.from(table.numberedPages(), ([number, page]) => [number, page.ids]))
  for (const { page, id } of written) ids.set(page, id)
  const byNewest = [...ids].map(([number, own]) => ({ number, own, newest: look(own).highest }))
  byNewest.sort((a, b) => compareIds(b.newest, a.newest))
  let held: string[] = []
  const newest: number[] = []
  for (const { number, own, newest: highest } of byNewest) {
    if (countOf(own) === 0 || compareIds(held[firstScreenRecords - 1] ?? '', highest) > 0) break
    newest.push(number)
    const texts = Array.from({ length: countOf(own) }, (_, slot) =>
      'base' in own ? String(numberAt(own, slot)) : (own[slot] ?? ''),
    )
    held = [...held, ...texts].sort((a, b) => compareIds(b, a)).slice(0, firstScreenRecords)
  }
  return newest
}

/** Those of `rows` that match, in their order. */
export function matchingOf(rows: Uint32Array, matching: RowSet): Int32Array {
  if (ascending.has(rows)) return matching.rows()
  const kept = new Int32Array(rows.length)
  let count = 0
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0
    if (matching.has(row)) kept[count++] = row
  }
  return kept.subarray(0, count)
}

/** The first place whose row, and every one behind it, passes. */
export function placeBefore(rows: Int32Array, passes: (row: number, place: number) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(rows[middle] ?? 0, middle)) high = middle
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
