/**
 * Every way a request can fail. `retry` is the client's only guide to what to do next; on the wire an error
 * is RFC 9457 problem+json that carries `code`.
 */

/** When the same request may succeed. */
export type Retry =
  | 'later'
  | 'never'
  | 'after-sign-in'
  | 'after-permission'
  | 'after-upgrade'
  | 'after-server-upgrade'
  | 'after-resync'

interface Row {
  /** The HTTP status; 0 where no answer arrived. */
  status: number
  retry: Retry
  title: string
}

export const errors = {
  unreachable: { status: 0, retry: 'later', title: 'The server could not be reached' },
  malformed_json: { status: 400, retry: 'never', title: 'The body is not JSON' },
  bad_utf8: { status: 400, retry: 'never', title: 'The body is not UTF-8' },
  duplicate_key: { status: 400, retry: 'never', title: 'The body repeats a key' },
  too_deep: { status: 400, retry: 'never', title: 'The body is nested too deeply' },
  signed_out: { status: 401, retry: 'after-sign-in', title: 'Sign in first' },
  wrong_credentials: { status: 401, retry: 'never', title: 'Wrong name or password' },
  forbidden: { status: 403, retry: 'after-permission', title: 'Your role does not allow this' },
  account_disabled: { status: 403, retry: 'never', title: 'The account is disabled' },
  last_admin: { status: 403, retry: 'never', title: 'Nobody else could manage users' },
  wrong_user: { status: 403, retry: 'after-sign-in', title: 'This client belongs to another user' },
  cross_site: { status: 403, retry: 'never', title: 'The request comes from another site' },
  wrong_code: { status: 403, retry: 'never', title: 'Wrong setup code' },
  not_found: { status: 404, retry: 'never', title: 'There is nothing here' },
  method_not_allowed: { status: 405, retry: 'never', title: 'Method not allowed' },
  timed_out: { status: 408, retry: 'later', title: 'The request took too long' },
  protocol_unsupported: {
    status: 409,
    retry: 'after-upgrade',
    title: 'Another version of the app is needed',
  },
  server_outdated: {
    status: 409,
    retry: 'after-server-upgrade',
    title: 'The server is older than this app',
  },
  setup_done: { status: 409, retry: 'never', title: 'Set-up has been done already' },
  username_taken: { status: 409, retry: 'never', title: 'The name is taken' },
  cursor_expired: { status: 410, retry: 'after-resync', title: 'The cursor is not known any more' },
  too_large: { status: 413, retry: 'never', title: 'The body is too large' },
  not_json: { status: 415, retry: 'never', title: 'Only JSON is accepted' },
  encoded_body: { status: 415, retry: 'never', title: 'Only uncompressed bodies are accepted' },
  invalid_request: { status: 422, retry: 'never', title: 'The message is not understood' },
  unknown_field: { status: 422, retry: 'never', title: 'The message has an unknown key' },
  weak_password: { status: 422, retry: 'never', title: 'The password is too short' },
  too_many: { status: 429, retry: 'later', title: 'Too many requests' },
  internal: { status: 500, retry: 'later', title: 'The server failed' },
  unavailable: { status: 503, retry: 'later', title: 'The server is busy or stopping' },
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof errors

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}

/** A request that failed. `details` never holds a value somebody entered. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(errors[code].title, options)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errors[this.code].status
  }

  get retry(): Retry {
    return errors[this.code].retry
  }
}
