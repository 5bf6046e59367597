/** Two PostgreSQL servers, of which one follows the other in each commit, each behind a pooler; they change places. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, startCluster, startStandby, unprivileged } from '../contract/postgres.ts'
import { freePort } from '../support/port.ts'

/** A pooler leaves these out, so that the role has them. */
const limits = { statement_timeout: '5s', lock_timeout: '2s', idle_in_transaction_session_timeout: '10s' }

/** A standby that has lost its primary asks for it at these intervals, and hears only then that it is promoted. */
const settings = ['-c', 'wal_retrieve_retry_interval=500ms']

interface Place {
  cluster: Cluster
  pooler: Pooler
}

export class Pair {
  readonly #binaries: string
  #primary: Place
  #standby: Place

  private constructor(binaries: string, primary: Place, standby: Place) {
    this.#binaries = binaries
    this.#primary = primary
    this.#standby = standby
  }

  static async start(binaries: string): Promise<Pair> {
    const first = await startCluster(binaries, settings)
    for (const [name, value] of Object.entries(limits))
      await ask(first, `alter role records set ${name} = '${value}'`)
    const second = await startStandby(binaries, first, { settings })
    const place = async (cluster: Cluster) => ({ cluster, pooler: await Pooler.start(portOf(cluster)) })
    const pair = new Pair(binaries, await place(first), await place(second))
    await pair.#followed()
    return pair
  }

  /** Through the poolers. */
  get url(): string {
    return addressOf(this.#ports(({ pooler }) => pooler.port))
  }

  /** Past them. */
  get directUrl(): string {
    return addressOf(this.#ports(({ cluster }) => portOf(cluster)))
  }

  #ports(of: (place: Place) => number): number[] {
    return [this.#primary, this.#standby].map(of).toSorted((one, other) => one - other)
  }

  /** The primary is gone, and the other one takes its place. */
  async fail(signal: 'SIGQUIT' | 'SIGKILL' | 'SIGINT'): Promise<void> {
    const [gone, next] = [this.#primary, this.#standby]
    await gone.cluster.stop(signal)
    // Alone, it would wait for somebody to follow it.
    await ask(next.cluster, `alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()')
    await ask(next.cluster, 'select pg_promote()')
    this.#primary = next
    this.#standby = gone
  }

  /** The one that was gone follows, and no commit is acknowledged any more before it has it. */
  async rejoin(): Promise<void> {
    const options = { settings, port: portOf(this.#standby.cluster) }
    this.#standby.cluster = await startStandby(this.#binaries, this.#primary.cluster, options)
    await this.#followed()
  }

  async #followed(): Promise<void> {
    const { cluster } = this.#primary
    await ask(cluster, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
    const state = 'select sync_state from pg_stat_replication'
    while ((await ask(cluster, state))[0]?.['sync_state'] !== 'sync') await pause(20)
  }

  async stop(): Promise<void> {
    for (const { cluster, pooler } of [this.#primary, this.#standby]) {
      await pooler.stop()
      await cluster.stop()
    }
  }
}

const portOf = ({ url }: Cluster): number => Number(new URL(url).port)

function addressOf(ports: readonly number[]): string {
  return `postgres://records@${ports.map(port => `127.0.0.1:${port}`).join(',')}/postgres`
}

/** The rows of the last of them. */
async function ask({ url }: Cluster, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    // Whoever promotes waits as long as it takes; the limits are the servers'.
    for (const statement of ['set statement_timeout = 0', ...statements])
      ({ rows } = await client.query<Record<string, unknown>>(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** PgBouncer, which hands out a connection for each transaction. */
class Pooler {
  readonly port: number
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(port: number, folder: string, process: ChildProcess) {
    this.port = port
    this.#folder = folder
    this.#process = process
  }

  static async start(to: number): Promise<Pooler> {
    const [port, folder, owner] = [
      await freePort(),
      mkdtempSync(join(tmpdir(), 'records-pooler-')),
      unprivileged(),
    ]
    const path = join(folder, 'pgbouncer.ini')
    writeFileSync(
      path,
      `[databases]
* = host=127.0.0.1 port=${to} user=records
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 2
query_wait_timeout = 2
ignore_startup_parameters = ${Object.keys(limits).join(', ')}
`,
    )
    if (owner) for (const each of [folder, path]) chownSync(each, owner.uid, owner.gid)
    const process = spawn('/usr/sbin/pgbouncer', ['--quiet', path], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    })
    return new Pooler(port, folder, process)
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGINT')
    await Promise.race([ended, pause(2_000)])
    this.#process.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
