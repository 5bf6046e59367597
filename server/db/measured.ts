/** How much is in the database, for whoever runs it. [OP3] */
import { sql } from 'kysely'
import { readClock } from './clock.ts'
import type { Database } from './database.ts'
import type { Sizes } from './driver.ts'
import type { Db } from './schema.ts'

/** Contacts within so many days; what is longer ago is `older`. */
const spans = { hour: 1 / 24, day: 1, week: 7, month: 31 }

export const lastContacts = [...Object.keys(spans), 'older']

const dayMs = 24 * 60 * 60 * 1000

/** Further back nobody looks: the audit is long. */
const backupDays = 30

export interface Counted {
  lastContact: string
  browsers: number
  withUnsent: number
  unsent: number
}

export interface Stored {
  clock: number
  sizes: Sizes
  browsers: Counted[]
  /** Since the last contact of any browser that had unsent edits then; 0 when there is none. */
  unsentSeconds: number
  backupSeconds: number | undefined
}

export async function measure({ db, driver }: Pick<Database, 'db' | 'driver'>, now: Date): Promise<Stored> {
  const { clock } = await readClock(db)
  const secondsSince = (at: string): number => (now.getTime() - Date.parse(at)) / 1000
  const { oldestUnsentAt, browsers } = await countBrowsers(db, now)
  const backupAt = await lastBackupAt(db, now)
  return {
    clock,
    sizes: await driver.sizes(db),
    browsers,
    unsentSeconds: oldestUnsentAt === null ? 0 : secondsSince(oldestUnsentAt),
    backupSeconds: backupAt === undefined ? undefined : secondsSince(backupAt),
  }
}

/** Those whose data is gone, or given up, count no more. */
async function countBrowsers(
  db: Db,
  now: Date,
): Promise<{ browsers: Counted[]; oldestUnsentAt: string | null }> {
  const since = (days: number): string => new Date(now.getTime() - days * dayMs).toISOString()
  const cases = Object.entries(spans).map(([name, days]) => sql`when last_at >= ${since(days)} then ${name}`)
  const { rows } = await sql<{
    contact: string
    browsers: number | string
    with_unsent: number | string
    unsent: number | string
    oldest: string | null
  }>`select contact, count(*) as browsers,
      sum(case when unsent > 0 then 1 else 0 end) as with_unsent,
      sum(coalesce(unsent, 0)) as unsent,
      min(case when unsent > 0 then last_at end) as oldest
    from (select case ${sql.join(cases, sql` `)} else 'older' end as contact, unsent, last_at from browsers
      where removed_at is null and (revocation is null or revocation <> 'now')) as told
    group by contact`.execute(db)
  const browsers = lastContacts.map((lastContact): Counted => {
    const row = rows.find(({ contact }) => contact === lastContact)
    const [count, withUnsent, unsent] = [row?.browsers, row?.with_unsent, row?.unsent].map(Number)
    return row
      ? { lastContact, browsers: count ?? 0, withUnsent: withUnsent ?? 0, unsent: unsent ?? 0 }
      : { lastContact, browsers: 0, withUnsent: 0, unsent: 0 }
  })
  const [oldestUnsentAt = null] = rows.flatMap(({ oldest }) => oldest ?? []).toSorted()
  return { browsers, oldestUnsentAt }
}

async function lastBackupAt(db: Db, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit')
    .select('at')
    .where('action', '=', 'backup_made')
    .where('at', '>=', new Date(now.getTime() - backupDays * dayMs).toISOString())
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
