/** Reconciliation of one update with the record as it is now. Pure; both ends use it. */
import { equalValues, type Value } from './fields.ts'
import type { Changes, Fields } from './record.ts'

export type Merge =
  { outcome: 'merged'; fields: Fields; changed: string[] } | { outcome: 'conflict'; fields: string[] }

/**
 * [MG1] current = base: set to mine. [MG2] current = mine: nothing to do. [MG3] Otherwise a conflict on that
 * field, and then nothing is written at all. `equal` lets the server compare references by what they resolve to.
 */
export function mergeChanges(
  current: Fields,
  changes: Changes,
  equal: (a: Value | undefined, b: Value | undefined) => boolean = equalValues,
): Merge {
  const fields: Fields = { ...current }
  const changed: string[] = []
  const conflicts: string[] = []
  for (const [name, [base, mine]] of Object.entries(changes)) {
    const now = current[name]
    if (equal(now, mine)) continue
    if (equal(now, base)) {
      fields[name] = mine
      changed.push(name)
    } else conflicts.push(name)
  }
  return conflicts.length > 0
    ? { outcome: 'conflict', fields: conflicts }
    : { outcome: 'merged', fields, changed }
}
