/** What has to be read before mutations can be judged: the records they touch and those they refer to. */
import { isBigInteger, isUidReference, type Value } from '../../shared/fields.ts'
import { fillable, kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { AskedOfKind } from '../db/found.ts'

interface Wanted extends AskedOfKind {
  uids: Set<string>
  ids: Set<string>
  formerIds: Set<string>
  goneUids: Set<string>
}

/** `ids`: by mutation id, the id that what it makes had once. */
export interface ToJudge {
  mutation: Mutation
  ids?: Record<string, string> | undefined
}

export function wantedOf(kinds: Kinds, mutations: Iterable<ToJudge>): Map<string, AskedOfKind> {
  const wanted = new Map<string, Wanted>()
  const of = (name: string): Wanted => {
    const known = wanted.get(name) ?? nothing()
    wanted.set(name, known)
    return known
  }
  for (const { mutation, ids } of mutations) {
    const { uids, formerIds, goneUids } = of(mutation.kind)
    uids.add(mutation.uid)
    const formerId = ids?.[mutation.id]
    if (formerId !== undefined && isBigInteger(formerId)) formerIds.add(formerId)
    if (mutation.op === 'delete') goneUids.add(mutation.uid)
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

function nothing(): Wanted {
  return { uids: new Set(), ids: new Set(), formerIds: new Set(), goneUids: new Set() }
}

/** What was seen needs no look-up where it is an id: it is compared as it stands. */
function valuesOf(mutation: Mutation, name: string): readonly (Value | undefined)[] {
  if (mutation.op === 'create') return [mutation.fields[name]]
  const [seen, mine] = mutation.op === 'delete' ? [mutation.seen[name]] : (mutation.changes[name] ?? [])
  return isUidReference(seen) ? [seen, mine] : [mine]
}
