/** In a thread of its own: reads every Record A by one prepared statement when it is told to, and says how many. */
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import pg from 'pg'

export type Source = { file: string } | { url: string }

const text = 'select * from record_a order by version, id'

function ofSqlite(file: string): () => Promise<number> {
  const all = new Database(file, { readonly: true }).prepare(text).raw()
  return async () => {
    let rows = 0
    for (const _ of all.iterate()) rows++
    return rows
  }
}

async function ofPostgres(url: string): Promise<() => Promise<number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Values as they come: parsing them is not reading.
  const types = { getTypeParser: () => (value: unknown) => value }
  const all: pg.QueryArrayConfig = { name: 'all', text, rowMode: 'array', types }
  return () =>
    new Promise((resolve, reject) => {
      let rows = 0
      const query = client.query(new pg.Query(all))
      query.on('row', () => rows++)
      query.on('end', () => resolve(rows))
      query.on('error', reject)
    })
}

const source = workerData as Source
const read = 'file' in source ? ofSqlite(source.file) : await ofPostgres(source.url)
parentPort?.once('message', () => void read().then(rows => parentPort?.postMessage(rows)))
parentPort?.postMessage('ready')
