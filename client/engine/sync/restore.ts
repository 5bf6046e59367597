/**
 * A server that forgot our cursor may have been restored from a backup: it is offered everything it settled for
 * us, in order and as it was. The ledger drops what it still has. [RB4]
 */
import type { PushAnswer, Settlement } from '../../../shared/protocol.ts'
import {
  asMade,
  type OutboxChange,
  outboxLock,
  type OutboxRow,
  type Parked,
  readSentAfter,
  type SentMutation,
} from '../disk/outbox.ts'
import { nextPulled } from '../disk/pages.ts'
import { grouped } from '../grouped.ts'
import { requestsOf } from './batch.ts'
import type { Offered, ReofferOptions } from './offered.ts'
import type { Offering, Outside } from './outside.ts'
import { addressOf, momentOf, ownerOf } from './push.ts'
import type { Replica } from '../replica/replica.ts'
import { folded, judged, mayBeThere, park, repeatedDelete } from './settle.ts'

/**
 * A version of another history, which may have the same number, says nothing: records are compared by what is in them.
 * What may be on its way stays as it is: a delete on a base without a version is sent as an offer.
 */
async function forgetVersions(replica: Replica, outside: Outside): Promise<void> {
  await replica.refreshWork()
  const put = replica.outbox.flatMap(row => withoutVersions(row) ?? [])
  if (put.length === 0) return
  await replica.change({ put })
  outside.tell({ type: 'work', addresses: put.map(({ mutation }) => addressOf(mutation)) })
}

function withoutVersions(row: OutboxRow): OutboxRow | null {
  const { mutation, base, parked, attempted } = row
  const isAsked = parked?.outcome === 'conflict' && parked.record !== null
  const isDelete = mutation.op === 'delete' && (parked !== null || !attempted)
  if (!base?.version && !isAsked && !isDelete) return null
  return {
    ...row,
    mutation: isDelete ? { ...mutation, version: 0 } : mutation,
    base: base && { ...base, version: 0 },
    parked:
      parked?.outcome === 'conflict'
        ? { ...parked, record: parked.record && { ...parked.record, version: 0 } }
        : parked,
  }
}

async function reoffer(replica: Replica, outside: Outside, options: ReofferOptions): Promise<void> {
  const { offered, signal } = options
  const stored = await readSentAfter(replica.db, -1)
  const sent = stored.sent.sort((a, b) => a.seq - b.seq)
  while (await offerAll(replica, outside, { ...options, sent })) forgetHasty(sent, offered)
  const refused = sent.flatMap(each => {
    const parked = offered.results.get(each.mutation.id)
    return parked && parked !== 'applied' ? [{ sent: each, parked }] : []
  })
  const byUid = grouped(refused, ({ sent: { mutation } }) => mutation.uid)
  for (const [uid, ofRecord] of byUid) {
    const last = sent.findLast(({ mutation }) => mutation.uid === uid)
    await outside.locks.run(outboxLock, async () => {
      signal.throwIfAborted()
      await settleRefused(replica, outside, { refused: ofRecord, last })
    })
    const addresses = ofRecord.slice(0, 1).map(({ sent: { mutation } }) => addressOf(mutation))
    outside.tell({ type: 'work', addresses })
  }
  signal.throwIfAborted()
  await replica.commit([], { isReoffering: false, history: offered.history, unoffered: stored.unreadable })
  offered.forget()
}

/** Offers what has not been answered. Returns whether anything was taken that something refused may have waited for. */
async function offerAll(
  replica: Replica,
  outside: Outside,
  { sent, suspicion, offered, signal }: ReofferOptions & { sent: SentMutation[] },
): Promise<boolean> {
  let isTaken = false
  // [OB15] An empty offer, to know that the server is there.
  if (suspicion.isDoubting) await offer(replica, outside, { request: [], suspicion, offered })
  for (;;) {
    signal.throwIfAborted()
    const left = sent.filter(({ mutation }) => !offered.results.has(mutation.id))
    const straight = left.filter(each => !suspicion.isStray(each))
    const next = straight.length > 0 ? straight.slice(0, suspicion.limit) : left.slice(0, 1)
    const [request] = requestsOf(next)
    if (!request) break
    const answer = await offer(replica, outside, { request, suspicion, offered })
    signal.throwIfAborted()
    offered.history = answer.history
    const resultOf = new Map(answer.results.map(result => [result.id, result]))
    for (const { mutation } of request) {
      const parked = parkedBy(resultOf.get(mutation.id))
      offered.results.set(mutation.id, parked ?? 'applied')
      isTaken ||= !parked
    }
    // [ST7] Others who wait hear that this run gets on.
    outside.tell({ type: 'pages' })
  }
  return isTaken && sent.some(({ mutation }) => isHasty(offered.results.get(mutation.id)))
}

async function offer(
  replica: Replica,
  outside: Outside,
  { request, suspicion, offered }: Omit<ReofferOptions, 'signal'> & { request: SentMutation[] },
): Promise<PushAnswer> {
  const { history } = offered
  const known = history === null ? {} : { history }
  const mutations = request.map(asMade)
  try {
    const ids = idsOf(request)
    const answer = await outside.transport.push({ ...ownerOf(replica), mutations, ids, ...known })
    suspicion.succeeded(request, request.length)
    return answer
  } catch (error) {
    // [OB10] [OB15] The others must not wait for it.
    const culprit = suspicion.failed(request, error, outside.now())
    if (culprit) offered.results.set(culprit.row.mutation.id, culprit.parked)
    throw error
  }
}

const awaiting = new Set(['unknown_reference', 'in_use'])

/** Refused for what another of them may change: people do things in an order that their devices need not keep. */
function isHasty(result: Parked | 'applied' | undefined): boolean {
  if (!result || result === 'applied' || result.outcome !== 'rejected') return false
  return result.issues.every(({ code }) => awaiting.has(code))
}

/** They are offered once more, with all that was refused behind them. */
function forgetHasty(sent: SentMutation[], { results }: Offered): void {
  const hasty = new Set<string>()
  for (const { mutation } of sent) {
    const result = results.get(mutation.id)
    if (isHasty(result)) hasty.add(mutation.uid)
    if (hasty.has(mutation.uid) && result !== 'applied') results.delete(mutation.id)
  }
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
  const isGone = last?.mutation.op === 'delete' && refused.every(({ sent }) => sent !== last)
  // A delete that was undone later does not count any more; nor what was done before one that is done.
  const standing = refused.filter(({ sent }) => !isGone && (sent.mutation.op !== 'delete' || sent === last))
  const unsent = refused.map(({ sent }) => sent.mutation.id)
  const change = (await again(replica, outside, standing)) ?? (await asked(replica, outside, standing))
  await replica.change({ ...change, unsent, pulled: nextPulled(replica.pulled) })
}

/** A delete goes out once more in its old place, unless its person has done something to the record since. */
async function again(replica: Replica, outside: Outside, standing: Refused[]): Promise<OutboxChange | null> {
  const [only] = standing
  if (!only || standing.length > 1) return null
  const row = unsentAgain(only.sent, outside)
  const later = (await replica.storedOutboxOf([row.mutation])).filter(each => each.seq > row.seq)
  const repeated = repeatedDelete(row, only.parked, { later, ...momentOf(replica, outside) })
  return repeated && { put: [repeated] }
}

/** What the restored server cannot take any more of one record waits for a person, as one item. */
async function asked(replica: Replica, outside: Outside, refused: Refused[]): Promise<OutboxChange> {
  const last = refused.at(-1)
  const whole = combined(refused)
  if (!last || !whole) return {}
  const row = unsentAgain(whole, outside)
  const later = (await replica.storedOutboxOf([row.mutation])).filter(each => each.seq > row.seq)
  // What may be on its way stays a mutation of its own, behind this one.
  const isFolding = later.every(each => !each.attempted)
  const moment = momentOf(replica, outside)
  if (isFolding && later.length > 0) return park(row, last.parked, later, moment)
  const left = judged(row, last.parked, moment)
  return left ? { put: [left] } : { remove: [row.seq] }
}

/** Its version is that of a history which is lost. */
function unsentAgain({ seq, mutation, base, took }: SentMutation, { now }: Outside): OutboxRow {
  const known = { base: base && { ...base, version: 0 }, ...(took && { took }) }
  return { seq, mutation, ...known, at: now(), attempted: true, parked: null }
}

/**
 * As one mutation on what came before them all; where some leave nothing, from there on, with what takes back something
 * that may be there all the same. Null: nothing is left.
 */
function combined(refused: Refused[]): SentMutation | null {
  let whole: SentMutation | null = null
  const isToStand = refused.some(({ sent, parked }) => mayBeThere(sent, parked))
  for (const { sent } of refused) {
    const next: SentMutation | null = whole ? folded(whole, sent) : sent
    whole = next ?? (isToStand ? sent : null)
  }
  return whole
}

export const offering: Offering = { forgetVersions, reoffer }
