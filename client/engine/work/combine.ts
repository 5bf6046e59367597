/** Two unsent mutations of one record as one. Pure. [OB4] */
import { equalValues } from '../../../shared/fields.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import type { Changes, Fields } from '../../../shared/record.ts'

/** What differs between what a person saw and what they chose. */
export function changesBetween(seen: Fields, chosen: Fields): Changes {
  const changes: Record<string, Changes[string]> = {}
  for (const [name, mine] of Object.entries(chosen)) {
    const base = seen[name] ?? null
    if (!equalValues(base, mine)) changes[name] = [base, mine]
  }
  return changes
}

export function isEmpty(changes: Changes): boolean {
  return Object.keys(changes).length === 0
}

/** A record's fields after the chosen values of an update. */
export function withChanges(fields: Fields, changes: Changes): Fields {
  const chosen = Object.entries(changes).map(([name, [, mine]]) => [name, mine] as const)
  return { ...fields, ...Object.fromEntries(chosen) }
}

/** `first`, then `second`, as one mutation under the id of the first; null when nothing is left to do. */
export function combine(first: Mutation, second: Mutation, base: Fields | null): Mutation | null {
  const { id, kind, uid } = first
  if (first.op === 'create') {
    if (second.op === 'delete') return null
    const fields = second.op === 'create' ? second.fields : withChanges(first.fields, second.changes)
    return { id, kind, uid, op: 'create', fields }
  }
  if (first.op === 'update') {
    if (second.op === 'delete') return { ...second, id }
    const changes =
      second.op === 'update'
        ? joinChanges(first.changes, second.changes)
        : changesBetween(base ?? {}, second.fields)
    return isEmpty(changes) ? null : { id, kind, uid, op: 'update', changes }
  }
  if (second.op === 'create') {
    const changes = changesBetween(base ?? {}, second.fields)
    return isEmpty(changes) ? null : { id, kind, uid, op: 'update', changes }
  }
  return second.op === 'update' && isEmpty(second.changes) ? null : { ...second, id }
}

/** Back from what was chosen to what was there before. */
export function reversed(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([name, [base, mine]]) => [name, [mine, base] as const]),
  )
}

/** The first base and the last choice of each field; a field that is back at its base drops out. */
export function joinChanges(first: Changes, second: Changes): Changes {
  const changes: Record<string, Changes[string]> = { ...first }
  for (const [name, [base, mine]] of Object.entries(second)) {
    const firstBase = first[name] ? first[name][0] : base
    if (equalValues(firstBase, mine)) delete changes[name]
    else changes[name] = [firstBase, mine]
  }
  return changes
}
