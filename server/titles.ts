/** What went wrong, for whoever runs the server or reads an answer by hand: the app has words of its own. */
import { AppError, type ErrorCode } from '../shared/errors.ts'

const titles: Record<ErrorCode, string> = {
  unreachable: 'The server could not be reached',
  malformed_json: 'The body is not JSON',
  bad_utf8: 'The body is not UTF-8',
  duplicate_key: 'The body repeats a key',
  too_deep: 'The body is nested too deeply',
  signed_out: 'Sign in first',
  wrong_credentials: 'Wrong name or password',
  forbidden: 'Your role does not allow this',
  account_disabled: 'The account is disabled',
  last_admin: 'Nobody else could manage users',
  wrong_user: 'This client belongs to another user',
  cross_site: 'The request comes from another site',
  wrong_code: 'Wrong setup code',
  not_found: 'There is nothing here',
  method_not_allowed: 'Method not allowed',
  timed_out: 'The request took too long',
  protocol_unsupported: 'Another version of the app is needed',
  server_outdated: 'The server is older than this app',
  setup_done: 'Set-up has been done already',
  username_taken: 'The name is taken',
  cursor_expired: 'The cursor is not known any more',
  too_large: 'The body is too large',
  not_json: 'Only JSON is accepted',
  encoded_body: 'Only uncompressed bodies are accepted',
  invalid_request: 'The message is not understood',
  unknown_field: 'The message has an unknown key',
  weak_password: 'The password is too short',
  too_many: 'Too many requests',
  internal: 'The server failed',
  unavailable: 'The server is busy or stopping',
}

/** Of anything else its message. */
export function titleOf(error: Error): string {
  return error instanceof AppError ? titles[error.code] : error.message
}
