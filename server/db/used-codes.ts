/** Codes of second factors that were shown a moment ago, by a hash of whose they are and what they say. [AC18] */
import type { Db } from './schema.ts'

export interface UsedCode {
  hash: string
  /** ISO 8601. */
  now: string
  until: string
}

/** Whether it was shown for the first time; of two at one moment it is so for one. */
export async function useCode(db: Db, { hash, now, until }: UsedCode): Promise<boolean> {
  const rows = await db
    .insertInto('used_codes')
    .values({ hash, until_at: until })
    .onConflict(conflict =>
      conflict.column('hash').doUpdateSet({ until_at: until }).where('used_codes.until_at', '<=', now),
    )
    .returning('hash')
    .execute()
  return rows.length > 0
}

/** It was not right, or nobody could tell. */
export async function giveBackCode(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('used_codes').where('hash', '=', hash).execute()
}

export async function forgetUsedCodes(db: Db, before: string): Promise<void> {
  await db.deleteFrom('used_codes').where('until_at', '<', before).execute()
}
