/** The tables of one user's database, as IndexedDB sees them: addresses in the open, contents sealed. */
import { Dexie, type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { Sealed } from './seal.ts'

export interface PageRow {
  kind: string
  page: number
  revision: number
  sealed: Sealed
}

export interface OutboxStoredRow {
  seq: number
  kind: string
  uid: string
  sealed: Sealed
}

export interface DraftRow {
  kind: string
  uid: string
  /** As in the draft; what older versions of the app kept has none. */
  at?: number
  sealed: Sealed
}

export interface SentRow {
  id: string
  /** The sync run that settled it; its effect stands in the pages once that run's pull is complete. */
  run: number
  at: number
  sealed: Sealed
}

export interface MetaRow {
  name: string
  value: unknown
}

/** The version of this schema; a database of a later version is refused (`newer`), never wiped. */
export const schemaVersion = 1

export class Schema extends Dexie {
  pages!: Table<PageRow, [string, number]>
  outbox!: EntityTable<OutboxStoredRow, 'seq'>
  drafts!: Table<DraftRow, [string, string]>
  sent!: EntityTable<SentRow, 'id'>
  meta!: EntityTable<MetaRow, 'name'>

  constructor(name: string, storage: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>) {
    // [OB1] Without `strict`, "complete" only means that the operating system has the bytes.
    super(name, { ...storage, autoOpen: false, chromeTransactionDurability: 'strict' })
    this.version(schemaVersion).stores({
      pages: '[kind+page], revision',
      outbox: '++seq, [kind+uid]',
      drafts: '[kind+uid]',
      sent: 'id, run, at',
      meta: 'name',
    })
  }
}
