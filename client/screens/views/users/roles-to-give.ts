/** [SC11] Managers make viewers and editors. */
import { type Role, roles } from '../../accounts.ts'

export function rolesToGive(isAdmin: boolean): readonly Role[] {
  return roles.filter(role => isAdmin || role === 'viewer' || role === 'editor')
}
