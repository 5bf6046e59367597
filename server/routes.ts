/** Every route of the API in one table, with who may use it. [AC2] [RQ5] */
import { type Health, PreferencesMessage, SetupRequest } from '../shared/protocol.ts'
import { PolicyMessage } from '../shared/policy-message.ts'
import { PROTOCOL_VERSION } from '../shared/version.ts'
import { auditCsv, auditPageOf, AuditQuery } from './audit/read.ts'
import { noteNewSession } from './browsers/contact.ts'
import { type BrowserRoute, browserRoutes } from './browsers/routes.ts'
import { csvResponse } from './http/stream.ts'
import { keepPolicy } from './policy.ts'
import { keepPreferences, preferencesOf } from './preferences.ts'
import { audit, type Call, readMessage, readQuery, type Route, senderOf, signedIn } from './route.ts'
import { forward } from './session/forward.ts'
import type { AuthCall, AuthRoute } from './session/route.ts'
import { authRoutes } from './session/routes.ts'
import { setUp } from './session/setup.ts'
import { hasUsers } from './session/users.ts'
import { syncRoutes } from './sync/routes.ts'

export const routes: readonly Route[] = [
  { method: 'GET', path: '/api/health', access: 'open', handle: health },
  { method: 'POST', path: '/api/setup', access: 'open', handle: setup },
  ...syncRoutes,
  { method: 'GET', path: '/api/preferences', access: 'read', handle: handlePreferences },
  {
    ...{ method: 'POST', path: '/api/preferences', access: 'read', handle: handleNewPreferences },
    // JSON that is kept as JSON, whatever a newer app has in it.
    unchecked: ['entries'],
  },
  { method: 'POST', path: '/api/policy', access: 'manage', handle: handlePolicy },
  { method: 'GET', path: '/api/audit', access: 'manage', handle: handleAudit },
  { method: 'GET', path: '/api/audit.csv', access: 'manage', takes: 'read', handle: handleAuditCsv },
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

/** [AU4] */
async function handleAudit({ services, request }: Call): Promise<Response> {
  return Response.json(await auditPageOf(services, readQuery(request, AuditQuery)))
}

async function handleAuditCsv(call: Call): Promise<Response> {
  const { services, request } = call
  const asked = readQuery(request, AuditQuery)
  const work = async () => csvResponse(auditCsv(services.database.db, asked))
  return audit(call, { action: 'audit_exported' }, { body: undefined, work })
}

async function handleBrowsers(
  call: Call,
  { body, call: answer, audit: spec }: BrowserRoute,
): Promise<Response> {
  const { services, here, address, user } = call
  const sent = body && (await readMessage(call, body))
  const work = () => answer({ services, here, address, user: () => signedIn(user) }, sent)
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
    cookie: request.headers.get('cookie'),
    headers: request.headers,
    pass: passed => passTo(`${route.path}${search}`, passed),
    passTo,
  }
  const answer = await audit(call, route.audit, { body, work: () => route.call(called, body) })
  return Response.json(answer)
}
