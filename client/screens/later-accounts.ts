/** The accounts, loaded when they are first asked for: the first screen of a signed-in person needs none of it. */
import { AppError } from '../../shared/errors.ts'
import type { Accounts } from './accounts.ts'

export function laterAccounts(load: () => Promise<Accounts>): Accounts {
  let loaded: Promise<Accounts> | undefined
  const accounts = () =>
    (loaded ??= load().catch((error: unknown) => {
      // The next one asks again.
      loaded = undefined
      throw new AppError('unreachable', {}, { cause: error })
    }))
  return {
    health: async () => (await accounts()).health(),
    setup: async request => (await accounts()).setup(request),
    signIn: async credentials => (await accounts()).signIn(credentials),
    signOut: async () => (await accounts()).signOut(),
    session: async () => (await accounts()).session(),
    standing: async () => (await accounts()).standing(),
    preferences: async (userId, sent) => (await accounts()).preferences(userId, sent),
    listUsers: async () => (await accounts()).listUsers(),
    createUser: async user => (await accounts()).createUser(user),
    setRole: async (id, role) => (await accounts()).setRole(id, role),
    setDisabled: async (id, disabled) => (await accounts()).setDisabled(id, disabled),
    changePassword: async change => (await accounts()).changePassword(change),
    setPolicy: async policy => (await accounts()).setPolicy(policy),
    resetPassword: async (id, password) => (await accounts()).resetPassword(id, password),
  }
}
