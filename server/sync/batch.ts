/**
 * The records one push touches: read in a few statements, changed in memory, written in a few statements.
 * Only valid while the clock is locked; does not know what a conflict is.
 */
import { isBigInteger, isUidReference, type Value } from '../../shared/fields.ts'
import { maxId } from '../../shared/limits.ts'
import type { Kind, Kinds } from '../../shared/metadata.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Driver } from '../db/driver.ts'
import {
  deleteTombstones,
  insertTombstones,
  isBuriedId,
  keepLastId,
  lastId,
  tombstonedIds,
} from '../db/ledger.ts'
import {
  countReferences,
  deleteRecords,
  existingIds,
  insertRecords,
  recordsByUid,
  type StoredRecord,
  updateRecord,
} from '../db/records.ts'
import type { Tx } from '../db/schema.ts'
import { wantedOf } from './wanted.ts'

interface Entry {
  /** What the tables hold. */
  isStored: boolean
  isBuried: boolean
  /** What they are to hold: a record, or the id of a deleted one, or neither. */
  record: StoredRecord | null
  buriedId: string | null
  isDirty: boolean
}

interface KindEntries {
  kind: Kind
  entries: Map<string, Entry>
  /** Ids that references may name, as far as this push asks for them. */
  ids: Set<string>
  lastId: bigint | null
}

interface Creation {
  uid: string
  fields: StoredRecord['fields']
  formerId?: string | undefined
}

export interface BatchOptions {
  tx: Tx
  driver: Driver
  kinds: Kinds
  /** What is written gets these. */
  written: Pick<StoredRecord, 'version' | 'by' | 'at'>
  /** How far beyond the last id known here one may have been handed out. */
  reach: bigint
}

export class Batch {
  readonly #options: BatchOptions
  readonly #byKind = new Map<string, KindEntries>()

  constructor(options: BatchOptions) {
    this.#options = options
    for (const kind of options.kinds) {
      this.#byKind.set(kind.name, { kind, entries: new Map(), ids: new Set(), lastId: null })
    }
  }

  async load(mutations: readonly Mutation[]): Promise<void> {
    const { tx, driver, kinds } = this.#options
    const wanted = wantedOf(kinds, mutations)
    for (const [name, { uids, ids }] of wanted) {
      const { kind, entries, ids: known } = this.#kind(name)
      const records = await recordsByUid(tx, driver, { kind, uids: [...uids] })
      const stored = new Map(records.map(record => [record.uid, record]))
      const buried = await tombstonedIds(
        tx,
        name,
        [...uids].filter(uid => !stored.has(uid)),
      )
      for (const uid of uids) {
        const record = stored.get(uid) ?? null
        const buriedId = buried.get(uid) ?? null
        entries.set(uid, {
          isStored: record !== null,
          isBuried: buriedId !== null,
          record,
          buriedId,
          isDirty: false,
        })
      }
      for (const id of await existingIds(tx, kind, [...ids])) known.add(id)
    }
  }

  record(kind: Kind, uid: string): StoredRecord | null {
    return this.#kind(kind.name).entries.get(uid)?.record ?? null
  }

  /** [PU7] The id a reference stands for; undefined when it names nothing. */
  resolve(kindName: string, value: Value | undefined): string | undefined {
    const { entries, ids } = this.#kind(kindName)
    if (isUidReference(value)) return entries.get(value.uid)?.record?.id
    return typeof value === 'string' && ids.has(value) ? value : undefined
  }

  /** [PU11] A record that was deleted comes back under the id it had. [PU16] null: no id is left. */
  async create(kind: Kind, { uid, fields, formerId }: Creation): Promise<StoredRecord | null> {
    const entry = this.#entry(kind, uid)
    const id = entry.buriedId ?? (await this.#formerId(kind, formerId)) ?? (await this.#nextId(kind))
    return id === null ? null : this.#put(kind, entry, { uid, id, ...this.#options.written, fields })
  }

  /**
   * [PU13] Only what may have been handed out, and what nobody else has or had: otherwise undefined. An id that lies
   * beyond the last one shows that a copy was put back without a word: up to there all were handed out.
   */
  async #formerId(kind: Kind, id: string | undefined): Promise<string | undefined> {
    if (id === undefined || !isBigInteger(id) || id === '0') return undefined
    const { tx, reach } = this.#options
    const known = this.#kind(kind.name)
    known.lastId ??= await lastId(tx, kind.name)
    if (BigInt(id) > known.lastId + reach) return undefined
    const isTaken = [...known.entries.values()].some(
      ({ record, buriedId }) => (record?.id ?? buriedId) === id,
    )
    const stored = await existingIds(tx, kind, [id])
    if (isTaken || stored.length > 0 || (await isBuriedId(tx, kind.name, id))) return undefined
    if (BigInt(id) > known.lastId) known.lastId = BigInt(id)
    return id
  }

  update(kind: Kind, uid: string, fields: StoredRecord['fields']): StoredRecord {
    const entry = this.#entry(kind, uid)
    if (!entry.record) throw new Error('Update of a record that is not there')
    return this.#put(kind, entry, { ...entry.record, ...this.#options.written, fields })
  }

  remove(kind: Kind, uid: string): void {
    const entry = this.#entry(kind, uid)
    if (!entry.record) throw new Error('Removal of a record that is not there')
    this.#kind(kind.name).ids.delete(entry.record.id)
    entry.buriedId = entry.record.id
    entry.record = null
    entry.isDirty = true
  }

  /** [PU8] Counts in the tables, so what this push did so far is written first. */
  async referencesTo(kind: Kind, id: string): Promise<number> {
    const { tx, kinds } = this.#options
    if (!kinds.some(other => other.fields.some(field => field.reference?.kind === kind.name))) return 0
    await this.flush()
    return countReferences(tx, kinds, { kind, id })
  }

  /** Referred-to kinds are written first and deleted last, as the foreign keys want it. */
  async flush(): Promise<void> {
    const { tx, driver, written } = this.#options
    const all = [...this.#byKind.values()]
    for (const { kind, entries, lastId: last } of all) {
      if (last !== null) await keepLastId(tx, kind.name, last)
      const dirty = [...entries.values()].filter(entry => entry.isDirty && entry.record)
      await insertRecords(
        tx,
        driver,
        kind,
        dirty.flatMap(entry => (entry.record && !entry.isStored ? [entry.record] : [])),
      )
      for (const { record, isStored } of dirty)
        if (record && isStored) await updateRecord(tx, driver, kind, record)
      const risen = dirty.flatMap(entry => (entry.record && entry.isBuried ? [entry.record.uid] : []))
      await deleteTombstones(tx, kind.name, risen)
    }
    for (const { kind, entries } of all.reverse()) {
      const gone = [...entries].filter(([, entry]) => entry.isDirty && !entry.record)
      await deleteRecords(
        tx,
        kind,
        gone.flatMap(([uid, entry]) => (entry.isStored ? [uid] : [])),
      )
      await deleteTombstones(
        tx,
        kind.name,
        gone.flatMap(([uid, entry]) => (entry.isBuried ? [uid] : [])),
      )
      await insertTombstones(
        tx,
        gone.flatMap(([uid, { buriedId }]) =>
          buriedId === null ? [] : [{ kind: kind.name, uid, id: buriedId, version: written.version }],
        ),
      )
      for (const entry of entries.values()) if (entry.isDirty) settleEntry(entry)
    }
  }

  #put(kind: Kind, entry: Entry, record: StoredRecord): StoredRecord {
    this.#kind(kind.name).ids.add(record.id)
    entry.record = record
    entry.buriedId = null
    entry.isDirty = true
    return record
  }

  async #nextId(kind: Kind): Promise<string | null> {
    const known = this.#kind(kind.name)
    known.lastId ??= await lastId(this.#options.tx, kind.name)
    if (known.lastId >= BigInt(maxId)) return null
    known.lastId += 1n
    return String(known.lastId)
  }

  #kind(name: string): KindEntries {
    const known = this.#byKind.get(name)
    if (!known) throw new Error('A kind that is not in the metadata')
    return known
  }

  #entry(kind: Kind, uid: string): Entry {
    const entry = this.#kind(kind.name).entries.get(uid)
    if (!entry) throw new Error('A record that was not loaded')
    return entry
  }
}

function settleEntry(entry: Entry): void {
  entry.isStored = entry.record !== null
  entry.isBuried = entry.buriedId !== null
  entry.isDirty = false
}
