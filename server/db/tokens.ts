/** Tokens as rows: of each its hash, and never the token. [TK1] */
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Db, Schema } from './schema.ts'

export type TokenRow = Schema['tokens']

/** With its account as it is now. */
export type HeldToken = TokenRow & { username: string; accountRole: string | null; isDisabled: boolean }

export async function insertToken(db: Db, row: TokenRow): Promise<void> {
  await db.insertInto('tokens').values(row).execute()
}

/** Newest first, each with its account's name; `userId` undefined: everybody's. */
export async function tokenRows(
  db: Db,
  userId: string | undefined,
): Promise<(TokenRow & { username: string })[]> {
  const { rows } = await sql<TokenRow & { username: string }>`
    select tokens.*, ${sql.ref('user.username')} as username
    from tokens join ${sql.table('user')} on ${sql.ref('user.id')} = tokens.user_id
    where ${userId === undefined ? sql`1 = 1` : sql`tokens.user_id = ${userId}`}
    order by tokens.made_at desc, tokens.id`.execute(db)
  return rows
}

export async function tokenByHash(
  { db, driver }: Pick<Database, 'db' | 'driver'>,
  hash: string,
): Promise<HeldToken | undefined> {
  const { rows } = await sql<TokenRow & { username: string; account_role: string | null; banned: unknown }>`
    select tokens.*, ${sql.ref('user.username')} as username, ${sql.ref('user.role')} as account_role,
      ${sql.ref('user.banned')} as banned
    from tokens join ${sql.table('user')} on ${sql.ref('user.id')} = tokens.user_id
    where tokens.hash = ${hash}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { account_role: accountRole, banned, ...token } = row
  return { ...token, accountRole, isDisabled: driver.codecs.boolean.decode(banned) === true }
}

export async function noteTokenUse(db: Db, { id, usedAt }: { id: string; usedAt: string }): Promise<void> {
  await db.updateTable('tokens').set({ used_at: usedAt }).where('id', '=', id).execute()
}

/** `userId` undefined: whoever's it is. Its owner, where it was there. */
export async function deleteToken(
  db: Db,
  { id, userId }: { id: string; userId: string | undefined },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('tokens')
    .where('id', '=', id)
    .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}
