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
  /** The numbers of records it is measured with, when not all. */
  from?: number
  upTo?: number
  /** One repetition with that many records. */
  measure(records: number, sample: Sample): Promise<void>
}

/** What a simple tablet is said to be, beside a laptop. */
const slowness = 4

const peer = (name: string, title: string): Subject => ({
  name,
  title,
  from: 10_000,
  measure: (records, sample) => measurePeer(name, records, sample),
})

export const subjects: Subject[] = [
  { name: 'ours', title: 'Records', measure: measureOurs },
  { name: 'limits', title: 'The limits', from: 10_000, measure: measureLimits },
  peer('dexie', 'Dexie'),
  peer('sqlite', 'SQLite-WASM'),
  peer('tinybase', 'TinyBase'),
  peer('rxdb', 'RxDB'),
  peer('pouchdb', 'PouchDB'),
  { name: 'server-sqlite', title: 'Server, SQLite', from: 10_000, measure: measureSqlite },
  {
    name: 'server-postgres',
    title: 'Server, PostgreSQL',
    from: 10_000,
    measure: (records, sample) => measurePostgres(1, records, sample),
  },
  {
    name: 'server-postgres-4',
    title: '4 servers, PostgreSQL',
    from: 10_000,
    measure: (records, sample) => measurePostgres(4, records, sample),
  },
  {
    name: 'slow',
    title: 'Records, 4 times slower',
    from: 10_000,
    upTo: 100_000,
    measure: (records, sample) => measureOurs(records, sample, slowness),
  },
]
