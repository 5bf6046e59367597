/**
 * PouchDB on its default adapter: bulkDocs, indexes of pouchdb-find for what is sorted and filtered, and allDocs by
 * the page for text. Its other adapter has open reports of lost data.
 */
import PouchDB from 'pouchdb-browser'
import find from 'pouchdb-find'
import { hasAll, type Peer, type PeerRecord } from './peer.ts'

type Document = PeerRecord & { _id: string; _rev?: string }

/** Records read at once while a text is looked for. */
const pageRecords = 1000

/** Documents that an index takes in at once: in 50s, its default, each on disk, 100,000 take minutes. */
const indexedAtOnce = 5000

PouchDB.plugin(find)

export function createPeer(): Peer {
  const options = { auto_compaction: true, revs_limit: 1, view_update_changes_batch_size: indexedAtOnce }
  const db = new PouchDB<PeerRecord>('peer', options)
  const toDocument = (record: PeerRecord): Document => ({ ...record, _id: record.uid })

  /** In the order of their uids; what describes an index is no record. */
  async function page(limit: number, after?: string): Promise<PeerRecord[]> {
    const start = after === undefined ? {} : { startkey: after, skip: 1 }
    const { rows } = await db.allDocs({ include_docs: true, limit, ...start })
    return rows.flatMap(({ doc }) => (doc && 'uid' in doc ? [doc] : []))
  }

  async function search(parts: string[], limit: number): Promise<PeerRecord[]> {
    const hits: PeerRecord[] = []
    let last: string | undefined
    do {
      const records = await page(pageRecords, last)
      hits.push(...records.filter(({ text }) => hasAll(text, parts)))
      last = records.at(-1)?.uid
    } while (last !== undefined && hits.length < limit)
    return hits.slice(0, limit)
  }

  async function put(records: PeerRecord[]): Promise<void> {
    const { rows } = await db.allDocs({ keys: records.map(({ uid }) => uid) })
    const revisions = new Map(rows.flatMap(row => ('id' in row ? [[row.id, row.value.rev] as const] : [])))
    await db.bulkDocs(
      records.map(record => {
        const revision = revisions.get(record.uid)
        return revision === undefined ? toDocument(record) : { ...toDocument(record), _rev: revision }
      }),
    )
  }

  const found = async (request: PouchDB.Find.FindRequest<PeerRecord>) => (await db.find(request)).docs

  return {
    open: async () => void (await db.info()),
    load: async records => void (await db.bulkDocs(records.map(toDocument))),
    async index() {
      for (const field of ['name', 'pin', 'device_id', 'start_datetime'])
        await db.createIndex({ index: { fields: [field] } })
    },
    first: limit => page(limit),
    search,
    sorted: (field, limit) => found({ selector: { [field]: { $gte: null } }, sort: [field], limit }),
    ofDevice: (device, limit) => found({ selector: { device_id: device }, limit }),
    startedIn: (from, until, limit) =>
      found({ selector: { start_datetime: { $gte: from, $lte: until } }, limit }),
    save: record => put([record]),
    change: put,
  }
}
