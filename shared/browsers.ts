/** Browsers as the server knows them: of each, one person's data. */
import type { Disclosure } from './disclosures.ts'

/** `now`: at its next contact its person's data goes. `sending`: once that has sent what was not sent yet. */
export const revocations = ['now', 'sending'] as const
export type Revocation = (typeof revocations)[number]

/** Whose data in this browser is to go. */
export interface Revoked {
  userId: string
  revocation: Revocation
}

export const browserNameLength = 60

/** How long a code to set up a browser counts. */
export const setUpMinutes = 10

/** What a browser says of the data that is open in it. */
export interface BrowserTold {
  app: string
  records: number
  unsent: number
  hasLock: boolean
  /** As the browser says: an iPad calls itself a Mac, which has none. */
  touchPoints: number
  /** [AU6] Since it said so last; `more`: so many beyond those. */
  disclosed?: Disclosure[] | undefined
  more?: number | undefined
}

/** One person's data in one browser. Times are ISO 8601 in UTC; null: not told yet, or not so. */
export interface BrowserRow extends Pick<BrowserTold, 'app'> {
  id: string
  userId: string
  username: string
  /** Given by a person; '' until then. */
  name: string
  /** What it says it is, such as Chrome, and on what, such as Android; '' where it does not say. */
  program: string
  system: string
  firstAt: string
  lastAt: string
  records: number | null
  unsent: number | null
  hasLock: boolean | null
  isSignedIn: boolean
  /** The one that asks. */
  isHere: boolean
  revocation: Revocation | null
  revokedAt: string | null
  revokedBy: string | null
  /** Since when nothing of theirs is there. */
  removedAt: string | null
}
