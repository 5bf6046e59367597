/** [RB5] With a conflict comes what the server holds: it goes into the pages, and nobody waits for the pull to see it. */
import type { PushAnswer } from '../../../shared/protocol.ts'
import type { OutboxRow } from '../disk/outbox.ts'
import { grouped } from '../grouped.ts'
import { pagesAfter } from '../table/apply.ts'
import { arrivalOf, joined, noArrival } from '../table/arrival.ts'
import type { Outside } from './outside.ts'
import type { Replica } from '../replica/replica.ts'

export async function keepTheirs(
  replica: Replica,
  outside: Outside,
  { batch, answer }: { batch: OutboxRow[]; answer: PushAnswer },
): Promise<void> {
  // A first sync does not hear of deletions [CH5]: what was there before it would stay.
  const isFirst = replica.pulled.cursor === null
  const resultOf = new Map(answer.results.map(result => [result.id, result]))
  const theirs = batch.flatMap(({ mutation: { id, kind, uid } }) => {
    const result = resultOf.get(id)
    if (result?.outcome !== 'conflict' || (isFirst && result.record)) return []
    return [{ kind, arrival: result.record ? arrivalOf(result.record) : { ...noArrival, deleted: [uid] } }]
  })
  for (const [kind, each] of grouped(theirs, ({ kind }) => kind)) {
    const arrival = joined(each.map(({ arrival }) => arrival))
    const pages = pagesAfter(replica.table(kind), arrival, { isResync: false })
    if (pages.length > 0) await replica.commit(pages, {})
  }
  if (theirs.length > 0) outside.tell({ type: 'pages' })
}
