/** How the work on one record ends, given what the server holds: one judge for both ends. Pure. */
import { equalValues, type Value } from './fields.ts'
import { type Changes, type Fields, minesOf } from './record.ts'

/** What somebody wants of one record, with what they were shown. */
export type Effect =
  | { op: 'create'; fields: Fields }
  | { op: 'update'; changes: Changes }
  /** `seen`: the record as it was shown, field by field. */
  | { op: 'delete'; seen: Fields }

/** `fields`: the record afterwards, null when it is gone. `changed`: whether anything is to be written. */
export type Verdict =
  | { outcome: 'applied'; fields: Fields | null; changed: boolean }
  | { outcome: 'conflict'; reason: 'changed' | 'deleted'; fields: string[] }

/** `undefined` is no value at all. The server compares references by what they resolve to. */
export type Equal = (a: Value | undefined, b: Value | undefined) => boolean

/** `current`: null when the record is not there. What no field of `effect` names is of no concern. */
export function judge(current: Fields | null, effect: Effect, equal: Equal = equalValues): Verdict {
  switch (effect.op) {
    case 'create':
      return judgeCreate(current, effect.fields, equal)
    case 'update':
      return judgeUpdate(current, effect.changes, equal)
    case 'delete':
      return judgeDelete(current, effect.seen, equal)
  }
}

/** [PU10] */
function judgeCreate(current: Fields | null, fields: Fields, equal: Equal): Verdict {
  if (!current) return { outcome: 'applied', fields, changed: true }
  const differing = differingIn(current, fields, equal)
  return differing.length > 0 ? conflict(differing) : applied(current, false)
}

/** [MG1] Current = seen: set to mine. [MG2] Current = mine: nothing to do. [MG3] Otherwise nothing at all is written. */
function judgeUpdate(current: Fields | null, changes: Changes, equal: Equal): Verdict {
  // [MG4]
  if (!current) return { outcome: 'conflict', reason: 'deleted', fields: [] }
  const wanted = Object.entries(changes).filter(([name, [, mine]]) => !equal(current[name] ?? null, mine))
  const differing = wanted
    .filter(([name, [seen]]) => !equal(current[name] ?? null, seen))
    .map(([name]) => name)
  if (differing.length > 0) return conflict(differing)
  const fields = { ...current, ...minesOf(Object.fromEntries(wanted)) }
  return applied(fields, wanted.length > 0)
}

/** [MG5] */
function judgeDelete(current: Fields | null, seen: Fields, equal: Equal): Verdict {
  if (!current) return applied(null, false)
  const differing = differingIn(current, seen, equal)
  return differing.length > 0 ? conflict(differing) : applied(null, true)
}

function differingIn(current: Fields, fields: Fields, equal: Equal): string[] {
  return Object.keys(fields).filter(name => !equal(current[name] ?? null, fields[name] ?? null))
}

function applied(fields: Fields | null, changed: boolean): Verdict {
  return { outcome: 'applied', fields, changed }
}

function conflict(fields: string[]): Verdict {
  return { outcome: 'conflict', reason: 'changed', fields }
}
