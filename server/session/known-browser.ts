/** Browsers that somebody has been in for a while: there others' guesses keep them out of nothing. [CE1] */
import { isIn } from '../db/browsers.ts'
import type { Services } from '../services.ts'

const dayMs = 24 * 60 * 60 * 1000

/** For so long after the last visit. */
const rememberedDays = 90

/** Its id, where it is one. Not on the first day: whoever has a session makes as many browsers as they like. */
export async function knownBrowser(
  { database, now }: Pick<Services, 'database' | 'now'>,
  id: string | undefined,
  whose: { username: string } | { user_id: string },
): Promise<string | undefined> {
  if (id === undefined) return undefined
  const ago = (days: number): string => new Date(now().getTime() - days * dayMs).toISOString()
  const isKnown = await isIn(
    database.db,
    { id, ...whose },
    { firstBefore: ago(1), lastAfter: ago(rememberedDays) },
  )
  return isKnown ? id : undefined
}
