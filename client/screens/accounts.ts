/** The requests of the account screens to the server: answers as values or AppError. */
import type { Revoked } from '../../shared/browsers.ts'
import type { Preferences } from '../../shared/preferences.ts'
import type { Policy } from '../../shared/policy.ts'
import type { Health, SetupRequest } from '../../shared/protocol.ts'
import { type Role, roleNamed } from '../../shared/roles.ts'
import { userHeader } from '../../shared/user-header.ts'
import { type Fetch, json, requester } from '../net/request.ts'

export { type Role, roles } from '../../shared/roles.ts'

export interface Account {
  id: string
  username: string
  name: string
  role: Role
  /** [AC18] As the server said last; absent: not said. */
  hasSecondFactor?: boolean
  /** [SC2] As the server said last; absent: not said. */
  isLimited?: boolean
  /** As the server said last, and when, in ms since 1970; absent: never heard of. */
  policy?: Policy
  askedAt?: number
}

/** The account that the server knows of this browser's session. */
export interface Session {
  account: Account
  /** [BP3] Whose data in this browser is to go. */
  revoked: Revoked[]
}

export interface AccountRow extends Account {
  disabled: boolean
}

/** How the server sees this browser. Times are ms since 1970. */
export interface Standing {
  isSignedIn: boolean
  /** When the session ends, if nobody comes by until then; null: it does not say. */
  endsAt: number | null
  /** The server's clock, to the second; null: it does not say. */
  serverAt: number | null
}

export interface Credentials {
  username: string
  password: string
  /** [AC18] Where one is asked for. */
  code?: string
}

/** A second factor that is not on before its first code was right. */
export interface MadeFactor {
  /** For an app of codes, to be scanned, and its secret, to be typed. */
  uri: string
  secret: string
  recoveryCodes: string[]
}

/** [AC18] One's own. */
export interface SecondFactor {
  turnOn(password: string): Promise<MadeFactor>
  confirm(code: string): Promise<void>
  turnOff(by: { password: string; code: string }): Promise<void>
  /** New recovery codes. */
  renew(by: { password: string; code: string }): Promise<string[]>
}

/** Everything an account screen may ask. Each fails with AppError: `unreachable` when there is no network. */
export interface Accounts {
  health(): Promise<Health>
  setup(request: SetupRequest): Promise<void>
  signIn(credentials: Credentials): Promise<Account>
  /** [BP6] With a code that somebody else made. */
  setUpBrowser(code: string): Promise<Account>
  signOut(): Promise<void>
  /** null: nobody is signed in. Fails with `revoked` where there is nobody, and somebody's data is to go. */
  session(): Promise<Session | null>
  standing(): Promise<Standing>
  /** [AC10] What the account keeps of that user's lists, with what is sent. */
  preferences(userId: string, sent?: Preferences): Promise<Preferences>
  listUsers(): Promise<AccountRow[]>
  createUser(user: Omit<Credentials, 'code'> & { name: string; role: Role }): Promise<void>
  setRole(id: string, role: Role): Promise<void>
  /** `isRevoking`: their data goes from all browsers, too. */
  setDisabled(id: string, disabled: boolean, isRevoking?: boolean): Promise<void>
  resetPassword(id: string, password: string): Promise<void>
  /** One's own; every other session of theirs ends. */
  changePassword(change: { currentPassword: string; newPassword: string }): Promise<void>
  setPolicy(policy: Policy): Promise<void>
  /** Of somebody who has lost it. */
  resetSecondFactor(id: string): Promise<void>
}

export function createAccounts(fetch: Fetch): Accounts {
  const ask = requester(fetch)
  const done = (path: string, body: unknown): Promise<void> => ask(path, body, () => {})
  return {
    health: () => json<Health>(ask, 'health'),
    setup: body => done('setup', body),
    signIn: async credentials => accountIn(await json<Told>(ask, 'auth/sign-in/username', credentials)),
    setUpBrowser: async code => accountIn(await json<Told>(ask, 'auth/set-up-browser', { code })),
    signOut: () => done('auth/sign-out', {}),
    async session() {
      const session = await json<Told | null>(ask, 'auth/get-session')
      return session && { account: accountIn(session), revoked: session.revoked ?? [] }
    },
    standing: () => ask('auth/get-session', undefined, standingIn),
    async preferences(userId, sent) {
      const body = sent && { entries: sent }
      const answer = await json<{ entries: Preferences }>(ask, 'preferences', body, { [userHeader]: userId })
      return answer.entries
    },
    async listUsers() {
      const path = 'auth/admin/list-users?limit=1000&sortBy=username'
      const { users } = await json<{ users: AuthUser[] }>(ask, path)
      return users.map(user => ({ ...accountOf(user), disabled: user.banned === true }))
    },
    createUser: user => done('auth/admin/create-user', user),
    setRole: (userId, role) => done('auth/admin/set-role', { userId, role }),
    setDisabled: (userId, disabled, isRevoking = false) =>
      disabled
        ? done('auth/admin/ban-user', { userId, ...(isRevoking && { revoke: true }) })
        : done('auth/admin/unban-user', { userId }),
    changePassword: change => done('auth/change-password', { ...change, revokeOtherSessions: true }),
    setPolicy: policy => done('policy', policy),
    resetSecondFactor: userId => done('auth/admin/reset-second-factor', { userId }),
    resetPassword: (userId, newPassword) => done('auth/admin/set-user-password', { userId, newPassword }),
  }
}

async function standingIn(answer: Response): Promise<Standing> {
  const said = (await answer.json()) as { expiresAt?: string } | null
  return {
    isSignedIn: said !== null,
    endsAt: timeOf(said?.expiresAt),
    serverAt: timeOf(answer.headers.get('date')),
  }
}

function timeOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

/** A user as the server's account service writes one. */
interface AuthUser {
  id: string
  username?: string | null
  displayUsername?: string | null
  name: string
  role?: string | null
  banned?: boolean | null
  hasSecondFactor?: boolean
}

interface Told {
  user: AuthUser
  policy?: Policy
  isLimited?: boolean
  revoked?: Revoked[]
}

function accountIn({ user, policy, isLimited }: Told): Account {
  return { ...accountOf(user), ...(policy && { policy }), ...(isLimited !== undefined && { isLimited }) }
}

function accountOf({ id, username, name, role, hasSecondFactor = false }: AuthUser): Account {
  return { id, username: username ?? name, name, role: roleNamed(role), hasSecondFactor }
}

export function createSecondFactor(fetch: Fetch): SecondFactor {
  const ask = requester(fetch)
  const at = (path: string): string => `auth/two-factor/${path}`
  const done = (path: string, body: unknown): Promise<void> => ask(at(path), body, () => {})
  return {
    turnOn: password => json<MadeFactor>(ask, at('enable'), { password }),
    confirm: code => done('verify-totp', { code }),
    turnOff: by => done('disable', by),
    renew: async by =>
      (await json<{ recoveryCodes: string[] }>(ask, at('generate-backup-codes'), by)).recoveryCodes,
  }
}
