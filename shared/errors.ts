/**
 * Every way a request can fail. `retry` is the client's only guide to what to do next; on the wire an error
 * is RFC 9457 problem+json that carries `code`.
 */

/** When the same request may succeed. */
export type Retry =
  | 'later'
  /** The same in smaller requests. */
  | 'with-less'
  | 'never'
  | 'after-sign-in'
  | 'after-permission'
  | 'after-upgrade'
  | 'after-server-upgrade'
  | 'after-resync'

const retries = {
  unreachable: 'later',
  malformed_json: 'never',
  bad_utf8: 'never',
  duplicate_key: 'never',
  too_deep: 'never',
  signed_out: 'after-sign-in',
  revoked: 'after-sign-in',
  wrong_credentials: 'never',
  second_factor_needed: 'never',
  wrong_second_factor: 'never',
  second_factor_required: 'after-permission',
  forbidden: 'after-permission',
  account_disabled: 'never',
  last_admin: 'never',
  wrong_user: 'after-sign-in',
  cross_site: 'never',
  wrong_code: 'never',
  not_found: 'never',
  method_not_allowed: 'never',
  timed_out: 'later',
  protocol_unsupported: 'after-upgrade',
  server_outdated: 'after-server-upgrade',
  setup_done: 'never',
  username_taken: 'never',
  cursor_expired: 'after-resync',
  in_use: 'never',
  key_reused: 'never',
  no_room: 'never',
  changed_meanwhile: 'never',
  too_large: 'with-less',
  not_json: 'never',
  encoded_body: 'never',
  invalid_request: 'never',
  unknown_field: 'never',
  wrong_host: 'never',
  invalid_record: 'never',
  weak_password: 'never',
  version_required: 'never',
  too_many: 'later',
  internal: 'later',
  unavailable: 'later',
} as const satisfies Record<string, Retry>

export type ErrorCode = keyof typeof retries

export const errorCodes = Object.keys(retries) as ErrorCode[]

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(retries, code)
}

const unexpected: readonly ErrorCode[] = ['internal', 'unavailable']

/** [OP8] Whoever looks after the server can say more about it. */
export function isUnexpected(code: ErrorCode): boolean {
  return unexpected.includes(code)
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

  /** [OP8] By which whoever runs the server finds it in the log; null where nobody there could say more. */
  get requestId(): string | null {
    const { requestId } = this.details
    return typeof requestId === 'string' ? requestId : null
  }

  get retry(): Retry {
    return retries[this.code]
  }
}
