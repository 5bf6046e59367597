/** Connections to whichever host of PostgreSQL takes writes, each of them given up where it is of no use any more. */
import type { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** Of a standby, or of one that was a primary until now: what is written there is refused. */
const readOnly = '25006'

type Connection = pg.ClientBase

export type OnLost = (error: Error) => void

export interface PoolOptions {
  settings: pg.PoolConfig
  onLost: OnLost
  /** Whether a connection that says nothing for this long is given up. */
  silenceMs?: number
  /** A standby will do. */
  isReading?: boolean
}

/** `postgres://user@one:5432,two:5432/records`, as libpq takes it: one address for each host. */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?@]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map(host => `${before}${host}${after}`)
}

/** The address of the host that takes writes, for programs that take one. */
export async function primaryAddress(url: string): Promise<string> {
  let failure: unknown = new Error('it is a standby')
  for (const connectionString of addressesIn(url)) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
    try {
      await client.connect()
      const { rows } = await client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
      if (!rows[0]?.is_standby) return connectionString
    } catch (error) {
      failure = error
    } finally {
      await client.end()
    }
  }
  const why = failure instanceof Error ? failure.message : String(failure)
  throw new Error(`No PostgreSQL that takes writes is there: ${why}`, { cause: failure })
}

/** [FL2] A pool for each host; one of them is in use, until it is found to take no writes. */
export function poolOver(url: string, options: PoolOptions): PostgresPool {
  const { settings } = options
  const addresses = addressesIn(url)
  let at = 0
  const leave = (from: number): void => {
    if (from === at) at = (at + 1) % addresses.length
  }
  const open = (index: number): pg.Pool =>
    openPool(addresses[index] ?? url, options, { renew: from => renew(index, from) })
  const pools = addresses.map((_, index) => open(index))
  /** Whoever is connected to what has changed its mind would be refused for as long as the connection lasts. */
  function renew(index: number, from: pg.Pool): void {
    if (pools[index] !== from) return
    pools[index] = open(index)
    from.end().catch(options.onLost)
    leave(index)
  }
  async function connect(): Promise<PostgresPoolClient> {
    for (let tries = 1; ; tries++) {
      const index = at
      const pool = (pools[index] ??= open(index))
      try {
        return (await pool.connect()) as unknown as PostgresPoolClient
      } catch (error) {
        leave(index)
        if (tries >= addresses.length) throw error
      }
    }
  }
  const end = async (): Promise<void> => void (await Promise.all(pools.map(pool => pool.end())))
  return { options: settings, connect, end }
}

function openPool(
  connectionString: string,
  { settings, onLost, silenceMs, isReading = false }: PoolOptions,
  { renew }: { renew(from: pg.Pool): void },
): pg.Pool {
  const onConnect = async (connection: Connection): Promise<void> => {
    // A connection in use says so by itself that it is lost, and takes the whole process down where nobody listens.
    connection.on('error', onLost)
    watch(connection, { silenceMs, onReadOnly: () => renew(pool) })
    const { rows } = await connection.query<{ is_standby: boolean }>(
      `select pg_is_in_recovery() as is_standby, set_config('datestyle', 'ISO, YMD', false)`,
    )
    if (rows[0]?.is_standby && !isReading) throw new Error('Connection terminated: the host is a standby')
  }
  const pool: pg.Pool = new pg.Pool({
    ...settings,
    connectionString,
    // The pool waits for it, and lets go of a connection that is lost in here.
    onConnect: onConnect as (connection: Connection) => void,
  })
  // The pool repeats what an idle one has said.
  pool.on('error', () => {})
  return pool
}

/** Its machine may have gone without a word; a query would wait for minutes, and keep its place in the pool. */
function watch(
  connection: Connection,
  { silenceMs, onReadOnly }: { silenceMs: number | undefined; onReadOnly: () => void },
): void {
  const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection
  const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown>
  stream.on('timeout', () => stream.destroy())
  const watched = async (...given: unknown[]): Promise<unknown> => {
    if (silenceMs !== undefined) stream.setTimeout(silenceMs)
    try {
      return await query(...given)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === readOnly) onReadOnly()
      throw error
    } finally {
      stream.setTimeout(0)
    }
  }
  Object.assign(connection, { query: watched })
}
