/** From Node's requests to the app's; what cannot be made one is answered all the same. [RQ1] */
import { getRequestListener, RequestError } from '@hono/node-server'
import { AppError } from '../../shared/errors.ts'
import { statusOf } from '../errors.ts'
import type { Services } from '../services.ts'
import { traceOf } from './log.ts'
import { problemResponse } from './problem.ts'
import { addSecurityHeaders } from './security.ts'

type Fetch = Parameters<typeof getRequestListener>[0]
type Listener = (...given: Parameters<ReturnType<typeof getRequestListener>>) => void

export function requestListener(
  fetch: Fetch,
  { logger, newToken, ...secure }: Pick<Services, 'logger' | 'newToken' | 'isSecure' | 'hasSecureSubdomains'>,
): Listener {
  const listen = getRequestListener(fetch, {
    errorHandler(error) {
      const id = newToken()
      const failure = new AppError(error instanceof RequestError ? 'invalid_request' : 'internal')
      const entry = { event: 'failed', id, code: failure.code, ...traceOf(error) }
      if (statusOf(failure) < 500) logger.info(entry)
      else logger.error(entry)
      const response = problemResponse(failure, id)
      response.headers.set('x-request-id', id)
      addSecurityHeaders(response.headers, secure)
      return response
    },
  })
  return (incoming, outgoing) => {
    const isInPieces = incoming.headers['transfer-encoding'] !== undefined
    void (isInPieces ? refuse(incoming, outgoing, { newToken, ...secure }) : listen(incoming, outgoing))
  }
}

/**
 * [RQ11] A body that comes in pieces without saying its length: each piece, of a byte if its sender likes, is an object here
 * before anybody has asked for it. Apps and proxies say the length.
 */
async function refuse(
  incoming: Parameters<Listener>[0],
  outgoing: Parameters<Listener>[1],
  { newToken, ...secure }: Pick<Services, 'newToken' | 'isSecure' | 'hasSecureSubdomains'>,
): Promise<void> {
  const id = newToken()
  const response = problemResponse(new AppError('invalid_request'), id)
  response.headers.set('x-request-id', id)
  addSecurityHeaders(response.headers, secure)
  response.headers.set('connection', 'close')
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  outgoing.end(await response.text(), () => incoming.socket.destroy())
}
