/**
 * Replicache, whose data are in memory and kept in IndexedDB: batches come as pulls, indexes for what is sorted and
 * filtered, and a scan that ends at the limit for text. It offers an app no way to wait for the disk, and writes when the
 * browser is idle: its implementation, which can be told to, is taken instead.
 */
import { ReplicacheImpl } from 'replicache/impl'
import type { ReadonlyJSONObject, ReadTransaction, WriteTransaction } from 'replicache'
import { hasAll, type Peer, type PeerRecord, type Sortable } from './peer.ts'

type Index = Sortable | 'start_datetime'

const prefix = 'records/'
const keyOf = ({ uid }: PeerRecord) => prefix + uid

const indexOf = (field: Index) => ({ prefix, jsonPointer: `/${field}` })

const indexes = {
  name: indexOf('name'),
  pin: indexOf('pin'),
  device_id: indexOf('device_id'),
  start_datetime: indexOf('start_datetime'),
}

const mutators = {
  save: (tx: WriteTransaction, record: PeerRecord) =>
    tx.set(keyOf(record), record as unknown as ReadonlyJSONObject),
}

/** Values of a scan in their order, as far as the limit. */
async function taken(
  values: AsyncIterable<unknown>,
  limit: number,
  isIn: (record: PeerRecord) => boolean | 'end' = () => true,
): Promise<PeerRecord[]> {
  const hits: PeerRecord[] = []
  for await (const value of values) {
    const record = value as PeerRecord
    const found = isIn(record)
    if (found === 'end') break
    if (found && hits.push(record) === limit) break
  }
  return hits
}

export function createPeer(): Peer {
  /** What the next pull brings. */
  let arriving: PeerRecord[] = []
  const store = new ReplicacheImpl(
    {
      name: 'peer',
      mutators,
      indexes,
      pullInterval: null,
      pushDelay: Infinity,
      logLevel: 'error',
      puller: async ({ cookie }) => ({
        response: {
          cookie: Number(cookie ?? 0) + (arriving.length > 0 ? 1 : 0),
          lastMutationIDChanges: {},
          patch: arriving.map(record => ({
            op: 'put',
            key: keyOf(record),
            value: record as unknown as ReadonlyJSONObject,
          })),
        },
        httpRequestInfo: { httpStatusCode: 200, errorMessage: '' },
      }),
      pusher: () => new Promise(() => {}),
    },
    { enableScheduledPersist: false, enableScheduledRefresh: false, enablePullAndPushInOpen: false },
  )

  async function pull(records: PeerRecord[]): Promise<void> {
    arriving = records
    await store.pull({ now: true })
    arriving = []
  }

  const read = <T>(body: (tx: ReadTransaction) => Promise<T>) => store.query(body)

  return {
    open: async () => void (await store.clientGroupID),
    async load(records, isLast) {
      await pull(records)
      if (isLast) await store.persist()
    },
    first: limit => read(tx => taken(tx.scan({ prefix }).values(), limit)),
    search: (parts, limit) =>
      read(tx => taken(tx.scan({ prefix }).values(), limit, ({ text }) => hasAll(text, parts))),
    sorted: (field, limit) => read(tx => taken(tx.scan({ indexName: field }).values(), limit)),
    ofDevice: (device, limit) =>
      read(tx =>
        taken(
          tx.scan({ indexName: 'device_id', start: { key: [device] } }).values(),
          limit,
          record => record.device_id === device || 'end',
        ),
      ),
    startedIn: (from, until, limit) =>
      read(tx =>
        taken(
          tx.scan({ indexName: 'start_datetime', start: { key: [from] } }).values(),
          limit,
          record => record.start_datetime <= until || 'end',
        ),
      ),
    async save(record) {
      await store.mutate.save(record)
      await store.persist()
    },
    async change(records) {
      await pull(records)
      await store.persist()
    },
  }
}
