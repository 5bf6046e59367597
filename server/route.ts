/** What a route of the API is made of, and what its handler is given. */
import type * as z from 'zod'
import { AppError } from '../shared/errors.ts'
import { userHeader } from '../shared/user-header.ts'
import { type Audited, audited } from './audit/audited.ts'
import type { BrowserHere } from './browsers/here.ts'
import type { Taking } from './ceilings/ceilings.ts'
import { parseMessage } from './http/parse-message.ts'
import { checkTexts } from './http/texts.ts'
import { type Scope, scopeOf } from './db/scope.ts'
import type { Services } from './services.ts'
import { type Recognized, type SignedIn, sessionOf } from './session/auth.ts'
import type { Access } from './session/roles.ts'
import type { Sender } from './sync/envelope.ts'

export interface Call {
  services: Services
  request: Request
  address: string
  here: BrowserHere
  /** The body. [RQ2] */
  json(): Promise<unknown>
  /** Who is signed in; on open routes nobody is looked up. */
  user: SignedIn | undefined
  /** What stands in its path where the route's has a name. */
  params: Readonly<Record<string, string>>
  /** Adds a cookie to the answer. */
  setCookie(cookie: string): void
}

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  /** [AC20] The cookie alone will do: what it answers says nothing of records or people. */
  withoutKey?: true
  /** [TK1] Programs ask it, by a token; nobody by a cookie. */
  byToken?: true
  /** [CE2] What it takes of the server, where that is more than a moment; `nothing`: it waits for nobody. [OP1] */
  takes?: Taking | 'nothing'
  /** [RQ10] Keys of its body under which any text stands, which is kept as it came. */
  unchecked?: readonly string[]
  handle(call: Call): Promise<Response>
}

export function senderOf({ request, user }: Call): Sender {
  const { id: userId, username } = signedIn(user)
  return { userId, username, named: request.headers.get(userHeader) }
}

/** [SC2] What whoever calls may see, as of now. Throws `wrong_user`: one person's device is not for another's records. */
export function scopeIn({ services, request, user }: Call): Promise<Scope> {
  const { id } = signedIn(user)
  if ((request.headers.get(userHeader) ?? id) !== id) throw new AppError('wrong_user')
  return scopeOf(services.database.db, id)
}

/** [AU1] Whoever signs out is known as long as they are signed in. */
export async function audit<T>(
  { services, address, here, request, user }: Call,
  spec: Audited | undefined,
  { body, work }: { body: unknown; work: () => Promise<T> },
): Promise<T> {
  if (!spec) return work()
  if (user) services.ceilings.takeAct(user.id)
  const known = user ?? (spec.action === 'sign_out' ? await whoIs(services.auth, request.headers) : undefined)
  const actor = known && { id: known.id, name: known.username }
  return audited({ services, address, here, actor }, spec, { body, work })
}

async function whoIs(auth: Services['auth'], headers: Headers): Promise<Recognized | undefined> {
  return (await sessionOf(auth, headers, { isProlonging: false })).user
}

export async function readMessage<T>({ json }: Call, schema: z.ZodType<T>): Promise<T> {
  return parseMessage(schema, await json())
}

export function readQuery<T>(request: Request, schema: z.ZodType<T>): T {
  const asked = Object.fromEntries(new URL(request.url).searchParams)
  checkTexts(asked)
  return parseMessage(schema, asked)
}

export function signedIn(user: SignedIn | undefined): SignedIn {
  if (!user) throw new Error('A route without a session has no user')
  return user
}
