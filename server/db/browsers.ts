/** The rows of browsers: one for each person in each. */
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Revocation, Revoked } from '../../shared/browsers.ts'
import type { Db, Schema } from './schema.ts'

export interface Place {
  id: string
  userId: string
}

export interface Contact extends Place {
  username: string
  program: string
  system: string
  at: string
}

export type BrowserFound = Selectable<Schema['browsers']> & { isSignedIn: boolean }

type Sessions = { session: { id: string; userId: string; browserId: string | null } }

export async function noteContact(db: Db, contact: Contact): Promise<void> {
  const { id, userId, username, program, system, at } = contact
  const now = { username, last_at: at }
  await db
    .insertInto('browsers')
    .values({ id, user_id: userId, ...now, program, system, first_at: at })
    .onConflict(conflict => conflict.columns(['id', 'user_id']).doUpdateSet(now))
    .execute()
}

/** [BP3] Somebody has signed in where nothing of theirs was left: what was decided of it is over. */
export async function beginAgain(db: Db, { id, userId }: Place): Promise<void> {
  await db
    .updateTable('browsers')
    .set({ revocation: null, revoked_at: null, revoked_by: null, removed_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is not', null)
    .execute()
}

export async function browserOf(db: Db, { id, userId }: Place) {
  return db
    .selectFrom('browsers')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Whether they have been there between those moments, and nothing was decided against it. */
export async function isIn(
  db: Db,
  whose: { id: string; username: string } | { id: string; user_id: string },
  { firstBefore, lastAfter }: { firstBefore: string; lastAfter: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('browsers')
    .select('id')
    .where(({ and }) => and(whose))
    .where('revocation', 'is', null)
    .where('first_at', '<=', firstBefore)
    .where('last_at', '>=', lastAfter)
    .executeTakeFirst()
  return row !== undefined
}

export async function changeBrowser(
  db: Db,
  { id, userId }: Place,
  change: Partial<Selectable<Schema['browsers']>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('browsers')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Newest contact first. */
export async function listBrowsers(
  db: Db,
  { userId, limit }: { userId?: string; limit: number },
): Promise<BrowserFound[]> {
  const rows = await db
    .selectFrom('browsers')
    .selectAll()
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute()
  const ids = [...new Set(rows.map(({ id }) => id))]
  if (ids.length === 0) return []
  const sessions = await db
    .withTables<Sessions>()
    .selectFrom('session')
    .select(['browserId', 'userId'])
    .where('browserId', 'in', ids)
    .execute()
  const known = new Set(sessions.map(session => `${session.browserId} ${session.userId}`))
  return rows.map(row => ({ ...row, isSignedIn: known.has(`${row.id} ${row.user_id}`) }))
}

/** [BP3] Whose data in that browser is to go. */
export async function revokedIn(db: Db, id: string): Promise<Revoked[]> {
  const rows = await db
    .selectFrom('browsers')
    .select(['user_id', 'revocation'])
    .where('id', '=', id)
    .where('revocation', 'is not', null)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ user_id, revocation }) => ({ userId: user_id, revocation: revocation as Revocation }))
}

export interface Revoking {
  id?: string | undefined
  userId?: string | undefined
  revocation: Revocation
  by: string
  at: string
}

/** Returns those that were revoked. One that is to go now does not get longer. */
export async function revokeBrowsers(db: Db, { id, userId, revocation, by, at }: Revoking) {
  return db
    .updateTable('browsers')
    .set({ revocation, revoked_at: at, revoked_by: by })
    .$if(id !== undefined, query => query.where('id', '=', id ?? ''))
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
    .where('removed_at', 'is', null)
    .where(({ or, eb }) => or([eb('revocation', 'is', null), eb('revocation', '=', 'sending')]))
    .returning(['id', 'user_id', 'username'])
    .execute()
}

export interface SessionsOf {
  userId: string
  /** Those made in one browser; all when absent. */
  browserId?: string | undefined
  /** The one that goes on. */
  but?: string | undefined
}

/** [AC20] Every one of them, whatever has become of them since they were made. */
export async function endSessions(db: Db, { userId, browserId, but }: SessionsOf): Promise<void> {
  await db
    .withTables<Sessions>()
    .deleteFrom('session')
    .where('userId', '=', userId)
    .$if(browserId !== undefined, query => query.where('browserId', '=', browserId ?? ''))
    .$if(but !== undefined, query => query.where('id', '!=', but ?? ''))
    .execute()
}

export async function isSession(db: Db, id: string): Promise<boolean> {
  const query = db.withTables<Sessions>().selectFrom('session').select('id').where('id', '=', id)
  return (await query.executeTakeFirst()) !== undefined
}

/** [BP8] Of one person, those that were here longest ago, unless they may hold data, or what was decided of them is to be done. */
export async function forgetBrowsersBeyond(db: Db, userId: string, most: number): Promise<void> {
  const rows = await db
    .selectFrom('browsers')
    .select(['id', 'revocation', 'removed_at', 'records'])
    .where('user_id', '=', userId)
    .orderBy('last_at', 'desc')
    .execute()
  const ids = rows
    .slice(most)
    .filter(({ revocation, removed_at, records }) =>
      removed_at === null ? revocation === null && records === null : true,
    )
    .map(({ id }) => id)
  if (ids.length === 0) return
  await db.deleteFrom('browsers').where('user_id', '=', userId).where('id', 'in', ids).execute()
}

/** Rows in one statement. */
const stepRows = 500

/** [BP7] Some of those that were not here since, unless what was decided of them is still to be done. False: there were none. */
export async function forgetBrowsers(db: Db, before: { used: string; unused: string }): Promise<boolean> {
  const old = ({ and, or, eb }: ExpressionBuilder<Schema, 'browsers'>) =>
    and([
      or([eb('revocation', 'is', null), eb('removed_at', 'is not', null)]),
      or([
        eb('last_at', '<', before.used),
        and([eb('last_at', '<', before.unused), eb('records', 'is', null)]),
      ]),
    ])
  const rows = await db.selectFrom('browsers').select('id').where(old).limit(stepRows).execute()
  if (rows.length === 0) return false
  const ids = [...new Set(rows.map(({ id }) => id))]
  await db.deleteFrom('browsers').where('id', 'in', ids).where(old).execute()
  return true
}
