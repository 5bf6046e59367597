/** [RB5] With a new conflict comes what the server holds: it goes into the pages, and nobody waits for the pull to see it. */
import type { Settlement } from '../../../shared/protocol.ts'
import { grouped } from '../grouped.ts'
import type { Replica } from '../replica/replica.ts'
import { pagesAfter } from '../table/apply.ts'
import { arrivalOf, joined, noArrival } from '../table/arrival.ts'
import type { Flight } from '../work/act.ts'

export async function keepTheirs(
  replica: Replica,
  answers: readonly { flight: Flight; settlement: { outcome: string } | Settlement }[],
): Promise<boolean> {
  // A first sync does not hear of deletions [CH5]: what was there before it would stay. A resync forgets what it misses.
  const { cursor, isResyncing } = replica.pulled
  const isFirst = cursor === null && !isResyncing
  const theirs = answers.flatMap(({ flight: { kind, uid }, settlement }) => {
    if (settlement.outcome !== 'conflict' || !('record' in settlement)) return []
    const { record, isRepeated } = settlement
    // What it was by then may be older than what the pages hold.
    if (isRepeated || (isFirst && record)) return []
    return [{ kind, uid, arrival: record ? arrivalOf(record) : { ...noArrival, deleted: [uid] } }]
  })
  for (const [kind, told] of grouped(theirs, ({ kind }) => kind)) {
    const arrival = joined(told.map(({ arrival }) => arrival))
    const pages = pagesAfter(replica.table(kind), arrival, { isResync: isResyncing })
    await replica.commit(pages, {}, { told })
  }
  return theirs.length > 0
}
