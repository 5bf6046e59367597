/**
 * The records that the pushes of one transaction touch: found in one statement, changed in memory, written in one.
 * Only valid while the clock is locked; does not know what a conflict is.
 */
import { isBigInteger, isUidReference, type Value } from '../../shared/fields.ts'
import { maxId } from '../../shared/limits.ts'
import type { Kind, Kinds } from '../../shared/metadata.ts'
import { holderOf } from '../../shared/scope.ts'
import type { Found, FoundOfKind } from '../db/found.ts'
import type { StoredRecord } from '../db/records.ts'
import type { WrittenOfKind } from '../db/written.ts'

/** Of a deleted record: `holder` [SC1], where it is known. */
type Tombstone = { id: string; holder: string | null }

interface Entry {
  /** What the tables hold. */
  stored: StoredRecord | null
  tombstone: Tombstone | null
  /** As it was last. */
  last: StoredRecord | null
  /** What they are to hold: a record, or the id of a deleted one, or neither. */
  record: StoredRecord | null
  buriedId: string | null
  isDirty: boolean
}

interface KindEntries {
  kind: Kind
  found: FoundOfKind
  entries: Map<string, Entry>
  /** Ids that references may name, as far as these pushes ask for them. */
  ids: Set<string>
  lastId: bigint
  /** What these pushes wrote, by id. */
  written: Map<string, StoredRecord>
  /** By how many more, or fewer, records an id is referred to than the tables say. */
  references: Map<string, number>
}

/** What a record gets when it is written. */
export type Stamp = Pick<StoredRecord, 'version' | 'by' | 'at'>

interface Creation {
  uid: string
  fields: StoredRecord['fields']
  formerId?: string | undefined
}

export interface BatchOptions {
  kinds: Kinds
  found: Found
  /** By kind: what was asked for. */
  uids: ReadonlyMap<string, ReadonlySet<string>>
  /** How far beyond the last id known here one may have been handed out. */
  reach: bigint
}

export class Batch {
  readonly #reach: bigint
  readonly #byKind = new Map<string, KindEntries>()

  constructor({ kinds, found, uids, reach }: BatchOptions) {
    this.#reach = reach
    for (const kind of kinds) {
      const ofKind = found.byKind.get(kind.name)
      if (!ofKind) throw new Error('A kind that was not looked up')
      const entries = entriesOf(ofKind, uids.get(kind.name) ?? new Set())
      const { ids, lastId } = ofKind
      const own = { ids: new Set(ids), lastId, references: new Map<string, number>(), written: new Map() }
      this.#byKind.set(kind.name, { kind, found: ofKind, entries, ...own })
    }
  }

  record(kind: Kind, uid: string): StoredRecord | null {
    return this.#kind(kind.name).entries.get(uid)?.record ?? null
  }

  /** A record that these pushes wrote. */
  writtenRecord(kindName: string, id: string): StoredRecord | undefined {
    return this.#kind(kindName).written.get(id)
  }

  /** [PU11] */
  idOfDeleted(kind: Kind, uid: string): string | null {
    return this.#kind(kind.name).entries.get(uid)?.buriedId ?? null
  }

  /** [PU7] The id a reference stands for; undefined when it names nothing. */
  resolve(kindName: string, value: Value | undefined): string | undefined {
    const { entries, ids } = this.#kind(kindName)
    if (isUidReference(value)) return entries.get(value.uid)?.record?.id
    return typeof value === 'string' && ids.has(value) ? value : undefined
  }

  /** [PU11] A record that was deleted comes back under the id it had. [PU16] null: no id is left. */
  create(kind: Kind, { uid, fields, formerId }: Creation, stamp: Stamp): StoredRecord | null {
    const entry = this.#entry(kind, uid)
    const id = entry.buriedId ?? this.#formerId(kind, formerId) ?? this.#nextId(kind)
    return id === null ? null : this.#put(kind, entry, { uid, id, ...stamp, fields })
  }

  /**
   * [PU13] Only what may have been handed out, and what nobody else has or had: otherwise undefined. An id that lies
   * beyond the last one shows that a copy was put back without a word: up to there all were handed out.
   */
  #formerId(kind: Kind, id: string | undefined): string | undefined {
    if (id === undefined || !isBigInteger(id) || id === '0') return undefined
    const known = this.#kind(kind.name)
    if (BigInt(id) > known.lastId + this.#reach) return undefined
    const isTaken = [...known.entries.values()].some(
      ({ record, buriedId }) => (record?.id ?? buriedId) === id,
    )
    if (isTaken || known.found.ids.has(id) || known.found.buriedIds.has(id)) return undefined
    if (BigInt(id) > known.lastId) known.lastId = BigInt(id)
    return id
  }

  update(kind: Kind, uid: string, fields: StoredRecord['fields'], stamp: Stamp): StoredRecord {
    const entry = this.#entry(kind, uid)
    if (!entry.record) throw new Error('Update of a record that is not there')
    return this.#put(kind, entry, { ...entry.record, ...stamp, fields })
  }

  remove(kind: Kind, uid: string): void {
    const entry = this.#entry(kind, uid)
    if (!entry.record) throw new Error('Removal of a record that is not there')
    this.#kind(kind.name).ids.delete(entry.record.id)
    this.#refer(kind, entry.record, -1)
    entry.buriedId = entry.record.id
    entry.last = entry.record
    entry.record = null
    entry.isDirty = true
  }

  /** [PU8] What the tables hold, and what these pushes did so far. */
  referencesTo(kind: Kind, id: string): number {
    const { found, references } = this.#kind(kind.name)
    return (found.references.get(id) ?? 0) + (references.get(id) ?? 0)
  }

  /** What is to be written. A record that came and went in between leaves its tombstone, or the one it had. */
  written(): WrittenOfKind[] {
    return [...this.#byKind.values()].map(({ kind, entries, lastId, found }) => {
      const dirty = [...entries].filter(([, { isDirty }]) => isDirty)
      const there = dirty.flatMap(([, { record, stored }]) => (record ? [{ record, stored }] : []))
      const gone = dirty.filter(([, { record }]) => !record)
      return {
        kind,
        made: there.flatMap(({ record, stored }) => (stored ? [] : [record])),
        changed: there.flatMap(({ record, stored }) => (stored ? [record] : [])),
        goneUids: gone.flatMap(([uid, { stored }]) => (stored ? [uid] : [])),
        buried: gone.flatMap(([uid, { buriedId, tombstone, stored, last }]) => {
          const was = stored ?? last
          return buriedId === null || tombstone
            ? []
            : [{ uid, id: buriedId, holder: was && holderOf(kind, was) }]
        }),
        departed: dirty.flatMap(([uid, entry]) => departureOf(kind, uid, entry)),
        risenUids: dirty.flatMap(([uid, { record, tombstone }]) => (record && tombstone ? [uid] : [])),
        lastId: lastId === found.lastId ? null : lastId,
      }
    })
  }

  #put(kind: Kind, entry: Entry, record: StoredRecord): StoredRecord {
    this.#kind(kind.name).ids.add(record.id)
    if (entry.record) this.#refer(kind, entry.record, -1)
    this.#refer(kind, record, 1)
    this.#kind(kind.name).written.set(record.id, record)
    entry.record = record
    entry.buriedId = null
    entry.isDirty = true
    return record
  }

  #refer(kind: Kind, { fields }: StoredRecord, by: number): void {
    for (const { name, reference } of kind.fields) {
      const id = fields[name]
      if (!reference || typeof id !== 'string') continue
      const { references } = this.#kind(reference.kind)
      references.set(id, (references.get(id) ?? 0) + by)
    }
  }

  #nextId(kind: Kind): string | null {
    const known = this.#kind(kind.name)
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

function entriesOf({ records, buried }: FoundOfKind, uids: ReadonlySet<string>): Map<string, Entry> {
  const stored = new Map(records.map(record => [record.uid, record]))
  const entries = [...uids].map((uid): [string, Entry] => {
    const record = stored.get(uid) ?? null
    const tombstone = record ? null : (buried.get(uid) ?? null)
    const before = { stored: record, tombstone, last: null }
    return [uid, { ...before, record, buriedId: tombstone?.id ?? null, isDirty: false }]
  })
  return new Map(entries)
}

/** [SC4] It went on to within another record; or was deleted within one, and made again within another. */
function departureOf(kind: Kind, uid: string, { stored, tombstone, record }: Entry) {
  const before = stored ? holderOf(kind, stored) : (tombstone?.holder ?? null)
  const hasLeft = record !== null && before !== null && before !== holderOf(kind, record)
  return hasLeft ? [{ uid, holder: before }] : []
}
