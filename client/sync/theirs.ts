/** [RB5] With a conflict comes what the server holds: it goes into the pages, and nobody waits for the pull to see it. */
import type { PushAnswer } from '../../shared/protocol.ts'
import type { OutboxRow } from '../db/outbox.ts'
import { pagesAfter } from '../table/apply.ts'
import { type Arrival, arrivalOf, joined, noArrival } from '../table/arrival.ts'
import type { Outside } from './outside.ts'
import type { Replica } from './replica.ts'

export async function keepTheirs(
  replica: Replica,
  outside: Outside,
  { batch, answer }: { batch: OutboxRow[]; answer: PushAnswer },
): Promise<void> {
  const mutationOf = new Map(batch.map(({ mutation }) => [mutation.id, mutation]))
  const theirs = new Map<string, Arrival[]>()
  for (const result of answer.results) {
    const mutation = mutationOf.get(result.id)
    if (result.outcome !== 'conflict' || !mutation) continue
    const { kind, uid } = mutation
    const arrival = result.record ? arrivalOf(result.record) : { ...noArrival, deleted: [uid] }
    theirs.set(kind, [...(theirs.get(kind) ?? []), arrival])
  }
  for (const [kind, arrivals] of theirs) {
    const pages = pagesAfter(replica.table(kind), joined(arrivals), { isResync: false })
    if (pages.length > 0) await replica.commit(pages, {})
  }
  if (theirs.size > 0) outside.tell({ type: 'pages' })
}
