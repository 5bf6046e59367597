/** Whom somebody looks after: whose grants they change, and whose account as well. [SC7] [SC11] */
import { AppError } from '../shared/errors.ts'
import type { Grant } from '../shared/grants-message.ts'
import type { Kinds } from '../shared/metadata.ts'
import { grantRows, limitedUsers } from './db/grants.ts'
import { reachedAmong, type Scope } from './db/scope.ts'
import type { Services } from './services.ts'
import type { Role } from './session/roles.ts'
import { accountWithId } from './session/users.ts'

/** Who grants, and what they see themselves. */
export interface Granter {
  userId: string
  role: Role
  scope: Scope
}

/** [SC7] By managers. */
export function isLookedAfter({ id, role }: { id: string; role: string }, limited: Set<string>): boolean {
  return (role === 'viewer' || role === 'editor') && limited.has(id)
}

/** [SC7] Managers give what they have themselves. */
export async function givable(
  database: Services['database'],
  kinds: Kinds,
  { role, scope }: Granter,
  grants: readonly Grant[],
): Promise<(grant: Grant) => boolean> {
  if (role === 'admin') return () => true
  const reached = new Map<string, (id: string | null) => boolean>()
  for (const kind of kinds) {
    const ids = grants.filter(grant => grant.kind === kind.name).map(({ id }) => id)
    reached.set(kind.name, await reachedAmong(database, scope, { kind, ids }))
  }
  return ({ kind, id }) => reached.get(kind)?.(id) ?? false
}

/** [SC11] Whose password somebody resets, they could be: so nobody's who sees more than they do. */
export async function isInCharge(services: Services, granter: Granter, userId: string): Promise<boolean> {
  if (granter.role === 'admin') return true
  if (granter.role !== 'manager') return false
  const { database, kinds, auth } = services
  const account = await accountWithId(auth, userId)
  if (!account || !isLookedAfter(account, new Set(await limitedUsers(database.db)))) return false
  const grants = await grantRows(database.db, userId)
  return grants.every(await givable(database, kinds, granter, grants))
}

/** Throws `forbidden`, also where there is nobody of that id. */
export async function checkInCharge(services: Services, granter: Granter, userId: string): Promise<void> {
  if (!(await isInCharge(services, granter, userId))) throw new AppError('forbidden')
}

/** [SC11] Roles that somebody may give. Throws `forbidden`. */
export function checkMayMake(granter: Granter, role: Role): void {
  if (granter.role !== 'admin' && role !== 'viewer' && role !== 'editor') throw new AppError('forbidden')
}
