/** Whether a record has all that a search asks for, as lists look for it [SE1] [SE2]: for records that are in no list. */
import { fold } from './fold.ts'
import { type Field, type Kind, typeNameOf } from './metadata.ts'
import type { Fields } from './record.ts'
import type { Term } from './terms.ts'

/** A hit says why it is one: a secret could not. */
const isSearched = (field: Field) => field.searchable && !field.secret && typeNameOf(field) === 'text'

/** `by`: who deleted it, who is found as well. */
export function hasTerms(
  kind: Kind,
  { fields, by }: { fields: Fields; by: string },
  terms: readonly Term[],
): boolean {
  const folded = (value: unknown) => (typeof value === 'string' ? fold(value) : '')
  return terms.every(({ text, field }) => {
    const searched = kind.fields.filter(each => isSearched(each) && (!field || field === each))
    const texts = searched.map(({ name }) => folded(fields[name]))
    return [...texts, field ? '' : folded(by)].some(each => each.includes(text))
  })
}
