/** What the peers on SQLite have in common: one table, indexes for what is sorted and filtered, trigrams for text. */
import type { PeerRecord, Sortable } from './peer.ts'

export const columns = [
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

export const schema = `
  pragma cache_size = -65536;
  pragma temp_store = memory;
  create table if not exists records (
    row integer primary key, ${columns.map(name => `${name} ${name === 'uid' ? 'text unique' : 'text'}`).join(', ')}
  );
  create virtual table if not exists words using fts5 (text, content = 'records', content_rowid = 'row', tokenize = 'trigram');`

const indexes = ['name', 'pin', 'device_id', 'start_datetime']
  .map(name => `create index if not exists by_${name} on records (${name});`)
  .join('\n')

export const indexing = `begin; insert into words (words) values ('rebuild'); ${indexes} commit;`

/** The index only knows parts of three letters or more. */
const indexedLength = 3

export const statements = {
  insert: `insert into records (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  row: 'select row, text from records where uid = ?',
  forget: `insert into words (words, rowid, text) values ('delete', ?, ?)`,
  update: `update records set ${columns.map(name => `${name} = ?`).join(', ')} where row = ?`,
  learn: 'insert into words (rowid, text) values (?, ?)',
}

export const valuesOf = (record: PeerRecord) =>
  columns.map(name => (name === 'verify' ? Number(record.verify) : record[name]))

export interface Question {
  sql: string
  bind: (string | number)[]
}

export const questions = {
  first: (limit: number): Question => ({ sql: 'select * from records limit ?', bind: [limit] }),
  search(parts: readonly string[], limit: number): Question {
    const indexed = parts.filter(part => [...part].length >= indexedLength)
    const rest = parts.filter(part => !indexed.includes(part))
    const match = indexed.map(part => `"${part.replaceAll('"', '""')}"`).join(' ')
    const conditions = [
      ...(match ? ['row in (select rowid from words where words match ?)'] : []),
      ...rest.map(() => 'instr(text, ?) > 0'),
    ]
    const sql = `select * from records where ${conditions.join(' and ')} limit ?`
    return { sql, bind: [...(match ? [match] : []), ...rest, limit] }
  },
  sorted: (field: Sortable, limit: number): Question => ({
    sql: `select * from records order by ${field} limit ?`,
    bind: [limit],
  }),
  ofDevice: (device: string, limit: number): Question => ({
    sql: 'select * from records where device_id = ? limit ?',
    bind: [device, limit],
  }),
  startedIn: (from: string, until: string, limit: number): Question => ({
    sql: 'select * from records where start_datetime between ? and ? limit ?',
    bind: [from, until, limit],
  }),
}
