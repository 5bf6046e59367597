/** Headers every answer carries, and the check that a write comes from our own pages. */
import { AppError } from '../../shared/errors.ts'

const contentSecurityPolicy = [
  "default-src 'none'",
  // Keys are derived from passphrases in WebAssembly; no text becomes script by that.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

const headers: Record<string, string> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
}

export interface Secure {
  isSecure: boolean
  /** Whether every name below ours is reached over HTTPS too. */
  hasSecureSubdomains?: boolean | undefined
}

export function addSecurityHeaders(answer: Headers, { isSecure, hasSecureSubdomains }: Secure): void {
  for (const [name, value] of Object.entries(headers)) answer.set(name, value)
  const names = hasSecureSubdomains === true ? '; includeSubDomains' : ''
  if (isSecure) answer.set('strict-transport-security', `max-age=31536000${names}`)
}

/**
 * [RQ3] Browsers say where a request comes from; what says nothing is no browser, and has no cookie of ours to
 * abuse. `publicOrigin` is how people reach us when a proxy stands in front.
 */
export function checkOrigin(request: Request, publicOrigin: string | undefined): void {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new AppError('cross_site')
  const origin = request.headers.get('origin')
  if (origin === null || origin === publicOrigin) return
  if (publicOrigin !== undefined || hostOf(origin) !== request.headers.get('host'))
    throw new AppError('cross_site')
}

/**
 * [SV10] Under another name nothing is served, so that no name of somebody else's can be pointed at us. `byAddress`: paths of
 * those who watch the server, and ask it by its address.
 */
export function checkHost(
  request: Request,
  publicOrigin: string | undefined,
  byAddress: readonly string[],
): void {
  const { host, pathname } = new URL(request.url)
  if (publicOrigin === undefined || byAddress.includes(pathname)) return
  if (host !== new URL(publicOrigin).host) throw new AppError('wrong_host')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
