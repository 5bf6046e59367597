/** Who is measured, in this order, with how many records and how often. */
import { measurePeer } from './compare/compare.ts'
import { measureLimits } from './limits/limits.ts'
import { measureLists } from './ours/lists.ts'
import { measureOurs } from './ours/ours.ts'
import type { Sample } from './results.ts'
import { measureScopes } from './scopes/scopes.ts'
import { measurePostgres, measureSqlite } from './server/serve.ts'

export interface Subject {
  name: string
  /** As people know it. */
  title: string
  /** The numbers of records it is measured with when nobody chooses. */
  sizes: readonly number[]
  /** At these it is measured less often than others are. */
  repeats?: Record<number, number>
  /** Given up when it does not get to its end in time, and not tried with more records than it can take. */
  isPeer?: boolean
  /** One repetition with that many records; a peer is stopped after that many ms. */
  measure(records: number, sample: Sample, mostMs: number): Promise<void>
}

const small = 1000
const middle = 10_000
const large = 100_000
const huge = 1_000_000

export const allSizes = [small, middle, large, huge]

/** Often enough for a median; a million records take minutes each time. */
export function repeatsOf({ repeats }: Subject, size: number): number {
  return repeats?.[size] ?? (size >= huge ? 1 : 3)
}

/** What a simple tablet is said to be, beside a laptop. */
const slowness = 4

const peer = (name: string, title: string): Subject => ({
  name,
  title,
  sizes: [middle, large, huge],
  repeats: { [middle]: 1 },
  isPeer: true,
  measure: (records, sample, mostMs) => measurePeer(name, records, { sample, mostMs }),
})

/** With so many records as show what grows. */
const server = (name: string, title: string, measure: Subject['measure']): Subject => ({
  name,
  title,
  sizes: [huge],
  measure,
})

/** A sheet holds a million rows, and nobody brings one. */
const mostInList = 100_000

export const subjects: Subject[] = [
  {
    name: 'ours',
    title: 'Records',
    sizes: allSizes,
    async measure(records, sample) {
      await measureOurs(records, sample)
      if (records <= mostInList) await measureLists(records, sample)
    },
  },
  {
    name: 'unsealed',
    title: 'Records without sealing',
    sizes: [middle, large, huge],
    repeats: { [middle]: 1 },
    measure: (records, sample) => measureOurs(records, sample, { isUnsealed: true }),
  },
  { name: 'limits', title: 'The limits', sizes: [middle, large, huge], measure: measureLimits },
  peer('dexie', 'Dexie'),
  peer('sqlite', 'SQLite-WASM'),
  peer('wa-sqlite', 'wa-sqlite'),
  peer('tinybase', 'TinyBase'),
  peer('replicache', 'Replicache'),
  peer('rxdb', 'RxDB'),
  peer('pouchdb', 'PouchDB'),
  server('server-sqlite', 'Server, SQLite', measureSqlite),
  server('server-postgres', 'Server, PostgreSQL', (records, sample) => measurePostgres(1, records, sample)),
  server('server-postgres-4', '4 servers, PostgreSQL', (records, sample) =>
    measurePostgres(4, records, sample),
  ),
  server('scopes', 'Scopes, SQLite', (records, sample) => measureScopes('sqlite', records, sample)),
  server('scopes-postgres', 'Scopes, PostgreSQL', (records, sample) =>
    measureScopes('postgres', records, sample),
  ),
  {
    name: 'slow',
    title: 'Records, 4 times slower',
    sizes: [large],
    // Four times as long as others, too, and held to seconds.
    repeats: { [large]: 1 },
    measure: (records, sample) => measureOurs(records, sample, { slowness }),
  },
]
