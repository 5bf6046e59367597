/** Codes that let a new browser in, by their hash. [BP6] */
import type { Db } from './schema.ts'

export interface SetUpCode {
  userId: string
  madeBy: string
  /** The session that made it. */
  sessionId: string
  until: string
}

/** In the place of the one that they had made for that person before. */
export async function keepCode(
  db: Db,
  hash: string,
  { userId, madeBy, sessionId, until }: SetUpCode,
): Promise<void> {
  await db.deleteFrom('set_up_codes').where('user_id', '=', userId).where('made_by', '=', madeBy).execute()
  await db
    .insertInto('set_up_codes')
    .values({ hash, user_id: userId, made_by: madeBy, session_id: sessionId, until_at: until })
    .execute()
}

/** For the one caller who takes it; undefined when there is none. */
export async function takeCode(db: Db, hash: string): Promise<SetUpCode | undefined> {
  const [row] = await db.deleteFrom('set_up_codes').where('hash', '=', hash).returningAll().execute()
  if (!row) return undefined
  return { userId: row.user_id, madeBy: row.made_by, sessionId: row.session_id, until: row.until_at }
}

export async function forgetCodes(db: Db, before: string): Promise<void> {
  await db.deleteFrom('set_up_codes').where('until_at', '<', before).execute()
}
