/** What people do to browsers: see them, name them, sign them out and revoke them. [BP2] [BP3] */
import type { BrowserRow, BrowserTold, Revocation, Revoked } from '../../shared/browsers.ts'
import { AppError } from '../../shared/errors.ts'
import {
  type BrowserFound,
  browserOf,
  changeBrowser,
  endSessions,
  listBrowsers,
  type Place,
  revokeBrowsers,
} from '../db/browsers.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from '../session/auth.ts'
import { noteVisit, revokedHere } from './contact.ts'
import type { BrowserHere } from './here.ts'
import { readUserAgent } from './user-agent.ts'

const listed = 1000

export async function browsersOf(
  { database }: Services,
  here: BrowserHere,
  userId?: string,
): Promise<{ browsers: BrowserRow[] }> {
  const found = await listBrowsers(database.db, { limit: listed, ...(userId !== undefined && { userId }) })
  return { browsers: found.map(row => shown(row, here)) }
}

function shown(row: BrowserFound, here: BrowserHere): BrowserRow {
  const { id, user_id, username, name, program, system, app, first_at, last_at, records, unsent } = row
  return {
    ...{ id, userId: user_id, username, name, program, system, app, unsent },
    ...{ firstAt: first_at, lastAt: last_at },
    records: records === null ? null : Number(records),
    hasLock: row.has_lock === null ? null : row.has_lock === 1,
    isSignedIn: row.session !== null,
    isHere: id === here.id,
    revocation: row.revocation as Revocation | null,
    ...{ revokedAt: row.revoked_at, revokedBy: row.revoked_by, removedAt: row.removed_at },
  }
}

/** Answered with whose data is to go from there. */
export async function keepTold(
  services: Services,
  { here, user }: { here: BrowserHere; user: SignedIn },
  { app, records, unsent, hasLock, touchPoints }: BrowserTold,
): Promise<{ revoked: Revoked[] }> {
  const { id: userId, username, sessionId } = user
  await noteVisit(services, here, { id: sessionId, userId, username })
  const told = { app, records, unsent, has_lock: hasLock ? 1 : 0, last_at: services.now().toISOString() }
  const place = { id: here.id ?? here.keep(), userId }
  await changeBrowser(services.database.db, place, {
    ...told,
    ...readUserAgent(here.userAgent, touchPoints),
  })
  return { revoked: await revokedHere(services, here) }
}

/** Only for whoever may see it. Throws `not_found`. */
async function ownOrManaged({ database }: Services, user: SignedIn, place: Place) {
  const found = user.mayManage || place.userId === user.id
  const row = found ? await browserOf(database.db, place) : undefined
  if (!row) throw new AppError('not_found')
  return row
}

export async function nameBrowser(
  services: Services,
  user: SignedIn,
  { name, ...place }: Place & { name: string },
): Promise<void> {
  await ownOrManaged(services, user, place)
  await changeBrowser(services.database.db, place, { name: name.trim() })
}

/** What is there stays, and is sent once its person has signed in again. */
export async function signOutBrowser(services: Services, user: SignedIn, place: Place): Promise<void> {
  const row = await ownOrManaged(services, user, place)
  await endSessions(services.database.db, [row.session_id])
}

export interface Revoke {
  id?: string | undefined
  userId?: string | undefined
  revocation: Revocation
}

/** [BP3] In one transaction: nobody goes on with a session of a browser that has been revoked. Returns how many. */
export async function revoke({ database, now }: Services, by: string, what: Revoke): Promise<number> {
  return database.write(async tx => {
    const revoked = await revokeBrowsers(tx, { ...what, by, at: now().toISOString() })
    if (what.revocation === 'now')
      await endSessions(
        tx,
        revoked.map(({ session_id }) => session_id),
      )
    return { commit: revoked.length > 0, answer: revoked.length }
  })
}

/** A browser says whose data is not there any more. Only what it knows by its own cookie, and once. */
export async function noteRemoved(
  { database, now, audit }: Services,
  here: BrowserHere,
  userIds: readonly string[],
): Promise<void> {
  const { id } = here
  if (id === undefined) return
  for (const userId of userIds) {
    const row = await browserOf(database.db, { id, userId })
    if (!row || row.removed_at !== null) continue
    const at = now().toISOString()
    const gone = { removed_at: at, last_at: at, records: 0, unsent: 0, session_id: null }
    await changeBrowser(database.db, { id, userId }, gone)
    await endSessions(database.db, [row.session_id])
    const whose = { id: userId, name: row.username }
    await audit.record({ action: 'browser_emptied', actor: whose, target: whose, browser: id, outcome: 'ok' })
  }
}
