/** A window of a result: a few rows, with the titles and marks a screen needs. */
import { typeNameOf } from '../../../shared/fields.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import { apart } from '../../../shared/provenance.ts'
import type { ResultWindow, Row } from '../../contract.ts'
import { marksIn } from './marks.ts'
import type { Result } from './query.ts'
import { nameOf, titleOf } from './references.ts'
import { fieldHolds, type PreparedTerm, type SearchIn } from './search.ts'
import type { Table } from './table.ts'

export function windowOf(
  table: Table,
  reading: SearchIn,
  result: Result,
  { offset, limit }: { offset: number; limit: number },
): ResultWindow {
  const rows = Array.from(result.order.subarray(offset, offset + limit), entry =>
    rowOf(table.kind, reading, result.terms, entryAt(table, result, entry), holdsIn(table, reading, entry)),
  )
  return { rows, total: result.order.length, all: result.all }
}

export function uidsOf(table: Table, { order, laid }: Result): string[] {
  return Array.from(order, entry => (entry >= 0 ? table.uidAt(entry) : (laid[-1 - entry]?.uid ?? '')))
}

/** [SE7] Where a record stands in a result, or −1. */
export function positionIn(table: Table, result: Result, uid: string): number {
  const row = table.overlay.has(uid) ? undefined : table.rowOf(uid)
  const entry = row ?? -1 - result.laid.findIndex(shown => shown.uid === uid)
  return entry === 0 && row === undefined ? -1 : result.order.indexOf(entry)
}

type Entry = Omit<Row, 'titles' | 'marks' | 'found'>

function entryAt(table: Table, { laid }: Result, entry: number): Entry {
  if (entry >= 0)
    return {
      ...{ uid: table.uidAt(entry), id: table.idAt(entry), state: 'settled' },
      ...apart(table.valuesAt(entry)),
    }
  const shown = laid[-1 - entry]
  const { uid = '', id = null, state = 'unsent', by = '', at = '' } = shown ?? {}
  return { uid, id, state, by, at, fields: shown?.fields ?? {} }
}

type Holds = (field: Field, wanted: string) => boolean

/** Of a settled record the columns say it, without a text to be written for it. */
function holdsIn(table: Table, { words }: SearchIn, entry: number): Holds | undefined {
  if (entry < 0) return undefined
  return (field, wanted) => (table.columns.get(field.name)?.fit(entry, wanted, words) ?? 0) > 0
}

export function rowOf(
  ...[kind, searched, terms, entry, holds]: [Kind, SearchIn, PreparedTerm[], Entry, Holds?]
): Row {
  const titles: Record<string, string> = {}
  for (const field of kind.fields.filter(({ reference }) => reference)) {
    const title = titleOf(searched.tables, field, entry.fields[field.name])
    if (title !== null) titles[field.name] = title
  }
  const row: Row = { ...entry, titles, marks: {}, found: {} }
  if (terms.length > 0)
    for (const field of kind.fields)
      if (field.searchable) mark(row, field, terms, holds ?? holdsOf(row, searched))
  return row
}

function holdsOf({ fields }: Row, { words }: SearchIn): Holds {
  return (field, wanted) => fieldHolds(field, fields[field.name], wanted, words)
}

/** [SE9] Which words the field holds, and where they stand in it, but for a secret. */
function mark(
  { fields, titles, marks, found }: Row,
  field: Field,
  terms: PreparedTerm[],
  holds: Holds,
): void {
  const { name, reference, secret } = field
  const isIn = (term: PreparedTerm) =>
    (!term.field || term.field === field) &&
    (holds(field, term.text) ||
      term.references.some(each => each.field === field && each.names.has(nameOf(fields[name]))))
  const wanted = [...terms.entries()].filter(([, term]) => isIn(term))
  if (wanted.length === 0) return
  found[name] = wanted.map(([number]) => number)
  const value = titles[name] ?? fields[name]
  const isText = (reference !== undefined || typeNameOf(field) === 'text') && !secret
  if (!isText || typeof value !== 'string') return
  const ranges = marksIn(
    value,
    wanted.map(([, { text }]) => text),
  )
  if (ranges.length > 0) marks[name] = ranges
}
