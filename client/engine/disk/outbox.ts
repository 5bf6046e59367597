/** What this person did and the server has not settled: one row a mutation, in order. */
import type { Issue } from '../../../shared/fields.ts'
import type { Mutation, ServerRecord } from '../../../shared/protocol.ts'
import { kindNamed } from '../../../shared/metadata.ts'
import type { Changes, Fields } from '../../../shared/record.ts'
import { currentFields, currentMutation, schemaVersion } from '../../../shared/schema.ts'
import type { Database } from './database.ts'
import { type DraftPlace, removeDraft } from './drafts.ts'
import { type Pulled, expectRevision, pulledIn } from './pages.ts'
import type { OutboxStoredRow, Schema, SentRow } from './schema.ts'
import type { Sealed } from './seal.ts'
import { openEach } from './unreadable.ts'
import { readWork, runsOf, workAfter } from './work.ts'

/** The lock under which outbox rows are read, decided upon and written. */
export const outboxLock = 'outbox'

/** Why a row waits for a person. */
export type Parked =
  | { outcome: 'conflict'; reason: 'changed' | 'deleted'; fields: string[]; record: ServerRecord | null }
  | { outcome: 'rejected'; issues: Issue[] }

export interface OutboxRow {
  /** The order; 0 until the row is stored. */
  seq: number
  mutation: Mutation
  /** [OB5] As an older version of the app made it: what is sent, to the byte, when it may be on its way. */
  original?: Mutation
  /** [OB8] The record as the person saw it, whole, also when it is made again; null for a new one. */
  base: { version: number; fields: Fields } | null
  /** [OB4] Of a delete: the unsent edits that went with it. */
  took?: Changes
  /** ms since 1970. */
  at: number
  /** [OB5] It may be on its way: its mutation is never altered any more. */
  attempted: boolean
  parked: Parked | null
}

/** A mutation the server applied, kept for 30 days: a server restored from a backup is offered it again. */
export interface SentMutation extends Pick<OutboxRow, 'seq' | 'mutation' | 'original' | 'base' | 'took'> {
  /** What the server answered. */
  record: ServerRecord | null
  run: number
  at: number
}

export interface OutboxChange {
  put?: OutboxRow[]
  /** [OB5] Sequence numbers of rows that are on their way from now on, as they are stored. */
  attempt?: number[]
  /** Sequence numbers of rows that leave. */
  remove?: number[]
  sent?: SentMutation[]
  /** Mutation ids that do not count as sent any more: a restored server refused them. */
  unsent?: string[]
  /** Written together with what was settled. */
  pulled?: Pulled
  /** The draft that became this work. */
  dropDraft?: DraftPlace
}

/** The rows as stored, with their sequence numbers, and the revision they were stored as. */
export interface OutboxChanged {
  put: OutboxRow[]
  revision: number
}

/** All or nothing, durably. */
export async function changeOutbox(db: Database, change: OutboxChange): Promise<OutboxChanged> {
  const put = (change.put ?? []).map(row => labelled(db, row))
  const rows = await Promise.all(put.map(row => sealRow(db, row)))
  const sent = await Promise.all((change.sent ?? []).map(each => sealSent(db, each)))
  const token = put.some(row => row.seq === 0) ? db.newUid() : null
  const { seqs, revision } = await db.run(schema =>
    schema.transaction('rw', schema.outbox, schema.sent, schema.drafts, schema.meta, async () => {
      const before = await readWork(schema)
      // Run again, because the connection died before it said that all was written.
      if (token !== null && before.newest?.change === token)
        return { seqs: before.newest.seqs, revision: before.revision }
      if (change.pulled) await expectRevision(schema, change.pulled.revision - 1)
      if (change.pulled) await schema.meta.put({ name: 'pulled', value: change.pulled })
      for (const [first, last] of runsOf(change.remove ?? []))
        await schema.outbox.where('seq').between(first, last, true, true).delete()
      if (change.unsent?.length) await schema.sent.bulkDelete(change.unsent)
      if (sent.length > 0) await schema.sent.bulkPut(sent)
      if (change.dropDraft) await removeDraft(schema, change.dropDraft)
      const isPutting = rows.length > 0
      const seqs = isPutting ? await schema.outbox.bulkPut(rows as OutboxStoredRow[], { allKeys: true }) : []
      const work = workAfter(before, change, token === null ? before.newest : { change: token, seqs })
      await schema.meta.put({ name: 'work', value: work })
      return { seqs, revision: work.revision }
    }),
  )
  return { put: put.map((row, index) => ({ ...row, seq: seqs[index] ?? row.seq })), revision }
}

/** Rows as they stand on the disk, in order. */
export interface OutboxRead {
  rows: OutboxRow[]
  /** [OB12] They stay where they are. */
  unreadable: UnreadableRow[]
  /** At which they were read. */
  revision: number
}

/** Which record the row is about can be read always. */
export type UnreadableRow = Pick<OutboxStoredRow, 'seq' | 'kind' | 'uid'>

/** Every row. */
export async function readOutbox(db: Database): Promise<OutboxRead> {
  return readRows(db, ({ outbox }) => outbox.orderBy('seq').toArray())
}

/** Every row of these records. */
export async function readOutboxOf(db: Database, addresses: Address[]): Promise<OutboxRead> {
  const keys = addresses.map(({ kind, uid }): [string, string] => [kind, uid])
  return readRows(db, ({ outbox }) => outbox.where('[kind+uid]').anyOf(keys).sortBy('seq'))
}

async function readRows(db: Database, read: (schema: Schema) => PromiseLike<OutboxStoredRow[]>) {
  const { stored, work } = await db.run(schema =>
    schema.transaction('r', schema.outbox, schema.meta, async () => ({
      stored: await read(schema),
      work: await readWork(schema),
    })),
  )
  const attempted = new Set(work.attempted)
  const { opened, closed } = await openEach(stored, row => openRow(db, row, attempted.has(row.seq)))
  const unreadable = closed.map(({ seq, kind, uid }) => ({ seq, kind, uid }))
  return { rows: opened, unreadable, revision: work.revision }
}

export interface SentRead {
  sent: SentMutation[]
  /** [OB14] How many more there are that cannot be read. */
  unreadable: number
}

interface SentMoment extends SentRead {
  /** Of the pages that it lies over, and of the outbox beside it. */
  revision: number
  workRevision: number
}

/** What the server applied in runs later than `run`, oldest first, whatever a clock said in between [CH7]. */
export async function readSentAfter(db: Database, run: number): Promise<SentMoment> {
  let moment = { revision: 0, workRevision: 0 }
  const read = await readSent(db, async schema =>
    schema.transaction('r', schema.sent, schema.meta, async () => {
      moment = {
        revision: (await pulledIn(schema)).revision,
        workRevision: (await readWork(schema)).revision,
      }
      return schema.sent.where('run').above(run).toArray()
    }),
  )
  return { ...read, sent: read.sent.sort((a, b) => a.run - b.run || a.seq - b.seq), ...moment }
}

/** The newest settled mutations, newest first. */
export async function readLastSent(db: Database, count: number): Promise<SentRead> {
  return readSent(db, ({ sent }) => sent.orderBy('at').reverse().limit(count).toArray())
}

async function readSent(db: Database, read: (schema: Schema) => Promise<SentRow[]>): Promise<SentRead> {
  const { opened, closed } = await openEach(await db.run(read), row => openSent(db, row))
  return { sent: opened, unreadable: closed.length }
}

/** Which record a row is about. */
export type Address = Pick<OutboxStoredRow, 'kind' | 'uid'>
type NewOutboxRow = Omit<OutboxStoredRow, 'seq'> & { seq?: number }

const outboxPlace = ({ kind, uid }: Address) => `outbox/${kind}/${uid}`

/** What goes over the wire. */
export function asMade({ original, mutation }: Pick<OutboxRow, 'original' | 'mutation'>): Mutation {
  return original ?? mutation
}

/** [PV4] What may be on its way stays as it was made; anything else is in today's meaning, and says so. */
function labelled(db: Database, { original, ...row }: OutboxRow): OutboxRow {
  if (row.attempted && !row.parked) return original ? { ...row, original } : row
  return { ...row, mutation: { ...row.mutation, schema: schemaVersion(db.kinds) } }
}

async function sealRow(db: Database, row: OutboxRow): Promise<NewOutboxRow> {
  const { seq, original: _, ...body } = row
  const { kind, uid } = body.mutation
  const sealed: Sealed = await db.seal.close(outboxPlace({ kind, uid }), { ...body, mutation: asMade(row) })
  return { ...(seq > 0 ? { seq } : {}), kind, uid, sealed }
}

async function openRow(
  db: Database,
  { seq, ...row }: OutboxStoredRow,
  isAttempted: boolean,
): Promise<OutboxRow> {
  const stored = (await db.seal.open(outboxPlace(row), row.sealed)) as Omit<OutboxRow, 'seq' | 'original'>
  const body = isAttempted ? { ...stored, attempted: true } : stored
  const { mutation, original, base } = current(db, body)
  const { parked } = body
  const today = { mutation, base, ...tookOf(db, body), parked: parked && currentParked(db, parked) }
  const opened = { ...body, ...today, seq }
  return original ? { ...opened, original } : opened
}

function tookOf({ kinds }: Database, { mutation, took }: Pick<OutboxRow, 'mutation' | 'took'>) {
  const asUpdate = took && currentMutation(kinds, { ...mutation, op: 'update', changes: took })
  return asUpdate?.op === 'update' ? { took: asUpdate.changes } : {}
}

async function sealSent(db: Database, each: SentMutation): Promise<SentRow> {
  const { run, at, original: _, ...body } = each
  const { id } = body.mutation
  return { id, run, at, sealed: await db.seal.close(`sent/${id}`, { ...body, mutation: asMade(each) }) }
}

async function openSent(db: Database, { id, run, at, sealed }: SentRow): Promise<SentMutation> {
  const body = (await db.seal.open(`sent/${id}`, sealed)) as Omit<SentMutation, 'run' | 'at'>
  const today = { ...current(db, body), ...tookOf(db, body), record: currentRecord(db, body.record) }
  return { ...body, ...today, run, at }
}

/** [PV4] */
function current(
  { kinds }: Database,
  { mutation: made, base }: Pick<OutboxRow, 'mutation' | 'base'>,
): Pick<OutboxRow, 'mutation' | 'original' | 'base'> {
  const kind = kindNamed(kinds, made.kind)
  const mutation = currentMutation(kinds, made)
  const isOlder = mutation !== made
  return {
    mutation,
    ...(isOlder && { original: made }),
    base: base && kind ? { ...base, fields: currentFields(kind, base.fields) } : base,
  }
}

function currentParked(db: Database, parked: Parked): Parked {
  return parked.outcome === 'conflict' ? { ...parked, record: currentRecord(db, parked.record) } : parked
}

function currentRecord({ kinds }: Database, record: ServerRecord | null): ServerRecord | null {
  const kind = record && kindNamed(kinds, record.kind)
  return kind ? { ...record, fields: currentFields(kind, record.fields) } : record
}
