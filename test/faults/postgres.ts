/** A PostgreSQL of the harness's own, as durable as in production, with a fresh database for each scenario. */
import pg from 'pg'
import { postgresAt } from '../../server/db/postgres.ts'
import type { Driver } from '../../server/db/driver.ts'
import { ask, binariesFolder, startCluster } from '../contract/postgres.ts'

export interface Postgres {
  url: string
  folder: string
  query<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>
  driver(): Driver
  /** Meanwhile the mutant that commits after its answer does not commit. */
  holdCommits(): Promise<Hold>
  stop(): Promise<void>
}

export interface Hold {
  release(): Promise<void>
  /** PostgreSQL has died, and nothing that was held will be committed. */
  isCut: Promise<unknown>
}

/** The name under which commits are held: a connection that nobody kills on purpose. */
export const holder = 'holder'

/** undefined: this machine has no PostgreSQL binaries. */
export async function startPostgres(
  settings: readonly string[] = [],
  under?: (folder: string) => readonly string[],
): Promise<Postgres | undefined> {
  const binaries = binariesFolder()
  if (binaries === undefined) return undefined
  const cluster = await startCluster(binaries, settings, under)
  return {
    url: cluster.url,
    folder: cluster.folder,
    stop: cluster.stop,
    driver: () => postgresAt(cluster.url, () => {}),
    async holdCommits() {
      const client = new pg.Client({ connectionString: cluster.url, application_name: holder })
      client.on('error', () => {})
      await client.connect()
      await client.query('select pg_advisory_lock(1)')
      return { release: () => client.end(), isCut: new Promise(resolve => client.once('end', resolve)) }
    },
    query: (sql, values) => ask(cluster.url, sql, values),
  }
}
