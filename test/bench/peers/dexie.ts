/** Dexie, one row a record: bulkAdd in large transactions, indexes for what is sorted and filtered, filter() for text. */
import Dexie, { type EntityTable } from 'dexie'
import { hasAll, type Peer, type PeerRecord } from './peer.ts'

export function createPeer(): Peer {
  const db = new Dexie('peer') as Dexie & { records: EntityTable<PeerRecord, 'uid'> }
  db.version(1).stores({ records: 'uid, name, pin, device_id, start_datetime' })

  return {
    open: async () => void (await db.open()),
    load: async records => void (await db.records.bulkAdd(records)),
    first: limit => db.records.limit(limit).toArray(),
    search: (parts, limit) =>
      db.records
        .filter(({ text }) => hasAll(text, parts))
        .limit(limit)
        .toArray(),
    sorted: (field, limit) => db.records.orderBy(field).limit(limit).toArray(),
    ofDevice: (device, limit) => db.records.where('device_id').equals(device).limit(limit).toArray(),
    startedIn: (from, until, limit) =>
      db.records.where('start_datetime').between(from, until).limit(limit).toArray(),
    save: async record => void (await db.records.put(record)),
    change: async records => void (await db.records.bulkPut(records)),
  }
}
