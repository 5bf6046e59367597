import type { Scope } from '../../server/db/scope.ts'

/** Whoever was never limited. [SC6] */
export const everything: Scope = { sees: 'everything', since: 0, userId: 'nobody', role: 'viewer' }
