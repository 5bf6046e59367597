/** Whether a record has all words of a search, as lists look for them [SE1]: for records that are in no list. */
import { fold } from './fold.ts'
import { type Field, type Kind, typeNameOf } from './metadata.ts'
import type { Fields } from './record.ts'

/** A hit says why it is one: a secret could not. */
const isSearched = (field: Field) => field.searchable && !field.secret && typeNameOf(field) === 'text'

export function wordsOf(search: string): string[] {
  return search.split(/\s+/u).map(fold).filter(Boolean)
}

/** `by`: who deleted it, who is found as well. */
export function hasWords(
  kind: Kind,
  { fields, by }: { fields: Fields; by: string },
  words: readonly string[],
): boolean {
  if (words.length === 0) return true
  const texts = kind.fields.filter(isSearched).map(({ name }) => fields[name])
  const folded = [...texts, by].map(text => (typeof text === 'string' ? fold(text) : ''))
  return words.every(word => folded.some(text => text.includes(word)))
}
