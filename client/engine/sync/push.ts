/** Sending: batch by batch until nothing is left that may be sent. */
import { assert } from '../../../shared/assert.ts'
import type { PushAnswer } from '../../../shared/protocol.ts'
import { type Address, asMade, outboxLock, type OutboxRow, type SentMutation } from '../disk/outbox.ts'
import { nextPulled } from '../disk/pages.ts'
import { grouped } from '../grouped.ts'
import { type BatchOptions, nextBatch } from './batch.ts'
import type { Outside, Push } from './outside.ts'
import type { Replica } from '../replica/replica.ts'
import { type Moment, park, settle } from './settle.ts'
import { type Culprit, isUnanswered, type Suspicion } from './suspicion.ts'
import { keepTheirs } from './theirs.ts'

/** Batches in one run; what is left then goes with the next run. */
const maxBatches = 200

export interface PushOptions {
  run: number
  suspicion: Suspicion
  /** Aborted once this run has ended or was given up: nothing more may be written. */
  signal: AbortSignal
}

/** Returns the number of mutations settled. */
export async function push(replica: Replica, outside: Outside, options: PushOptions): Promise<number> {
  const { suspicion, signal } = options
  await outside.locks.run(outboxLock, () => replica.refreshWork())
  // [OB15] What has gone astray comes last, by itself.
  const strays = () => replica.outbox.filter(row => suspicion.isStray(row)).map(row => row.seq)
  let settled = 0
  // What waits for others is tried once more when any of them has settled, and keeps nobody else from being sent.
  let waiting = new Set(strays())
  let settledSince = 0
  for (let batches = 0; batches < maxBatches; batches++) {
    // [PU9] Whoever is signed in by now may be somebody else.
    signal.throwIfAborted()
    const { limit } = suspicion
    const batch = await outside.locks.run(outboxLock, () => takeBatch(replica, { limit, waiting }))
    if (batch.length === 0) {
      const late = waiting.size > 0 && settledSince > 0 ? 0 : await pushStray(replica, outside, options)
      if (late === 0 && (waiting.size === 0 || settledSince === 0)) break
      settled += late
      settledSince = late
      waiting = new Set(strays())
      continue
    }
    const count = await pushBatch(replica, outside, { ...options, batch })
    settled += count
    settledSince += count
    for (const { seq } of batch) waiting.add(seq)
  }
  return settled
}

/** [OB15] Once nothing else is left: one that has gone astray, alone. Returns the number of mutations settled. */
async function pushStray(replica: Replica, outside: Outside, options: PushOptions): Promise<number> {
  const { suspicion } = options
  for (const stray of suspicion.due(replica.outbox, outside.now())) {
    const others = replica.outbox.filter(row => row.mutation.uid !== stray.mutation.uid)
    const waiting = new Set(others.map(row => row.seq))
    const batch = await outside.locks.run(outboxLock, () => takeBatch(replica, { limit: 1, waiting }))
    if (batch.length === 0) continue
    try {
      return await pushBatch(replica, outside, { ...options, batch })
    } catch (error) {
      const isToPause = suspicion.due([stray], outside.now()).length === 0
      if (isUnanswered(error) && isToPause) return 0
      throw error
    }
  }
  return 0
}

/** Returns the number of mutations settled. */
async function pushBatch(
  replica: Replica,
  outside: Outside,
  { batch, run, suspicion, signal }: PushOptions & { batch: OutboxRow[] },
): Promise<number> {
  const answer = await send(replica, outside, { batch, suspicion })
  signal.throwIfAborted()
  // Before anybody is asked: cut off between the two, it would be asked again, and not forgotten.
  await keepTheirs(replica, outside, { batch, answer })
  const count = await outside.locks.run(outboxLock, () =>
    settleBatch(replica, outside, { batch, answer, run }),
  )
  suspicion.succeeded(batch, count)
  outside.tell({ type: 'work', addresses: batch.map(row => addressOf(row.mutation)) })
  // [ST7] Others who wait hear that this run gets on.
  outside.tell({ type: 'pages' })
  return count
}

/** [PU12] With what it knows of the server's history: a restored server says so before it settles anything. */
async function send(
  replica: Replica,
  outside: Outside,
  { batch, suspicion }: { batch: OutboxRow[]; suspicion: Suspicion },
): Promise<PushAnswer> {
  const history = replica.pulled.history ?? replica.pulled.cursor
  const mutations = batch.map(asMade)
  try {
    const known = history === null ? {} : { history }
    const offered = batch.some(isOffer) ? { ids: {} } : {}
    return await outside.transport.push({ ...ownerOf(replica), mutations, ...known, ...offered })
  } catch (error) {
    const culprit = suspicion.failed(batch, error, outside.now())
    if (culprit) await outside.locks.run(outboxLock, () => setAside(replica, outside, culprit))
    if (culprit) outside.tell({ type: 'work', addresses: [addressOf(culprit.row.mutation)] })
    throw error
  }
}

/** [RB4] A delete that was on its way to another history goes by what is in the record, not by its version. */
function isOffer({ attempted, mutation, base }: OutboxRow): boolean {
  return attempted && mutation.op === 'delete' && !base?.version
}

/** [OB10] [OB15] It keeps everything that was typed, and the next run goes on without it. */
async function setAside(
  replica: Replica,
  outside: Outside,
  { row: { seq, mutation }, parked }: Culprit<OutboxRow>,
): Promise<void> {
  const rows = await replica.storedOutboxOf([mutation])
  const row = rows.find(each => each.seq === seq && each.mutation.id === mutation.id)
  const later = rows.filter(each => each.seq > seq)
  const moment = momentOf(replica, outside)
  if (row) await replica.change({ ...park(row, parked, later, moment), pulled: nextPulled(replica.pulled) })
}

/** [OB5] Marks the batch, durably and as it now stands on disk, before anything leaves the device. */
async function takeBatch(replica: Replica, options: BatchOptions): Promise<OutboxRow[]> {
  // What another tab did unheard may be what a row of this batch refers to, or waits behind.
  await replica.refreshWork()
  const wanted = new Set(nextBatch(replica.outbox, options).map(row => row.seq))
  if (wanted.size === 0) return []
  const addresses = replica.outbox.filter(row => wanted.has(row.seq)).map(row => addressOf(row.mutation))
  const rows = (await replica.storedOutboxOf(addresses)).filter(row => wanted.has(row.seq) && !row.parked)
  const fresh = rows.filter(row => !row.attempted)
  // [PV4] What an older version of the app made, and never sent, goes out in today's meaning.
  const outdated = fresh.filter(row => row.original)
  const put = outdated.map(({ original: _, ...row }) => ({ ...row, attempted: true }))
  const attempt = fresh.filter(row => !row.original).map(row => row.seq)
  if (fresh.length > 0) await replica.change({ put, attempt })
  const current = new Map(put.map(row => [row.seq, row]))
  return rows.map(row => current.get(row.seq) ?? row)
}

interface Answered {
  batch: OutboxRow[]
  answer: PushAnswer
  run: number
}

/** [OB2] All settlements of a batch in one transaction. Returns how many rows were settled. */
async function settleBatch(
  replica: Replica,
  outside: Outside,
  { batch, answer, run }: Answered,
): Promise<number> {
  const rows = await replica.storedOutboxOf(batch.map(row => addressOf(row.mutation)))
  const rowOf = new Map(rows.map(row => [row.seq, row]))
  const ofRecord = grouped(rows, row => row.mutation.uid)
  // What another tab has taken back unheard is still in this one's memory.
  const outbox = [...replica.outbox.filter(row => !ofRecord.has(row.mutation.uid)), ...rows]
  const resultOf = new Map(answer.results.map(result => [result.id, result]))
  const put = new Map<number, OutboxRow>()
  const remove: number[] = []
  const sent: SentMutation[] = []
  const idOf = (uid: string) =>
    sent.find(({ mutation }) => mutation.uid === uid)?.record?.id ?? shownId(replica, uid)
  for (const { seq, mutation } of batch) {
    const row = rowOf.get(seq)
    if (row?.mutation.id !== mutation.id) continue
    const result = resultOf.get(row.mutation.id)
    assert(result, 'the server answers every mutation')
    // What is applied concerns its own record; thousands of others need not be looked through for each.
    const concerned = result.outcome === 'applied' ? (ofRecord.get(row.mutation.uid) ?? []) : outbox
    const settled = settle(row, result, concerned, {
      run,
      now: outside.now(),
      newUid: () => outside.newUid(),
      idOf,
    })
    for (const each of settled.put) put.set(each.seq, each)
    remove.push(...settled.remove)
    sent.push(...settled.sent)
  }
  const pulled = nextPulled(replica.pulled, { history: answer.history })
  await replica.change({ put: [...put.values()], remove, sent, pulled })
  return put.size + remove.length
}

export function momentOf(replica: Replica, outside: Outside): Pick<Moment, 'newUid' | 'idOf'> {
  return { newUid: () => outside.newUid(), idOf: uid => shownId(replica, uid) }
}

function shownId({ tables }: Replica, uid: string): string | undefined {
  for (const table of tables.values()) {
    const id = table.shown(uid)?.id
    if (id) return id
  }
  return undefined
}

export function ownerOf({ db: { userId, clientId } }: Replica): Pick<Push, 'user' | 'client'> {
  return { user: userId, client: clientId }
}

export function addressOf({ kind, uid }: Address): Address {
  return { kind, uid }
}
