/** How the server tells of each error: its HTTP status, 0 where no answer arrived, and its title for whoever reads that by hand. */
import { AppError, type ErrorCode } from '../shared/errors.ts'

const told: Record<ErrorCode, [status: number, title: string]> = {
  unreachable: [0, 'The server could not be reached'],
  malformed_json: [400, 'The body is not JSON'],
  bad_utf8: [400, 'The body is not UTF-8'],
  duplicate_key: [400, 'The body repeats a key'],
  too_deep: [400, 'The body is nested too deeply'],
  signed_out: [401, 'Sign in first'],
  revoked: [401, 'This browser has been revoked'],
  wrong_credentials: [401, 'Wrong name or password'],
  second_factor_needed: [401, 'A code is needed as well'],
  wrong_second_factor: [401, 'The code is not right'],
  second_factor_required: [403, 'Admins need a second factor here'],
  forbidden: [403, 'Your role does not allow this'],
  account_disabled: [403, 'The account is disabled'],
  last_admin: [403, 'Nobody else could manage users'],
  wrong_user: [403, 'This client belongs to another user'],
  cross_site: [403, 'The request comes from another site'],
  wrong_code: [403, 'Wrong setup code'],
  not_found: [404, 'There is nothing here'],
  method_not_allowed: [405, 'Method not allowed'],
  timed_out: [408, 'The request took too long'],
  protocol_unsupported: [409, 'Another version of the app is needed'],
  server_outdated: [409, 'The server is older than this app'],
  setup_done: [409, 'Set-up has been done already'],
  username_taken: [409, 'The name is taken'],
  in_use: [409, 'Other records refer to it'],
  key_reused: [409, 'The key was used for something else'],
  no_room: [409, 'There are as many as there may be'],
  cursor_expired: [410, 'The cursor is not known any more'],
  changed_meanwhile: [412, 'Somebody else has changed it meanwhile'],
  too_large: [413, 'The body is too large'],
  not_json: [415, 'Only JSON is accepted'],
  encoded_body: [415, 'Only uncompressed bodies are accepted'],
  wrong_host: [421, 'Nothing is served under this name'],
  invalid_request: [422, 'The message is not understood'],
  unknown_field: [422, 'The message has an unknown key'],
  invalid_record: [422, 'The record is not valid'],
  weak_password: [422, 'The password is too short or easy to guess'],
  version_required: [428, 'Say which version you have seen: If-Match'],
  too_many: [429, 'Too many requests'],
  internal: [500, 'The server failed'],
  unavailable: [503, 'The server is busy or stopping'],
}

export function statusOf({ code }: AppError): number {
  return told[code][0]
}

/** Of anything else its message. */
export function titleOf(error: Error): string {
  return error instanceof AppError ? told[error.code][1] : error.message
}
