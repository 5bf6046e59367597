/** The English of what happens to the app itself: a new version, data lost or damaged, failures. */
import type { ErrorCode } from '../../../shared/errors.ts'

const notUnderstood = 'The app and the server do not understand each other. Reload the app, then try again.'

/** The failures of a request, and what to do about each. */
const failures: Record<ErrorCode, string> = {
  unreachable: 'The server could not be reached. Check the connection.',
  malformed_json: notUnderstood,
  bad_utf8: notUnderstood,
  duplicate_key: notUnderstood,
  too_deep: notUnderstood,
  signed_out: 'Your session has ended. Sign in first.',
  revoked: 'An admin has revoked this browser. The data in it is removed.',
  wrong_credentials: 'Wrong user name or password.',
  second_factor_needed: 'A code from your app is needed as well.',
  wrong_second_factor: 'The code is not right, or was used before.',
  second_factor_required: 'Admins need a second factor here. Turn it on under Settings first.',
  forbidden: 'Your role does not allow this.',
  account_disabled: 'This account is disabled. Ask an admin.',
  last_admin: 'This is the last admin. Make someone else an admin first.',
  wrong_user: 'This work belongs to someone else. They have to sign in to send it.',
  cross_site: 'The server refused this, as it seemed to come from another page of the web. Reload the app.',
  wrong_code: 'The code is not right, or no longer counts.',
  not_found: 'It is not on the server any more.',
  method_not_allowed: notUnderstood,
  wrong_host: notUnderstood,
  timed_out: 'The connection was too slow. Try again.',
  protocol_unsupported: 'The server needs another version of this app. Reload the app to update it.',
  server_outdated: 'The server is older than this app. It has to be updated first.',
  setup_done: 'Set-up has been done already. Sign in instead.',
  username_taken: 'This user name is taken.',
  in_use: 'Other records refer to it.',
  key_reused: 'Something else was sent under this key.',
  no_room: 'There are as many as there may be. End one first.',
  changed_meanwhile: 'Somebody else has changed it meanwhile.',
  invalid_record: 'The record is not valid.',
  version_required: 'It was not said which version was seen.',
  cursor_expired: 'This browser has been away for long and fetches everything again.',
  too_large: 'This is too much for the server to take at once.',
  not_json: notUnderstood,
  encoded_body: notUnderstood,
  invalid_request: 'The server did not accept these values.',
  unknown_field: notUnderstood,
  weak_password:
    'The password is too short, common, or easy to guess. Take several words that do not belong together, and no name.',
  too_many: 'Too many tries. Wait a minute, then try again.',
  internal: 'The server failed. Try again in a while.',
  unavailable: 'The server is busy. Try again in a while.',
}

export const enApp = {
  damage:
    'Some records in this browser can no longer be read, so lists are not complete. They come again with the next sync.',
  damageOnly: 'What you entered is safe.',
  loss: {
    title: 'The browser has removed what this app kept in it.',
    unsent:
      'As far as is known, everything had been sent. | {count} change that was not sent is lost. | {count} changes that were not sent are lost.',
    unknown: 'If some of your changes had not been sent yet, they are lost.',
    again: 'Everything else is fetched from the server again.',
    read: 'I have read this',
  },
  update: {
    ready: 'New version ready',
    update: 'Update',
    later: 'Save or close the form first, then update.',
    soon: 'This page loads it as soon as the form is saved or closed.',
  },
  error: {
    title: 'Something went wrong',
    text: 'What you saved is safe in this browser.',
    reload: 'Reload',
    screen: 'This screen could not be loaded. Reload the app, or come back to it with a connection.',
    notFoundTitle: 'There is nothing here',
    notFoundText: 'The address does not lead to a screen.',
    opening: 'Opening…',
    openTitle: 'The data in this browser could not be opened',
    withNumber: '{text} Whoever looks after the server finds it by the number {number}.',
    ...failures,
  },
}
