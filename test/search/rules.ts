/** The rules under search, as the client and the server run them; a planted mistake replaces some. */
import { type Flight, newestSeq, refusalOf, waiting, type Work } from '../../client/engine/work/act.ts'
import { shownBefore, wantedBefore, withoutLater } from '../../client/engine/ask/undoable.ts'
import { boardingOf, mayGoAlone } from '../../client/engine/sync/boarding.ts'
import { mayPass } from '../../client/engine/sync/passing.ts'
import { landing } from '../../client/engine/work/answer.ts'
import { effectOf, sumOf } from '../../client/engine/work/fold.ts'
import { blockOf, flightOf, isIdle } from '../../client/engine/work/next.ts'
import { deedOf, questionOf } from '../../client/engine/work/question.ts'
import { deedOfSave } from '../../client/engine/work/saving.ts'
import { type Known, knownUnder, shownFields } from '../../client/engine/work/shown.ts'
import { isRemovable, oppositeOf, removal } from '../../client/engine/work/undo.ts'
import { judge } from '../../shared/judge.ts'

/** While pages are not whole, a record that stands on none of them may be there all the same. */
function pageOf(page: Known, isWhole: boolean): Known {
  return page ?? (isWhole ? null : undefined)
}

/** [RB4] As the disk does it: in their old order, ids and bytes unchanged; a create knows the id it was given. */
function repeated(flight: Flight): Flight {
  return { ...flight, isAnswered: false, isRepeated: true }
}

export const rules = {
  blockOf,
  boardingOf,
  deedOf,
  deedOfSave,
  effectOf,
  flightOf,
  isIdle,
  isRemovable,
  judge,
  knownUnder,
  landing,
  mayGoAlone,
  mayPass,
  newestSeq,
  oppositeOf,
  pageOf,
  questionOf,
  refusalOf,
  removal,
  repeated,
  shownBefore,
  shownFields,
  sumOf,
  waiting,
  wantedBefore,
  withoutLater,
  /** [PU2] An id is settled once, whatever the outcome. */
  isSettledForEver: () => true,
}
export type Rules = typeof rules
export type { Flight, Known, Work }
