/** TinyBase: everything in memory, written inside transactions, saved by its IndexedDB persister. */
import { createStore, type Row } from 'tinybase/store'
import { createIndexes } from 'tinybase/indexes'
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db'
import { hasAll, type Peer, type PeerRecord } from './peer.ts'

const table = 'records'

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

  return {
    async open() {
      await persister.load()
      indexes.setIndexDefinition('device', table, 'device_id')
    },
    async load(records, isLast) {
      put(records)
      // It can only save the whole store.
      if (isLast) await persister.save()
    },
    first: async limit => store.getSortedRowIds(table, undefined, false, 0, limit).map(rowOf),
    search: async (parts, limit) =>
      found(id => hasAll(store.getCell(table, id, 'text') as string, parts), limit),
    sorted: async (field, limit) => store.getSortedRowIds(table, field, false, 0, limit).map(rowOf),
    ofDevice: async (device, limit) => indexes.getSliceRowIds('device', device).slice(0, limit).map(rowOf),
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
