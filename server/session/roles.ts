/** Who may do what. [AC2] */
import { createAccessControl } from 'better-auth/plugins/access'
import { adminAc, defaultStatements } from 'better-auth/plugins/admin/access'
import { type Role, roles } from '../../shared/roles.ts'

export type { Role } from '../../shared/roles.ts'
export { roles as roleNames } from '../../shared/roles.ts'

/** What a route asks of whoever calls it. */
export type Access = 'open' | 'read' | 'write' | 'grant' | 'manage'

export const allowedRoles: Record<Exclude<Access, 'open'>, readonly Role[]> = {
  read: ['admin', 'manager', 'editor', 'viewer'],
  write: ['admin', 'manager', 'editor'],
  /** [SC7] */
  grant: ['admin', 'manager'],
  manage: ['admin'],
}

export function isRole(value: unknown): value is Role {
  return roles.some(role => role === value)
}

/** The same rules once more, for the routes that Better Auth answers itself. */
export const accessControl = createAccessControl(defaultStatements)
const none = accessControl.newRole({ user: [], session: [] })
export const accessRoles = {
  admin: accessControl.newRole({
    ...adminAc.statements,
    user: adminAc.statements.user.filter(action => action !== 'impersonate'),
  }),
  manager: none,
  editor: none,
  viewer: none,
}
