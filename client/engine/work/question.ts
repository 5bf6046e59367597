/** Questions about a record: derived, never stored. Pure. [OB7] */
import { type Effect, type Equal, judge } from '../../../shared/judge.ts'
import type { Fields } from '../../../shared/record.ts'
import { type Deed, isOutOfScope, refusalOf, waiting, type Work } from './act.ts'
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
  const refusal = refusalOf(work)
  if (known === null && refusal && isOutOfScope(refusal)) return null
  const effect = effectOf(sumOf(work))
  const verdict = effect && judge(known?.fields ?? null, effect, equal)
  if (!effect || verdict?.outcome !== 'conflict') return null
  return { reason: verdict.reason, fields: verdict.fields, theirs: known?.fields ?? null, effect }
}

/** A person's answer, by value. */
export type Answer =
  /** Per field in conflict, and any other, what it is to be. */
  | { answer: 'choose'; values: Fields }
  /** `retry`: the same once more. */
  | { answer: 'restore' | 'delete' | 'discard' | 'retry' }

/** null: the answer does not fit what is asked. */
export function deedOf(answer: Answer, asked: Question | null, work: Work): Deed | null {
  const theirs = asked?.theirs
  const sum = sumOf(work)
  const back: Deed = { do: 'restore', fields: wantedWhole(work) }
  switch (answer.answer) {
    case 'choose':
      return theirs ? { do: 'choose', theirs, values: answer.values } : null
    case 'restore':
      return back
    case 'delete':
      return theirs ? { do: 'delete anyway', theirs } : null
    case 'discard':
      if (!sum.gone) return { do: 'let go' }
      // [OB9] Changes before the delete stay wanted.
      return theirs ? { do: 'keep', theirs, values: ownOf(sum) } : back
    case 'retry':
      if (!refusalOf(work)) return null
      if (sum.gone) return { do: 'delete anyway', theirs: sum.gone }
      return { do: 'edit', changes: {}, shown: wantedWhole(work) }
  }
}

/** The whole record as its person wants it. */
export function wantedWhole(work: Work): Fields {
  const effect = effectOf(sumOf(work))
  return withEffect(lastShown(work.acts), effect?.op === 'delete' ? null : effect) ?? {}
}
