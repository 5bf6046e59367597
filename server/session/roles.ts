/** Who may do what. [AC2] */
import { createAccessControl } from 'better-auth/plugins/access'
import { adminAc, defaultStatements } from 'better-auth/plugins/admin/access'

export const roleNames = ['admin', 'editor', 'viewer'] as const
export type Role = (typeof roleNames)[number]

/** What a route asks of whoever calls it. */
export type Access = 'open' | 'read' | 'write' | 'manage'

export const allowedRoles: Record<Exclude<Access, 'open'>, readonly Role[]> = {
  read: ['admin', 'editor', 'viewer'],
  write: ['admin', 'editor'],
  manage: ['admin'],
}

export function isRole(value: unknown): value is Role {
  return roleNames.some(role => role === value)
}

/** The same rules once more, for the routes that Better Auth answers itself. */
export const accessControl = createAccessControl(defaultStatements)
const none = accessControl.newRole({ user: [], session: [] })
export const accessRoles = {
  admin: accessControl.newRole({
    ...adminAc.statements,
    user: adminAc.statements.user.filter(action => action !== 'impersonate'),
  }),
  editor: none,
  viewer: none,
}
