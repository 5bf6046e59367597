/** Kinds and fields that are surely there. */
import { kinds } from '../../../shared/kinds.ts'
import { type Field, fieldNamed, type Kind, kindNamed } from '../../../shared/metadata.ts'

export function kindOf(name: string): Kind {
  const kind = kindNamed(kinds, name)
  if (!kind) throw new Error(`There is no kind ${name}`)
  return kind
}

export function fieldOf(kind: string, name: string): Field {
  const field = fieldNamed(kindOf(kind), name)
  if (!field) throw new Error(`${kind} has no field ${name}`)
  return field
}
