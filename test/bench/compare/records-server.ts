/** The peers' server: the same records in the shape they like best, arrays of finished objects, from memory. */
import { createServer, type Server } from 'node:http'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type Database from 'better-sqlite3'
import { openData } from '../data.ts'

const batchRecords = 10_000

/** What is nowhere before others have changed something. */
export const changeMark = 'benchmark'

/** As `server/http/stream.ts` does. */
const gzipLevel = 4

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  wasm: 'application/wasm',
}

/** Numbers as text, booleans as booleans, and everything that is searched as one text in small letters. */
const select = `
  select cast(a.id as text) id, a.uid, cast(a.device_id as text) device_id, pin, a.name, pri, passwd, card, grp, tz,
    json(iif(verify, 'true', 'false')) verify, vice_card, start_datetime, end_datetime,
    lower(concat_ws(' ', d.name, pin, a.name, pri, card, grp, tz, vice_card, start_datetime, end_datetime)) text
  from record_a a join device d on d.id = a.device_id`

function arrayOf(database: Database.Database, where: string, ...values: unknown[]): string {
  const columns = [
    'id',
    'uid',
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
  ]
  const pairs = columns.map(name => `'${name}', ${name === 'verify' ? 'json(verify)' : name}`).join(', ')
  const sql = `select json_group_array(json_object(${pairs})) from (${select} ${where})`
  return database
    .prepare(sql)
    .pluck()
    .get(...values) as string
}

/** What others changed: the time zone of a thousand records, spread over all of them. */
function changedOf(database: Database.Database, records: number): string {
  const step = Math.max(1, Math.floor(records / 1000))
  const rows = JSON.parse(arrayOf(database, 'where a.id % ? = 0 order by a.id limit 1000', step)) as {
    text: string
  }[]
  return JSON.stringify(rows.map(row => ({ ...row, tz: changeMark, text: `${row.text} ${changeMark}` })))
}

export interface RecordsServer {
  origin: string
  batches: number
  /** Of all batches together, packed as the app's server packs its answers. They are sent unpacked. */
  zippedBytes: number
  close(): void
}

interface Content {
  records: number
  batches: Buffer[]
  changed: string
  zippedBytes: number
}

/** The last that was put together: all peers of a size ask for the same. */
let content: Content | undefined

async function contentOf(records: number): Promise<Content> {
  if (content?.records === records) return content
  const database = await openData(records)
  const batches = Array.from({ length: Math.ceil(records / batchRecords) }, (_, batch) => {
    const range = [batch * batchRecords, (batch + 1) * batchRecords]
    return Buffer.from(arrayOf(database, 'where a.id > ? and a.id <= ? order by a.id', ...range))
  })
  const changed = changedOf(database, records)
  database.close()
  const zippedBytes = batches.reduce((sum, batch) => sum + gzipSync(batch, { level: gzipLevel }).length, 0)
  content = { records, batches, changed, zippedBytes }
  return content
}

export async function serveRecords(records: number, files: string): Promise<RecordsServer> {
  const { batches, changed, zippedBytes } = await contentOf(records)
  const answers = new Map<string, Buffer>([
    ...batches.map((batch, index) => [`/records/${index}`, batch] as const),
    ['/changed', Buffer.from(changed)],
    ['/files', Buffer.from(JSON.stringify(['/', ...globSync('assets/*', { cwd: files })]))],
  ])
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const json = answers.get(pathname)
    const file = pathname === '/' ? 'index.html' : pathname.slice(1)
    const type = json ? 'application/json' : types[file.split('.').at(-1) ?? '']
    if (!type || file.includes('..')) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': type,
      'cache-control': json ? 'no-store' : 'max-age=3600',
    })
    response.end(json ?? readFileSync(join(files, file)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return {
    origin: `http://localhost:${address.port}`,
    batches: batches.length,
    zippedBytes,
    close: () => void server.close(),
  }
}
