/** How one push ends beside others of the same transaction: its mutations in order, each on what those before it left. */
import { createHash } from 'node:crypto'
import type { Settlement } from '../../shared/protocol.ts'
import type { LedgerRow } from '../db/ledger.ts'
import { bodiesOf } from '../db/ledger-bodies.ts'
import type { RefusedRow } from '../db/refused.ts'
import type { Batch } from './batch.ts'
import type { Checked } from './check.ts'
import type { Cursor } from './cursor.ts'
import { type Done, judge, rejected, toWire } from './judge.ts'
import { keepsRefusals } from './protocol-3.ts'
import { answeredAgain, asShown, type Remembered } from './remembered.ts'
import type { Sight } from './sight.ts'

/** Who pushes: what is remembered of a mutation names user and client, the record the name of whoever changed it last. */
export interface Writer {
  userId: string
  username: string
  clientId: string
}

export interface Push {
  writer: Writer
  /** One of those that are supported. */
  protocol: number
  /** Any JSON, each with a readable id. */
  mutations: readonly { id: string }[]
  /** [PU13] By mutation id. */
  ids?: Record<string, string> | undefined
  /** [PU12] Commits that this database has to have lived through. */
  lived?: readonly Cursor[] | undefined
}

/** With what can be read of each mutation, and its hash: worked out before anybody waits for it. */
export interface ReadPush extends Push {
  checked: readonly Checked[]
  hashes: readonly string[]
}

/** What all pushes of one transaction share. */
export interface Transaction {
  batch: Batch
  /** [SC2] By user. */
  sightOf(userId: string): Sight
  known: Map<string, Remembered>
  /** As it is, and what it becomes if anything is written. */
  clock: number
  version: number
  /** The server's time, and as records have it. */
  at: string
  instant: string
  ledger: LedgerRow[]
  refused: RefusedRow[]
}

export interface Ended {
  results: Settlement[]
  /** Whether any of it was a write. */
  isWritten: boolean
}

/** `clock`: as of then, for what writes nothing. */
export function settleOne(push: ReadPush, transaction: Transaction, clock: number): Ended {
  const { batch, known, version, at, instant, ledger, refused } = transaction
  const { writer, ids } = push
  const { userId } = writer
  const sight = transaction.sightOf(userId)
  const isKeeping = keepsRefusals(push.protocol)
  const stamp = { version, by: writer.username, at: instant }
  const results: Settlement[] = []
  let isWritten = false
  for (const [index, each] of push.checked.entries()) {
    const id = push.mutations[index]?.id ?? ''
    const hash = push.hashes[index] ?? ''
    const seen = known.get(id)
    if (seen) {
      results.push(answeredAgain({ id, hash, userId }, seen, sight))
      continue
    }
    const judgement =
      'issues' in each ? { refusal: rejected(id, each.issues) } : judge(batch, { ...each, ids, stamp, sight })
    const done = 'done' in judgement ? judgement.done : null
    const isWrite = done?.isWrite === true
    const stamps = { user_id: userId, client_id: writer.clientId, at }
    const row = { id, hash, ...stamps, clock: isWrite ? version : clock }
    const settlement = 'refusal' in judgement ? judgement.refusal : applied(judgement.done, row)
    results.push(asShown(settlement, sight))
    if (done) ledger.push(entryOf(done, { ...row, author: writer.username, position: ledger.length }))
    else if (isKeeping) refused.push({ ...row, settlement: JSON.stringify(settlement) })
    if (done || isKeeping) known.set(id, { userId, hash, settlement })
    isWritten ||= isWrite
  }
  return { results, isWritten }
}

function applied({ kind, after }: Done, { id, clock }: { id: string; clock: number }): Settlement {
  return { id, outcome: 'applied', version: clock, record: toWire(kind, after) }
}

/** What the ledger says of one mutation's effect. */
function entryOf(
  { kind, mutation: { uid, op }, ...done }: Done,
  row: Omit<LedgerRow, 'kind' | 'uid' | 'op' | 'before' | 'after'> & { clock: number },
): LedgerRow {
  const [before, after] = [toWire(kind, done.before), toWire(kind, done.after)]
  return { ...row, kind: kind.name, uid, op, ...bodiesOf(before, after, row) }
}

/** The same content has the same hash, whatever the order of its keys: of SHA-256 the first half. */
export function hashOf(mutation: unknown): string {
  return createHash('sha256').update(canonical(mutation)).digest('hex').slice(0, 32)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map(key => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`).join(',')}}`
}
