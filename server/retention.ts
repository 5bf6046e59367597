/** Forgets what nobody will ask for again: old deletions and old attempts. */
import { prune } from './db/clock.ts'
import type { Database } from './db/database.ts'
import { forgetOldAttempts } from './db/settings.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A client that was away for longer has to resync, with its outbox intact. */
export const retentionDays = 180

export async function forgetOld({ database, now }: { database: Database; now(): Date }): Promise<void> {
  await prune(database, new Date(now().getTime() - retentionDays * dayMs))
  await forgetOldAttempts(database.db, now().getTime() - dayMs)
}
