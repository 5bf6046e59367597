/** A query's result: which records, in which order, as numbers; windows are cut from it afterwards. */
import { pageRecords } from '../../../shared/limits.ts'
import type { Field } from '../../../shared/metadata.ts'
import { shownFieldNamed, valueOf } from '../../../shared/provenance.ts'
import type { Query } from '../../contract.ts'
import { type FieldTest, prepareFilters, recordPasses } from './filter.ts'
import { ranked } from './rank.ts'
import { RowSet } from './row-set.ts'
import { keep, keepHolding, type PreparedTerm, prepareTerms, recordHolds, type SearchIn } from './search.ts'
import { type Collate, orderOf, sortKey } from './sort.ts'
import type { Shown, Table } from './table.ts'
import { parseSearch } from './terms.ts'

export interface Reading extends SearchIn {
  collate: Collate
}

export interface Result {
  /** A row number, or −1 − i for `laid[i]`. */
  order: Int32Array
  laid: Shown[]
  terms: PreparedTerm[]
  /** Records a person sees of this kind. */
  all: number
  query: Query
  /** Rows whose confirmed record matches and has no unsettled work over it. */
  matching: RowSet
}

interface Prepared {
  terms: PreparedTerm[]
  tests: FieldTest[]
  query: Query
}

/** `earlier`: results of the same table as it is now; when this query asks for less than one, only that is searched. */
export function runQuery(table: Table, query: Query, reading: Reading, earlier: Result[] = []): Result {
  const { kind } = table
  const terms = prepareTerms(reading, kind, parseSearch(query.search, kind))
  const prepared = { terms, tests: prepareFilters(reading.tables, kind, query.filters), query }
  const laid = matchingOverlay(table, prepared, reading)
  const wider = earlier.find(result => narrows(result, prepared))
  const matching = wider ? wider.matching.copy() : candidates(table, query.states)
  keepMatching(table, prepared, reading, matching)
  const field = query.sort ? shownFieldNamed(kind, query.sort.field) : undefined
  const order = field
    ? sorted(table, laid, matching, { reading, field, descending: query.sort?.descending ?? false })
    : arranged(table, laid, ranked(table, matching.rows(), terms, reading.words))
  return { order, laid, terms, all: table.shownCount, query, matching }
}

/** A search that is typed letter by letter: every record that matches now has matched before. */
function narrows(before: Result, { query, terms }: Pick<Prepared, 'query' | 'terms'>): boolean {
  if (
    JSON.stringify([before.query.filters, before.query.states]) !==
    JSON.stringify([query.filters, query.states])
  )
    return false
  return before.terms.every(old =>
    terms.some(term => term.text.includes(old.text) && (old.field === null || old.field === term.field)),
  )
}

/** The confirmed records over which no unsettled work lies. */
function candidates(table: Table, states: Query['states']): RowSet {
  const rows = RowSet.of(table.rowCount)
  if (states.length > 0 && !states.includes('settled')) return rows
  for (const [number, { uid }] of table.numberedPages())
    rows.addRange(number * pageRecords, number * pageRecords + uid.length)
  for (const uid of table.overlay.keys()) {
    const row = table.rowOf(uid)
    if (row !== undefined) rows.delete(row)
  }
  return rows
}

function keepMatching(table: Table, { terms, tests }: Prepared, { words }: Reading, matching: RowSet): void {
  keepHolding(table, terms, words, matching)
  for (const { field, passes, holds } of tests)
    keep(matching, hits => {
      const column = table.columns.get(field)
      if (holds === null) column?.mark(passes, hits)
      else column?.find(holds, words, hits)
    })
}

function matchingOverlay(table: Table, { terms, tests, query }: Prepared, { words }: Reading): Shown[] {
  return [...table.overlay.values()].filter(
    ({ fields, state, by, at }) =>
      fields !== null &&
      (query.states.length === 0 || query.states.includes(state)) &&
      recordPasses(tests, { fields, by, at }) &&
      recordHolds(table.kind, fields, terms, words),
  )
}

/** Without a sort: new work first, newest on top; then the records in place, changed ones where they stood. */
function arranged(table: Table, laid: Shown[], rows: Int32Array): Int32Array {
  const rowOf = laid.map(shown => table.rowOf(shown.uid))
  const isNew = [...laid.keys()].filter(i => rowOf[i] === undefined).reverse()
  const changed = [...laid.keys()].filter(i => rowOf[i] !== undefined)
  changed.sort((a, b) => (rowOf[a] ?? 0) - (rowOf[b] ?? 0))
  const places = changed.map(i => ({ laid: i, place: placeBefore(rows, row => row >= (rowOf[i] ?? 0)) }))
  return inserted(rows, [...isNew.map(i => ({ laid: i, place: 0 })), ...places])
}

interface SortOptions {
  reading: Reading
  field: Field
  descending: boolean
}

function sorted(table: Table, laid: Shown[], matching: RowSet, options: SortOptions): Int32Array {
  const { reading, field, descending } = options
  const { rows: all, keyOfRow } = orderOf(table, reading.tables, field, reading.collate)
  const rows = matchingOf(all, matching)
  const keys = laid.map(({ fields, by, at }) =>
    sortKey(reading.tables, field, valueOf({ fields: fields ?? {}, by, at }, field.name)),
  )
  const byKey = [...laid.keys()].sort((a, b) => reading.collate(keys[a] ?? '', keys[b] ?? ''))
  const places = byKey.map(i => ({
    laid: i,
    place: placeBefore(rows, row => reading.collate(keys[i] ?? '', keyOfRow(row)) <= 0),
  }))
  const order = inserted(rows, places)
  return descending ? order.reverse() : order
}

/** Those of `rows` that match, in their order. */
function matchingOf(rows: Uint32Array, matching: RowSet): Int32Array {
  const kept = new Int32Array(rows.length)
  let count = 0
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0
    if (matching.has(row)) kept[count++] = row
  }
  return kept.subarray(0, count)
}

/** The first place whose row, and every one behind it, passes. */
function placeBefore(rows: Int32Array, passes: (row: number) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(rows[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

/** Unsettled records among the others; `insertions` in the order of their places. */
function inserted(rows: Int32Array, insertions: { laid: number; place: number }[]): Int32Array {
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
