/**
 * Sessions that are plainly good: signed by us, there, and neither ended nor to be prolonged. They are found in one
 * statement for all who ask at a moment. Whatever else a cookie may be, Better Auth says, which takes its time.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { type SessionFound, sessionsOf } from '../db/sessions.ts'
import { inGroups } from '../waiting.ts'
import { endOf, hashOfToken, type SessionLimits, unprolonged } from './stored-sessions.ts'

export interface PlainOptions {
  database: Database
  limits: SessionLimits
  secret: string
  /** The name of the cookie, and those of others beside which a session is not plain. */
  name: string
  others: readonly string[]
}

/** undefined: not plainly; nothing is said of whether it is one. */
export type PlainSessions = (headers: Headers) => Promise<SessionFound | undefined>

/** In one statement. */
const most = 200

export function plainSessions({ database, limits, secret, name, others }: PlainOptions): PlainSessions {
  const found = inGroups<string, SessionFound | undefined>(
    async hashes => {
      const sessions = await sessionsOf(database, hashes)
      return hashes.map(hash => sessions.get(hash))
    },
    { sizeOf: () => 1, most, namesOf: () => [] },
  )
  return async headers => {
    const cookies = cookiesIn(headers.get('cookie') ?? '')
    if (others.some(other => cookies.has(other))) return undefined
    const token = signedIn(cookies.get(name), secret)
    const session = token === undefined ? undefined : await found(hashOfToken(token))
    if (!session || session.user.isBanned) return undefined
    const now = database.stamps.now().getTime()
    const isPlain = endOf(session, limits) > now && unprolonged(session, limits) > now
    return isPlain ? session : undefined
  }
}

/** Of those with one name the first counts. */
function cookiesIn(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim()
    if (equals > 0 && !cookies.has(name)) cookies.set(name, part.slice(equals + 1).trim())
  }
  return cookies
}

/** As Better Auth signs: the token, a dot, and its HMAC in base64, encoded for a URL. */
const pattern = /^([A-Za-z0-9]{16,64})\.((?:[A-Za-z0-9]|%2[BF]){42,126}%3D)$/

function signedIn(cookie: string | undefined, secret: string): string | undefined {
  const [, token, encoded] = pattern.exec(cookie ?? '') ?? []
  if (token === undefined || encoded === undefined) return undefined
  const signature = Buffer.from(decodeURIComponent(encoded), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : undefined
}
