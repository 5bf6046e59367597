/** A search as it was typed, as terms that must all occur. [SE1] [SE2] */
import type { Field, Kind } from './metadata.ts'
import { fold } from './fold.ts'

export interface Term {
  /** Folded. */
  text: string
  /** Where to look; null: in every searchable field. */
  field: Field | null
}

/** An optional `field:` before a "phrase" (the closing quote may be missing still) or a word. */
const token = /(?:([^\s":]+):)?(?:"([^"]*)"?|([^\s"]+))/gu

export function parseSearch(search: string, kind: Kind): Term[] {
  const terms: Term[] = []
  for (const match of search.matchAll(token)) {
    const [whole, prefix, phrase, word] = match
    const field = prefix === undefined ? null : searchableField(kind, prefix)
    const text = field || prefix === undefined ? (phrase ?? word ?? '') : whole.replaceAll('"', '')
    if (fold(text).trim()) terms.push({ text: fold(text), field })
  }
  return terms
}

/** A field by its name or its label in any language; spaces may be written as underscores. */
function searchableField(kind: Kind, name: string): Field | null {
  const wanted = fold(name)
  const answersTo = (field: Field) =>
    [field.name, ...Object.values<string>({ ...field.label })].some(
      each => fold(each) === wanted || fold(each).replaceAll(' ', '_') === wanted,
    )
  return kind.fields.find(field => field.searchable && answersTo(field)) ?? null
}
