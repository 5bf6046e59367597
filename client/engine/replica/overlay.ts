/** [RB1] How a record with unsettled work looks: the page's record, the answers, the flights, the acts. Pure. */
import type { Equal } from '../../../shared/judge.ts'
import { type Fields, minesOf } from '../../../shared/record.ts'
import type { RecordState } from '../../contract.ts'
import type { Shown } from '../table/table.ts'
import { allActs, refusalOf, waiting, type Work } from '../work/act.ts'
import { effectOf, sumOf } from '../work/fold.ts'
import { questionOf } from '../work/question.ts'
import { type Known, lastShown, shownFields } from '../work/shown.ts'
import { givenIdIn, unsettledActs } from './works.ts'

/** null: nothing lies over the page's record. `isLate`: an answer is newer than the page. */
export function overlayOf(work: Work, known: Known, { equal, isLate }: { equal: Equal; isLate: boolean }) {
  const state = stateOf(work, known, equal)
  if (state === 'settled' && !isLate) return null
  const fields = fieldsOf(work, known, state)
  const acts = unsettledActs(work)
  const shown: Shown = {
    uid: work.uid,
    id: known?.id ?? null,
    standsBy: known?.id ?? givenIdIn(work) ?? null,
    version: known?.version ?? 0,
    // [CH10] Acts that have not been sent are not noted yet.
    by: known?.by ?? '',
    at: known?.at ?? '',
    fields,
    ...(!fields && { gone: lastShown(allActs(work)) ?? known?.fields ?? null }),
    state,
    changedAt: acts.at(-1)?.at ?? null,
    begunAt: acts.reduce<number | null>((first, { at }) => Math.min(first ?? at, at), null),
  }
  return shown
}

export function stateOf(work: Work, known: Known, equal: Equal): RecordState {
  if (questionOf(known, work, equal)) return 'conflict'
  const isWaiting = waiting(work).length > 0
  if (!isWaiting && refusalOf(work)) return 'rejected'
  return isWaiting || effectOf(sumOf(work)) ? 'unsent' : 'settled'
}

/** Until a delete that is asked about is decided, its record stays in sight. */
function fieldsOf(work: Work, known: Known, state: RecordState): Fields | null {
  const { gone, changes } = sumOf(work)
  const isAsked = state === 'conflict' || state === 'rejected'
  if (!gone || !isAsked) return shownFields(known, work)
  return { ...(known?.fields ?? lastShown(work.acts)), ...minesOf(changes) }
}
