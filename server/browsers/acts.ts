/** What people do to browsers: see them, name them, sign them out and revoke them. [BP2] [BP3] */
import type { BrowserRow, BrowserTold, Revocation, Revoked } from '../../shared/browsers.ts'
import { AppError } from '../../shared/errors.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import type { Act } from '../audit/record.ts'
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

const listed = 5000

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
    isSignedIn: row.isSignedIn,
    isHere: id === here.id,
    revocation: row.revocation as Revocation | null,
    ...{ revokedAt: row.revoked_at, revokedBy: row.revoked_by, removedAt: row.removed_at },
  }
}

/** Answered with whose data is to go from there. */
export async function keepTold(
  services: Services,
  { here, user, address }: { here: BrowserHere; user: SignedIn; address: string },
  { app, records, unsent, hasLock, touchPoints, ...disclosed }: BrowserTold,
): Promise<{ revoked: Revoked[] }> {
  const { id: userId, username } = user
  // [CE6] What is told for the audit is an act like any other.
  if (disclosed.disclosed ?? disclosed.more) services.ceilings.takeAct(userId)
  await noteVisit(services, here, { userId, username })
  const told = { app, records, unsent, has_lock: hasLock ? 1 : 0, last_at: services.now().toISOString() }
  const place = { id: here.keep(), userId }
  await changeBrowser(services.database.db, place, {
    ...told,
    ...readUserAgent(here.userAgent, touchPoints),
  })
  await noteDisclosures(
    services,
    { actor: { id: userId, name: username }, browser: place.id, address },
    disclosed,
  )
  return { revoked: await revokedHere(services, here) }
}

type Who = Pick<Act, 'actor' | 'browser' | 'address'>

/** [AU6] One row for all that is told at one time. What the metadata do not know is nothing that was shown. */
async function noteDisclosures(
  { audit, kinds }: Services,
  who: Who,
  { disclosed = [], more = 0 }: Pick<BrowserTold, 'disclosed' | 'more'>,
): Promise<void> {
  const shown = disclosed.flatMap(each => {
    if (each.what !== 'secret_shown') return []
    const kind = kindNamed(kinds, each.kind)
    const { at, uid, field } = each
    return kind && fieldNamed(kind, field)?.secret ? [{ at, kind: kind.name, uid, field }] : []
  })
  const taken = disclosed.flatMap(({ what, at }) => (what === 'unsent_taken' ? [at] : []))
  const files = disclosed.flatMap(each => {
    if (each.what !== 'records_taken') return []
    const { at, kind, count, secrets } = each
    return kindNamed(kinds, kind) ? [{ at, kind, count, secrets }] : []
  })
  const outcome = 'ok' as const
  if (shown.length + more > 0)
    await audit.record({
      ...who,
      outcome,
      action: 'secrets_shown',
      details: { shown, ...(more > 0 && { more }) },
    })
  if (taken.length > 0)
    await audit.record({ ...who, outcome, action: 'unsent_taken', details: { at: taken } })
  if (files.length > 0)
    await audit.record({ ...who, outcome, action: 'records_taken', details: { taken: files } })
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
  await ownOrManaged(services, user, place)
  await endSessions(services.database.db, { userId: place.userId, browserId: place.id })
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
    if (what.revocation === 'now') {
      for (const { id, user_id } of revoked) await endSessions(tx, { userId: user_id, browserId: id })
      // [AC20] Of all of a person, also one that stands in no browser any more.
      if (what.userId !== undefined && what.id === undefined) await endSessions(tx, { userId: what.userId })
    }
    return { commit: true, answer: revoked.length }
  })
}

/** A browser says whose data is not there any more. Only what it knows by its own cookie, and once. */
export async function noteRemoved(
  { database, now, audit }: Services,
  { here: { id }, address }: { here: BrowserHere; address: string },
  userIds: readonly string[],
): Promise<void> {
  if (id === undefined) return
  for (const userId of userIds) {
    const row = await browserOf(database.db, { id, userId })
    if (!row || row.removed_at !== null) continue
    const at = now().toISOString()
    const gone = { removed_at: at, last_at: at, records: 0, unsent: 0 }
    await changeBrowser(database.db, { id, userId }, gone)
    await endSessions(database.db, { userId, browserId: id })
    const whose = { id: userId, name: row.username }
    // Nobody is signed in there: who says so is not known.
    await audit.record({ action: 'browser_emptied', target: whose, browser: id, address, outcome: 'ok' })
  }
}
