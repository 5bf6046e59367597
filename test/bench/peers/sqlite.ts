/** SQLite as WebAssembly on OPFS (sahpool, its fastest store): one transaction a batch, FTS5 with trigrams for text. */
import initialize, { type OpfsSAHPoolDatabase } from '@sqlite.org/sqlite-wasm'
import type { Peer, PeerRecord } from './peer.ts'
import { indexing, type Question, questions, schema, statements, valuesOf } from './sql.ts'

const pragmas = `
  pragma journal_mode = truncate;
  pragma synchronous = full;`

export async function createPeer(): Promise<Peer> {
  const sqlite = await initialize()
  let db: OpfsSAHPoolDatabase
  const select = async ({ sql, bind }: Question) => db.selectObjects(sql, bind) as unknown as PeerRecord[]

  function write(records: PeerRecord[], isNew: boolean): void {
    db.transaction(() => {
      const insert = db.prepare(statements.insert)
      const row = db.prepare(statements.row)
      const forget = db.prepare(statements.forget)
      const update = db.prepare(statements.update)
      const learn = db.prepare(statements.learn)
      for (const record of records) {
        if (isNew) {
          insert.bind(valuesOf(record)).stepReset()
          continue
        }
        row.bind([record.uid]).step()
        const [known, text] = [row.getInt(0) ?? 0, row.getString(1) ?? '']
        row.reset()
        forget.bind([known, text]).stepReset()
        update.bind([...valuesOf(record), known]).stepReset()
        learn.bind([known, record.text]).stepReset()
      }
      for (const statement of [insert, row, forget, update, learn]) statement.finalize()
    })
  }

  return {
    async open() {
      const pool = await sqlite.installOpfsSAHPoolVfs({})
      db = new pool.OpfsSAHPoolDb('/peer.db')
      db.exec(pragmas + schema)
    },
    load: async records => write(records, true),
    index: async () => void db.exec(indexing),
    first: limit => select(questions.first(limit)),
    search: (parts, limit) => select(questions.search(parts, limit)),
    sorted: (field, limit) => select(questions.sorted(field, limit)),
    ofDevice: (device, limit) => select(questions.ofDevice(device, limit)),
    startedIn: (from, until, limit) => select(questions.startedIn(from, until, limit)),
    save: async record => write([record], false),
    change: async records => write(records, false),
    webAssemblyBytes: () => sqlite.wasm.heap8u().buffer.byteLength,
  }
}
