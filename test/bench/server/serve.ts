/** One repetition of everything a server is measured by. */
import type { Sample } from '../results.ts'
import { barePostgres, bareSqlite } from './bare.ts'
import { type Hosts, postgresHosts, sqliteHost } from './hosts.ts'
import { poking, pulling, pushing } from './work.ts'

async function measure(hosts: Hosts, records: number, sample: Sample): Promise<void> {
  try {
    // Before anything is added: so many records are there.
    await pulling(hosts, records, sample)
    await pushing(hosts, sample)
    await poking(hosts, sample)
    if (hosts.databaseUrl !== undefined) await barePostgres(hosts.databaseUrl, sample)
  } finally {
    await hosts.stop()
  }
}

export async function measureSqlite(records: number, sample: Sample): Promise<void> {
  await measure(await sqliteHost(records), records, sample)
  await bareSqlite(records, sample)
}

export async function measurePostgres(processes: number, records: number, sample: Sample): Promise<void> {
  await measure(await postgresHosts(records, processes), records, sample)
}
