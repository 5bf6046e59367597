/** Failures as RFC 9457 problem+json. Says which rule was broken, never with what. [RQ1] */
import type { AppError } from '../../shared/errors.ts'
import type { Problem } from '../../shared/protocol.ts'
import { statusOf, titleOf } from '../errors.ts'

/** Seconds after which to come back when the error itself does not say. */
const retryAfterSeconds = 5

export function problemResponse(error: AppError, requestId: string): Response {
  const { code, details } = error
  const status = statusOf(error)
  const { retryAfter, allow, ...shown } = details
  const problem: Problem = {
    type: `urn:records:${code}`,
    title: titleOf(error),
    status,
    code,
    instance: requestId,
  }
  if (Object.keys(shown).length > 0) problem.details = shown
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (status === 429 || status === 503) headers.set('retry-after', String(retryAfter ?? retryAfterSeconds))
  if (status === 405) headers.set('allow', String(allow))
  if (code === 'encoded_body') headers.set('accept-encoding', 'identity')
  return new Response(JSON.stringify(problem), { status, headers })
}
