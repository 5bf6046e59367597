/** Sites, Devices and people in any number, written into the tables set by set: as the demo's, but all at once. */
import { type RawBuilder, sql } from 'kysely'
import { advanceClock, lockClock } from '../../server/db/clock.ts'
import type { Database } from '../../server/db/database.ts'
import { giveGrants, type Grant, limit } from '../../server/db/grants.ts'
import { renewReachOfUsers } from '../../server/db/reach.ts'
import type { Tx } from '../../server/db/schema.ts'
import { kinds } from '../../shared/kinds.ts'

export interface Company {
  sites: number
  devices: number
  records: number
}

/** Ids from 1 on; Device n stands in site n modulo their number, and a record in a Device likewise. */
export async function fillCompany(database: Database, { sites, devices, records }: Company): Promise<void> {
  await database.write(async tx => {
    const version = (await lockClock(tx)) + 1
    const written = sql.lit(version)
    await insertMany(
      tx,
      sites,
      sql`
      insert into site (id, uid, version, name) select n, ${uidOf('1')}, ${written}, 'Lokasi ' || n from`,
    )
    await insertMany(
      tx,
      devices,
      sql`
      insert into device (id, uid, version, name, site_id)
      select n, ${uidOf('2')}, ${written}, 'Gerbang ' || n, ${oneOf(sites)} from`,
    )
    await insertMany(
      tx,
      records,
      sql`
      insert into record_a (id, uid, version, device_id, pin, name, pri, passwd, card, grp, tz, verify, vice_card,
        start_datetime, end_datetime)
      select n, ${uidOf('3')}, ${written} + (n - 1) / ${sql.lit(ofCommit)}, ${oneOf(devices)}, ${digits}, 'Orang ' || n, '0', 'rahasia', 'K' || n,
        '1', '0000000100000000', n % 2 = 0, '0', '2024-01-01T00:00:00', '2030-12-31T23:59:59' from`,
    )
    const commits = Math.ceil(records / ofCommit)
    await insertMany(
      tx,
      commits,
      sql`
      insert into commits (clock, token, at) select ${written} + n - 1, ${uidOf('4')}, '2024-01-01T00:00:00.000Z' from`,
    )
    await advanceClock(tx, version + commits, database)
    return { commit: true, answer: undefined }
  })
}

/** As many records as a push holds: no commit has more, and pages follow from that. */
const ofCommit = 500

type Part = RawBuilder<unknown>

async function insertMany(tx: Tx, count: number, insert: Part): Promise<void> {
  const numbers = sql`
    (with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      select n from numbers) as numbers`
  await sql`${insert} ${numbers}`.execute(tx)
}

const oneOf = (count: number): Part => sql`(n - 1) % ${sql.lit(count)} + 1`

/** Twelve of them. */
const digits = sql`substr(cast(n + 1000000000000 as varchar(13)), 2)`

const uidOf = (kind: string): Part => sql`${sql.lit(`01900000-000${kind}-7000-8000-`)} || ${digits}`

/** People without accounts, each of whom was granted the same. */
export async function fillCrowd(
  database: Database,
  { people, grants }: { people: number; grants: readonly Grant[] },
): Promise<string[]> {
  const { driver } = database
  const userIds = Array.from({ length: people }, () => crypto.randomUUID())
  await database.write(async tx => {
    const version = (await lockClock(tx)) + 1
    await limit(tx, { userIds, isLimited: true, version })
    await giveGrants(tx, driver, { userIds, grants })
    await renewReachOfUsers(tx, { driver, kinds }, { userIds, version })
    await advanceClock(tx, version, database)
    return { commit: true, answer: undefined }
  })
  return userIds
}
