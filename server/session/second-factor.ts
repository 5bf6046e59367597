/** The second factor: a code of the minute, or a recovery code, beside the password. [AC18] [AC19] */
import * as z from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { Services } from '../services.ts'
import type { Auth } from './auth.ts'
import { type Answer, type Forward, forward } from './forward.ts'
import { beginSession } from './new-session.ts'
import { checkOwnPassword, guessed } from './own-secrets.ts'
import { type AuthCall, type AuthRoute, checkMayChange, Password, route, UserId, whom } from './route.ts'
import { once } from './used-once.ts'
import { accountNamed, accountWithId } from './users.ts'

const isOfTheMinute = (code: string): boolean => /^\d{6}$/.test(code)

/** As it was read out, or copied. */
const tidy = (code: string): string => code.replace(/\s/g, '')

/**
 * Both steps in one: nobody has a session, or half of one, before the second. Throws `second_factor_needed` where a
 * code is missing, `wrong_second_factor` where it is not right.
 */
export async function signInWith(
  services: Services,
  asked: Pick<Forward, 'cookie' | 'address'> & {
    username: string
    password: string
    code?: string | undefined
  },
): Promise<Answer> {
  const { username, password, code, ...from } = asked
  const first = await forward(services.auth, {
    ...{ method: 'POST', path: '/sign-in/username' },
    body: { username, password },
    ...from,
  })
  if (!(first.json as { twoFactorRedirect?: boolean }).twoFactorRedirect) return first
  if (!code) throw new AppError('second_factor_needed')
  const cookie = first.setCookies.map(each => each.split(';')[0]).join('; ')
  const userId = (await accountNamed(services.auth, username))?.id ?? ''
  return once(services, { userId, code: tidy(code) }, body =>
    forward(services.auth, { method: 'POST', path: pathOf(body), body: { code: body }, ...from, cookie }),
  )
}

const pathOf = (code: string): string =>
  isOfTheMinute(code) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code'

/** For an account whose codes are lost. Its sessions end. Throws `not_found`. */
export async function resetSecondFactor(auth: Auth, userId: string): Promise<void> {
  const { adapter, internalAdapter } = await auth.$context
  if (!(await internalAdapter.findUserById(userId))) throw new AppError('not_found')
  await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: userId }] })
  await internalAdapter.updateUser(userId, { twoFactorEnabled: false })
  await internalAdapter.deleteUserSessions(userId)
}

const Code = z.string().min(6).max(20)
const Both = z.strictObject({ password: Password, code: Code })

const turnOn = route({
  path: '/two-factor/enable',
  access: 'read',
  body: z.strictObject({ password: Password }),
  async call(call, body) {
    const { services, userId, pass } = call
    const own = await accountWithId(services.auth, userId ?? '')
    const made = await guessed(call, () => pass(body))
    const { totpURI, backupCodes } = made as { totpURI: string; backupCodes: string[] }
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    // The library would name an address that nobody has.
    const label = encodeURIComponent(`Records:${own?.username ?? ''}`)
    return {
      uri: `otpauth://totp/${label}?secret=${secret}&issuer=Records`,
      secret,
      recoveryCodes: backupCodes,
    }
  },
})

/** Password and code in one guess: whoever has one of them learns nothing of the other. Throws what is wrong. */
async function showBoth(call: AuthCall, { password, code }: z.infer<typeof Both>): Promise<void> {
  const { services, userId = '' } = call
  const own = await accountWithId(services.auth, userId)
  if (!own?.hasSecondFactor) throw new AppError('invalid_request')
  await guessed(call, async () => {
    await checkOwnPassword(call, password)
    await once(services, { userId, code: tidy(code) }, each => call.passTo(pathOf(each), { code: each }))
  })
}

const confirm = route({
  path: '/two-factor/verify-totp',
  access: 'read',
  audit: { action: 'second_factor_changed', details: () => ({ isOn: true }) },
  body: z.strictObject({ code: Code }),
  async call(call, { code }) {
    const { services, userId = '', cookie, address } = call
    await guessed(call, () =>
      once(services, { userId, code: tidy(code) }, each =>
        forward(services.auth, { method: 'POST', path: confirm.path, body: { code: each }, cookie, address }),
      ),
    )
    // Whoever is in by the password alone is out, wherever that is.
    const { internalAdapter } = await services.auth.$context
    await internalAdapter.deleteUserSessions(userId)
    const own = await accountWithId(services.auth, userId)
    if (own) await beginSession(call, own)
    return {}
  },
})

const turnOff = route({
  path: '/two-factor/disable',
  access: 'read',
  audit: { action: 'second_factor_changed', details: () => ({ isOn: false }) },
  body: Both,
  async call(call, both) {
    await showBoth(call, both)
    await call.pass({ password: both.password })
    return {}
  },
})

const renew = route({
  path: '/two-factor/generate-backup-codes',
  access: 'read',
  audit: { action: 'second_factor_changed', details: () => ({ isOn: true }) },
  body: Both,
  async call(call, both) {
    await showBoth(call, both)
    const { backupCodes } = (await call.pass({ password: both.password })) as { backupCodes: string[] }
    return { recoveryCodes: backupCodes }
  },
})

export const secondFactorRoutes: readonly AuthRoute[] = [
  turnOn,
  confirm,
  turnOff,
  renew,
  route({
    path: '/admin/reset-second-factor',
    access: 'grant',
    audit: { action: 'second_factor_reset', whom },
    body: UserId,
    async call(call, { userId }) {
      await checkMayChange(call, userId)
      await resetSecondFactor(call.services.auth, userId)
      return {}
    },
  }),
]
