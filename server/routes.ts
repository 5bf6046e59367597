/** Every route of the API in one table, with who may use it. [AC2] [RQ5] */
import { type Health, PreferencesMessage, SetupRequest } from '../shared/protocol.ts'
import { GrantsMessage } from '../shared/grants-message.ts'
import { HandedEnd, HandedMessage } from '../shared/handed-message.ts'
import { PolicyMessage } from '../shared/policy-message.ts'
import { TokenEnd, TokenMessage } from '../shared/token-messages.ts'
import { PROTOCOL_VERSION } from '../shared/version.ts'
import { auditCsv, auditPageOf, AuditQuery } from './audit/read.ts'
import { noteNewSession } from './browsers/contact.ts'
import { type BrowserRoute, browserRoutes } from './browsers/routes.ts'
import { fileResponse } from './http/stream.ts'
import { changeGrants, previewGrants } from './grants.ts'
import { grantsOf } from './grants-told.ts'
import { endOfHanded, handedTo, handOver } from './handed.ts'
import type { Granter } from './looked-after.ts'
import { keepPolicy } from './policy.ts'
import { operatingRoutes } from './operating/routes.ts'
import { restRoutes } from './rest/routes.ts'
import { keepPreferences, preferencesOf } from './preferences.ts'
import { audit, type Call, readMessage, readQuery, type Route, scopeIn, senderOf, signedIn } from './route.ts'
import { forward } from './session/forward.ts'
import type { AuthCall, AuthRoute } from './session/route.ts'
import { authRoutes } from './session/routes.ts'
import { setUp } from './session/setup.ts'
import { hasUsers } from './session/users.ts'
import { syncRoutes } from './sync/routes.ts'
import { endToken, makeToken, tokensOf } from './tokens.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export const routes: readonly Route[] = [
  { method: 'GET', path: '/api/health', access: 'open', handle: health },
  ...operatingRoutes,
  { method: 'POST', path: '/api/setup', access: 'open', handle: setup },
  ...syncRoutes,
  { method: 'GET', path: '/api/preferences', access: 'read', handle: handlePreferences },
  {
    ...{ method: 'POST', path: '/api/preferences', access: 'read', handle: handleNewPreferences },
    // JSON that is kept as JSON, whatever a newer app has in it.
    unchecked: ['entries'],
  },
  { method: 'POST', path: '/api/policy', access: 'manage', handle: handlePolicy },
  { method: 'GET', path: '/api/grants', access: 'grant', handle: handleGrants },
  { method: 'POST', path: '/api/grants', access: 'grant', handle: handleNewGrants },
  { method: 'POST', path: '/api/grants/preview', access: 'grant', handle: handleGrantsPreview },
  { method: 'GET', path: '/api/handed', access: 'grant', takes: 'read', handle: handleHanded },
  { method: 'POST', path: '/api/handed', access: 'read', handle: handleHandOver },
  { method: 'POST', path: '/api/handed/end', access: 'grant', handle: handleHandedEnd },
  { method: 'GET', path: '/api/audit', access: 'manage', handle: handleAudit },
  { method: 'GET', path: '/api/audit.csv', access: 'manage', takes: 'read', handle: handleAuditCsv },
  { method: 'GET', path: '/api/tokens', access: 'read', handle: handleTokens },
  { method: 'POST', path: '/api/tokens', access: 'read', handle: handleNewToken },
  { method: 'POST', path: '/api/tokens/end', access: 'read', handle: handleTokenEnd },
  ...webhookRoutes,
  ...restRoutes,
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
  const spec = {
    action: 'first_admin_made',
    named: () => message.username,
    isOwn: true,
    // Anybody may ask for what was over long ago.
    ignored: ['setup_done'],
  } as const
  await audit(call, spec, { body: message, work: () => setUp({ ...services, address }, message) })
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

async function handlePreferences(call: Call): Promise<Response> {
  return Response.json(await preferencesOf(call.services, senderOf(call)))
}

async function handleNewPreferences(call: Call): Promise<Response> {
  const message = await readMessage(call, PreferencesMessage)
  return Response.json(await keepPreferences(call.services, senderOf(call), message))
}

async function handlePolicy(call: Call): Promise<Response> {
  const body = await readMessage(call, PolicyMessage)
  const details = () => ({ ...body })
  const work = () => keepPolicy(call.services, body)
  await audit(call, { action: 'policy_changed', details }, { body, work })
  return Response.json({})
}

async function granterOf(call: Call): Promise<Granter> {
  const { id: userId, role } = signedIn(call.user)
  return { userId, role, scope: await scopeIn(call) }
}

async function handleGrants(call: Call): Promise<Response> {
  return Response.json(await grantsOf(call.services, await granterOf(call)))
}

async function handleNewGrants(call: Call): Promise<Response> {
  const body = await readMessage(call, GrantsMessage)
  const { userIds, everything, give, take } = body
  const details = () => ({
    ...{ people: userIds.length, given: give.length, taken: take.length },
    ...(everything !== undefined && { everything }),
  })
  const whom = () => (userIds.length === 1 ? userIds[0] : undefined)
  const work = async () => changeGrants(call.services, await granterOf(call), body)
  await audit(call, { action: 'grants_changed', whom, details }, { body, work })
  return Response.json({})
}

async function handleGrantsPreview(call: Call): Promise<Response> {
  const body = await readMessage(call, GrantsMessage)
  return Response.json(await previewGrants(call.services, await granterOf(call), body))
}

async function handleHanded(call: Call): Promise<Response> {
  return Response.json(await handedTo(call.services, await scopeIn(call)))
}

async function handleHandOver(call: Call): Promise<Response> {
  const body = await readMessage(call, HandedMessage)
  const details = () => ({ count: body.work.length })
  const work = () => handOver(call.services, signedIn(call.user), body)
  await audit(call, { action: 'work_handed_over', details }, { body, work })
  return Response.json({})
}

async function handleHandedEnd(call: Call): Promise<Response> {
  const body = await readMessage(call, HandedEnd)
  const details = () => ({ kind: body.kind, end: body.end })
  const work = async () => endOfHanded(call.services, await scopeIn(call), body)
  await audit(call, { action: 'handed_work_ended', whom: () => body.userId, details }, { body, work })
  return Response.json({})
}

/** Admins are told of everybody's. */
const whoseTokens = ({ user }: Call) => (signedIn(user).mayManage ? undefined : signedIn(user).id)

async function handleTokens(call: Call): Promise<Response> {
  return Response.json(await tokensOf(call.services, whoseTokens(call)))
}

async function handleNewToken(call: Call): Promise<Response> {
  const body = await readMessage(call, TokenMessage)
  const details = () => ({ role: body.role, days: body.days })
  const work = () => makeToken(call.services, signedIn(call.user), body)
  return Response.json(await audit(call, { action: 'token_made', details }, { body, work }), { status: 201 })
}

async function handleTokenEnd(call: Call): Promise<Response> {
  const { id } = await readMessage(call, TokenEnd)
  const userId = whoseTokens(call)
  const body: { owner?: string } = {}
  const work = async () => void (body.owner = await endToken(call.services, { id, userId }))
  await audit(call, { action: 'token_ended', whom: () => body.owner }, { body, work })
  return Response.json({})
}

/** [AU4] */
async function handleAudit({ services, request }: Call): Promise<Response> {
  return Response.json(await auditPageOf(services, readQuery(request, AuditQuery)))
}

async function handleAuditCsv(call: Call): Promise<Response> {
  const { services, request } = call
  const asked = readQuery(request, AuditQuery)
  const work = async () => fileResponse(auditCsv(services.database.db, asked), 'audit')
  return audit(call, { action: 'audit_exported' }, { body: undefined, work })
}

async function handleBrowsers(
  call: Call,
  { body, call: answer, audit: spec }: BrowserRoute,
): Promise<Response> {
  const { services, here, address, user } = call
  const sent = body && (await readMessage(call, body))
  const granter = () => granterOf(call)
  const work = () => answer({ services, here, address, user: () => signedIn(user), granter }, sent)
  return Response.json(await audit(call, spec, { body: sent, work }))
}

async function handleAuth(call: Call, route: AuthRoute): Promise<Response> {
  const { services, request, address, here, user, setCookie } = call
  const body = route.body ? await readMessage(call, route.body) : undefined
  const { search } = new URL(request.url)
  async function passTo(path: string, body: unknown): Promise<unknown> {
    const cookie = request.headers.get('cookie')
    const { method } = route
    const { json, setCookies } = await forward(services.auth, { method, path, body, cookie, address })
    for (const each of setCookies) setCookie(each)
    return json
  }
  const called: AuthCall = {
    services,
    address,
    here,
    setCookie,
    userId: user?.id,
    granter: () => granterOf(call),
    cookie: request.headers.get('cookie'),
    headers: request.headers,
    pass: passed => passTo(`${route.path}${search}`, passed),
    passTo,
  }
  const answer = await audit(call, route.audit, { body, work: () => route.call(called, body) })
  return Response.json(answer)
}
