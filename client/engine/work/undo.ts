/** Taking back the last save or delete of a record. Pure. [OB9] */
import type { Effect } from '../../../shared/judge.ts'
import { changesBetween, type Fields, minesOf } from '../../../shared/record.ts'
import type { Act, Address, Deed, Flight, Work } from './act.ts'
import { editOf } from './saving.ts'
import { doneBy } from './sides.ts'

/** What an act did to what is shown. */
export interface Undoable extends Address {
  seq: number
  /** null: the record was not shown. */
  before: Fields | null
  after: Fields | null
  /** What was wanted of the record, when the act answered a question about it. */
  wanted: Effect | null
}

/** An act that has not left, and that nothing came after, is taken away, and everything is as it was. */
export function isRemovable({ acts }: Work, { seq }: Undoable): boolean {
  return acts.at(-1)?.seq === seq
}

/** Forms may show what was taken away, and files hold it: it leaves with its opposite, as acts do that come to nothing. `seq`: of the opposite. */
export function removal(
  { kind, uid, acts }: Work,
  undoable: Undoable,
  { id, seq, now }: { id: string; seq: number; now: number },
): Flight {
  const deed = oppositeOf(undoable)
  const opposite: Act[] = deed ? [{ kind, uid, seq, since: undoable.seq, at: now, deed }] : []
  const away = [...acts.filter(act => act.seq === undoable.seq), ...opposite]
  return { id, kind, uid, mutation: null, acts: away, isAnswered: true, record: null, run: 0, at: now }
}

/** [MA4] The same of an act in a shared row, whose opposite is `seq`. */
export function removalOf(act: Act, { id, seq, at }: { id: string; seq: number; at: number }): Flight {
  const { kind, uid } = act
  const sides = doneBy(act.deed)
  const undoable: Undoable = { kind, uid, seq: act.seq, before: null, after: null, wanted: null, ...sides }
  return removal({ kind, uid, acts: [act], flights: [], refusal: null }, undoable, { id, seq, now: at })
}

/**
 * Otherwise the opposite follows it, and what came after it stays; null: there is nothing to take back. After an answer,
 * what was wanted then is wanted again, and asked about.
 */
export function oppositeOf({ before, after, wanted }: Undoable): Deed | null {
  if (wanted?.op === 'create') return { do: 'restore', fields: wanted.fields }
  if (wanted?.op === 'delete' && after) {
    const made = before ? minesOf(changesBetween(before, after)) : {}
    return { do: 'delete', shown: { ...wanted.seen, ...made } }
  }
  if (wanted?.op === 'update') {
    const back = before && after ? changesBetween(after, before) : {}
    return { do: 'edit', changes: { ...back, ...wanted.changes }, shown: after ?? before ?? {} }
  }
  if (!after) return before && { do: 'restore', fields: before }
  if (!before) return { do: 'delete', shown: after }
  return editOf(changesBetween(after, before), after)
}
