/** What somebody who looks after a database wants to know of it. Reads only. */
import { sql } from 'kysely'
import type { Database } from './database.ts'

export interface DatabaseFacts {
  version: string
  /** Its own clock; null: it has the one of this process. */
  now: Date | null
  bytes: number
  ledgerRows: number
  /** ISO 8601; of the newest commit. */
  newestAt: string
}

interface Row {
  version: string
  now: string | null
  bytes: number | string
}

export async function factsOf({ db, driver }: Database): Promise<DatabaseFacts> {
  const { rows } =
    driver.name === 'postgres'
      ? await sql<Row>`select current_setting('server_version') as version,
          to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
          pg_database_size(current_database()) as bytes`.execute(db)
      : await sql<Row>`select sqlite_version() as version, null as now, page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`.execute(db)
  const [row] = rows
  const { count } = await db
    .selectFrom('ledger')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const { at } = await db
    .selectFrom('commits')
    .select('at')
    .orderBy('clock', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    version: row?.version ?? '',
    now: row?.now ? new Date(row.now) : null,
    bytes: Number(row?.bytes),
    ledgerRows: Number(count),
    newestAt: at,
  }
}
