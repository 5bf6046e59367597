/** The routes under /api/auth: which of Better Auth's can be reached, by whom, with what, and what they answer. */
import * as z from 'zod'
import { AppError } from '../../shared/errors.ts'
import { type Change, changeAccount } from '../db/accounts.ts'
import type { Services } from '../services.ts'
import { policyOf } from '../policy.ts'
import { isUsername, normalizeUsername } from './auth.ts'
import { type Access, roleNames } from './roles.ts'
import { defaultSessionLimits, lastMoment } from './stored-sessions.ts'
import { admit, forget } from './throttle.ts'
import { accountNamed, accountWithId, checkCredentials, checkPassword, placeholderEmail } from './users.ts'

export interface AuthCall {
  services: Services
  address: string
  /** Who is signed in; on open routes nobody is looked up. */
  userId: string | undefined
  /** Hands the body to Better Auth and returns what it answers. */
  pass(body?: unknown): Promise<unknown>
}

export interface AuthRoute {
  method: 'GET' | 'POST'
  path: string
  access: Access
  /** Absent: no body is read. */
  call(call: AuthCall, body: unknown): Promise<unknown>
  body?: z.ZodType
}

function route<T>(route: {
  path: string
  access: Access
  body: z.ZodType<T>
  call(call: AuthCall, body: T): Promise<unknown>
}): AuthRoute {
  return { ...route, method: 'POST', call: (call, body) => route.call(call, body as T) }
}

/** NUL is no text to PostgreSQL. */
const withoutNul = /^[^\0]*$/
const Name = z.string().max(200).regex(withoutNul)
const Password = z.string().max(1000).regex(withoutNul)
const UserId = z.strictObject({ userId: Name })
const Role = z.enum(roleNames)

const plainPass = async ({ pass }: AuthCall, body: unknown): Promise<unknown> => {
  await pass(body)
  return {}
}

const signIn = route({
  path: '/sign-in/username',
  access: 'open',
  body: z.strictObject({ username: Name, password: Password }),
  async call({ services, address, pass }, { username, password }) {
    const { database } = services
    if (!isUsername(username)) throw new AppError('wrong_credentials')
    const attempts = `sign-in ${normalizeUsername(username)} ${address}`
    await admit(database, attempts)
    const answer = await pass({ username, password }).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'invalid_request'
        ? new AppError('wrong_credentials')
        : error
    })
    await forget(database, attempts)
    return { user: shownUser((answer as { user: unknown }).user), policy: await policyOf(services) }
  },
})

const createUser = route({
  path: '/admin/create-user',
  access: 'manage',
  body: z.strictObject({ username: Name, password: Password, name: Name.min(1), role: Role }),
  async call({ services: { auth }, pass }, { username, password, name, role }) {
    await checkCredentials({ username, password, name })
    if (await accountNamed(auth, username)) throw new AppError('username_taken')
    const email = placeholderEmail(username)
    const answer = await pass({
      email,
      password,
      name,
      role,
      data: { username: normalizeUsername(username) },
    })
    return { user: shownUser((answer as { user: unknown }).user) }
  },
})

const setPassword = route({
  path: '/admin/set-user-password',
  access: 'manage',
  body: z.strictObject({ userId: Name, newPassword: Password }),
  async call({ services: { auth }, pass }, body) {
    await checkPassword(body.newPassword, await accountWithId(auth, body.userId))
    await pass(body)
    const { internalAdapter } = await auth.$context
    await internalAdapter.deleteUserSessions(body.userId)
    return {}
  },
})

const changePassword = route({
  path: '/change-password',
  access: 'read',
  body: z.strictObject({
    currentPassword: Password,
    newPassword: Password,
    revokeOtherSessions: z.boolean().optional(),
  }),
  async call(call, body) {
    const own = await accountWithId(call.services.auth, call.userId ?? '')
    await checkPassword(body.newPassword, own)
    return plainPass(call, body)
  },
})

/** [AC4] Nobody locks themselves out, and somebody stays who can let the others in. */
async function change({ services, userId: own }: AuthCall, userId: string, to: Change): Promise<object> {
  if (typeof to === 'string' && userId === own) throw new AppError('invalid_request', { field: 'userId' })
  const outcome = await changeAccount(services.database, userId, to)
  if (outcome !== 'changed') throw new AppError(outcome)
  return {}
}

/** Get-session and sign-out belong to signing in: they say that nobody is signed in, or make it so. */
export const authRoutes: readonly AuthRoute[] = [
  signIn,
  { method: 'POST', path: '/sign-out', access: 'open', body: z.strictObject({}), call: plainPass },
  {
    method: 'GET',
    path: '/get-session',
    access: 'open',
    async call({ services, pass }) {
      const answer = (await pass()) as { user: unknown; session: Times } | null
      if (!answer) return null
      const expiresAt = endOf(answer.session, services)
      return { user: shownUser(answer.user), expiresAt, policy: await policyOf(services) }
    },
  },
  changePassword,
  {
    method: 'GET',
    path: '/admin/list-users',
    access: 'manage',
    async call({ pass }) {
      const { users, total } = (await pass()) as { users: unknown[]; total: number }
      return { users: users.map(shownUser), total }
    },
  },
  createUser,
  setPassword,
  route({
    path: '/admin/set-role',
    access: 'manage',
    body: z.strictObject({ userId: Name, role: Role }),
    call: (call, { userId, role }) => change(call, userId, { role }),
  }),
  route({
    path: '/admin/ban-user',
    access: 'manage',
    body: UserId,
    call: (call, { userId }) => change(call, userId, 'disable'),
  }),
  route({
    path: '/admin/remove-user',
    access: 'manage',
    body: UserId,
    call: (call, { userId }) => change(call, userId, 'remove'),
  }),
  ...['/admin/unban-user', '/admin/revoke-user-sessions'].map(path =>
    route({ path, access: 'manage', body: UserId, call: plainPass }),
  ),
]

interface Times {
  expiresAt: string
  createdAt: string
}

/** Unless it is used: when it ends, which is no later than its last moment. */
function endOf({ expiresAt, createdAt }: Times, { sessionLimits }: Services): string {
  const last = lastMoment(new Date(createdAt), sessionLimits ?? defaultSessionLimits).toISOString()
  return expiresAt < last ? expiresAt : last
}

/** What a screen needs of an account, and not the address that stands in for an e-mail. */
function shownUser(user: unknown): Record<string, unknown> {
  const { id, username, name, role, banned } = user as Record<string, unknown>
  return { id, username, name, role, banned: banned === true }
}
