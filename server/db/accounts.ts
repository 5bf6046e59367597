/** Changes to an account after which somebody must still be able to manage users: each one transaction. [AC4] */
import { lockClock } from './clock.ts'
import type { Database } from './database.ts'
import { forgetScope } from './grants.ts'
import type { Db } from './schema.ts'

/** The columns of the account tables that are written here; the tables themselves are Better Auth's. */
type AccountTables = {
  account: { userId: string; providerId: string; password: string | null }
  user: { id: string; role: string | null; banned: unknown }
  session: { userId: string; token: string; browserId: string | null }
}

/** What Better Auth calls an account with a password. */
export const credential = 'credential'

export type Change = { role: string } | 'disable' | 'enable' | 'remove'

export type Changed = 'changed' | 'last_admin' | 'not_found'

/** Two admins who demote each other at one moment wait for each other at the clock: the second is refused. */
export async function changeAccount(database: Database, userId: string, change: Change): Promise<Changed> {
  const { boolean } = database.driver.codecs
  return database.write<Changed>(async locked => {
    await lockClock(locked)
    const tx = locked.withTables<AccountTables>()
    // A name whose password was never written can be used by nobody.
    const admins = await tx
      .selectFrom('user')
      .innerJoin('account', 'account.userId', 'user.id')
      .select(['user.id', 'user.banned'])
      .where('user.role', '=', 'admin')
      .where('account.providerId', '=', credential)
      .execute()
    const active = admins.filter(({ banned }) => boolean.decode(banned) !== true)
    const staysAdmin = change === 'enable' || (typeof change === 'object' && change.role === 'admin')
    if (!staysAdmin && active.length === 1 && active[0]?.id === userId)
      return { commit: false, answer: 'last_admin' }

    let count: bigint
    if (change === 'remove') {
      // Sessions and passwords go with it, by their foreign keys.
      await tx.deleteFrom('preferences').where('user_id', '=', userId).execute()
      await forgetScope(locked, userId)
      await locked.deleteFrom('tokens').where('user_id', '=', userId).execute()
      await locked.deleteFrom('webhooks').where('user_id', '=', userId).execute()
      count = (await tx.deleteFrom('user').where('id', '=', userId).executeTakeFirst()).numDeletedRows
    } else {
      const values = typeof change === 'object' ? change : { banned: boolean.encode(change === 'disable') }
      const result = await tx.updateTable('user').set(values).where('id', '=', userId).executeTakeFirst()
      count = result.numUpdatedRows
    }
    if (change === 'disable') await tx.deleteFrom('session').where('userId', '=', userId).execute()
    return count > 0n ? { commit: true, answer: 'changed' } : { commit: false, answer: 'not_found' }
  })
}

/** Only in the place of the one that was looked at. False: it is another one by now. */
export async function replacePassword(
  db: Db,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ password: to })
    .where('userId', '=', userId)
    .where('providerId', '=', credential)
    .where('password', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Hexadecimal digits of SHA-256. */
const hashLength = 64

/**
 * [AC13] Sessions of a version that stored their tokens as they are: hashing those would not do, as they can be read in every
 * copy made since, and in pages of the file that SQLite has freed. [AC20] And those of one that made them for no browser.
 */
export async function endOldSessions(db: Db): Promise<void> {
  await db
    .withTables<AccountTables>()
    .deleteFrom('session')
    .where(({ or, eb, fn }) =>
      or([eb(fn<number>('length', ['token']), '!=', hashLength), eb('browserId', 'is', null)]),
    )
    .execute()
}
