/** The routes under /api/auth: which of Better Auth's can be reached, by whom, with what, and what they answer. */
import * as z from 'zod'
import { AppError } from '../../shared/errors.ts'
import { revoke } from '../browsers/acts.ts'
import { type Change, changeAccount, replacePassword } from '../db/accounts.ts'
import { endSessions } from '../db/browsers.ts'
import { limitUser } from '../db/grants.ts'
import { checkInCharge, checkMayMake } from '../looked-after.ts'
import { entranceRoutes, shownUser } from './entrance.ts'
import { beginSession } from './new-session.ts'
import { hashPassword } from './password.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { roleNames } from './roles.ts'
import {
  type AuthCall,
  type AuthRoute,
  checkIsOther,
  checkMayChange,
  Name,
  named,
  Password,
  plainPass,
  route,
  UserId,
  whom,
} from './route.ts'
import { checkOwnPassword, guessed } from './own-secrets.ts'
import {
  accountNamed,
  accountWithId,
  checkLength,
  checkPassword,
  createUser,
  listUsers,
  resetPassword,
  storedPassword,
} from './users.ts'

const Role = z.enum(roleNames)

const makeUser = route({
  path: '/admin/create-user',
  access: 'grant',
  audit: { action: 'user_created', named, details: body => ({ role: (body as { role: string }).role }) },
  body: z.strictObject({ username: Name, password: Password, name: Name.min(1), role: Role }),
  async call({ services, granter }, user) {
    const { auth } = services
    const by = await granter()
    checkMayMake(by, user.role)
    if (await accountNamed(auth, user.username)) throw new AppError('username_taken')
    // [SC11] Before it has a password: there is no moment at which it sees everything.
    const prepare = (userId: string) => limitUser(services.database, userId)
    const { id } = await createUser(auth, user, by.role === 'admin' ? undefined : prepare)
    const made = await accountWithId(auth, id)
    return { user: made && shownUser({ ...made, banned: made.isDisabled }) }
  },
})

const setPassword = route({
  path: '/admin/set-user-password',
  access: 'grant',
  audit: { action: 'password_reset', whom },
  body: z.strictObject({ userId: Name, newPassword: Password }),
  async call(call, { userId, newPassword }) {
    await checkMayChange(call, userId)
    const { auth } = call.services
    const { username = '' } = (await accountWithId(auth, userId)) ?? {}
    await resetPassword(auth, { username, password: newPassword })
    return {}
  },
})

const changePassword = route({
  path: '/change-password',
  access: 'read',
  audit: { action: 'password_changed' },
  body: z.strictObject({
    currentPassword: Password,
    newPassword: Password,
    // Said by the app, and true whatever it says.
    revokeOtherSessions: z.boolean().optional(),
  }),
  async call(call, { currentPassword, newPassword }) {
    const { services, userId = '' } = call
    const own = await accountWithId(services.auth, userId)
    if (!own) throw new AppError('signed_out')
    checkLength(newPassword)
    const next = await guessed(call, async () => {
      const from = await checkOwnPassword(call, currentPassword)
      // Here, as judging is costly as well.
      await checkPassword(newPassword, own)
      const to = await hashPassword(newPassword)
      // [AC22] Reset meanwhile, it is not the one that was shown.
      if (!(await replacePassword(services.database.db, { userId, from, to })))
        throw new AppError('wrong_credentials')
      return to
    })
    await endSessions(services.database.db, { userId })
    await beginSession(call, own)
    // [AC22] Reset since: that has ended the sessions of then, and this one is of now.
    if ((await storedPassword(services.auth, own.username)) !== next) {
      await endSessions(services.database.db, { userId })
      throw new AppError('signed_out')
    }
    return {}
  },
})

/** [AC4] Nobody locks themselves out, and somebody stays who can let the others in. */
async function change(call: AuthCall, userId: string, to: Change): Promise<object> {
  if (typeof to === 'string') checkIsOther(call, userId)
  await checkInCharge(call.services, await call.granter(), userId)
  const outcome = await changeAccount(call.services.database, userId, to)
  if (outcome !== 'changed') throw new AppError(outcome)
  return {}
}

/** [BP3] */
async function revokeAll({ services, userId: own }: AuthCall, userId: string): Promise<void> {
  await revoke(services, own ?? '', { userId, revocation: 'now' })
}

export const authRoutes: readonly AuthRoute[] = [
  ...entranceRoutes,
  ...secondFactorRoutes,
  changePassword,
  {
    method: 'GET',
    path: '/admin/list-users',
    access: 'manage',
    // The library would hand any query on, and answer that there is nobody where the database is out of reach.
    async call({ services }) {
      const users = (await listUsers(services.auth)).map(({ isDisabled, hasSecondFactor, ...user }) =>
        shownUser({ ...user, banned: isDisabled, twoFactorEnabled: hasSecondFactor }),
      )
      return { users, total: users.length }
    },
  },
  makeUser,
  setPassword,
  route({
    path: '/admin/set-role',
    access: 'grant',
    audit: { action: 'role_changed', whom, details: body => ({ role: (body as { role: string }).role }) },
    body: z.strictObject({ userId: Name, role: Role }),
    async call(call, { userId, role }) {
      checkMayMake(await call.granter(), role)
      return change(call, userId, { role })
    },
  }),
  route({
    path: '/admin/ban-user',
    access: 'grant',
    audit: {
      action: 'user_disabled',
      whom,
      details: body => ((body as { revoke?: boolean }).revoke ? { browsers: 'revoked' } : {}),
    },
    body: z.strictObject({ userId: Name, revoke: z.boolean().optional() }),
    async call(call, { userId, revoke: isRevoking = false }) {
      await change(call, userId, 'disable')
      if (isRevoking) await revokeAll(call, userId)
      return {}
    },
  }),
  route({
    path: '/admin/remove-user',
    access: 'manage',
    audit: { action: 'user_removed', whom, details: () => ({ browsers: 'revoked' }) },
    body: UserId,
    async call(call, { userId }) {
      await change(call, userId, 'remove')
      await revokeAll(call, userId)
      return {}
    },
  }),
  route({
    path: '/admin/unban-user',
    access: 'grant',
    audit: { action: 'user_enabled', whom },
    body: UserId,
    call: (call, { userId }) => change(call, userId, 'enable'),
  }),
  route({
    path: '/admin/revoke-user-sessions',
    access: 'manage',
    audit: { action: 'sessions_ended', whom },
    body: UserId,
    call: plainPass,
  }),
]
