/**
 * A server that forgot our cursor may have been restored from a backup: it is offered everything it settled for
 * us, in order and as it was. The ledger drops what it still has. [RB4]
 */
import { equalValues } from '../../shared/fields.ts'
import { mergeChanges } from '../../shared/merge.ts'
import type { PushAnswer, Settlement } from '../../shared/protocol.ts'
import {
  asMade,
  type OutboxChange,
  type OutboxRow,
  type Parked,
  readSentAfter,
  type SentMutation,
} from '../db/outbox.ts'
import { requestsOf } from './batch.ts'
import { changesBetween, combine, isEmpty } from './combine.ts'
import type { Outside } from './outside.ts'
import { outboxLock } from './push.ts'
import type { Replica } from './replica.ts'
import { park } from './settle.ts'

export async function reoffer(replica: Replica, outside: Outside, signal: AbortSignal): Promise<void> {
  const stored = await readSentAfter(replica.db, -1)
  const sent = stored.sent.sort((a, b) => a.seq - b.seq)
  const refused: Refused[] = []
  let history: string | null = null
  for (const request of requestsOf(sent)) {
    const mutations = request.map(asMade)
    const known = history === null ? {} : { history }
    const answer: PushAnswer = await outside.transport.push({
      client: replica.db.clientId,
      mutations,
      ids: idsOf(request),
      ...known,
    })
    history = answer.history
    const resultOf = new Map(answer.results.map(result => [result.id, result]))
    for (const each of request) {
      const parked = parkedBy(resultOf.get(each.mutation.id))
      if (parked) refused.push({ sent: each, parked })
    }
  }
  signal.throwIfAborted()
  const byUid = Map.groupBy(refused, ({ sent: { mutation } }) => mutation.uid)
  for (const [uid, ofRecord] of byUid) {
    const last = sent.findLast(({ mutation }) => mutation.uid === uid)
    await outside.locks.run(outboxLock, () => settleRefused(replica, outside, { refused: ofRecord, last }))
  }
  await replica.commit([], { isReoffering: false, history, unoffered: stored.unreadable })
}

/** [PU13] */
function idsOf(request: SentMutation[]): Record<string, string> {
  const creates = request.filter(({ mutation, record }) => mutation.op === 'create' && record)
  return Object.fromEntries(creates.map(({ mutation, record }) => [mutation.id, record?.id ?? '']))
}

function parkedBy(settlement: Settlement | undefined): Parked | null {
  if (!settlement || settlement.outcome === 'applied') return null
  const { id: _, ...parked } = settlement
  return parked
}

interface Refused {
  sent: SentMutation
  parked: Parked
}

async function settleRefused(
  replica: Replica,
  outside: Outside,
  { refused, last }: { refused: Refused[]; last: SentMutation | undefined },
): Promise<void> {
  // A delete that was undone later does not count any more.
  const standing = refused.filter(({ sent }) => sent.mutation.op !== 'delete' || sent === last)
  const unsent = refused.map(({ sent }) => sent.mutation.id)
  await replica.change({ ...(again(outside, standing) ?? (await asked(replica, outside, standing))), unsent })
}

/**
 * A delete of a record that is as the person saw it, only under another version, goes out once more, in its old
 * place: what was done to the record after it stays after it.
 */
function again(outside: Outside, standing: Refused[]): OutboxChange | null {
  const [only] = standing
  if (!only || standing.length > 1 || only.sent.mutation.op !== 'delete') return null
  const record = only.parked.outcome === 'conflict' ? only.parked.record : null
  const seen = only.sent.base?.fields
  if (!record || !seen || !isEmpty(changesBetween(seen, record.fields))) return null
  const mutation = { ...only.sent.mutation, id: outside.newUid(), version: record.version }
  const { seq } = only.sent
  return { put: [{ seq, mutation, base: record, at: outside.now(), attempted: false, parked: null }] }
}

/** What the restored server cannot take any more of one record waits for a person, as one item. */
async function asked(replica: Replica, outside: Outside, refused: Refused[]): Promise<OutboxChange> {
  const last = refused.at(-1)
  const whole = combined(refused.map(({ sent }) => sent))
  if (!last || !whole) return {}
  const { seq, mutation, base } = whole
  const now = outside.now()
  const row: OutboxRow = { seq, mutation, base, at: now, attempted: true, parked: null }
  const later = (await replica.storedOutboxOf([mutation])).filter(each => each.seq > seq)
  // What may be on its way stays a mutation of its own, behind this one.
  const isFolding = later.every(each => !each.attempted)
  return park(row, conflictOf(row, last.parked), isFolding ? later : [])
}

/** As one mutation on what came before them all; where some leave nothing, from there on. Null: nothing is left. */
function combined(sent: SentMutation[]): Pick<SentMutation, 'seq' | 'mutation' | 'base'> | null {
  let whole: SentMutation | null = null
  for (const each of sent) {
    if (!whole) {
      whole = each
      continue
    }
    const mutation = combine(whole.mutation, each.mutation, whole.base?.fields ?? null)
    whole = mutation && { ...whole, mutation }
  }
  return whole
}

/** The fields in which the combined mutation and the server differ. */
function conflictOf({ mutation }: OutboxRow, parked: Parked): Parked {
  if (parked.outcome === 'rejected' || !parked.record || mutation.op !== 'update') return parked
  const merge = mergeChanges(parked.record.fields, mutation.changes, equalValues)
  return { ...parked, fields: merge.outcome === 'conflict' ? merge.fields : parked.fields }
}
