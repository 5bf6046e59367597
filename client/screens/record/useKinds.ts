/** The kinds in the order people meet them: those that others refer to come last. */
import { useContext } from '../context.ts'
import type { Kind, Kinds } from '../../../shared/metadata.ts'

export function kindsForPeople(kinds: Kinds): readonly Kind[] {
  const referred = new Set(kinds.flatMap(kind => kind.fields.map(field => field.reference?.kind)))
  return [...kinds.filter(kind => !referred.has(kind.name)), ...kinds.filter(kind => referred.has(kind.name))]
}

export function useKinds(): readonly Kind[] {
  return kindsForPeople(useContext().kinds)
}
