/** Forgets what nobody will ask for again: old deletions, old values of records where that is wanted, browsers that nobody uses. */
import type { Kinds } from '../shared/metadata.ts'
import type { Audit } from './audit/record.ts'
import { forgetBrowsers } from './db/browsers.ts'
import { prune } from './db/clock.ts'
import type { Database } from './db/database.ts'
import { type Forgettable, forgetSome } from './db/forgotten.ts'
import { forgetCodes } from './db/set-up-codes.ts'
import { forgetUsedCodes } from './db/used-codes.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A client that was away for longer has to resync, with its outbox intact. */
export const retentionDays = 180

/** [BP7] */
export const browserDays = 365
/** One that signed in and never told of any data: no app, or one that was left at once. */
const unusedBrowserDays = 30

/** [AU5] */
export const auditDays = 1095

/** [HI8] */
export const bodiesDays = 365

/** [HI7] [HI8] In days; without end when absent. */
export interface HistoryKept {
  bodies?: number | undefined
  fields?: number | undefined
  secrets?: number | undefined
}

interface Kept {
  database: Database
  kinds: Kinds
  audit: Audit
  now(): Date
  historyDays?: HistoryKept | undefined
  /** Days that the audit is kept; those of the default when absent. */
  auditDays?: number | undefined
}

export async function forgetOld({ database, kinds, audit, now, ...kept }: Kept): Promise<void> {
  await prune(database, new Date(now().getTime() - retentionDays * dayMs))
  const before = (days: number): string => new Date(now().getTime() - days * dayMs).toISOString()
  const unseen = { used: before(browserDays), unused: before(unusedBrowserDays) }
  while (await forgetBrowsers(database.db, unseen));
  await forgetCodes(database.db, before(0))
  await forgetUsedCodes(database.db, before(0))
  for (const what of ['fields', 'secrets', 'bodies'] as const) {
    const days = kept.historyDays?.[what]
    if (days !== undefined) await forgetHistory(database, { what, before: before(days), kinds })
  }
  await audit.forget(before(kept.auditDays ?? auditDays))
}

/** Some rows at a time, so that others get their turn in between. */
async function forgetHistory(
  database: Database,
  what: { what: Forgettable; before: string; kinds: Kinds },
): Promise<void> {
  let isMore = true
  while (isMore)
    isMore = await database.write(async tx => ({ commit: true, answer: await forgetSome(tx, what) }))
}
