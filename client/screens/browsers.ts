/** The requests about browsers: whose data is where, and what is to become of it. */
import type { BrowserRow, BrowserTold, Revocation, Revoked } from '../../shared/browsers.ts'
import { type Fetch, json, requester } from '../net/request.ts'

export type { BrowserRow, BrowserTold, Revocation, Revoked } from '../../shared/browsers.ts'

interface Place {
  browser: string
  userId: string
}

export interface SetUpCode {
  code: string
  /** ISO 8601. */
  until: string
}

/** Each fails with AppError: `unreachable` when there is no network. */
export interface Browsers {
  /** Newest contact first. */
  own(): Promise<BrowserRow[]>
  all(): Promise<BrowserRow[]>
  /** Answered with whose data is to go from here. */
  tell(told: BrowserTold): Promise<Revoked[]>
  name(of: Place & { name: string }): Promise<void>
  signOut(of: Place): Promise<void>
  revoke(what: Partial<Place> & { revocation: Revocation }): Promise<void>
  /** Nothing of theirs is here any more. */
  removed(userIds: string[]): Promise<void>
  code(userId: string): Promise<SetUpCode>
}

export function createBrowsers(fetch: Fetch): Browsers {
  const ask = requester(fetch)
  const done = (path: string, body: unknown): Promise<void> => ask(`browsers/${path}`, body, () => {})
  const list = async (path: string) => (await json<{ browsers: BrowserRow[] }>(ask, path)).browsers
  return {
    own: () => list('browsers/own'),
    all: () => list('browsers'),
    tell: async told => (await json<{ revoked: Revoked[] }>(ask, 'browsers/told', told)).revoked,
    name: of => done('name', of),
    signOut: of => done('sign-out', of),
    revoke: what => done('revoke', what),
    removed: userIds => done('removed', { userIds }),
    code: userId => json<SetUpCode>(ask, 'browsers/code', { userId }),
  }
}
