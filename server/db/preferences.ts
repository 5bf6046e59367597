/** What accounts keep of their lists, as the text of a JSON object. */
import type { Db, Tx } from './schema.ts'

export async function readPreferences(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('preferences')
    .select('entries')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.entries ?? '{}'
}

/** Under the clock's lock. False: the account has been removed meanwhile, and nothing of it is kept. */
export async function writePreferences(tx: Tx, userId: string, entries: string): Promise<boolean> {
  const user = await tx
    .withTables<{ user: { id: string } }>()
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return false
  await tx
    .insertInto('preferences')
    .values({ user_id: userId, entries })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ entries }))
    .execute()
  return true
}
