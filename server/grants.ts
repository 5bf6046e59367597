/** POST /api/grants: who may see what from now on, and what that would come to. [SC2] [SC7] */
import { AppError } from '../shared/errors.ts'
import type { Grant, GrantsMessage, GrantsPreview } from '../shared/grants-message.ts'
import { kindNamed, type Kinds } from '../shared/metadata.ts'
import { holdingKind, wholeKind } from '../shared/scope.ts'
import { advanceClock, lockClock } from './db/clock.ts'
import { giveGrants, limit, limitedUsers, takeGrants } from './db/grants.ts'
import { renewReachOfUsers } from './db/reach.ts'
import { countsOf, scopeOf, thereAmong } from './db/scope.ts'
import type { Tx } from './db/schema.ts'
import { givable, type Granter, isLookedAfter } from './looked-after.ts'
import type { Services } from './services.ts'
import { listUsers } from './session/users.ts'

export async function changeGrants(
  services: Services,
  granter: Granter,
  message: GrantsMessage,
): Promise<void> {
  const { database, pokes } = services
  await checkMessage(services, granter, message)
  const clock = await database.write(async tx => {
    const version = (await lockClock(tx)) + 1
    await apply(services, tx, { message, version })
    await advanceClock(tx, version, database)
    return { commit: true, answer: version }
  })
  pokes.poke(clock)
}

/** [SC7] As it would be, without its being so. */
export async function previewGrants(
  services: Services,
  granter: Granter,
  message: GrantsMessage,
): Promise<GrantsPreview> {
  const { database, kinds } = services
  await checkMessage(services, granter, message)
  return database.write(async tx => {
    const version = (await lockClock(tx)) + 1
    await apply(services, tx, { message, version })
    // [SC2] Whoever asks is told of what they see themselves.
    const scopes = [await scopeOf(tx, message.userIds[0] ?? ''), granter.scope]
    const counts = await countsOf(tx, kinds, scopes)
    return { commit: false, answer: { counts } }
  })
}

interface Change {
  message: GrantsMessage
  version: number
}

async function apply(
  { database: { driver }, kinds }: Services,
  tx: Tx,
  { message: { userIds, everything, give, take }, version }: Change,
): Promise<void> {
  if (everything !== undefined) await limit(tx, { userIds, isLimited: !everything, version })
  await takeGrants(tx, driver, { userIds, grants: take })
  await giveGrants(tx, driver, { userIds, grants: give })
  await renewReachOfUsers(tx, { driver, kinds }, { userIds, version })
}

async function checkMessage(services: Services, granter: Granter, message: GrantsMessage): Promise<void> {
  const { database, kinds } = services
  const { userIds, everything, give, take } = message
  for (const { kind: name, id } of [...give, ...take]) {
    const kind = kindNamed(kinds, name)
    const isWhole = id === wholeKind
    if (!kind || holdingKind(kind) !== kind.name || isWhole === (kind.grantable === true))
      throw new AppError('invalid_request', { field: 'give' })
  }
  await checkThere(database, kinds, give)
  const limited = new Set(await limitedUsers(database.db))
  const accounts = new Map((await listUsers(services.auth)).map(account => [account.id, account]))
  for (const userId of userIds) {
    const account = accounts.get(userId)
    if (!account) throw new AppError('not_found')
    if (granter.role === 'admin') continue
    if (everything !== undefined || !isLookedAfter(account, limited)) throw new AppError('forbidden')
  }
  if (granter.role === 'admin') return
  const mayGive = await givable(database, kinds, granter, [...give, ...take])
  if (![...give, ...take].every(mayGive)) throw new AppError('forbidden')
}

/** What is granted is there. */
async function checkThere(
  database: Services['database'],
  kinds: Kinds,
  grants: readonly Grant[],
): Promise<void> {
  for (const kind of kinds.filter(each => each.grantable)) {
    const ids = grants.filter(grant => grant.kind === kind.name).map(({ id }) => id)
    const there = await thereAmong(database, kind, ids)
    if (!ids.every(id => there.has(id))) throw new AppError('not_found')
  }
}
