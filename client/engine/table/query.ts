/** A query's result: which records, in which order, as numbers; windows are cut from it afterwards. */
import { pageRecords } from '../../../shared/limits.ts'
import type { Kind } from '../../../shared/metadata.ts'
import type { Query } from '../../contract.ts'
import { type FieldTest, keepPassing, prepareFilters, recordPasses } from './filter.ts'
import { arranged } from './rank.ts'
import { RowSet } from './row-set.ts'
import { keepHolding, type PreparedTerm, prepareTerms, type Reading, recordHolds } from './search.ts'
import { columnsOf, sorted } from './sorted.ts'
import type { Shown, Table } from './table.ts'
import { parseSearch } from '../../../shared/terms.ts'

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
  const wider = earlier.find(result => narrows(result, prepared))
  const laid = matchingLaid(wider?.laid ?? table.overlay.values(), table.kind, prepared, reading)
  const matching = wider ? wider.matching.copy() : candidates(table, query.states)
  keepMatching(table, prepared, reading, matching)
  const columns = columnsOf(table, query, reading)
  const order =
    columns.length > 0
      ? sorted(table, { laid, matching, columns }, reading)
      : arranged(table, { laid, matching, terms }, reading.words)
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

function candidates(table: Table, states: Query['states']): RowSet {
  return states.length > 0 && !states.includes('settled') ? RowSet.of(table.rowCount) : settledRows(table)
}

/** The confirmed records over which no unsettled work lies. */
export function settledRows(table: Table): RowSet {
  const rows = RowSet.of(table.rowCount)
  for (const [number, { count }] of table.numberedPages())
    rows.addRange(number * pageRecords, number * pageRecords + count)
  for (const uid of table.overlay.keys()) {
    const row = table.rowOf(uid)
    if (row !== undefined) rows.delete(row)
  }
  return rows
}

function keepMatching(table: Table, { terms, tests }: Prepared, { words }: Reading, matching: RowSet): void {
  keepHolding(table, terms, words, matching)
  keepPassing(table, tests, words, matching)
}

function matchingLaid(
  laid: Iterable<Shown>,
  kind: Kind,
  { terms, tests, query }: Prepared,
  { words }: Reading,
): Shown[] {
  return [...laid].filter(
    ({ fields, state, by, at, changedAt }) =>
      fields !== null &&
      (query.states.length === 0 || query.states.includes(state)) &&
      recordPasses(tests, { fields, by, at, changedAt }) &&
      recordHolds(kind, fields, terms, words),
  )
}
