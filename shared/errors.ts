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
}

export const errors = {
  unreachable: { status: 0, retry: 'later' },
  malformed_json: { status: 400, retry: 'never' },
  bad_utf8: { status: 400, retry: 'never' },
  duplicate_key: { status: 400, retry: 'never' },
  too_deep: { status: 400, retry: 'never' },
  signed_out: { status: 401, retry: 'after-sign-in' },
  wrong_credentials: { status: 401, retry: 'never' },
  forbidden: { status: 403, retry: 'after-permission' },
  account_disabled: { status: 403, retry: 'never' },
  last_admin: { status: 403, retry: 'never' },
  wrong_user: { status: 403, retry: 'after-sign-in' },
  cross_site: { status: 403, retry: 'never' },
  wrong_code: { status: 403, retry: 'never' },
  not_found: { status: 404, retry: 'never' },
  method_not_allowed: { status: 405, retry: 'never' },
  timed_out: { status: 408, retry: 'later' },
  protocol_unsupported: { status: 409, retry: 'after-upgrade' },
  server_outdated: { status: 409, retry: 'after-server-upgrade' },
  setup_done: { status: 409, retry: 'never' },
  username_taken: { status: 409, retry: 'never' },
  cursor_expired: { status: 410, retry: 'after-resync' },
  too_large: { status: 413, retry: 'never' },
  not_json: { status: 415, retry: 'never' },
  encoded_body: { status: 415, retry: 'never' },
  invalid_request: { status: 422, retry: 'never' },
  unknown_field: { status: 422, retry: 'never' },
  weak_password: { status: 422, retry: 'never' },
  too_many: { status: 429, retry: 'later' },
  internal: { status: 500, retry: 'later' },
  unavailable: { status: 503, retry: 'later' },
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
    super(code, options)
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
