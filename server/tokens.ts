/** Tokens by which programs act for an account: with its sight, and a role no greater than its own. [TK1] [TK2] */
import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../shared/errors.ts'
import { lesserOf, type Role, roleNamed } from '../shared/roles.ts'
import type { TokenMessage } from '../shared/token-messages.ts'
import type { TokenMade, TokensAnswer } from '../shared/tokens.ts'
import { deleteToken, insertToken, noteTokenUse, tokenByHash, tokenRows } from './db/tokens.ts'
import { bearerIn } from './http/bearer.ts'
import type { Services } from './services.ts'
import type { SignedIn } from './session/auth.ts'

type World = Pick<Services, 'database'>

const dayMs = 24 * 60 * 60 * 1000
/** So that nobody takes it for something else, and searches for leaked secrets find it. */
const prefix = 'rec_'
const secretBytes = 32
const betweenUsesMs = 60_000

/** Throws `forbidden` for a role that is greater than the person's own. */
export async function makeToken(
  { database }: World,
  { id: user_id, role: own }: { id: string; role: Role },
  { name, role, days }: TokenMessage,
): Promise<TokenMade> {
  if (lesserOf(own, role) !== role) throw new AppError('forbidden')
  const token = `${prefix}${randomBytes(secretBytes).toString('base64url')}`
  const { now, newToken } = database.stamps
  const [id, made] = [newToken(), now().getTime()]
  await insertToken(database.db, {
    ...{ id, user_id, name, role, hash: hashOf(token), used_at: null },
    ...{ made_at: new Date(made).toISOString(), ends_at: new Date(made + days * dayMs).toISOString() },
  })
  return { id, token }
}

/** `userId` undefined: everybody's. */
export async function tokensOf({ database }: World, userId: string | undefined): Promise<TokensAnswer> {
  const rows = await tokenRows(database.db, userId)
  return {
    tokens: rows.map(({ id, user_id, username, name, role, made_at, ends_at, used_at }) => ({
      ...{ id, userId: user_id, username, name, role },
      ...{ madeAt: made_at, endsAt: ends_at, usedAt: used_at },
    })),
  }
}

/** Whose it was. Throws `not_found` for what is not theirs, or not there. */
export async function endToken(
  { database }: World,
  of: { id: string; userId: string | undefined },
): Promise<string> {
  const owner = await deleteToken(database.db, of)
  if (owner === undefined) throw new AppError('not_found')
  return owner
}

/** Who acts by the token of this request. Throws `signed_out` where there is none that holds. */
export async function holderOfToken({ database }: World, headers: Headers): Promise<SignedIn> {
  const token = bearerIn(headers)
  const held = token === undefined ? undefined : await tokenByHash(database, hashOf(token))
  const at = database.stamps.now()
  if (!held || held.isDisabled || at.toISOString() >= held.ends_at) throw new AppError('signed_out')
  const { id, user_id, username, used_at } = held
  if (used_at === null || at.getTime() - Date.parse(used_at) >= betweenUsesMs)
    await noteTokenUse(database.db, { id, usedAt: at.toISOString() })
  const role = lesserOf(roleNamed(held.role), roleNamed(held.accountRole))
  return { id: user_id, username, sessionId: id, browserId: '', role, mayManage: false }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
