/** A query's result: which records, in which order, as numbers; windows are cut from it afterwards. */
import type { ValueWords } from '../../shared/fields.ts'
import { pageRecords } from '../../shared/limits.ts'
import { fieldNamed } from '../../shared/metadata.ts'
import type { Query } from '../engine.ts'
import { type FieldTest, prepareFilters, recordPasses } from './filter.ts'
import type { Page } from './page.ts'
import { rankMatches } from './rank.ts'
import { pageText, type PreparedTerm, prepareTerms, recordHolds, searchPage } from './search.ts'
import { type Collate, orderOf, sortKey } from './sort.ts'
import type { Shown, Table, Tables } from './table.ts'
import { parseSearch } from './terms.ts'

export interface Reading {
  tables: Tables
  words: ValueWords
  collate: Collate
}

export interface Result {
  /** A row number, or −1 − i for `laid[i]`. */
  order: Int32Array
  laid: Shown[]
  terms: PreparedTerm[]
  /** Records a person sees of this kind. */
  all: number
}

interface Prepared {
  terms: PreparedTerm[]
  tests: FieldTest[]
  query: Query
}

export function runQuery(table: Table, query: Query, reading: Reading): Result {
  const { kind } = table
  const terms = prepareTerms(reading.tables, kind, parseSearch(query.search, kind))
  const prepared = { terms, tests: prepareFilters(reading.tables, kind, query.filters), query }
  const laid = matchingOverlay(table, prepared, reading)
  const isMatch = matchingRows(table, prepared, reading)
  const field = query.sort ? fieldNamed(kind, query.sort.field) : undefined
  const order = field
    ? sorted(table, laid, isMatch, { reading, field, descending: query.sort?.descending ?? false })
    : arranged(table, laid, rankMatches(table, isMatch, terms))
  return { order: Int32Array.from(order), laid, terms, all: table.shownCount }
}

/** By row number: 1 where the confirmed record matches and no unsettled work lies over it. */
function matchingRows(table: Table, { terms, tests, query }: Prepared, { words }: Reading): Uint8Array {
  const isMatch = new Uint8Array(table.pages.length * pageRecords)
  if (query.states.length > 0 && !query.states.includes('settled')) return isMatch
  for (const page of table.pages) {
    const first = page.page * pageRecords
    const hits = terms.length > 0 ? searchPage(page, pageText(table, page, words), terms, words) : allOf(page)
    if (!hits) continue
    for (const { field, passes } of tests) {
      const column = page.fields[field]
      for (let slot = 0; slot < hits.length; slot++) if (hits[slot] && !passes(column?.[slot])) hits[slot] = 0
    }
    isMatch.set(hits, first)
  }
  for (const uid of table.overlay.keys()) {
    const row = table.rowOf(uid)
    if (row !== undefined) isMatch[row] = 0
  }
  return isMatch
}

function allOf(page: Page): Uint8Array {
  return new Uint8Array(page.uid.length).fill(1)
}

function matchingOverlay(table: Table, { terms, tests, query }: Prepared, { words }: Reading): Shown[] {
  return [...table.overlay.values()].filter(
    ({ fields, state }) =>
      fields !== null &&
      (query.states.length === 0 || query.states.includes(state)) &&
      recordPasses(tests, fields) &&
      recordHolds(table.kind, fields, terms, words),
  )
}

/** Without a sort: new work first, newest on top; then the records in place, changed ones where they stood. */
function arranged(table: Table, laid: Shown[], rows: Iterable<number>): number[] {
  const isNew = (shown: Shown) => table.rowOf(shown.uid) === undefined
  const order = laid.flatMap((shown, i) => (isNew(shown) ? [-1 - i] : [])).reverse()
  const changed = laid
    .flatMap((shown, i) => {
      const row = table.rowOf(shown.uid)
      return row === undefined ? [] : [{ row, entry: -1 - i }]
    })
    .sort((a, b) => a.row - b.row)
  let next = 0
  for (const row of rows) {
    for (let each = changed[next]; each && each.row < row; each = changed[++next]) order.push(each.entry)
    order.push(row)
  }
  return order.concat(changed.slice(next).map(({ entry }) => entry))
}

interface SortOptions {
  reading: Reading
  field: Parameters<typeof orderOf>[2]
  descending: boolean
}

function sorted(table: Table, laid: Shown[], isMatch: Uint8Array, options: SortOptions): number[] {
  const { reading, field, descending } = options
  const column = orderOf(table, reading.tables, field, reading.collate)
  const inserted = laid
    .map((shown, i) => ({ key: sortKey(reading.tables, field, shown.fields?.[field.name]), entry: -1 - i }))
    .sort((a, b) => reading.collate(a.key, b.key))
  const order: number[] = []
  let next = 0
  for (const row of column.rows) {
    if (isMatch[row] !== 1) continue
    for (let each = inserted[next]; each; each = inserted[++next]) {
      if (reading.collate(each.key, column.keyOfRow(row)) > 0) break
      order.push(each.entry)
    }
    order.push(row)
  }
  for (; next < inserted.length; next++) order.push(inserted[next]?.entry ?? 0)
  return descending ? order.reverse() : order
}
