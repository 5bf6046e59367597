/** Forgets what nobody will ask for again: old deletions, browsers that nobody uses. */
import { forgetAudit } from './db/audit.ts'
import { forgetBrowsers } from './db/browsers.ts'
import { prune } from './db/clock.ts'
import type { Database } from './db/database.ts'
import { forgetCodes } from './db/set-up-codes.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A client that was away for longer has to resync, with its outbox intact. */
export const retentionDays = 180

/** [BP7] */
export const browserDays = 365
/** One that signed in and never told of any data: no app, or one that was left at once. */
const unusedBrowserDays = 30

/** [AU5] */
export const auditDays = 1095

interface Kept {
  database: Database
  now(): Date
  /** Days that the audit is kept; those of the default when absent. */
  auditDays?: number | undefined
}

export async function forgetOld({ database, now, ...kept }: Kept): Promise<void> {
  await prune(database, new Date(now().getTime() - retentionDays * dayMs))
  const before = (days: number): string => new Date(now().getTime() - days * dayMs).toISOString()
  await forgetBrowsers(database.db, { used: before(browserDays), unused: before(unusedBrowserDays) })
  await forgetCodes(database.db, before(0))
  await database.write(async tx => {
    const count = await forgetAudit(tx, before(kept.auditDays ?? auditDays))
    return { commit: count > 0, answer: undefined }
  })
}
