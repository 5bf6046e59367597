/** PouchDB on IndexedDB: bulkDocs without revision checks of its own, allDocs for reading, a scan for text. */
import PouchDB from 'pouchdb-browser'
import { hasAll, type Peer, type PeerRecord, type Sortable } from './peer.ts'

type Document = PeerRecord & { _id: string; _rev?: string }

export function createPeer(): Peer {
  const db = new PouchDB<PeerRecord>('peer', { auto_compaction: true, revs_limit: 1 })
  const toDocument = (record: PeerRecord): Document => ({ ...record, _id: record.uid })

  async function all(): Promise<PeerRecord[]> {
    const { rows } = await db.allDocs({ include_docs: true })
    return rows.flatMap(({ doc }) => (doc ? [doc] : []))
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

  const by = (field: Sortable) => (a: PeerRecord, b: PeerRecord) =>
    a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0

  return {
    open: async () => void (await db.info()),
    load: async records => void (await db.bulkDocs(records.map(toDocument))),
    async first(limit) {
      const { rows } = await db.allDocs({ include_docs: true, limit })
      return rows.flatMap(({ doc }) => (doc ? [doc] : []))
    },
    search: async (parts, limit) => (await all()).filter(({ text }) => hasAll(text, parts)).slice(0, limit),
    sorted: async (field, limit) => (await all()).toSorted(by(field)).slice(0, limit),
    ofDevice: async (device, limit) =>
      (await all()).filter(each => each.device_id === device).slice(0, limit),
    startedIn: async (from, until, limit) =>
      (await all())
        .filter(each => each.start_datetime >= from && each.start_datetime <= until)
        .slice(0, limit),
    save: record => put([record]),
    change: put,
  }
}
