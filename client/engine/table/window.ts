/** A window of a result: a few rows, with the titles and marks a screen needs. */
import { typeNameOf } from '../../../shared/fields.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import { apart } from '../../../shared/provenance.ts'
import type { Marks, ResultWindow, Row } from '../../contract.ts'
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

export function rowOf(kind: Kind, searched: SearchIn, terms: PreparedTerm[], entry: Entry): Row {
  const titles: Record<string, string> = {}
  for (const field of kind.fields.filter(({ reference }) => reference)) {
    const title = titleOf(searched.tables, field, entry.fields[field.name])
    if (title !== null) titles[field.name] = title
  }
  return { ...entry, titles, marks: marksOf(kind, searched, terms, { ...entry, titles }) }
}

/** [SE9] What is found in texts is marked there; another field is named for a word that is marked nowhere. */
function marksOf(
  kind: Kind,
  { words }: SearchIn,
  terms: PreparedTerm[],
  { fields, titles }: Pick<Row, 'fields' | 'titles'>,
): Marks {
  const marks: Marks = {}
  const isMarked = new Set<PreparedTerm>()
  const unmarked: { name: string; wanted: PreparedTerm[] }[] = []
  for (const field of kind.fields.filter(({ searchable }) => searchable)) {
    const { name, reference, secret } = field
    const wanted = terms.filter(term => (!term.field || term.field === field) && isIn(field, term))
    const value = titles[name] ?? fields[name]
    const isText = (reference !== undefined || typeNameOf(field) === 'text') && !secret
    const texts = wanted.map(({ text }) => text)
    const found = isText && typeof value === 'string' ? marksIn(value, texts) : []
    if (found.length === 0) unmarked.push({ name, wanted })
    else {
      marks[name] = found
      for (const term of wanted) isMarked.add(term)
    }
  }
  for (const { name, wanted } of unmarked) if (wanted.some(term => !isMarked.has(term))) marks[name] = []
  return marks

  function isIn(field: Field, term: PreparedTerm): boolean {
    const isNamed = term.references.some(
      ({ field: each, names }) => each === field && names.has(nameOf(fields[field.name])),
    )
    return isNamed || fieldHolds(field, fields[field.name], term.text, words)
  }
}
