/** TinyBase: everything in memory, sorted indexes for what is sorted and filtered, saved by its IndexedDB persister. */
import { createStore, type Row } from 'tinybase/store'
import { createIndexes } from 'tinybase/indexes'
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db'
import { hasAll, type Peer, type PeerRecord, type Sortable } from './peer.ts'

const table = 'records'

const ascending = (a: string, b: string) => (a < b ? -1 : 1)

export function createPeer(): Peer {
  const store = createStore()
  const indexes = createIndexes(store)
  const persister = createIndexedDbPersister(store, 'peer')
  const rowOf = (id: string) => store.getRow(table, id) as unknown as PeerRecord
  const put = (records: PeerRecord[]) =>
    store.transaction(() => {
      for (const record of records) store.setRow(table, record.uid, record as unknown as Row)
    })

  function found(isHit: (id: string) => boolean, limit: number): PeerRecord[] {
    const hits: PeerRecord[] = []
    for (const id of store.getRowIds(table)) {
      if (!isHit(id)) continue
      hits.push(rowOf(id))
      if (hits.length === limit) break
    }
    return hits
  }

  /** Drawn up when it is first asked for: it is never stored, takes up to half a second, and the first list is unsorted. */
  function indexOf(field: Sortable): Sortable {
    if (!indexes.hasIndex(field)) indexes.setIndexDefinition(field, table, field, undefined, ascending)
    return field
  }

  function sorted(field: Sortable, limit: number): PeerRecord[] {
    const ids: string[] = []
    for (const value of indexes.getSliceIds(indexOf(field))) {
      ids.push(...indexes.getSliceRowIds(field, value))
      if (ids.length >= limit) break
    }
    return ids.slice(0, limit).map(rowOf)
  }

  return {
    open: async () => void (await persister.load()),
    async load(records, isLast) {
      put(records)
      // It can only save the whole store.
      if (isLast) await persister.save()
    },
    first: async limit => store.getRowIds(table).slice(0, limit).map(rowOf),
    search: async (parts, limit) =>
      found(id => hasAll(store.getCell(table, id, 'text') as string, parts), limit),
    sorted: async (field, limit) => sorted(field, limit),
    ofDevice: async (device, limit) =>
      indexes.getSliceRowIds(indexOf('device_id'), device).slice(0, limit).map(rowOf),
    startedIn: async (from, until, limit) =>
      found(id => {
        const start = store.getCell(table, id, 'start_datetime') as string
        return start >= from && start <= until
      }, limit),
    async save(record) {
      put([record])
      await persister.save()
    },
    async change(records) {
      put(records)
      await persister.save()
    },
  }
}
