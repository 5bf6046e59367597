/** RxDB on its Dexie storage: bulkInsert, indexes, eventReduce, one instance, and $regex for text. */
import { createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import type { Peer, PeerRecord, Sortable } from './peer.ts'

const string = (maxLength: number) => ({ type: 'string', maxLength }) as const

const schema: RxJsonSchema<PeerRecord> = {
  version: 0,
  primaryKey: 'uid',
  type: 'object',
  properties: {
    uid: string(36),
    id: string(19),
    device_id: string(19),
    pin: string(30),
    name: string(255),
    pri: string(255),
    passwd: string(255),
    card: string(255),
    grp: string(10),
    tz: string(255),
    verify: { type: 'boolean' },
    vice_card: string(255),
    start_datetime: string(19),
    end_datetime: string(19),
    text: { type: 'string' },
  },
  required: ['uid', 'device_id', 'pin', 'name', 'start_datetime'],
  indexes: ['pin', 'name', 'device_id', 'start_datetime'],
}

/**
 * RxDB stops at the limit only where the index it reads gives the order that is asked for. It adds an order where none
 * is asked for: that of the first index, by which it then sorts all hits. A text is looked for in the order of PINs, which
 * says nothing about it.
 */
const by = (field: Sortable | 'start_datetime') => [{ [field]: 'asc' } as const]

const escaped = (part: string) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

export function createPeer(): Peer {
  let records: RxCollection<PeerRecord>
  const find = async (query: Parameters<typeof records.find>[0]) =>
    (await records.find(query).exec()).map(document => document.toMutableJSON())

  return {
    async open() {
      const db = await createRxDatabase({
        name: 'peer',
        storage: getRxStorageDexie(),
        multiInstance: false,
        eventReduce: true,
      })
      ;({ records } = await db.addCollections({ records: { schema } }))
    },
    load: async batch => void (await records.bulkInsert(batch)),
    first: limit => find({ selector: {}, sort: by('pin'), limit }),
    search: (parts, limit) =>
      find({
        selector: { $and: parts.map(part => ({ text: { $regex: escaped(part) } })) },
        sort: by('pin'),
        limit,
      }),
    sorted: (field, limit) => find({ selector: {}, sort: by(field), limit }),
    ofDevice: (device, limit) => find({ selector: { device_id: device }, sort: by('device_id'), limit }),
    startedIn: (from, until, limit) =>
      find({
        selector: { start_datetime: { $gte: from, $lte: until } },
        sort: by('start_datetime'),
        limit,
      }),
    save: async record => void (await records.upsert(record)),
    change: async batch => void (await records.bulkUpsert(batch)),
  }
}
