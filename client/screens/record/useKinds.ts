/** The kinds in the order people meet them: those that others refer to come last. */
import { useContext } from '../context.ts'
import type { Kind, Kinds } from '../../../shared/metadata.ts'

export function kindsForPeople(kinds: Kinds): readonly Kind[] {
  const referred = new Set(kinds.flatMap(kind => kind.fields.map(field => field.reference?.kind)))
  const isReferred = ({ name }: Kind) => referred.has(name)
  return [...kinds.filter(kind => !isReferred(kind)), ...kinds.filter(isReferred).reverse()]
}

export function useKinds(): readonly Kind[] {
  return kindsForPeople(useContext().kinds)
}
