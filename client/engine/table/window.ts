/** A window of a result: a few rows, with the titles and marks a screen needs. */
import { typeNameOf } from '../../../shared/fields.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import { apart } from '../../../shared/provenance.ts'
import type { Marks, ResultWindow, Row } from '../../contract.ts'
import { marksIn } from './fold.ts'
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
    rowOf(table.kind, reading, result.terms, entryAt(table, result, entry)),
  )
  return { rows, total: result.order.length, all: result.all }
}

/** [SE7] Where a record stands in a result, or −1. */
export function positionIn(table: Table, result: Result, uid: string): number {
  const row = table.overlay.has(uid) ? undefined : table.rowOf(uid)
  const entry = row ?? -1 - result.laid.findIndex(shown => shown.uid === uid)
  return entry === 0 && row === undefined ? -1 : result.order.indexOf(entry)
}

type Entry = Omit<Row, 'titles' | 'marks'>

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

export function rowOf(kind: Kind, { tables, words }: SearchIn, terms: PreparedTerm[], entry: Entry): Row {
  const { fields } = entry
  const titles: Record<string, string> = {}
  const marks: Marks = {}
  for (const field of kind.fields) {
    if (field.reference) {
      const title = titleOf(tables, field, fields[field.name])
      if (title !== null) titles[field.name] = title
    }
    if (!field.searchable) continue
    const value = titles[field.name] ?? fields[field.name]
    const isText = field.reference !== undefined || typeNameOf(field) === 'text'
    const wanted = terms.filter(term => (!term.field || term.field === field) && isIn(field, term))
    if (wanted.length === 0) continue
    const isMarked = isText && !field.secret && typeof value === 'string'
    const texts = wanted.map(({ text }) => text)
    marks[field.name] = isMarked ? marksIn(value, texts) : []
  }
  return { ...entry, titles, marks }

  function isIn(field: Field, term: PreparedTerm): boolean {
    const isNamed = term.references.some(
      ({ field: each, names }) => each === field && names.has(nameOf(fields[field.name])),
    )
    return isNamed || fieldHolds(field, fields[field.name], term.text, words)
  }
}
