/** What people may do, the least first. [AC2] */
export const roles = ['viewer', 'editor', 'manager', 'admin'] as const
export type Role = (typeof roles)[number]

/** One that a later version knows may do here what everybody may. */
export function roleNamed(name: unknown): Role {
  return roles.find(role => role === name) ?? 'viewer'
}

export function lesserOf(one: Role, other: Role): Role {
  return roles.indexOf(one) <= roles.indexOf(other) ? one : other
}
