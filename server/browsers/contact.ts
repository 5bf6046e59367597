/** What the server keeps of every contact, and what a browser that has been revoked is answered. [BP1] [BP3] */
import type { Revoked } from '../../shared/browsers.ts'
import { AppError } from '../../shared/errors.ts'
import {
  beginAgain,
  browserOf,
  endSessions,
  forgetBrowsersBeyond,
  noteContact,
  revokedIn,
} from '../db/browsers.ts'
import type { Services } from '../services.ts'
import type { BrowserHere } from './here.ts'
import { readUserAgent } from './user-agent.ts'

/** More often than that nobody needs to know. */
const betweenMs = 60_000

/** [BP8] Of one person: more than anybody works with. */
export const mostBrowsers = 50

export interface Session {
  id: string
  userId: string
  username: string
}

interface Made {
  token: string
  user: { id: string; username?: string | null }
}

/** Of the session that Better Auth has just made. */
export async function noteNewSession(
  services: Services,
  here: BrowserHere,
  { token, user }: Made,
): Promise<void> {
  const { internalAdapter } = await services.auth.$context
  const made = await internalAdapter.findSession(token)
  if (!made) throw new AppError('signed_out')
  await noteSignIn(services, here, { id: made.session.id, userId: user.id, username: user.username ?? '' })
}

/** Those that were here before end: their cookie is gone. */
export async function noteSignIn(services: Services, here: BrowserHere, session: Session): Promise<void> {
  const { db } = services.database
  const place = { id: here.keep(), userId: session.userId }
  await endSessions(db, { userId: place.userId, browserId: place.id, but: session.id })
  await beginAgain(db, place)
  await note(services, here, session)
  await forgetBrowsersBeyond(db, place.userId, mostBrowsers)
}

/** `here`: the browser that their session was made in. */
export async function noteVisit(
  services: Services,
  here: BrowserHere,
  person: Pick<Session, 'userId' | 'username'>,
): Promise<void> {
  const known = await browserOf(services.database.db, { id: here.id ?? here.keep(), userId: person.userId })
  if (known && services.now().getTime() - Date.parse(known.last_at) < betweenMs) return
  await note(services, here, person)
}

async function note(
  { database, now }: Services,
  here: BrowserHere,
  { userId, username }: Pick<Session, 'userId' | 'username'>,
): Promise<void> {
  const at = now().toISOString()
  await noteContact(database.db, {
    ...{ id: here.keep(), userId, username, at },
    ...readUserAgent(here.userAgent),
  })
}

/** [BP3] Whose data in the browser here is to go. */
export async function revokedHere({ database }: Services, { id }: BrowserHere): Promise<Revoked[]> {
  return id === undefined ? [] : revokedIn(database.db, id)
}

/** [BP3] Throws `revoked` with whose data is to go. Whoever is to send first may sign in for that. */
export async function checkRevoked(
  services: Services,
  here: BrowserHere,
  { isSigningIn = false } = {},
): Promise<void> {
  const revoked = await revokedHere(services, here)
  const counting = isSigningIn ? revoked.filter(({ revocation }) => revocation === 'now') : revoked
  if (counting.length > 0) throw new AppError('revoked', { revoked: counting })
}
