/** An undo of an act that has left: what is noted of the act, and what of its opposite still counts. Pure. [OB9] */
import { equalValues } from '../../../shared/fields.ts'
import { type Effect, type Equal, judge } from '../../../shared/judge.ts'
import { type Fields, minesOf } from '../../../shared/record.ts'
import { type Act, allActs, type Deed, type Work } from '../work/act.ts'
import { effectOf, fold, sumOf } from '../work/fold.ts'
import { editOf } from '../work/saving.ts'
import type { Undoable } from '../work/undo.ts'

/** The record before an edit, in the fields of that edit alone: others stay as they are shown by now. */
export function shownBefore(deed: Deed, before: Fields | null, after: Fields | null): Fields | null {
  if (deed.do !== 'edit' || !after) return before
  const back = Object.entries(deed.changes).map(([name, [seen]]) => [name, before ? before[name] : seen])
  return { ...after, ...(Object.fromEntries(back) as Fields) }
}

/** A delete that was wanted before an act ended it, or the question about it; one's own changes below it have been sent. */
export function wantedBefore(work: Work | undefined, question: Effect | null): Effect | null {
  const sum = work && sumOf(work)
  if (!sum?.gone) return question
  return { op: 'delete', seen: { ...sum.gone, ...minesOf(sum.changes) } }
}

/** The opposite, without fields of which its person has made something else since. */
export function withoutLater(deed: Deed | null, undoable: Undoable, work: Work | undefined): Deed | null {
  if (deed?.do !== 'edit' || !work) return deed
  const { made, changes } = fold(allActs(work).filter(({ seq }) => seq > undoable.seq))
  const later = { ...undoable.after, ...made, ...minesOf(changes) }
  const isLast = (name: string) => equalValues(later[name] ?? null, undoable.after?.[name])
  const left = Object.entries(deed.changes).filter(([name]) => isLast(name))
  return editOf(Object.fromEntries(left), deed.shown)
}

/** The opposite would change nothing of what is shown, or take an edit back of a record that is not. */
export function isTooLate(
  { deed, since, wanted }: Pick<Act, 'deed' | 'since'> & Pick<Undoable, 'wanted'>,
  work: Work | undefined,
  shown: Fields | null,
  equal: Equal,
): boolean {
  if (deed.do === 'edit' && !shown && !wanted) return true
  const before = work ? allActs(work) : []
  const effect = effectOf(fold([{ kind: '', uid: '', seq: Infinity, since, at: 0, deed }], before))
  // Brought back already, it needs nothing.
  if (!effect) return true
  const verdict = judge(shown, effect, equal)
  return verdict.outcome === 'applied' && !verdict.changed
}
