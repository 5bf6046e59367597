/**
 * How large a database becomes, and how fast a server stays on it: `node test/bench/server/sizes.ts --database postgres
 * --records 10000000`. Prints bytes a record and an edit, and what people wait for at that size.
 */
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { openDatabase } from '../../../server/db/database.ts'
import type { Driver } from '../../../server/db/driver.ts'
import { factsOf } from '../../../server/db/facts.ts'
import { sqliteDriver } from '../../../server/db/sqlite.ts'
import { kinds } from '../../../shared/kinds.ts'
import { fillable, kindNamed } from '../../../shared/metadata.ts'
import { provenance } from '../../../shared/provenance.ts'
import { budi } from '../../e2e/accounts.ts'
import { startPostgres } from '../../faults/postgres.ts'
import { ServerProcess } from '../../faults/server.ts'
import { quantile } from '../statistics.ts'
import { Desks } from './desks.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'sqlite' },
    records: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
  },
})
const records = Number(values.records)

const postgres = values.database === 'postgres' ? await startPostgres() : undefined
const server = await ServerProcess.start({ ceilings: 999, ...(postgres && { databaseUrl: postgres.url }) })
try {
  await measure()
} finally {
  await server.remove()
  await postgres?.stop()
}

async function measure(): Promise<void> {
  const cookie = await server.editor()
  const empty = await bytes()
  const token = server.command('token', 'create', budi.username, '--name', 'sizes').split('\n')[0] ?? ''
  await server.end('SIGTERM')
  await fill()
  const full = await bytes()
  say('MiB', full / 1024 / 1024)
  say('bytes a record, its creation in the ledger with it', (full - empty) / records)
  say('starts, ms', (await secondsOf(() => server.run())) * 1000)
  for (const query of ['', '&device_id=7&sort=-id', '&sort=-name', '&pin=000042'])
    say(`GET /api/v1/record_a?limit=100${query}, ms`, await msOf(`/api/v1/record_a?limit=100${query}`, token))
  say('first sync, records/s', await firstSync(cookie))
  await edit(cookie, 1)
  await edit(cookie, 500)
}

/** The first ones by the server's own rules; the others are those once more, under ids and clocks of their own. */
async function fill(): Promise<void> {
  const first = Math.min(records, 20_000)
  server.command('demo', '--records', String(first), '--records-b', '0')
  await execute(repeated(first, Math.ceil(records / first)))
}

function* repeated(first: number, times: number): Generator<string> {
  const uid = (id: string, digit: string) =>
    postgres
      ? `'00000000-0000-7000-${digit}000-' || lpad(to_hex(${id}), 12, '0')`
      : `printf('00000000-0000-7000-${digit}000-%012x', ${id})`
  const kind = kindNamed(kinds, 'record_a')
  const columns = [...fillable(kind!), ...provenance].map(({ name }) => name).join(', ')
  const others = 'op, hash, before, user_id, author, client_id, at, position'
  for (let turn = 1; turn < times; turn++) {
    const id = `old.id + ${turn * first}`
    const clock = `(select clock from clock)`
    yield `begin;
      update clock set clock = clock + 1;
      insert into commits (clock, token, at)
        select ${clock}, ${uid(String(turn), '9')}, at from commits order by clock desc limit 1;
      insert into record_a (id, uid, version, ${columns})
        select ${id}, ${uid(id, '8')}, ${clock}, ${columns} from record_a as old where old.id <= ${first};
      insert into ledger (id, kind, uid, clock, after, ${others})
        select ${uid(id, 'a')}, kind, ${uid(id, '8')}, ${clock},
          replace(after, '"id":"' || old.id || '"', '"id":"' || (${id}) || '"'), ${others}
        from record_a as old cross join ledger
        where old.id <= ${first} and ledger.uid = old.uid;
      commit;`
  }
  yield `update counters set last = (select max(id) from record_a) where kind = 'record_a'`
}

async function execute(statements: Iterable<string>): Promise<void> {
  const sqlite = postgres ? undefined : new Database(server.path)
  // Nobody minds if it has to be filled once more.
  sqlite?.pragma('synchronous = off')
  for (const statement of statements) {
    if (sqlite) sqlite.exec(statement)
    else await postgres?.query(statement)
  }
  sqlite?.close()
}

async function edit(cookie: string, batch: number): Promise<void> {
  const desks = await Desks.open([server.port], [cookie], { clients: 8, batch, isUpdating: true })
  try {
    await desks.pushFor(1)
    const before = await bytes()
    const { applied, took } = await desks.pushFor(Number(values.seconds))
    const name = `edits, ${batch} a push, by 8 people`
    say(`${name}: bytes an edit, of ${applied}`, ((await bytes()) - before) / applied)
    say(`${name}: ms, p50`, quantile(took, 0.5))
    say(`${name}: ms, p99`, quantile(took, 0.99))
  } finally {
    desks.close()
  }
}

async function firstSync(cookie: string): Promise<number> {
  let length = 0
  const seconds = await secondsOf(async () => {
    const { body } = await fetch(`${server.origin}/api/sync/changes`, { headers: { cookie } })
    if (!body) throw new Error('An answer without a body')
    for await (const chunk of body) length += chunk.length
  })
  if (length === 0) throw new Error('Nothing came')
  return records / seconds
}

/** The median of five, or what was answered instead. */
async function msOf(path: string, token: string): Promise<number | string> {
  const took: number[] = []
  for (let times = 0; times < 5; times++) {
    const at = performance.now()
    const response = await fetch(`${server.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    took.push(performance.now() - at)
    if (!response.ok) return `answered ${response.status} after ${took.at(-1)?.toFixed(0)}`
  }
  return quantile(took, 0.5)
}

/** Of the database beside the running server, what has not been written into its file yet with it. */
async function bytes(): Promise<number> {
  const driver: Driver = postgres ? postgres.driver() : sqliteDriver(server.path)
  const database = await openDatabase(driver, { now: () => new Date(), newToken: () => crypto.randomUUID() })
  try {
    return (await factsOf(database)).bytes
  } finally {
    await database.close()
  }
}

async function secondsOf(work: () => unknown): Promise<number> {
  const at = performance.now()
  await work()
  return (performance.now() - at) / 1000
}

function say(what: string, value: number | string): void {
  console.log(`${what}: ${typeof value === 'number' ? value.toFixed(1) : value}`)
}
