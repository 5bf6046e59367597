/** The address a request comes from, for limits only. */
import { isIP } from 'node:net'

/** What the Node server adds to a request. */
export interface Bindings {
  incoming?: { socket?: { remoteAddress?: string | undefined } }
}

/**
 * The socket's, because a header can say anything; but when a proxy stands in front, the last address that it
 * added, because then all sockets are the proxy's.
 */
export function addressOf(request: Request, bindings: Bindings | undefined, isProxied: boolean): string {
  const socket = bindings?.incoming?.socket?.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1'
  if (!isProxied) return socket
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  return isIP(forwarded) > 0 ? forwarded : socket
}
