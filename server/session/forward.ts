/** Passes a checked request on to Better Auth and turns its answer into ours. */
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { addressHeader, type Auth, innerOrigin } from './auth.ts'

export interface Forward {
  method: 'GET' | 'POST'
  /** Below /api/auth, with its query. */
  path: string
  body?: unknown
  cookie: string | null
  address: string
}

export interface Answer {
  json: unknown
  setCookies: string[]
}

/** Only what Better Auth needs goes in, so nothing else in a request can reach it. */
export async function forward(auth: Auth, { method, path, body, cookie, address }: Forward): Promise<Answer> {
  const headers = new Headers({ origin: innerOrigin, [addressHeader]: address })
  if (cookie !== null) headers.set('cookie', cookie)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const sent = body === undefined ? null : JSON.stringify(body)
  const response = await auth.handler(
    new Request(`${innerOrigin}/api/auth${path}`, { method, headers, body: sent }),
  )
  const json = jsonIn(await response.text())
  if (!response.ok) throw failureOf(response, json)
  return { json, setCookies: response.headers.getSetCookie() }
}

function jsonIn(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const codes: Record<string, ErrorCode> = {
  INVALID_USERNAME_OR_PASSWORD: 'wrong_credentials',
  INVALID_PASSWORD: 'wrong_credentials',
  INVALID_CODE: 'wrong_second_factor',
  INVALID_BACKUP_CODE: 'wrong_second_factor',
  INVALID_TWO_FACTOR_COOKIE: 'wrong_second_factor',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'too_many',
  BANNED_USER: 'account_disabled',
  USERNAME_IS_ALREADY_TAKEN: 'username_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'username_taken',
  PASSWORD_TOO_SHORT: 'weak_password',
}

const codeOfStatus: Record<number, ErrorCode> = {
  401: 'signed_out',
  403: 'forbidden',
  404: 'not_found',
  // Two recovery codes of one person at one moment: the other one is still good.
  409: 'unavailable',
  429: 'too_many',
}

function failureOf(response: Response, json: unknown): AppError {
  const theirs = typeof json === 'object' && json !== null && 'code' in json ? String(json.code) : ''
  // It keeps to itself why it failed: as with sessions, that is a database out of reach.
  const fallback = response.status >= 500 ? 'unavailable' : 'invalid_request'
  const code = codes[theirs] ?? codeOfStatus[response.status] ?? fallback
  const retryAfter = response.headers.get('x-retry-after')
  return new AppError(code, retryAfter === null ? {} : { retryAfter: Number(retryAfter) })
}
