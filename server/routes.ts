/** Every route of the API in one table, with who may use it. [AC2] [RQ5] */
import type * as z from 'zod'
import { noteNewSession } from './browsers/contact.ts'
import type { Taking } from './ceilings/ceilings.ts'
import type { BrowserHere } from './browsers/here.ts'
import { type BrowserRoute, browserRoutes } from './browsers/routes.ts'
import { asksForJoinedTexts, joinTexts } from '../shared/joined-texts.ts'
import {
  type ChangesLine,
  DeletedQuery,
  type Health,
  HistoryQuery,
  PreferencesMessage,
  SetupRequest,
} from '../shared/protocol.ts'
import { userHeader } from '../shared/user-header.ts'
import { PROTOCOL_VERSION } from '../shared/version.ts'
import { deletedRecords, history } from './history.ts'
import { parseMessage } from './http/parse-message.ts'
import { ndjsonResponse } from './http/stream.ts'
import { PolicyMessage } from '../shared/policy-message.ts'
import { keepPolicy } from './policy.ts'
import { keepPreferences, preferencesOf } from './preferences.ts'
import type { Services } from './services.ts'
import { type SignedIn, sessionOf } from './session/auth.ts'
import { forward } from './session/forward.ts'
import type { Access } from './session/roles.ts'
import type { AuthRoute } from './session/route.ts'
import { authRoutes } from './session/routes.ts'
import { setUp } from './session/setup.ts'
import { hasUsers } from './session/users.ts'
import { checkedAtEnd, checkHistory, openChanges } from './sync/changes.ts'
import { digest, recordsIn } from './sync/digest.ts'
import { checkProtocol, type Sender } from './sync/envelope.ts'
import { openEvents } from './sync/events.ts'
import { push } from './sync/push.ts'
import { withdraw } from './sync/withdraw.ts'

export interface Call {
  services: Services
  request: Request
  address: string
  here: BrowserHere
  /** The body. [RQ2] */
  json(): Promise<unknown>
  /** Who is signed in; on open routes nobody is looked up. */
  user: SignedIn | undefined
  /** Adds a cookie to the answer. */
  setCookie(cookie: string): void
}

export interface Route {
  method: 'GET' | 'POST'
  path: string
  access: Access
  /** [CE2] What it takes of the server, where that is more than a moment. */
  takes?: Taking
  handle(call: Call): Promise<Response>
}

export const routes: readonly Route[] = [
  { method: 'GET', path: '/api/health', access: 'open', handle: health },
  { method: 'POST', path: '/api/setup', access: 'open', handle: setup },
  { method: 'POST', path: '/api/sync/push', access: 'write', takes: 'push', handle: handlePush },
  { method: 'POST', path: '/api/sync/withdraw', access: 'write', takes: 'push', handle: handleWithdraw },
  { method: 'GET', path: '/api/sync/changes', access: 'read', takes: 'read', handle: handleChanges },
  { method: 'GET', path: '/api/sync/digest', access: 'read', takes: 'read', handle: handleDigest },
  { method: 'GET', path: '/api/sync/records', access: 'read', takes: 'read', handle: handleRecords },
  { method: 'GET', path: '/api/sync/events', access: 'read', takes: 'stream', handle: handleEvents },
  { method: 'GET', path: '/api/history', access: 'read', takes: 'read', handle: handleHistory },
  { method: 'GET', path: '/api/history/deleted', access: 'read', takes: 'read', handle: handleDeleted },
  { method: 'GET', path: '/api/preferences', access: 'read', handle: handlePreferences },
  { method: 'POST', path: '/api/preferences', access: 'read', handle: handleNewPreferences },
  { method: 'POST', path: '/api/policy', access: 'manage', handle: handlePolicy },
  ...browserRoutes.map(route => ({
    method: route.method,
    path: `/api/browsers${route.path}`,
    access: route.access,
    handle: (call: Call) => handleBrowsers(call, route),
  })),
  ...authRoutes.map(route => ({
    method: route.method,
    path: `/api/auth${route.path}`,
    access: route.access,
    handle: (call: Call) => handleAuth(call, route),
  })),
]

async function health({ services: { auth } }: Call): Promise<Response> {
  const answer: Health = { status: 'ok', protocol: PROTOCOL_VERSION, setup: !(await hasUsers(auth)) }
  return Response.json(answer)
}

async function setup(call: Call): Promise<Response> {
  const { services, address, here, setCookie } = call
  const message = await readMessage(call, SetupRequest)
  await setUp({ ...services, address }, message)
  const { username, password } = message
  const { json, setCookies } = await forward(services.auth, {
    method: 'POST',
    path: '/sign-in/username',
    body: { username, password },
    cookie: null,
    address,
  })
  for (const cookie of setCookies) setCookie(cookie)
  await noteNewSession(services, here, json as Parameters<typeof noteNewSession>[2])
  return Response.json({}, { status: 201 })
}

async function handlePush(call: Call): Promise<Response> {
  return Response.json(await push(call.services, senderOf(call), await call.json()))
}

async function handleWithdraw(call: Call): Promise<Response> {
  return Response.json(await withdraw(call.services, senderOf(call), await call.json()))
}

function senderOf({ request, user }: Call): Sender {
  const { id: userId, username } = signedIn(user)
  return { userId, username, named: request.headers.get(userHeader) }
}

async function handleChanges({ services: { database, kinds }, request }: Call): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor') ?? undefined
  const history = searchParams.get('history')
  const protocol = searchParams.get('protocol')
  if (protocol !== null) checkProtocol(Number(protocol))
  const check = async () => {
    if (history !== null) await checkHistory(database.db, kinds, history)
  }
  await check()
  return linesResponse(request, checkedAtEnd(await openChanges(database, kinds, cursor), check))
}

async function handleDigest({ services: { database, kinds }, request }: Call): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const cursor = searchParams.get('cursor') ?? ''
  return Response.json(await digest(database, kinds, { cursor, schema: Number(searchParams.get('schema')) }))
}

async function handleRecords({ services: { database, kinds }, request }: Call): Promise<Response> {
  const wanted = new Map<string, Set<number>>()
  for (const each of (new URL(request.url).searchParams.get('buckets') ?? '').split(',')) {
    const [kind = '', bucket] = each.split('.')
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(Number(bucket)))
  }
  return linesResponse(request, recordsIn(database, kinds, wanted))
}

function linesResponse(request: Request, lines: AsyncIterable<ChangesLine>): Response {
  const isJoined = asksForJoinedTexts(new URL(request.url).searchParams)
  return ndjsonResponse(request, lines, isJoined ? joinTexts : undefined)
}

async function handleEvents({ services, request }: Call): Promise<Response> {
  const { headers } = request
  // A cookie for a longer session could not be sent any more.
  const find = () => sessionOf(services.auth, headers, { isProlonging: false })
  return openEvents(services, async () => (await find()).user !== undefined)
}

async function handleHistory({ services, request }: Call): Promise<Response> {
  return Response.json(await history(services, readQuery(request, HistoryQuery)))
}

async function handleDeleted({ services, request }: Call): Promise<Response> {
  return Response.json(await deletedRecords(services, readQuery(request, DeletedQuery)))
}

async function handlePreferences(call: Call): Promise<Response> {
  return Response.json(await preferencesOf(call.services, senderOf(call)))
}

async function handleNewPreferences(call: Call): Promise<Response> {
  const message = await readMessage(call, PreferencesMessage)
  return Response.json(await keepPreferences(call.services, senderOf(call), message))
}

async function handlePolicy(call: Call): Promise<Response> {
  await keepPolicy(call.services, await readMessage(call, PolicyMessage))
  return Response.json({})
}

async function handleBrowsers(call: Call, { body, call: answer }: BrowserRoute): Promise<Response> {
  const { services, here, user } = call
  const sent = body && (await readMessage(call, body))
  return Response.json(await answer({ services, here, user: () => signedIn(user) }, sent))
}

async function handleAuth(call: Call, route: AuthRoute): Promise<Response> {
  const { services, request, address, here, user, setCookie } = call
  const body = route.body ? await readMessage(call, route.body) : undefined
  const { search } = new URL(request.url)
  const answer = await route.call(
    {
      services,
      address,
      here,
      setCookie,
      userId: user?.id,
      async pass(passed) {
        const cookie = request.headers.get('cookie')
        const path = `${route.path}${search}`
        const { json, setCookies } = await forward(services.auth, {
          method: route.method,
          path,
          body: passed,
          cookie,
          address,
        })
        for (const each of setCookies) setCookie(each)
        return json
      },
    },
    body,
  )
  return Response.json(answer)
}

async function readMessage<T>({ json }: Call, schema: z.ZodType<T>): Promise<T> {
  return parseMessage(schema, await json())
}

function readQuery<T>(request: Request, schema: z.ZodType<T>): T {
  return parseMessage(schema, Object.fromEntries(new URL(request.url).searchParams))
}

function signedIn(user: SignedIn | undefined): SignedIn {
  if (!user) throw new Error('A route without a session has no user')
  return user
}
