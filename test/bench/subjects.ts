/** Who is measured, in this order. */
import { measurePeer } from './compare/compare.ts'
import { measureLimits } from './limits/limits.ts'
import { measureOurs } from './ours/ours.ts'
import type { Sample } from './results.ts'
import { measurePostgres, measureSqlite } from './server/serve.ts'

export interface Subject {
  name: string
  /** As people know it. */
  title: string
  /** One repetition with that many records. */
  measure(records: number, sample: Sample): Promise<void>
}

const peer = (name: string, title: string): Subject => ({
  name,
  title,
  measure: (records, sample) => measurePeer(name, records, sample),
})

export const subjects: Subject[] = [
  { name: 'ours', title: 'Records', measure: measureOurs },
  { name: 'limits', title: 'The limits', measure: measureLimits },
  peer('dexie', 'Dexie'),
  peer('sqlite', 'SQLite-WASM'),
  peer('tinybase', 'TinyBase'),
  peer('rxdb', 'RxDB'),
  peer('pouchdb', 'PouchDB'),
  { name: 'server-sqlite', title: 'Server, SQLite', measure: measureSqlite },
  {
    name: 'server-postgres',
    title: 'Server, PostgreSQL',
    measure: (records, sample) => measurePostgres(1, records, sample),
  },
  {
    name: 'server-postgres-4',
    title: '4 servers, PostgreSQL',
    measure: (records, sample) => measurePostgres(4, records, sample),
  },
]
