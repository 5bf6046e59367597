/** One repetition of everything a server is measured by. */
import type { Sample } from '../results.ts'
import { barePostgres, bareSqlite } from './bare.ts'
import { type Hosts, postgresHosts, sqliteHost } from './hosts.ts'
import { Desks } from './desks.ts'
import { poking, pulling, pushing } from './work.ts'

/** As many people as are at work at one moment, and how long they are. */
const clients = 32
const seconds = 5

async function pushingTogether({ doors }: Hosts, sample: Sample): Promise<void> {
  const ports = doors.map(({ origin }) => Number(new URL(origin).port))
  const cookies = doors.map(({ cookie }) => cookie)
  const desks = await Desks.open(ports, cookies, { clients, batch: 1 })
  try {
    // The first ones make the server ready.
    await desks.pushFor(1)
    const { applied, refused, seconds: took } = await desks.pushFor(seconds)
    if (refused.size > 0) throw new Error(`Pushes were refused: ${JSON.stringify([...refused])}`)
    sample['mutations-1-together'] = applied / took
  } finally {
    desks.close()
  }
}

async function measure(hosts: Hosts, records: number, sample: Sample): Promise<void> {
  try {
    // Before anything is added: so many records are there.
    await pulling(hosts, records, sample)
    await pushing(hosts, sample)
    await pushingTogether(hosts, sample)
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
