/**
 * What a clock of its own for each workspace would come to: `node test/bench/server/workspaces.ts --clients 64 --seconds 10`.
 * The same clients write into one workspace, and each into one of its own, in tables whose keys begin with it: a transaction
 * as the server makes it for a push of one record (lock the clock; then clock, commit, record and ledger in one statement).
 */
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../../faults/postgres.ts'
import { quantile } from '../statistics.ts'

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '64' }, seconds: { type: 'string', default: '10' } },
})
const clients = Number(values.clients)

const tables = `
  create table clocks (workspace integer primary key, clock bigint not null);
  create table commits (workspace integer, clock bigint, token text not null, primary key (workspace, clock));
  create table records (
    workspace integer, uid text, version bigint not null, fields text not null, primary key (workspace, uid)
  );
  create index on records (workspace, version);
  create table ledger (
    workspace integer, id text, clock bigint not null, body text not null, primary key (workspace, id)
  );`

const write = `
  with moved as (update clocks set clock = $2 where workspace = $1),
    committed as (insert into commits values ($1, $2, $3)),
    recorded as (insert into records values ($1, $4, $2, $5))
  insert into ledger values ($1, $3, $2, $5)`

/** About as long as a Record B. */
const fields = JSON.stringify({
  nama: 'Dewi Lestari',
  nip: '198703122010012001',
  keterangan: 'x'.repeat(120),
})

const postgres = await startPostgres(['-c', 'max_connections=200'])
if (!postgres) throw new Error('There is no PostgreSQL on this machine')
try {
  await postgres.query(tables)
  await postgres.query(
    `insert into clocks select workspace, 0 from generate_series(1, ${clients + 1}) as workspace`,
  )
  const one = await measure(() => clients + 1)
  const many = await measure(client => client + 1)
  console.log(`${clients} clients, all of one workspace: ${one}`)
  console.log(`${clients} clients, each of its own: ${many}`)
} finally {
  await postgres.stop()
}

async function measure(workspaceOf: (client: number) => number): Promise<string> {
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: postgres?.url })
      await client.connect()
      return client
    }),
  )
  const took: number[] = []
  const until = performance.now() + Number(values.seconds) * 1_000
  await Promise.all(
    connections.map(async (connection, index) => {
      while (performance.now() < until) {
        const startedAt = performance.now()
        await commit(connection, workspaceOf(index))
        took.push(performance.now() - startedAt)
      }
    }),
  )
  await Promise.all(connections.map(connection => connection.end()))
  const rate = (took.length / Number(values.seconds)).toFixed(0)
  return `${rate} transactions/s, p50 ${quantile(took, 0.5).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms`
}

async function commit(connection: pg.Client, workspace: number): Promise<void> {
  await connection.query('begin')
  const { rows } = await connection.query<{ clock: string }>(
    'update clocks set clock = clock where workspace = $1 returning clock',
    [workspace],
  )
  const next = Number(rows[0]?.clock) + 1
  await connection.query(write, [workspace, next, crypto.randomUUID(), crypto.randomUUID(), fields])
  await connection.query('commit')
}
