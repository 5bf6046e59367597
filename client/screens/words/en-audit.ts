/** The English of the audit. It comes with its screen. */
import type { AuditAction, AuditOutcome } from '../../../shared/audit.ts'

/** What was done, in one phrase; `target` is whom or what it was done to. */
const acts: Record<AuditAction, string> = {
  sign_in: 'Sign-in as {target}',
  sign_out: 'Sign-out',
  first_admin_made: 'First admin made: {target}',
  browser_set_up: 'Browser set up with a code',
  password_changed: 'Own password changed',
  password_reset: 'Password of {target} reset',
  user_created: 'Account {target} made',
  user_disabled: '{target} disabled',
  user_enabled: '{target} enabled',
  user_removed: 'Account {target} removed',
  role_changed: 'Role of {target} changed',
  second_factor_changed: 'Second factor changed',
  second_factor_reset: 'Second factor of {target} reset',
  sessions_ended: 'Sessions of {target} ended',
  policy_changed: 'What is asked of every browser changed',
  code_made: 'Code to set up a browser for {target} made',
  browser_signed_out: 'Browser of {target} signed out',
  browser_revoked: 'Browser revoked: {target}',
  browser_emptied: 'Data of {target} removed from a browser',
  secrets_shown: 'Secrets of records shown',
  unsent_taken: 'Work that was not sent taken as a file',
  audit_exported: 'Audit taken as a file',
  backup_made: 'Backup made',
  restored: 'Backup restored',
  demo_filled: 'Filled with made-up records',
  not_kept: 'There was too much: what followed was not kept',
  audit_forgotten: 'Old rows of the audit forgotten',
}

const outcomes: Record<AuditOutcome, string> = { ok: 'Done', refused: 'Refused', failed: 'Failed' }

export const enAudit = {
  title: 'Audit',
  lead: 'Who did what to people, browsers and the server. Nobody can change it here.',
  onlyAdmins: 'Only admins read the audit.',
  offline: 'It is on the server. Connect to read it.',
  person: 'Person',
  act: 'What was done',
  outcome: 'How it ended',
  from: 'From',
  to: 'Until',
  any: 'Any',
  csv: 'Take as CSV',
  more: 'Show older ones',
  none: 'Nothing of that kind has been done.',
  nobody: 'Somebody',
  role: 'now {role}',
  record: 'Record {number}',
  place: 'from {address}',
  acts,
  outcomes,
}
