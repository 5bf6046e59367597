/** Sessions with whose they are, as every request asks for them: one statement for all that are asked for. */
import { sql } from 'kysely'
import type { Database } from './database.ts'

export interface SessionFound {
  id: string
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
  /** [AC20] */
  browserId: string | null
  keyHash: string | null
  user: {
    id: string
    username: string | null
    role: string | null
    isBanned: boolean
    hasSecondFactor: boolean
  }
}

/** The tables are Better Auth's; their times are text in SQLite. */
interface Row {
  token: string
  session_id: string
  expires_at: Date | string
  created_at: Date | string
  updated_at: Date | string
  browser_id: string | null
  key_hash: string | null
  user_id: string
  username: string | null
  role: string | null
  banned: unknown
  two_factor: unknown
}

/** By the hash of its token. */
export async function sessionsOf(
  { db, driver }: Database,
  hashes: readonly string[],
): Promise<Map<string, SessionFound>> {
  const { rows } = await sql<Row>`
    select session.token, session.id as session_id, session."expiresAt" as expires_at,
      session."createdAt" as created_at, session."updatedAt" as updated_at,
      session."browserId" as browser_id, session."keyHash" as key_hash, "user".id as user_id, "user".username,
      "user".role, "user".banned, "user"."twoFactorEnabled" as two_factor
    from session join "user" on "user".id = session."userId"
    where ${driver.sets.isAmong(sql`session.token`, hashes)}`.execute(db)
  const isTrue = (stored: unknown) => driver.codecs.boolean.decode(stored ?? null) === true
  return new Map(
    rows.map(row => [
      row.token,
      {
        id: row.session_id,
        expiresAt: new Date(row.expires_at),
        createdAt: new Date(row.created_at),
        updatedAt: new Date(row.updated_at),
        ...{ browserId: row.browser_id, keyHash: row.key_hash },
        user: {
          id: row.user_id,
          username: row.username,
          role: row.role,
          isBanned: isTrue(row.banned),
          hasSecondFactor: isTrue(row.two_factor),
        },
      },
    ]),
  )
}
