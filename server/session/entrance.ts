/** The way in and out: signing in, by password or by code, who is signed in, and signing out. */
import * as z from 'zod'
import { redeemCode } from '../browsers/codes.ts'
import { checkRevoked, noteNewSession, noteVisit, revokedHere } from '../browsers/contact.ts'
import { AppError } from '../../shared/errors.ts'
import { keyHeader } from '../../shared/key-header.ts'
import { scopeOf } from '../db/scope.ts'
import { policyOf } from '../policy.ts'
import type { Services } from '../services.ts'
import { isUsername, normalizeUsername } from './auth.ts'
import { isKeyShown, type OwnOfSession } from './made-for.ts'
import { type AuthRoute, Name, named, Password, plainPass, route } from './route.ts'
import { signInWith } from './second-factor.ts'
import { defaultSessionLimits, lastMoment } from './stored-sessions.ts'
import { guessing } from './guesses.ts'
import { knownBrowser } from './known-browser.ts'
import { beginSession } from './new-session.ts'
import { accountWithId, storedPassword } from './users.ts'

const signIn = route({
  path: '/sign-in/username',
  access: 'open',
  audit: { action: 'sign_in', named, isOwn: true },
  body: z.strictObject({ username: Name, password: Password, code: Name.optional() }),
  async call({ services, address, here, cookie, setCookie }, { username, password, code }) {
    await checkRevoked(services, here, { isSigningIn: true })
    if (!isUsername(username)) throw new AppError('wrong_credentials')
    const name = normalizeUsername(username)
    const known = await knownBrowser(services, here.id, { username: name })
    const guess = { at: `sign-in ${name}`, from: address, known }
    const before = await storedPassword(services.auth, name)
    const { json, setCookies } = await guessing(services, guess, () =>
      signInWith(services, { username, password, code, cookie, address }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'invalid_request'
          ? new AppError('wrong_credentials')
          : error
      }),
    )
    const { user, token } = json as { user: AuthUser; token: string }
    // [AC22] Reset while this one was being hashed, it lets nobody in: whoever reset it has ended the sessions of before.
    if ((await storedPassword(services.auth, name)) !== before) {
      const { internalAdapter } = await services.auth.$context
      await internalAdapter.deleteSession(token)
      throw new AppError('wrong_credentials')
    }
    for (const each of setCookies) setCookie(each)
    await noteNewSession(services, here, { token, user })
    return { user: shownUser(user), ...(await standingOf(services, user)) }
  },
})

/** [BP6] */
const setUpBrowser = route({
  path: '/set-up-browser',
  access: 'open',
  audit: {
    action: 'browser_set_up',
    doneBy(answer) {
      const { user } = answer as { user: { id: string; username: string } }
      return { id: user.id, name: user.username }
    },
  },
  body: z.strictObject({ code: Name }),
  async call(call, { code }) {
    const { services, address, here } = call
    const { auth } = services
    await checkRevoked(services, here, { isSigningIn: true })
    const { userId } = await guessing(services, { at: 'set-up', from: address, isRandom: true }, () =>
      redeemCode(services, code),
    )
    const user = await accountWithId(auth, userId)
    if (!user || user.isDisabled) throw new AppError('account_disabled')
    await beginSession(call, user)
    return {
      user: shownUser({ ...user, twoFactorEnabled: user.hasSecondFactor }),
      ...(await standingOf(services, user)),
    }
  },
})

/** Get-session and sign-out belong to signing in: they say that nobody is signed in, or make it so. */
export const entranceRoutes: readonly AuthRoute[] = [
  signIn,
  setUpBrowser,
  route({
    path: '/sign-out',
    access: 'open',
    audit: { action: 'sign_out' },
    body: z.strictObject({}),
    call: plainPass,
  }),
  {
    method: 'GET',
    path: '/get-session',
    access: 'open',
    async call({ services, headers, pass, ...asked }) {
      const answer = (await pass()) as { user: AuthUser; session: Times & OwnOfSession } | null
      // [AC20] Who shows no key is told whose session it is, and no more; who shows another one has none.
      const isTheirs = answer && (!headers.has(keyHeader) || isKeyShown(answer.session, headers))
      if (!isTheirs) {
        await checkRevoked(services, asked.here)
        return null
      }
      const here = asked.here.madeIn(answer.session.browserId ?? '')
      const { id, username } = answer.user
      await noteVisit(services, here, { userId: id, username: username ?? '' })
      const revoked = await revokedHere(services, here)
      const expiresAt = endOf(answer.session, services)
      const told = { user: shownUser(answer.user), expiresAt, ...(await standingOf(services, answer.user)) }
      return revoked.length > 0 ? { ...told, revoked } : told
    },
  },
]

interface AuthUser {
  id: string
  username?: string
}

interface Times {
  expiresAt: string
  createdAt: string
}

/** Unless it is used: when it ends, which is no later than its last moment. */
function endOf({ expiresAt, createdAt }: Times, { sessionLimits }: Services): string {
  const last = lastMoment(new Date(createdAt), sessionLimits ?? defaultSessionLimits).toISOString()
  return expiresAt < last ? expiresAt : last
}

/** What the app has to know of whoever is signed in, beside who they are. */
async function standingOf(services: Services, { id }: { id: string }): Promise<object> {
  const { sees } = await scopeOf(services.database.db, id)
  return { policy: await policyOf(services), isLimited: sees !== 'everything' }
}

/** What a screen needs of an account, and not the address that stands in for an e-mail. */
export function shownUser(user: unknown): Record<string, unknown> {
  const { id, username, name, role, banned, twoFactorEnabled } = user as Record<string, unknown>
  return { id, username, name, role, banned: banned === true, hasSecondFactor: twoFactorEnabled === true }
}
