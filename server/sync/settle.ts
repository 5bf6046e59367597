/** Settles mutations: each ends applied, in conflict or rejected, all in one transaction. Knows no HTTP. */
import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { instantOf } from '../../shared/fields.ts'
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { Mutation, ServerRecord, Settlement } from '../../shared/protocol.ts'
import { notNoted, type Provenance } from '../../shared/provenance.ts'
import { currentFields } from '../../shared/schema.ts'
import { advanceClock, type Clock, lockClock, tokenOf } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { ConstraintViolation } from '../db/driver.ts'
import type { Tx } from '../db/schema.ts'
import { insertLedgerRows, type LedgerRow, ledgerRows } from '../db/ledger.ts'
import { Batch } from './batch.ts'
import { check } from './check.ts'
import { judge, rejected, toWire } from './judge.ts'

/** Who pushes: the ledger remembers user and client, the record the name of whoever changed it last. */
export interface Writer {
  userId: string
  username: string
  clientId: string
}

export interface SettleOptions {
  database: Database
  kinds: Kinds
  writer: Writer
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
  try {
    return await settleTogether(options)
  } catch (error) {
    if (!(error instanceof ConstraintViolation)) throw error
    return settleOneByOne(options, error)
  }
}

/** [PU6] A constraint that the metadata does not know refuses a mutation, and must not hold up the others. */
async function settleOneByOne(options: SettleOptions, cause: ConstraintViolation): Promise<Settled> {
  const { mutations } = options
  const [only] = mutations
  if (mutations.length === 1 && only)
    return { ...(await clockOf(options)), results: [rejected(only.id, [{ field: '', code: cause.code }])] }
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

async function clockOf({ database, admit }: SettleOptions): Promise<Pick<Clock, 'clock' | 'token'>> {
  return database.write(async tx => {
    const clock = await lockClock(tx)
    await admit?.(tx)
    return { commit: false, answer: { clock, token: (await tokenOf(tx, clock)) ?? '' } }
  })
}

type Known = Pick<LedgerRow, 'hash'> & { after: string | null }

/** What the ledger holds of them, by mutation id. */
async function settledBefore(tx: Tx, mutations: readonly { id: string }[]): Promise<Map<string, Known>> {
  const rows = await ledgerRows(
    tx,
    mutations.map(({ id }) => id),
  )
  return new Map(rows.map(row => [row.id, row]))
}

async function settleTogether(options: SettleOptions): Promise<Settled> {
  const { database, kinds, writer, mutations, ids, admit } = options
  const checked = mutations.map(mutation => check(kinds, mutation))
  const readable = checked.flatMap(each => ('mutation' in each ? [each.mutation] : []))
  return database.write(async tx => {
    const clock = await lockClock(tx)
    await admit?.(tx)
    const version = clock + 1
    const known = await settledBefore(tx, mutations)
    const now = database.stamps.now()
    const written = { version, by: writer.username, at: instantOf(now) }
    const batch = new Batch({ tx, driver: database.driver, kinds, written })
    await batch.load(readable.filter(({ id }) => !known.has(id)))

    const results: Settlement[] = []
    const rows: LedgerRow[] = []
    let isWritten = false
    for (const [index, each] of checked.entries()) {
      const id = mutations[index]?.id ?? ''
      const hash = hashOf(mutations[index])
      const seen = known.get(id)
      if (seen) {
        results.push(seen.hash === hash ? repeated(kinds, id, seen.after) : reused(id))
        continue
      }
      if ('issues' in each) {
        results.push(rejected(id, each.issues))
        continue
      }
      const { mutation, kind } = each
      const verdict = await judge(batch, { ...each, ids })
      if ('settlement' in verdict) {
        results.push(verdict.settlement)
        continue
      }
      const { before, after, isWrite } = verdict.effect
      const row = ledgerRow({ mutation, hash, before: toWire(kind, before), after: toWire(kind, after) })
      rows.push({
        ...row,
        user_id: writer.userId,
        client_id: writer.clientId,
        at: now.toISOString(),
        clock: isWrite ? version : clock,
        position: index,
      })
      known.set(mutation.id, row)
      results.push({ id: mutation.id, outcome: 'applied', record: toWire(kind, after) })
      isWritten ||= isWrite
    }

    // [PU5] A mutation that was applied but changed nothing is remembered, under the clock as it is.
    await batch.flush()
    await insertLedgerRows(tx, rows)
    if (isWritten) await advanceClock(tx, version, database)
    const at = isWritten ? version : clock
    // [PU12] Read later, it could be the token of another history.
    const token = (await tokenOf(tx, at)) ?? ''
    return { commit: rows.length > 0, answer: { clock: at, token, results } }
  })
}

/** [PU2] Also when today's rules would refuse it. The ledger keeps records as they were written, some without a name. */
function repeated(kinds: Kinds, id: string, after: string | null): Settlement {
  const record = after === null ? null : withProvenance(JSON.parse(after))
  const kind = record && kindNamed(kinds, record.kind)
  return {
    id,
    outcome: 'applied',
    record: kind ? { ...record, fields: currentFields(kind, record.fields) } : record,
  }
}

function withProvenance(kept: Omit<ServerRecord, keyof Provenance>): ServerRecord {
  return { ...notNoted, ...kept }
}

/** [PU3] */
function reused(id: string): Settlement {
  return rejected(id, [{ field: 'id', code: 'mutation_reused' }])
}

function ledgerRow(entry: {
  mutation: Mutation
  hash: string
  before: ServerRecord | null
  after: ServerRecord | null
}): Pick<LedgerRow, 'id' | 'kind' | 'uid' | 'op' | 'hash'> & { before: string | null; after: string | null } {
  const { mutation, hash, before, after } = entry
  return {
    id: mutation.id,
    kind: mutation.kind,
    uid: mutation.uid,
    op: mutation.op,
    hash,
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
