/** Settles mutations: each ends applied, in conflict or rejected, all in one transaction. Knows no HTTP. */
import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { instantOf } from '../../shared/fields.ts'
import type { Kinds } from '../../shared/metadata.ts'
import type { Settlement } from '../../shared/protocol.ts'
import { advanceClock, type Clock, lockClock, tokenOf } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { ConstraintViolation } from '../db/driver.ts'
import { insertLedgerRows, type LedgerRow } from '../db/ledger.ts'
import { insertRefusedRows, type RefusedRow } from '../db/refused.ts'
import { gapAt } from '../db/restored.ts'
import type { Tx } from '../db/schema.ts'
import { Batch } from './batch.ts'
import { check, type Checked } from './check.ts'
import { type Done, judge, rejected, toWire } from './judge.ts'
import { keepsRefusals } from './protocol-3.ts'
import { answeredAgain, rememberedOf } from './remembered.ts'

/** Who pushes: what is remembered of a mutation names user and client, the record the name of whoever changed it last. */
export interface Writer {
  userId: string
  username: string
  clientId: string
}

export interface SettleOptions {
  database: Database
  kinds: Kinds
  writer: Writer
  /** One of those that are supported. */
  protocol: number
  /** Any JSON, each with a readable id. */
  mutations: readonly { id: string }[]
  /** [PU13] By mutation id. */
  ids?: Record<string, string> | undefined
  /** [PU12] In the same transaction: throws when this is not the database that the client knows. */
  admit?: ((tx: Tx) => Promise<void>) | undefined
}

/** How each ended, and the clock as of then, with the token of its commit. */
export interface Settled extends Pick<Clock, 'clock' | 'token'> {
  results: Settlement[]
}

export async function settle(options: SettleOptions): Promise<Settled> {
  const { kinds, mutations, protocol } = options
  try {
    const checked = mutations.map(mutation => check(kinds, mutation, protocol))
    return await settleTogether(options, checked)
  } catch (error) {
    if (!(error instanceof ConstraintViolation)) throw error
    return settleOneByOne(options, error)
  }
}

/** [PU6] A constraint that the metadata does not know refuses a mutation, and must not hold up the others. */
async function settleOneByOne(options: SettleOptions, cause: ConstraintViolation): Promise<Settled> {
  const { mutations } = options
  if (mutations.length === 1) return settleTogether(options, [{ issues: [{ field: '', code: cause.code }] }])
  const all: Settlement[] = []
  let at: Pick<Clock, 'clock' | 'token'> | undefined
  for (const mutation of mutations) {
    const { results, ...settled } = await settle({
      ...options,
      mutations: [mutation],
      admit: after(options, at),
    })
    at = settled
    all.push(...results)
  }
  return { clock: 0, token: '', ...at, results: all }
}

/** [PU12] What is settled apart is settled in one history: the answer names only one. */
function after({ admit }: SettleOptions, last: Pick<Clock, 'clock' | 'token'> | undefined) {
  return async (tx: Tx): Promise<void> => {
    await admit?.(tx)
    if (last && (await tokenOf(tx, last.clock)) !== last.token) throw new AppError('cursor_expired')
  }
}

/** `checked`: for each mutation, what can be read of it. */
async function settleTogether(options: SettleOptions, checked: readonly Checked[]): Promise<Settled> {
  const { database, kinds, mutations, ids, admit } = options
  const isKeeping = keepsRefusals(options.protocol)
  const readable = checked.flatMap(each => ('mutation' in each ? [each.mutation] : []))
  return database.write(async tx => {
    const clock = await lockClock(tx)
    await admit?.(tx)
    const version = clock + 1
    const known = await rememberedOf(
      tx,
      { driver: database.driver, kinds },
      mutations.map(({ id }) => id),
    )
    const now = database.stamps.now()
    const written = { version, by: options.writer.username, at: instantOf(now) }
    const batch = new Batch({ tx, driver: database.driver, kinds, written, reach: gapAt(now) })
    await batch.load(readable.filter(({ id }) => !known.has(id)))

    const results: Settlement[] = []
    const rows: LedgerRow[] = []
    const refused: RefusedRow[] = []
    let isWritten = false
    for (const [index, each] of checked.entries()) {
      const id = mutations[index]?.id ?? ''
      const hash = hashOf(mutations[index])
      const seen = known.get(id)
      if (seen) {
        results.push(answeredAgain(id, seen, hash))
        continue
      }
      const judgement =
        'issues' in each ? { refusal: rejected(id, each.issues) } : await judge(batch, { ...each, ids })
      const done = 'done' in judgement ? judgement.done : null
      const isWrite = done?.isWrite === true
      const row = { id, hash, ...stampsOf(options), clock: isWrite ? version : clock }
      const settlement = 'refusal' in judgement ? judgement.refusal : applied(judgement.done, row)
      results.push(settlement)
      if (done) rows.push({ ...row, ...entryOf(done), author: written.by, position: index })
      else if (isKeeping) refused.push({ ...row, settlement: JSON.stringify(settlement) })
      if (done || isKeeping) known.set(id, { hash, settlement })
      isWritten ||= isWrite
    }

    // [PU5] What changed nothing is remembered under the clock as it is.
    await batch.flush()
    await insertLedgerRows(tx, rows)
    await insertRefusedRows(tx, refused)
    if (isWritten) await advanceClock(tx, version, database)
    const at = isWritten ? version : clock
    // [PU12] Read later, it could be the token of another history.
    const token = (await tokenOf(tx, at)) ?? ''
    return { commit: rows.length + refused.length > 0, answer: { clock: at, token, results } }
  })
}

/** Who settled something, and when. */
export function stampsOf({
  database,
  writer,
}: Pick<SettleOptions, 'database' | 'writer'>): Pick<LedgerRow, 'user_id' | 'client_id' | 'at'> {
  return { user_id: writer.userId, client_id: writer.clientId, at: database.stamps.now().toISOString() }
}

function applied({ kind, after }: Done, { id, clock }: { id: string; clock: number }): Settlement {
  return { id, outcome: 'applied', version: clock, record: toWire(kind, after) }
}

/** What the ledger says of one mutation's effect. */
function entryOf(
  done: Done,
): Pick<LedgerRow, 'kind' | 'uid' | 'op'> & { before: string | null; after: string | null } {
  const { kind, mutation } = done
  const { uid, op } = mutation
  const [before, after] = [toWire(kind, done.before), toWire(kind, done.after)]
  return {
    ...{ kind: kind.name, uid, op },
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  }
}

/** The same content has the same hash, whatever the order of its keys. */
function hashOf(mutation: unknown): string {
  return createHash('sha256').update(canonical(mutation)).digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map(key => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`).join(',')}}`
}
