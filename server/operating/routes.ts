/** What whoever runs the server asks: does it live, is it ready, and how much of what there is. [OP1] [OP2] [OP3] */
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { measure } from '../db/measured.ts'
import { isLoopback } from '../http/address.ts'
import { bearerIn } from '../http/bearer.ts'
import { traceOf } from '../http/log.ts'
import type { Call, Route } from '../route.ts'
import { gaugesText } from './gauges.ts'
import { contentType } from './metrics.ts'

/** [SV10] Asked by address, by those who know no name. */
export const operatingPaths = ['/api/health', '/api/livez', '/api/readyz', '/api/metrics']

export const operatingRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/livez', access: 'open', takes: 'nothing', handle: livez },
  { method: 'GET', path: '/api/readyz', access: 'open', takes: 'nothing', handle: readyz },
  { method: 'GET', path: '/api/metrics', access: 'open', takes: 'nothing', handle: metrics },
]

const ok = (): Response => Response.json({ status: 'ok' })

/** [OP1] A database that is gone is no reason to start the process anew. */
async function livez(): Promise<Response> {
  return ok()
}

async function readyz({ services }: Call): Promise<Response> {
  await services.readiness()
  return ok()
}

async function metrics({ services, request, address }: Call): Promise<Response> {
  if (!isLocal(request, address)) checkToken(services.metricsToken, request.headers)
  const counted = await services.metrics.text()
  return new Response(counted + (await gaugesNow(services)), { headers: { 'content-type': contentType } })
}

async function gaugesNow({ database, logger, now, pokes, readiness }: Call['services']): Promise<string> {
  const stored = await measure(database, now()).catch((error: unknown) => {
    logger.error({ event: 'measuring_failed', ...traceOf(error) })
    return undefined
  })
  const isReady = await readiness().then(
    () => true,
    () => false,
  )
  return gaugesText({
    protocol: String(PROTOCOL_VERSION),
    database: database.driver.name,
    streams: pokes.listening(),
    isReady,
    stored,
  })
}

/** Whoever comes by a proxy on this machine has another name for us, or is said to come from elsewhere. */
function isLocal({ headers, url }: Request, address: string): boolean {
  if (headers.has('x-forwarded-for') || headers.has('forwarded')) return false
  return isLoopback(address) && isLoopback(new URL(url).hostname)
}

/** Throws `not_found` where there is no token, so that nobody guesses. */
function checkToken(token: string | undefined, headers: Headers): void {
  if (token === undefined) throw new AppError('not_found')
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(hash(bearerIn(headers) ?? ''), hash(token))) throw new AppError('signed_out')
}
