/** One request to the server: a time limit, and its answer as a value or an AppError. */
import { AppError, isErrorCode, isUnexpected } from '../../shared/errors.ts'
import type { Problem } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'

/** A request that is not answered by then has timed out; of a stream, one that has not begun. */
const requestTimeoutMs = 30_000

export type Fetch = typeof fetch
export type Ask = ReturnType<typeof requester>

export async function json<T>(
  ask: Ask,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  return (await ask(path, body, response => response.json(), headers)) as T
}

/** GET without a body, POST with one; any answer but 2xx is an AppError, and so is one that was cut off. */
export function requester(fetch: Fetch) {
  return async <T>(
    path: string,
    body: unknown,
    read: (answer: Response) => T | Promise<T>,
    headers?: Record<string, string>,
  ): Promise<T> => {
    const gaveUp = new AbortController()
    const timer = setTimeout(() => gaveUp.abort(), requestTimeoutMs)
    try {
      const response = await fetch(`/api/${path}`, {
        ...messageOf(body, headers),
        signal: gaveUp.signal,
        cache: 'no-store',
      })
      if (!response.ok) throw await problemOf(response)
      return await read(response)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError(gaveUp.signal.aborted ? 'timed_out' : 'unreachable', {}, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

function messageOf(body: unknown, headers?: Record<string, string>): RequestInit {
  if (body === undefined) return { method: 'GET', ...(headers && { headers }) }
  const own = { 'content-type': 'application/json', ...headers }
  return { method: 'POST', headers: own, body: JSON.stringify(body) }
}

async function problemOf(response: Response): Promise<AppError> {
  const problem = (await response.json().catch(nothingIfNoJson)) as Partial<Problem> | null
  // [RQ1] Not from our server, which says what is wrong: somebody in between answers in its place.
  if (!isErrorCode(problem?.code)) return new AppError('unavailable')
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  const details = {
    ...problem.details,
    ...(seconds > 0 && { retryAfter: seconds }),
    ...(isUnexpected(problem.code) && { requestId: problem.instance }),
  }
  return new AppError(isOutdated(problem) ? 'server_outdated' : problem.code, details)
}

function nothingIfNoJson(error: unknown): null {
  if (error instanceof SyntaxError) return null
  throw error
}

/** [PV5] A server that speaks only older protocols has to be updated. */
function isOutdated({ code, details }: Partial<Problem>): boolean {
  const supported = code === 'protocol_unsupported' && details?.['supported']
  return Array.isArray(supported) && supported.every(each => Number(each) < PROTOCOL_VERSION)
}
