/** GET /api/grants: whom somebody may grant, and what those may see. [SC7] */
import type { Grant, GrantsAnswer } from '../shared/grants-message.ts'
import type { Kind } from '../shared/metadata.ts'
import { holdingKind, wholeKind } from '../shared/scope.ts'
import { grantRows, limitedUsers } from './db/grants.ts'
import { titlesOf } from './db/history.ts'
import { reachedAmong, thereAmong } from './db/scope.ts'
import { givable, type Granter, isLookedAfter } from './looked-after.ts'
import type { Services } from './services.ts'
import { listUsers } from './session/users.ts'

export async function grantsOf(services: Services, granter: Granter): Promise<GrantsAnswer> {
  const { database, kinds, auth } = services
  const limited = new Set(await limitedUsers(database.db))
  const isAdmin = granter.role === 'admin'
  const accounts = (await listUsers(auth)).filter(account => isAdmin || isLookedAfter(account, limited))
  const ids = new Set(accounts.map(({ id }) => id))
  const rows = (await grantRows(database.db)).filter(({ userId }) => ids.has(userId))
  const wholes = kinds
    .filter(kind => !kind.grantable && holdingKind(kind) === kind.name)
    .map(({ name }) => ({ kind: name, id: wholeKind }))
  const mayGive = await givable(database, kinds, granter, [...rows, ...wholes])
  const byPerson = Map.groupBy(rows.filter(mayGive), ({ userId }) => userId)
  const seesMore = new Set(rows.filter(row => !mayGive(row)).map(({ userId }) => userId))
  const people = accounts.map(({ isDisabled, hasSecondFactor, ...account }) => ({
    ...account,
    disabled: isDisabled,
    everything: !limited.has(account.id),
    ...(seesMore.has(account.id) ? { inCharge: false } : { inCharge: true, hasSecondFactor }),
    grants: (byPerson.get(account.id) ?? []).map(({ kind, id }) => ({ kind, id })),
  }))
  const told = people.flatMap(({ grants }) => grants)
  return {
    people,
    wholes: wholes.filter(mayGive).map(({ kind }) => kind),
    ...(await recordsOf(services, granter, told)),
  }
}

/** What is granted as a record: its title, and whether it is there. */
async function recordsOf(
  { database, kinds }: Services,
  { scope }: Granter,
  grants: readonly Grant[],
): Promise<Pick<GrantsAnswer, 'titles' | 'gone'>> {
  const [titles, gone]: [GrantsAnswer['titles'], GrantsAnswer['gone']] = [{}, {}]
  for (const kind of kinds.filter(each => each.grantable)) {
    const ids = [...new Set(grants.filter(grant => grant.kind === kind.name).map(({ id }) => id))]
    const there = await thereAmong(database, kind, ids)
    const isSeen = await reachedAmong(database, scope, { kind, ids })
    titles[kind.name] = await titlesInParts(database, kind, ids.filter(isSeen))
    gone[kind.name] = ids.filter(id => !there.has(id))
  }
  return { titles, gone }
}

/** A statement takes a bounded number of values. */
const idsOfStatement = 500

async function titlesInParts(
  { db, driver }: Services['database'],
  kind: Kind,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const titles: Record<string, string> = {}
  for (let first = 0; first < ids.length; first += idsOfStatement)
    Object.assign(titles, await titlesOf(db, driver, { kind, ids: ids.slice(first, first + idsOfStatement) }))
  return titles
}
