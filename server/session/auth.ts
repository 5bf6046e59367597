/** Better Auth, set up for us: who is who, in the same database. Nothing else knows how sessions are kept. */
import { betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { getAdapter } from 'better-auth/db/adapter'
import { getMigrations } from 'better-auth/db/migration'
import { admin, twoFactor, username } from 'better-auth/plugins'
import { AppError } from '../../shared/errors.ts'
import { endOldSessions } from '../db/accounts.ts'
import { lockClock } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { keepSetting } from '../db/settings.ts'
import { type Logger, traceOf } from '../http/log.ts'
import { isKeyShown, type OwnOfSession } from './made-for.ts'
import { hashPassword, maxPasswordLength, minPasswordLength, verifyPassword } from './password.ts'
import { signInHere } from './sign-in-here.ts'
import { accessControl, accessRoles, isRole, type Role } from './roles.ts'
import { plainSessions } from './plain-sessions.ts'
import {
  defaultSessionLimits,
  prolongedAfterMs,
  type SessionLimits,
  storedSessions,
} from './stored-sessions.ts'

const dayS = 24 * 60 * 60

/** Requests reach Better Auth under this origin, whatever the real one: ours has been checked by then. */
export const innerOrigin = 'http://records.invalid'

/** Carries the client's address to Better Auth; set by us, whatever the request said. */
export const addressHeader = 'x-client-address'

export interface AuthOptions {
  database: Database
  logger: Logger
  /** Cookies only over HTTPS. */
  isSecure: boolean
  /** Signs the cookies; made and kept in the database when absent. */
  secret?: string | undefined
  sessionLimits?: SessionLimits | undefined
}

function limitsOf({ sessionLimits }: AuthOptions): SessionLimits {
  return sessionLimits ?? defaultSessionLimits
}

export type Auth = Awaited<ReturnType<typeof createAuth>>

/** Whose cookie it is. */
export interface Recognized {
  id: string
  username: string
  role: Role
  sessionId: string
  /** [AC20] The one that it was made in. */
  browserId: string
  /** [AC20] The request shows the key that the session was made with, where it was made with one. */
  hasKey: boolean
  hasSecondFactor: boolean
}

/** What handlers are told of them: never the role, which is not the whole of what somebody may do [AC19]. */
export interface SignedIn extends Pick<Recognized, 'id' | 'username' | 'sessionId' | 'browserId' | 'role'> {
  mayManage: boolean
}

/** The columns that our plugins add to a user. */
export interface StoredUser {
  id: string
  name: string
  username?: string | null
  role?: string | null
  banned?: boolean | null
  twoFactorEnabled?: boolean | null
}

/** Creates its tables when they are missing. */
export async function createAuth(options: AuthOptions) {
  const { database } = options
  const made = `${database.stamps.newToken()}${database.stamps.newToken()}`
  const secret = options.secret ?? (await keepSetting(database.db, { name: 'auth_secret', value: made }))
  await createTables({ ...options, secret })
  await endOldSessions(database.db)
  const settings = settingsOf({ ...options, secret })
  const { now } = database.stamps
  const limits = limitsOf(options)
  const adapter = storedSessions(await getAdapter(settings), { limits, now })
  const auth = betterAuth({ ...settings, database: () => adapter })
  const { sessionToken, sessionData, dontRememberToken } = (await auth.$context).authCookies
  const others = [sessionData.name, dontRememberToken.name]
  const plainly = plainSessions({ database, limits, secret, name: sessionToken.name, others })
  return Object.assign(auth, { plainly })
}

type Complete = AuthOptions & { secret: string }

/** Each attempt waits as long as the database lets it wait for a lock. */
const attempts = 10

/** [SV4] Better Auth takes no lock: of servers that start at one moment, the others wait at the clock for the first. */
async function createTables(options: Complete): Promise<void> {
  const { database } = options
  const { toBeCreated, toBeAdded, toBeAddedIndexes } = await getMigrations(settingsOf(options))
  if (toBeCreated.length + toBeAdded.length + toBeAddedIndexes.length === 0) return
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.write(async tx => {
        await lockClock(tx)
        const locked = settingsOf({ ...options, database: { ...database, db: tx } })
        const { runMigrations } = await getMigrations(locked)
        await runMigrations()
        return { commit: true, answer: undefined }
      })
    } catch (error) {
      const isLocked = error instanceof AppError && error.code === 'unavailable'
      if (!isLocked || attempt === attempts) throw error
    }
  }
}

/** A column that no request writes. */
const ownText = { type: 'string', required: false, input: false } as const

function settingsOf(options: Complete) {
  const { database, logger, isSecure, secret } = options
  return {
    baseURL: innerOrigin,
    basePath: '/api/auth',
    secret,
    database: { db: database.db, type: database.driver.name, transaction: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength,
      maxPasswordLength,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      ...{
        expiresIn: limitsOf(options).idle * dayS,
        updateAge: prolongedAfterMs / 1000,
        cookieCache: { enabled: false },
      },
      // [AC20]
      additionalFields: { browserId: ownText, keyHash: ownText },
    },
    // [CE1] Ours counts before anything is written.
    rateLimit: { enabled: false },
    advanced: {
      // [SV11] Better Auth's own prefix would be `__Secure-`, which a name below ours may set too.
      useSecureCookies: false,
      cookiePrefix: isSecure ? '__Host-better-auth' : 'better-auth',
      defaultCookieAttributes: { secure: isSecure, httpOnly: true, sameSite: 'strict' as const, path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    onAPIError: {
      onError(error: unknown) {
        // What we have thrown ourselves comes out as it is.
        if (error instanceof AppError) throw error
        if (!isAPIError(error) || error.statusCode >= 500)
          logger.error({ event: 'auth_error', ...traceOf(error) })
      },
    },
    logger: {
      log(level: string, _text: string, ...given: unknown[]) {
        if (level !== 'error') return
        logger.error({ event: 'auth_error', ...traceOf(given.find(each => each instanceof Error)) })
      },
    },
    plugins: [
      username({
        minUsernameLength: 3,
        maxUsernameLength: 30,
        displayUsername: false,
        usernameNormalization: normalizeUsername,
        usernameValidator: isUsername,
      }),
      admin({ ac: accessControl, roles: accessRoles, defaultRole: 'viewer', adminRoles: ['admin'] }),
      // A wrong code is counted with wrong passwords; a row of its own would lock everybody out.
      twoFactor({ issuer: 'Records', accountLockout: { enabled: false } }),
      signInHere,
    ],
  }
}

/** Once, here, so that no database's idea of lower case matters. */
export function normalizeUsername(name: string): string {
  return name.toLowerCase()
}

/** Dots only between others: the address that stands in for an e-mail address is refused otherwise. */
export function isUsername(name: string): boolean {
  return /^(?=.{3,30}$)[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(normalizeUsername(name))
}

/** Who the request's cookie belongs to, and the cookie to send back when the session was prolonged. */
export async function sessionOf(
  auth: Auth,
  headers: Headers,
  { isProlonging = true } = {},
): Promise<{ user: Recognized | undefined; setCookies: string[] }> {
  if (!headers.has('cookie')) return { user: undefined, setCookies: [] }
  const plain = await auth.plainly(headers)
  if (plain) {
    const { id, username, role, hasSecondFactor } = plain.user
    return {
      user: recognized({ id, username, role, hasSecondFactor, session: plain }, headers),
      setCookies: [],
    }
  }
  const { response, headers: answered } = await lookUp(auth, headers, isProlonging)
  const setCookies = answered.getSetCookie()
  const user = response?.user as StoredUser | undefined
  if (!response || !user || user.banned) return { user: undefined, setCookies }
  const { id, username, role } = user
  const session: { id: string } & OwnOfSession = response.session
  const hasSecondFactor = user.twoFactorEnabled === true
  return { user: recognized({ id, username, role, hasSecondFactor, session }, headers), setCookies }
}

interface Stored {
  id: string
  username: string | null | undefined
  role: string | null | undefined
  hasSecondFactor: boolean
  session: { id: string } & OwnOfSession
}

function recognized({ username, role, session, ...found }: Stored, headers: Headers): Recognized {
  return {
    ...found,
    ...{ username: username ?? '', role: isRole(role) ? role : 'viewer' },
    ...{ sessionId: session.id, browserId: session.browserId ?? '', hasKey: isKeyShown(session, headers) },
  }
}

/** Better Auth keeps to itself why it failed: a session that cannot be looked up is a database out of reach. */
async function lookUp(auth: Auth, headers: Headers, isProlonging: boolean) {
  try {
    const query = { disableRefresh: !isProlonging }
    return await auth.api.getSession({ headers, query, returnHeaders: true })
  } catch (error) {
    if (error instanceof APIError && error.statusCode >= 500)
      throw new AppError('unavailable', {}, { cause: error })
    throw error
  }
}
