/** The same rows straight into and out of the database, by prepared statements and without HTTP: the limit. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import pg from 'pg'
import { cacheFolder, dataFolder } from '../data.ts'
import type { Sample } from '../results.ts'
import type { Source } from './bare-reader.ts'
import { creations, pullsTogether } from './work.ts'

const count = 20_000
const batch = 500

/** A record's row and its ledger's row. */
type Rows = [record: (string | number | null)[], ledger: (string | number | null)[]]

function rowsOf(): Rows[] {
  return creations(count, 'bare').flatMap((mutation, index): Rows[] => {
    if (mutation.op !== 'create' || mutation.kind !== 'record_a') return []
    const { id, uid, fields } = mutation
    const values = Object.values({ ...fields, device_id: '1' }).map(value =>
      typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? value : null,
    )
    return [
      [
        [index, uid, 1, ...values],
        [id, uid, JSON.stringify(fields)],
      ],
    ]
  })
}

const places = (from: number, values: number) =>
  Array.from({ length: values }, (_, index) => `$${from + index}`).join(', ')

/** 12 values of a Record A after id, uid and version. */
const tables = [
  `create table bare_record (id bigint primary key, uid varchar(36) unique, version bigint, ${Array.from({ length: 12 }, (_, index) => `v${index} text`).join(', ')})`,
  'create table bare_ledger (id varchar(36) primary key, uid varchar(36), after text)',
]

export async function bareSqlite(records: number, sample: Sample): Promise<void> {
  const folder = mkdtempSync(join(cacheFolder, 'bare-'))
  const database = new Database(join(folder, 'bare.db'))
  database.pragma('journal_mode = wal')
  database.pragma('synchronous = full')
  for (const table of tables) database.exec(table)
  const rows = rowsOf()
  const insertRecord = database.prepare(`insert into bare_record values (${'?, '.repeat(14)}?)`)
  const insertLedger = database.prepare('insert into bare_ledger values (?, ?, ?)')
  const insert = database.transaction((part: Rows[]) => {
    for (const [record, ledger] of part) {
      insertRecord.run(record)
      insertLedger.run(ledger)
    }
  })
  const at = performance.now()
  for (let start = 0; start < rows.length; start += batch) insert(rows.slice(start, start + batch))
  sample['bare-writes'] = (rows.length / (performance.now() - at)) * 1000
  database.close()
  rmSync(folder, { recursive: true })

  await reads({ file: join(await dataFolder(records), 'records.db') }, sample)
}

export async function barePostgres(url: string, sample: Sample): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const table of tables) await client.query(table)
    const rows = rowsOf()
    const at = performance.now()
    for (let start = 0; start < rows.length; start += batch) {
      const part = rows.slice(start, start + batch)
      const records = part.map((_, index) => `(${places(index * 15 + 1, 15)})`).join(', ')
      const ledger = part.map((_, index) => `(${places(index * 3 + 1, 3)})`).join(', ')
      const name = `bare ${part.length}`
      await client.query('begin')
      await client.query({
        name,
        text: `insert into bare_record values ${records}`,
        values: part.flatMap(([row]) => row),
      })
      await client.query({
        name: `${name} ledger`,
        text: `insert into bare_ledger values ${ledger}`,
        values: part.flatMap(([, row]) => row),
      })
      await client.query('commit')
    }
    sample['bare-writes'] = (rows.length / (performance.now() - at)) * 1000
  } finally {
    await client.end()
  }
  await reads({ url }, sample)
}

/** As many readers as there are clients that pull; each in a thread, as a server is in a process. */
async function reads(source: Source, sample: Sample): Promise<void> {
  sample['bare-reads'] = await rowsPerSecond(source, 1)
  sample['bare-reads-together'] = await rowsPerSecond(source, pullsTogether)
}

async function rowsPerSecond(source: Source, readers: number): Promise<number> {
  const threads = Array.from(
    { length: readers },
    () => new Worker(new URL('bare-reader.ts', import.meta.url), { workerData: source }),
  )
  const heard = () =>
    Promise.all(threads.map(async thread => ((await once(thread, 'message')) as [number])[0]))
  try {
    await heard()
    const done = heard()
    const at = performance.now()
    for (const thread of threads) thread.postMessage('go')
    const rows = (await done).reduce((sum, each) => sum + each, 0)
    return (rows / (performance.now() - at)) * 1000
  } finally {
    for (const thread of threads) await thread.terminate()
  }
}
