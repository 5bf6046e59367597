/** SQLite as WebAssembly on OPFS (sahpool, its fastest store): one transaction a batch, FTS5 with trigrams for text. */
import initialize, { type OpfsSAHPoolDatabase } from '@sqlite.org/sqlite-wasm'
import type { Peer, PeerRecord } from './peer.ts'

const columns = [
  'uid',
  'id',
  'device_id',
  'pin',
  'name',
  'pri',
  'passwd',
  'card',
  'grp',
  'tz',
  'verify',
  'vice_card',
  'start_datetime',
  'end_datetime',
  'text',
] as const

const schema = `
  pragma journal_mode = truncate;
  pragma synchronous = full;
  pragma cache_size = -65536;
  pragma temp_store = memory;
  create table if not exists records (
    row integer primary key, ${columns.map(name => `${name} ${name === 'uid' ? 'text unique' : 'text'}`).join(', ')}
  );
  create virtual table if not exists words using fts5 (text, content = 'records', content_rowid = 'row', tokenize = 'trigram');`

const indexes = ['name', 'pin', 'device_id', 'start_datetime']
  .map(name => `create index if not exists by_${name} on records (${name});`)
  .join('\n')

/** The index only knows parts of three letters or more. */
const indexedLength = 3

export async function createPeer(): Promise<Peer> {
  const sqlite = await initialize()
  let db: OpfsSAHPoolDatabase
  const select = (sql: string, bind: (string | number)[]) =>
    db.selectObjects(sql, bind) as unknown as PeerRecord[]

  function write(records: PeerRecord[], isNew: boolean): void {
    db.transaction(() => {
      const places = columns.map(() => '?').join(', ')
      const insert = db.prepare(`insert into records (${columns.join(', ')}) values (${places})`)
      const row = db.prepare('select row, text from records where uid = ?')
      const forget = db.prepare(`insert into words (words, rowid, text) values ('delete', ?, ?)`)
      const update = db.prepare(
        `update records set ${columns.map(name => `${name} = ?`).join(', ')} where row = ?`,
      )
      const learn = db.prepare('insert into words (rowid, text) values (?, ?)')
      for (const record of records) {
        const values = columns.map(name => (name === 'verify' ? Number(record.verify) : record[name]))
        if (isNew) {
          insert.bind(values).stepReset()
          continue
        }
        row.bind([record.uid]).step()
        const [known, text] = [row.getInt(0) ?? 0, row.getString(1) ?? '']
        row.reset()
        forget.bind([known, text]).stepReset()
        update.bind([...values, known]).stepReset()
        learn.bind([known, record.text]).stepReset()
      }
      for (const statement of [insert, row, forget, update, learn]) statement.finalize()
    })
  }

  return {
    async open() {
      const pool = await sqlite.installOpfsSAHPoolVfs({})
      db = new pool.OpfsSAHPoolDb('/peer.db')
      db.exec(schema)
    },
    load: async records => write(records, true),
    index: async () =>
      void db.exec(`begin; insert into words (words) values ('rebuild'); ${indexes} commit;`),
    first: async limit => select('select * from records limit ?', [limit]),
    async search(parts, limit) {
      const indexed = parts.filter(part => [...part].length >= indexedLength)
      const rest = parts.filter(part => !indexed.includes(part))
      const match = indexed.map(part => `"${part.replaceAll('"', '""')}"`).join(' ')
      const conditions = [
        ...(match ? ['row in (select rowid from words where words match ?)'] : []),
        ...rest.map(() => 'instr(text, ?) > 0'),
      ]
      return select(`select * from records where ${conditions.join(' and ')} limit ?`, [
        ...(match ? [match] : []),
        ...rest,
        limit,
      ])
    },
    sorted: async (field, limit) => select(`select * from records order by ${field} limit ?`, [limit]),
    ofDevice: async (device, limit) =>
      select('select * from records where device_id = ? limit ?', [device, limit]),
    startedIn: async (from, until, limit) =>
      select('select * from records where start_datetime between ? and ? limit ?', [from, until, limit]),
    save: async record => write([record], false),
    change: async records => write(records, false),
    webAssemblyBytes: () => sqlite.wasm.heap8u().buffer.byteLength,
  }
}
