/** Finding: which records of a page hold every term. Scans one folded text a page, never record by record. */
import { typeOf, type Value, type ValueWords } from '../../shared/fields.ts'
import type { Field, Kind } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'
import { fieldEnd, fold, recordEnd } from './fold.ts'
import type { Page } from './page.ts'
import { nameOf, namesOfMatching } from './references.ts'
import type { PageText, Table, Tables } from './table.ts'
import type { Term } from './terms.ts'

export interface PreparedTerm extends Term {
  /** [SE3] Per reference field, the names of the records whose title holds the term. */
  references: { field: Field; names: Set<string> }[]
}

export function prepareTerms(tables: Tables, kind: Kind, terms: Term[]): PreparedTerm[] {
  return terms.map(term => {
    const references = kind.fields
      .filter(field => field.reference && field.searchable && (!term.field || term.field === field))
      .map(field => ({
        field,
        names: namesOfMatching(tables, field, title => fold(title).includes(term.text)),
      }))
      .filter(({ names }) => names.size > 0)
    return { ...term, references }
  })
}

/** [SE4] A record's search text: every searchable field as JSON holds it and as people read it. */
export function searchText(kind: Kind, valueOf: (field: Field) => Value, words: ValueWords): string {
  let text = fieldEnd
  for (const field of kind.fields)
    if (field.searchable) text += fold(typeOf(field).searchText(valueOf(field), words)) + fieldEnd
  return text + recordEnd
}

export function pageText(table: Table, page: Page, words: ValueWords): PageText {
  const known = table.texts[page.page]
  if (known) return known
  const starts = new Uint32Array(page.uid.length + 1)
  let text = ''
  for (let slot = 0; slot < page.uid.length; slot++) {
    text += searchText(table.kind, field => page.fields[field.name]?.[slot] ?? null, words)
    starts[slot + 1] = text.length
  }
  const made = { text, starts }
  table.texts[page.page] = made
  return made
}

/** 1 for each slot whose record holds all terms; null when none does. */
export function searchPage(
  page: Page,
  { text, starts }: PageText,
  terms: PreparedTerm[],
  words: ValueWords,
): Uint8Array | null {
  let matching: Uint8Array | null = null
  for (const term of terms) {
    const hits = new Uint8Array(page.uid.length)
    let slot = 0
    for (let at = text.indexOf(term.text); at >= 0; at = text.indexOf(term.text, starts[slot])) {
      while ((starts[slot + 1] ?? Infinity) <= at) slot++
      if (!term.field || fieldHolds(term, page.fields[term.field.name]?.[slot], words)) hits[slot] = 1
      slot++
    }
    for (const { field, names } of term.references) {
      const column = page.fields[field.name]
      for (let i = 0; i < hits.length; i++) if (names.has(nameOf(column?.[i]))) hits[i] = 1
    }
    if (matching) for (let i = 0; i < hits.length; i++) hits[i] = (hits[i] ?? 0) & (matching[i] ?? 0)
    if (!hits.includes(1)) return null
    matching = hits
  }
  return matching
}

/** The same question for one record outside the pages. */
export function recordHolds(kind: Kind, fields: Fields, terms: PreparedTerm[], words: ValueWords): boolean {
  const text = searchText(kind, field => fields[field.name] ?? null, words)
  return terms.every(term => {
    if (term.references.some(({ field, names }) => names.has(nameOf(fields[field.name])))) return true
    return term.field ? fieldHolds(term, fields[term.field.name], words) : text.includes(term.text)
  })
}

function fieldHolds(term: Term, value: Value | undefined, words: ValueWords): boolean {
  if (!term.field || value === undefined) return false
  return fold(typeOf(term.field).searchText(value, words)).includes(term.text)
}
