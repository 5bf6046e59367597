/** The HTTP application: what happens to every request before and after its handler. */
import { Hono } from 'hono'
import { AppError, type ErrorCode } from '../shared/errors.ts'
import { maxBodyBytes } from '../shared/limits.ts'
import { checkRevoked } from './browsers/contact.ts'
import { type BrowserHere, browserHere } from './browsers/here.ts'
import { held } from './ceilings/held.ts'
import { ConstraintViolation } from './db/driver.ts'
import { statusOf } from './errors.ts'
import { addressOf, type Bindings } from './http/address.ts'
import { bodyBytes, openBodyBytes, readJson } from './http/read-json.ts'
import { clientFiles } from './http/client-files.ts'
import { traceOf } from './http/log.ts'
import { problemResponse } from './http/problem.ts'
import { addSecurityHeaders, checkHost, checkOrigin } from './http/security.ts'
import { operatingPaths } from './operating/routes.ts'
import { policyOf } from './policy.ts'
import type { Call, Route } from './route.ts'
import { routes } from './routes.ts'
import type { Services } from './services.ts'
import { type Recognized, type SignedIn, sessionOf } from './session/auth.ts'
import { hashingFor } from './session/hashing-turn.ts'
import { keyHashIn, madeFor } from './session/made-for.ts'
import { type Access, allowedRoles } from './session/roles.ts'
import { holderOfToken } from './tokens.ts'

interface Env {
  Bindings: Bindings
  Variables: {
    requestId: string
    /** The route's pattern: a path could hold anything. */
    route: string
    user: SignedIn | undefined
    /** Of the failure it ended with. */
    code: ErrorCode | undefined
    cookies: string[]
  }
}

export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>()
  const serveClient = clientFiles(services.clientFolder)
  observe(app, services)
  app.use(async (context, next) => {
    checkHost(context.req.raw, services.publicOrigin, operatingPaths)
    await next()
  })
  for (const [path, methods] of methodsByPath()) {
    for (const route of routes.filter(each => each.path === path)) register(app, services, route)
    // [RQ4] Before the next: a path of words is not taken for a name in another's.
    app.all(path, context => {
      context.set('route', path)
      throw new AppError('method_not_allowed', { allow: methods.join(', ') })
    })
  }
  app.all('/api', () => Promise.reject(new AppError('not_found')))
  app.all('/api/*', () => Promise.reject(new AppError('not_found')))
  app.get('*', context => {
    context.set('route', 'client')
    return serveClient(context.req.raw)
  })
  app.all('*', () => Promise.reject(new AppError('method_not_allowed', { allow: 'GET, HEAD' })))
  return app
}

/** One log line, the headers that every answer has, and failures as problems. */
function observe(app: Hono<Env>, { database, logger, metrics, newToken, now, ...secure }: Services): void {
  app.use(async (context, next) => {
    const startedMs = now().getTime()
    const took = metrics.timer()
    const requestId = newToken()
    context.set('requestId', requestId)
    context.set('cookies', [])
    await next()
    const { headers, status } = context.res
    for (const cookie of context.get('cookies')) headers.append('set-cookie', cookie)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    headers.set('x-request-id', requestId)
    addSecurityHeaders(headers, secure)
    const { method } = context.req
    const [route, code] = [context.get('route') ?? 'unknown', context.get('code')]
    metrics.request({ method, route, status }, took())
    const line = {
      event: 'request',
      id: requestId,
      method,
      route,
      status,
      ms: now().getTime() - startedMs,
      code,
      user: context.get('user')?.id,
    }
    // [OP8] By its id somebody will ask for it.
    if (status >= 500) logger.warn(line)
    else logger.info(line)
  })
  app.onError((error, context) => {
    const requestId = context.get('requestId')
    const failure = failureOf(error instanceof AppError ? error : (database.driver.translate(error) ?? error))
    context.set('code', failure.code)
    if (statusOf(failure) >= 500) {
      logger.error({
        event: 'failed',
        id: requestId,
        code: failure.code,
        ...traceOf(failure.cause ?? failure),
      })
    }
    return problemResponse(failure, requestId)
  })
}

function failureOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  // [RQ6] What a request says, and no table takes.
  if (error instanceof ConstraintViolation) return new AppError('invalid_request', {}, { cause: error })
  return new AppError('internal', {}, { cause: error })
}

/** [VA3] [PU12] A mutation that is ill-formed is refused by itself, and a cursor of garbage is none. */
const checkedByPush = ['mutations', 'history']

/** A body that takes longer is not one of a push over a good line. */
const promptMs = 1_000

function register(app: Hono<Env>, services: Services, route: Route): void {
  const { method, path } = route
  app.on(method, path, async context => {
    const request = context.req.raw
    context.set('route', path)
    const setCookie = (cookie: string): void => void context.get('cookies').push(cookie)
    if (method !== 'GET') checkOrigin(request, services.publicOrigin)
    const address = addressOf(request, context.env, services.trustedProxies)
    const found = browserHere(request.headers, { ...services, setCookie })
    const user = await admitted(services, { request, route, here: found, setCookie })
    context.set('user', user)
    const here = user && !route.byToken ? found.madeIn(user.browserId) : found
    const read = async (): Promise<unknown> => {
      const since = services.now().getTime()
      const body = await bodyOf(route, { services, request, user })
      // [AC23] It took its time: whoever asks may have been thrown out meanwhile.
      if (user && services.now().getTime() - since > promptMs) {
        const still = await admitted(services, { request, route, here, setCookie })
        if (still?.mayManage !== user.mayManage) throw new AppError('forbidden')
      }
      return body
    }
    let body: Promise<unknown> | undefined
    const json = (): Promise<unknown> => (body ??= read())
    const params = context.req.param() as Record<string, string>
    const call: Call = { services, request, address, here, json, user, params, setCookie }
    const keyHash = async () =>
      (await policyOf(services)).deviceLock === 'off' ? null : keyHashIn(request.headers)
    const made = { browser: () => here.keep(), keyHash }
    const act = (): Promise<Response> => madeFor(made, () => answer(route, call))
    const response = await (user ? hashingFor(user.id, act) : act())
    if (request.method !== 'HEAD') return response
    // Nobody reads it: a stream would go on for ever.
    await response.body?.cancel()
    return new Response(null, response)
  })
}

function bodyOf(
  { takes, access, unchecked }: Route,
  { services, request, user }: Pick<Call, 'services' | 'request' | 'user'>,
): Promise<unknown> {
  const isPush = takes === 'push'
  return readJson(request, {
    most: isPush ? maxBodyBytes : access === 'open' ? openBodyBytes : bodyBytes,
    every: services.every,
    unchecked: unchecked ?? (isPush ? checkedByPush : []),
    onRead(bytes) {
      if (isPush && user) services.ceilings.takeBytes(user.id, bytes)
    },
  })
}

/** [CE2] Within what one person and one address may take; throws `too_many`. */
async function answer({ takes = 'moment', handle }: Route, call: Call): Promise<Response> {
  const { services, user, address } = call
  if (takes === 'nothing') return handle(call)
  const taking = user ? takes : 'open'
  // [CE2] Little as it is, it is here before it takes a place that others wait for: nobody holds one by being slow.
  if (!user && call.request.method === 'POST') await call.json()
  const leave = await services.ceilings.enter(taking, { userId: user?.id, address })
  try {
    const response = await handle(call)
    if (taking === 'read' || taking === 'stream') return held(response, leave, services)
    leave()
    return response
  } catch (error) {
    leave()
    throw error
  }
}

interface Knock {
  request: Request
  route: Route
  here: BrowserHere
  setCookie(cookie: string): void
}

/** [RQ5] Throws `signed_out`, `revoked` or `forbidden`. */
async function admitted(
  services: Services,
  { request, route: { access, withoutKey, byToken }, here, setCookie }: Knock,
): Promise<SignedIn | undefined> {
  if (access === 'open') return undefined
  if (byToken) return holding(await holderOfToken(services, request.headers), access)
  const { user, setCookies } = await sessionOf(services.auth, request.headers)
  for (const cookie of setCookies) setCookie(cookie)
  if (!user) {
    await checkRevoked(services, here)
    throw new AppError('signed_out')
  }
  // [AC20]
  if (!user.hasKey && !withoutKey) throw new AppError('signed_out')
  const { id, username, sessionId, browserId, role } = user
  if (!allowedRoles[access].includes(role)) throw new AppError('forbidden')
  const mayManage = role === 'admin' && !(await lacksSecondFactor(services, user))
  const managesAll = access === 'manage' || (access === 'grant' && role === 'admin')
  if (managesAll && !mayManage) throw new AppError('second_factor_required')
  return { id, username, sessionId, browserId, role, mayManage }
}

/** [TK2] */
function holding(holder: SignedIn, access: Exclude<Access, 'open'>): SignedIn {
  if (!allowedRoles[access].includes(holder.role)) throw new AppError('forbidden')
  return holder
}

/** [AC19] */
async function lacksSecondFactor(services: Services, { hasSecondFactor }: Recognized): Promise<boolean> {
  return !hasSecondFactor && (await policyOf(services)).secondFactor === 'required'
}

/** [RQ4] */
function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes) {
    const also = method === 'GET' ? ['GET', 'HEAD'] : [method]
    methods.set(path, [...(methods.get(path) ?? []), ...also])
  }
  return methods
}
