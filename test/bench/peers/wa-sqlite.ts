/**
 * wa-sqlite on OPFS, in PowerSync's build with FTS5, without PowerSync's client: its synchronous store, which its authors
 * call the one with performance advantages, with a write-ahead log, which they say makes transactions cheaper there.
 */
import * as SQLite from '@journeyapps/wa-sqlite'
import load from '@journeyapps/wa-sqlite/dist/wa-sqlite.mjs'
import wasm from '@journeyapps/wa-sqlite/dist/wa-sqlite.wasm?url'
import { AccessHandlePoolVFS } from '@journeyapps/wa-sqlite/src/examples/AccessHandlePoolVFS.js'
import type { Peer, PeerRecord } from './peer.ts'
import { indexing, type Question, questions, schema, statements, valuesOf } from './sql.ts'

const pragmas = `
  pragma locking_mode = exclusive;
  pragma journal_mode = wal;
  pragma synchronous = full;`

export async function createPeer(): Promise<Peer> {
  const module = await load({ locateFile: () => wasm })
  const sqlite = SQLite.Factory(module)
  let db: number

  /** Prepared once, as every question but the search is always the same. */
  const prepared = new Map<string, number>()
  async function statementOf(sql: string): Promise<number> {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    for await (const statement of sqlite.statements(db, sql, { unscoped: true })) {
      prepared.set(sql, statement)
      return statement
    }
    throw new Error(`Nothing to prepare: ${sql}`)
  }

  async function rows({ sql, bind }: Question): Promise<SQLiteCompatibleType[][]> {
    const statement = await statementOf(sql)
    sqlite.bind_collection(statement, bind)
    const found: SQLiteCompatibleType[][] = []
    while ((await sqlite.step(statement)) === SQLite.SQLITE_ROW) found.push(sqlite.row(statement))
    await sqlite.reset(statement)
    return found
  }

  async function select(question: Question): Promise<PeerRecord[]> {
    const found = await rows(question)
    const names = sqlite.column_names(await statementOf(question.sql))
    return found.map(
      values =>
        Object.fromEntries(names.map((name, index) => [name, values[index]])) as unknown as PeerRecord,
    )
  }

  async function write(records: PeerRecord[], isNew: boolean): Promise<void> {
    await sqlite.exec(db, 'begin')
    for (const record of records) {
      if (isNew) {
        await rows({ sql: statements.insert, bind: valuesOf(record) as string[] })
        continue
      }
      const [[known = 0, text = ''] = []] = (await rows({ sql: statements.row, bind: [record.uid] })) as [
        number,
        string,
      ][]
      await rows({ sql: statements.forget, bind: [known, text] })
      await rows({ sql: statements.update, bind: [...(valuesOf(record) as string[]), known] })
      await rows({ sql: statements.learn, bind: [known, record.text] })
    }
    await sqlite.exec(db, 'commit')
  }

  return {
    async open() {
      const store = await AccessHandlePoolVFS.create('peer', module)
      sqlite.vfs_register(store as unknown as SQLiteVFS, true)
      db = await sqlite.open_v2('peer.db')
      await sqlite.exec(db, pragmas + schema)
    },
    load: records => write(records, true),
    // What all that left in the log is brought home at once, not by the saves that follow.
    index: async () => void (await sqlite.exec(db, `${indexing} pragma wal_checkpoint (truncate);`)),
    first: limit => select(questions.first(limit)),
    search: (parts, limit) => select(questions.search(parts, limit)),
    sorted: (field, limit) => select(questions.sorted(field, limit)),
    ofDevice: (device, limit) => select(questions.ofDevice(device, limit)),
    startedIn: (from, until, limit) => select(questions.startedIn(from, until, limit)),
    save: record => write([record], false),
    change: records => write(records, false),
    webAssemblyBytes: () => module.HEAPU8.buffer.byteLength,
  }
}
