/** What people were granted, as rows. Written under the clock's lock. [SC2] */
import { sql } from 'kysely'
import { advanceClock, lockClock } from './clock.ts'
import type { Database } from './database.ts'
import type { Driver } from './driver.ts'
import type { Db, Tx } from './schema.ts'

export interface Grant {
  kind: string
  id: string
}

/** Of everybody, or of one. */
export async function grantRows(db: Db, userId?: string): Promise<(Grant & { userId: string })[]> {
  const { rows } = await sql<{ user_id: string; kind: string; id: string }>`
    select user_id, kind, cast(id as varchar(19)) as id from grants
    where ${userId === undefined ? sql`1 = 1` : sql`user_id = ${userId}`} order by user_id, kind, grants.id`.execute(
    db,
  )
  return rows.map(row => ({ userId: row.user_id, kind: row.kind, id: row.id }))
}

export async function limitedUsers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('scopes').select('user_id').where('is_limited', '=', 1).execute()
  return rows.map(row => row.user_id)
}

/** From this clock on they are limited, or not; who is so already stays as they were. */
export async function limit(
  tx: Tx,
  { userIds, isLimited, version }: { userIds: readonly string[]; isLimited: boolean; version: number },
): Promise<void> {
  const is_limited = isLimited ? 1 : 0
  const known = await tx.selectFrom('scopes').selectAll().where('user_id', 'in', userIds).execute()
  const were = new Map(known.map(row => [row.user_id, row.is_limited]))
  const others = userIds.filter(userId => (were.get(userId) ?? 0) !== is_limited)
  if (others.length === 0) return
  await tx
    .insertInto('scopes')
    .values(others.map(user_id => ({ user_id, is_limited, since: version })))
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ is_limited, since: version }))
    .execute()
}

/** From the next clock on. */
export async function limitUser(database: Database, userId: string): Promise<void> {
  await database.write(async tx => {
    const version = (await lockClock(tx)) + 1
    await limit(tx, { userIds: [userId], isLimited: true, version })
    await advanceClock(tx, version, database)
    return { commit: true, answer: undefined }
  })
}

/** Each of them each of these. */
export async function giveGrants(
  tx: Tx,
  { sets }: Driver,
  { userIds, grants }: { userIds: readonly string[]; grants: readonly Grant[] },
): Promise<void> {
  if (grants.length === 0) return
  const users = sets.given({ columns: { user_id: 'text' }, rows: userIds.map(user_id => ({ user_id })) })
  const wanted = sets.given({
    columns: { kind: 'text', id: 'integer' },
    rows: grants.map(({ kind, id }) => ({ kind, id })),
  })
  await sql`
    insert into grants (user_id, kind, id)
    select user_id, kind, id from (select user_id from ${users}) as users
      cross join (select kind, id from ${wanted}) as wanted
    where true on conflict (user_id, kind, id) do nothing`.execute(tx)
}

export async function takeGrants(
  tx: Tx,
  { sets }: Driver,
  { userIds, grants }: { userIds: readonly string[]; grants: readonly Grant[] },
): Promise<void> {
  for (const kind of new Set(grants.map(grant => grant.kind))) {
    const ids = grants.filter(grant => grant.kind === kind).map(({ id }) => id)
    await sql`
      delete from grants where kind = ${kind} and ${sets.isAmong(sql`user_id`, userIds)}
        and ${sets.isAmong(sql`id`, ids)}`.execute(tx)
  }
}

/** An account that goes. */
export async function forgetScope(tx: Tx, userId: string): Promise<void> {
  for (const table of ['scopes', 'grants', 'reach'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
