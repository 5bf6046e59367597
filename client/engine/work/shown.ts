/** [RB1] The server's record as far as it is known, and as its person sees it. Pure. */
import type { ServerRecord } from '../../../shared/protocol.ts'
import type { Fields } from '../../../shared/record.ts'
import { type Act, type Flight, waiting, type Work } from './act.ts'
import { effectOf, minesOf, sumOf, withEffect } from './fold.ts'

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
export function knownUnder(page: Known, { flights }: Work, { run, isLost }: Received): Known {
  const answered = flights.filter(each => each.isAnswered && each.mutation && each.run > run)
  return answered
    .filter(answer => isLost || !page || appliedAt(answer) >= page.version)
    .reduce<Known>((_, { record }) => record && confirmedOf(record), page)
}

const appliedAt = ({ version, record }: Flight) => version ?? record?.version ?? Infinity

const confirmedOf = ({ id, version, by, at, fields }: ServerRecord): Confirmed => ({
  ...{ id, version, by, at, fields },
})

/** null: the record is not shown. */
export function shownFields(known: Known, work: Work): Fields | null {
  const flown = waiting(work).reduce(
    (fields, { mutation, acts }) => under(fields, mutation, acts),
    known?.fields ?? null,
  )
  return under(flown, effectOf(sumOf(work)), work.acts)
}

function under(
  fields: Fields | null,
  effect: ReturnType<typeof effectOf>,
  acts: readonly Act[],
): Fields | null {
  const isLost = effect?.op === 'update' && !fields
  return withEffect(isLost ? lastShown(acts) : fields, effect)
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
