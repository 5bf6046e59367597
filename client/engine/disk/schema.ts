/** The tables of one user's database, as IndexedDB sees them: addresses in the open, contents sealed. */
import { Dexie, type DexieOptions, type EntityTable, type Table, type Transaction } from 'dexie'
import type { Sealed } from './seal.ts'

export interface PageRow {
  kind: string
  page: number
  revision: number
  sealed: Sealed
}

/** The acts of one record that were stored in one go; usually one. They are in no flight. */
export interface ActRow {
  seq: number
  /** [OB16] The write's own id: one whose end was not heard of is not done twice. */
  write?: string
  kind: string
  uid: string
  sealed: Sealed
}

/** [MA4] The head of up to 512 acts that were stored in one go, each on its own record: those in no flight are named. */
export interface GroupRow {
  /** Of its first act: they are numbered one after the other. */
  seq: number
  write: string
  kind: string
  /** By their places; '' where the act has left, or was taken back. */
  uids: string[]
  /** [OB9] Those that were taken back: each with its opposite, numbered from `seq` on by its place. */
  back: { seq: number; at: number; uids: string[] }[]
  /** [MG3] Between these numbers acts may stand that some of them had not heard of. */
  unheard: { after: number; before: number }
}

/** What was done, by the places of the head with the same number. It stays as it is for as long as the head is there. */
export interface BodyRow {
  seq: number
  /** Of its head: it was sealed before it was numbered. */
  write: string
  sealed: Sealed
}

export interface FlightRow {
  id: string
  kind: string
  uid: string
  /** `idle`: its acts came to nothing, and nothing was sent. */
  state: 'waiting' | 'answered' | 'idle'
  /** [RB4] Answered once, by a history that the server has lost. */
  isRepeated?: boolean
  /** The sync run that settled it; its effect stands in the pages once that run's pull is complete. */
  run: number
  at: number
  /** The newest of its acts. */
  newest: number
  /** [OB16] Where its acts stood before; none in rows of earlier versions. */
  rows?: Required<Pick<ActRow, 'seq' | 'write'>>[]
  sealed: Sealed
}

export interface RefusalRow {
  kind: string
  uid: string
  sealed: Sealed
}

export interface DraftRow {
  /** The id of its form. */
  id: string
  kind: string
  uid: string
  /** Where it was sealed, when that was under another id. */
  place?: string
  /** In drafts of version 1 alone, which did not seal it along. */
  since?: number
  sealed: Sealed
}

/** As version 1 of the database stored an edit; it stays until it has been read. */
export interface OldEditRow {
  seq: number
  kind: string
  uid: string
  sealed: Sealed
}

export interface OldSentRow {
  id: string
  /** [OB14] Settled in a history that the server has lost. */
  isRepeated?: boolean
  run: number
  at: number
  sealed: Sealed
}

export interface MetaRow {
  name: string
  value: unknown
}

/** The key of a record in an index. */
export function keyOf({ kind, uid }: { kind: string; uid: string }): [string, string] {
  return [kind, uid]
}

/** The version of this schema; a database of a later version is refused (`newer`), never wiped. */
export const databaseVersion = 5

/** Dexie multiplies: its version 1 is IndexedDB's version 10. */
export const versionsOfDexie = 10

/** [LK5] Of a database that is being left: nobody else opens it. Not the next whole one, which has a meaning of its own. */
const leaving = 0.1
export const leavingVersion = databaseVersion + leaving

/** Of this app, or of one before it that was cut off. */
export function isLeavingVersion(version: number): boolean {
  return version % versionsOfDexie === leaving * versionsOfDexie
}

/** What browsers keep databases with. */
export type Storage = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>>

export class Schema extends Dexie {
  pages!: Table<PageRow, [string, number]>
  acts!: EntityTable<ActRow, 'seq'>
  groups!: EntityTable<GroupRow, 'seq'>
  bodies!: EntityTable<BodyRow, 'seq'>
  flights!: EntityTable<FlightRow, 'id'>
  refusals!: Table<RefusalRow, [string, string]>
  unsaved!: EntityTable<DraftRow, 'id'>
  meta!: EntityTable<MetaRow, 'name'>
  outbox!: EntityTable<OldEditRow, 'seq'>
  sent!: EntityTable<OldSentRow, 'id'>

  constructor(name: string, storage: Storage, { isLeaving = false } = {}) {
    // [OB1] Without `strict`, "complete" only means that the operating system has the bytes.
    super(name, { ...storage, autoOpen: false, chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      pages: '[kind+page], revision',
      outbox: '++seq, [kind+uid]',
      drafts: '[kind+uid]',
      sent: 'id, run, at',
      meta: 'name',
    })
    this.version(2)
      .stores({
        acts: '++seq, write, [kind+uid]',
        flights: 'id, [kind+uid], state, run, at, newest',
        refusals: '[kind+uid]',
        unsaved: 'id, [kind+uid]',
        drafts: null,
      })
      .upgrade(async transaction => {
        await moveDrafts(transaction, await goOnCounting(transaction))
        await receiveAnew(transaction)
      })
    // [PG9] The tables stay as they are: an app that cannot read pages that are laid out must not take them for damaged.
    this.version(3).stores({})
    // [PG9] Marked capitals, and texts of one length.
    this.version(4).stores({})
    // [MA4] No index: a record's act is found by reading the heads, of which there is one for 512 acts.
    this.version(5).stores({ groups: 'seq', bodies: 'seq' })
    if (isLeaving) this.version(leavingVersion).stores({})
  }
}

/** [CH7] Every act to come has a greater number than any edit ever had, sent ones among them; that number. */
async function goOnCounting(transaction: Transaction): Promise<number> {
  const outbox = transaction.table<object, number>('outbox')
  const seq = await outbox.add({ kind: '', uid: '' })
  await outbox.delete(seq)
  const acts = transaction.table<object, number>('acts')
  await acts.add({ seq, kind: '', uid: '' })
  await acts.delete(seq)
  return seq
}

/**
 * [UP1] As they are sealed: where that was stands beside each, and is its id, as there was one in a place. `since`: what a
 * form had shown stands, as all that was done before was seen in it. [MG3]
 */
async function moveDrafts(transaction: Transaction, since: number): Promise<void> {
  const rows = (await transaction.table('drafts').toArray()) as Omit<DraftRow, 'id'>[]
  await transaction.table('unsaved').bulkPut(
    rows.map(({ kind, uid, sealed }) => {
      const place = `drafts/${kind}/${uid}`
      return { id: place, kind, uid, place, since, sealed }
    }),
  )
}

/** [CH10] Pages of version 1 do not say who changed a record last, and when. */
async function receiveAnew(transaction: Transaction): Promise<void> {
  const meta = transaction.table<MetaRow, string>('meta')
  const row = await meta.get('pulled')
  if (!row) return
  const pulled = row.value as { cursor: string | null; history?: string | null }
  const history = pulled.history ?? pulled.cursor
  await meta.put({ name: 'pulled', value: { ...pulled, cursor: null, history, isResyncing: true } })
}
