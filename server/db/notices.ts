/** Processes on one PostgreSQL tell each other that the clock has moved: `NOTIFY`, and a connection of its own that listens. [ST2] */
import { sql } from 'kysely'
import pg from 'pg'
import type { Notices } from './driver.ts'
import { addressesIn } from './postgres-pool.ts'
import type { Db } from './schema.ts'

const channel = 'records_clock'

export function noticesAt(url: string): Notices {
  let newest = 0
  let isTelling = false

  /** One at a time: of those that come meanwhile the newest says it all. */
  async function tell(db: Db, clock: number): Promise<void> {
    newest = Math.max(newest, clock)
    if (isTelling) return
    isTelling = true
    try {
      for (let told = 0; told < newest;) {
        told = newest
        await sql`select pg_notify(${channel}, ${String(told)})`.execute(db)
      }
    } finally {
      isTelling = false
    }
  }

  return { tell, listen: onClock => listenAt(addressesIn(url), onClock) }
}

function listenAt(
  addresses: readonly string[],
  onClock: (clock: number) => void,
): ReturnType<Notices['listen']> {
  let at = 0
  let open: pg.Client | undefined

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: addresses[at % addresses.length],
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    open = client
    const leave = (): void => {
      if (open !== client) return
      open = undefined
      at++
    }
    // What it has to say of its end is what those of the pool say, too.
    client.on('error', leave)
    client.on('end', leave)
    client.on('notification', ({ payload = '' }) => {
      const clock = Number(payload)
      if (Number.isSafeInteger(clock) && clock > 0) onClock(clock)
    })
    try {
      await client.connect()
      // Refused by a standby: the next host is tried the next time.
      await client.query(`listen ${channel}`)
    } catch (error) {
      leave()
      await client.end()
      throw error
    }
  }

  return {
    keep: async () => {
      if (!open) await connect()
    },
    stop: async () => {
      const last = open
      open = undefined
      await last?.end()
    },
  }
}
