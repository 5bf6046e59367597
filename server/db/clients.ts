/** Which user each client belongs to: the one who first used it. */
import type { Database } from './database.ts'

/** Returns the client's user, who is this one when there was none. */
export async function claimClient(
  { db, stamps }: Database,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<string> {
  const find = () => db.selectFrom('clients').select('user_id').where('id', '=', clientId).executeTakeFirst()
  const known = await find()
  if (known) return known.user_id
  await db
    .insertInto('clients')
    .values({ id: clientId, user_id: userId, at: stamps.now().toISOString() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return (await find())?.user_id ?? userId
}
