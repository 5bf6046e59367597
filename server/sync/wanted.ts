/** What has to be read before mutations can be judged: the records they touch and those they refer to. */
import { isUidReference, type Value } from '../../shared/fields.ts'
import { fillable, kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { Mutation } from '../../shared/protocol.ts'

interface Wanted {
  uids: Set<string>
  ids: Set<string>
}

export function wantedOf(kinds: Kinds, mutations: readonly Mutation[]): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  const of = (name: string): Wanted => {
    const known = wanted.get(name) ?? { uids: new Set(), ids: new Set() }
    wanted.set(name, known)
    return known
  }
  for (const mutation of mutations) {
    of(mutation.kind).uids.add(mutation.uid)
    const kind = kindNamed(kinds, mutation.kind)
    for (const field of kind ? fillable(kind) : []) {
      if (!field.reference) continue
      for (const value of valuesOf(mutation, field.name)) {
        if (isUidReference(value)) of(field.reference.kind).uids.add(value.uid)
        else if (typeof value === 'string') of(field.reference.kind).ids.add(value)
      }
    }
  }
  return wanted
}

/** What was seen needs no look-up where it is an id: it is compared as it stands. */
function valuesOf(mutation: Mutation, name: string): readonly (Value | undefined)[] {
  if (mutation.op === 'create') return [mutation.fields[name]]
  const [seen, mine] = mutation.op === 'delete' ? [mutation.seen[name]] : (mutation.changes[name] ?? [])
  return isUidReference(seen) ? [seen, mine] : [mine]
}
