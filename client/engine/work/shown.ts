/** [RB1] The server's record as far as it is known, and as its person sees it. Pure. */
import type { ServerRecord } from '../../../shared/protocol.ts'
import { type Fields, minesOf } from '../../../shared/record.ts'
import { type Act, type Flight, waiting, type Work } from './act.ts'
import { effectOf, sumOf, withEffect } from './fold.ts'

/** A record as the pages hold it. */
export type Confirmed = Pick<ServerRecord, 'id' | 'version' | 'by' | 'at' | 'fields'>

/**
 * The server's record. null: it is known to be deleted. undefined: it may or may not be there, as not every page is here,
 * or they are being replaced.
 */
export type Known = Confirmed | null | undefined

/** How far the pages are. */
export interface Received {
  /** The last run whose answers stand in them. */
  run: number
  /** [RB4] Some are of a history that the server has lost: its versions are no measure. */
  isLost?: boolean
}

/** The page under the answers that are newer than it. */
export function knownUnder(page: Known, work: Work, received: Received): Known {
  const versionOf = ({ version, record }: Flight) => version ?? record?.version ?? Infinity
  const answers = lateAnswers(work, received)
  // A file's flight is older than the acts before which it stands, and may be answered after them.
  if (!received.isLost) answers.sort((a, b) => a.run - b.run || versionOf(a) - versionOf(b) || 0)
  const answer = answers.findLast(each => received.isLost || !page || versionOf(each) >= page.version)
  return answer ? answer.record : page
}

/** Those that came after the pages. */
export function lateAnswers({ flights }: Work, { run }: Received): Flight[] {
  return flights.filter(each => each.isAnswered && each.mutation && each.run > run)
}

/** null: the record is not shown. */
export function shownFields(known: Known, work: Work): Fields | null {
  const flown = waiting(work).map(({ mutation, acts }) => ({ effect: mutation, acts }))
  return [...flown, { effect: effectOf(sumOf(work)), acts: work.acts }].reduce(
    (fields, { effect, acts }) =>
      withEffect(effect?.op === 'update' ? (fields ?? lastShown(acts)) : fields, effect),
    known?.fields ?? null,
  )
}

/** [MG4] A record that is deleted elsewhere, as it was shown when its person acted last. */
export function lastShown(acts: readonly Act[]): Fields | null {
  for (const { deed } of acts.toReversed()) {
    if (deed.do === 'edit' || deed.do === 'delete') return deed.shown
    if (deed.do === 'make') return deed.fields
    if (deed.do === 'restore') return { ...deed.fields, ...minesOf(deed.changes ?? {}) }
    if (deed.do !== 'let go') return deed.theirs
  }
  return null
}
