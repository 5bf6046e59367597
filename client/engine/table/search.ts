/** Finding: which records hold every term. Scans columns, never record by record. */
import { typeOf, type Value, type ValueWords } from '../../../shared/fields.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import type { Fields } from '../../../shared/record.ts'
import { fold } from '../../../shared/fold.ts'
import { nameOf, namesOfMatching } from './references.ts'
import type { RowSet } from './row-set.ts'
import type { Collate } from './sort.ts'
import type { Table, Tables } from './table.ts'
import type { Term } from '../../../shared/terms.ts'

export interface PreparedTerm extends Term {
  /** [SE3] Per reference field, the names of the records whose title holds the term. */
  references: { field: Field; names: Set<string> }[]
}

/** The other tables, and the words in which values are searched. */
export interface SearchIn {
  tables: Tables
  words: ValueWords
}

export interface Reading extends SearchIn {
  collate: Collate
}

export function prepareTerms(searched: SearchIn, kind: Kind, terms: Term[]): PreparedTerm[] {
  return terms.map(term => {
    const references = kind.fields
      .filter(field => field.reference && field.searchable && (!term.field || term.field === field))
      .map(field => ({ field, names: namesOfMatching(searched, field, term.text) }))
      .filter(({ names }) => names.size > 0)
    return { ...term, references }
  })
}

/** The fields in which a term is looked for. */
export function fieldsOf(kind: Kind, term: Term): Field[] {
  return term.field ? [term.field] : kind.fields.filter(field => field.searchable)
}

/** Takes out of `matching` the rows that do not hold all terms. [SE1] [SE4] */
export function keepHolding(table: Table, terms: PreparedTerm[], words: ValueWords, matching: RowSet): void {
  for (const term of terms) {
    keep(matching, hits => {
      for (const field of fieldsOf(table.kind, term))
        table.columns.get(field.name)?.find(term.text, words, hits)
      for (const { field, names } of term.references)
        table.columns.get(field.name)?.mark(value => names.has(nameOf(value)), hits)
    })
  }
}

/** Rows that are out already are in the hits beforehand, so that no column looks at them again. */
export function keep(matching: RowSet, mark: (hits: RowSet) => void): void {
  if (matching.isEmpty()) return
  const hits = matching.complement()
  mark(hits)
  matching.keepOnly(hits)
}

/** The same question for one record outside the pages. */
export function recordHolds(kind: Kind, fields: Fields, terms: PreparedTerm[], words: ValueWords): boolean {
  return terms.every(
    term =>
      term.references.some(({ field, names }) => names.has(nameOf(fields[field.name]))) ||
      (term.field
        ? fieldHolds(term.field, fields[term.field.name], term.text, words)
        : allTexts(kind, fields, words).includes(term.text)),
  )
}

/** As they were folded for the first search: who types asks for the same records with each letter. */
const folded = new WeakMap<Fields, { words: ValueWords; texts: string }>()
/** No text holds it, and no search. [VA3] */
const between = '\0'

function allTexts(kind: Kind, fields: Fields, words: ValueWords): string {
  const known = folded.get(fields)
  if (known?.words === words) return known.texts
  const searched = kind.fields.filter(field => field.searchable)
  const texts = searched
    .map(field => fold(typeOf(field).searchText(fields[field.name] ?? null, words)))
    .join(between)
  folded.set(fields, { words, texts })
  return texts
}

export function fieldHolds(
  field: Field,
  value: Value | undefined,
  wanted: string,
  words: ValueWords,
): boolean {
  return fold(typeOf(field).searchText(value ?? null, words)).includes(wanted)
}
