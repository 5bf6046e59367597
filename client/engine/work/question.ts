/** Questions about a record: derived, never stored. Pure. [OB7] */
import { type Effect, type Equal, judge } from '../../../shared/judge.ts'
import type { Fields } from '../../../shared/record.ts'
import { type Deed, refusalOf, waiting, type Work } from './act.ts'
import { effectOf, ownOf, sumOf, withEffect } from './fold.ts'
import { type Known, lastShown } from './shown.ts'

/** A conflict that the judge sees coming. `theirs` is null when the record is deleted. */
export interface Question {
  reason: 'changed' | 'deleted'
  /** The fields about which the two disagree. */
  fields: string[]
  theirs: Fields | null
  effect: Effect
}

/** Nothing is asked while a flight is on its way: its answer may settle it. */
export function questionOf(known: Known, work: Work, equal: Equal): Question | null {
  if (known === undefined || waiting(work).length > 0) return null
  const effect = effectOf(sumOf(work))
  const verdict = effect && judge(known?.fields ?? null, effect, equal)
  if (!effect || verdict?.outcome !== 'conflict') return null
  return { reason: verdict.reason, fields: verdict.fields, theirs: known?.fields ?? null, effect }
}

/** A person's answer, by value. */
export type Answer =
  /** Per field in conflict, and any other, what it is to be. */
  | { answer: 'choose'; values: Fields }
  | { answer: 'restore'; fields?: Fields }
  | { answer: 'delete' }
  | { answer: 'discard' }
  /** The same once more. */
  | { answer: 'retry' }

/** null: the answer does not fit what is asked. */
export function deedOf(answer: Answer, asked: Question | null, work: Work): Deed | null {
  const theirs = asked?.theirs
  const isDelete = sumOf(work).gone !== null
  switch (answer.answer) {
    case 'choose':
      return theirs ? { do: 'choose', theirs, values: answer.values } : null
    case 'restore':
      return { do: 'restore', fields: answer.fields ?? wantedWhole(work) }
    case 'delete':
      return theirs ? { do: 'delete anyway', theirs } : null
    case 'discard':
      if (!isDelete) return { do: 'let go' }
      // [OB9] Changes before the delete stay wanted.
      if (!theirs) return { do: 'restore', fields: wantedWhole(work) }
      return { do: 'keep', theirs, values: ownOf(sumOf(work)) }
    case 'retry':
      if (!refusalOf(work)) return null
      return isDelete
        ? { do: 'delete anyway', theirs: sumOf(work).gone ?? {} }
        : { do: 'edit', changes: {}, shown: wantedWhole(work) }
  }
}

/** The whole record as its person wants it. */
export function wantedWhole({ acts, ...work }: Work): Fields {
  const effect = effectOf(sumOf({ acts, ...work }))
  return withEffect(lastShown(acts), effect?.op === 'delete' ? null : effect) ?? {}
}
