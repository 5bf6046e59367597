/** Codes that let a new browser in, by their hash. [BP6] */
import type { Db } from './schema.ts'

export interface SetUpCode {
  userId: string
  madeBy: string
  until: string
}

export async function keepCode(db: Db, hash: string, { userId, madeBy, until }: SetUpCode): Promise<void> {
  await db
    .insertInto('set_up_codes')
    .values({ hash, user_id: userId, made_by: madeBy, until_at: until })
    .execute()
}

/** For the one caller who takes it; undefined when there is none. */
export async function takeCode(db: Db, hash: string): Promise<SetUpCode | undefined> {
  const [row] = await db.deleteFrom('set_up_codes').where('hash', '=', hash).returningAll().execute()
  return row && { userId: row.user_id, madeBy: row.made_by, until: row.until_at }
}

export async function forgetCodes(db: Db, before: string): Promise<void> {
  await db.deleteFrom('set_up_codes').where('until_at', '<', before).execute()
}
