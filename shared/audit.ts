/** What the server keeps of what people did to accounts, browsers and the server itself. [AU1] */

export const auditActions = [
  'sign_in',
  'sign_out',
  'first_admin_made',
  'browser_set_up',
  'password_changed',
  'password_reset',
  'user_created',
  'user_disabled',
  'user_enabled',
  'user_removed',
  'role_changed',
  'second_factor_changed',
  'second_factor_reset',
  'sessions_ended',
  'policy_changed',
  'grants_changed',
  'work_handed_over',
  'handed_work_ended',
  'token_made',
  'token_ended',
  'webhook_made',
  'webhook_started',
  'webhook_ended',
  'code_made',
  'browser_signed_out',
  'browser_revoked',
  'browser_emptied',
  'secrets_shown',
  'unsent_taken',
  'records_taken',
  'audit_exported',
  'backup_made',
  'restored',
  'demo_filled',
  'record_erased',
  'not_kept',
  'audit_forgotten',
] as const
export type AuditAction = (typeof auditActions)[number]

/** `refused`: by a rule. `failed`: the server could not. */
export const auditOutcomes = ['ok', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** One act. '' where nobody, nothing or no place is known. */
export interface AuditRow {
  /** Counted from 1, without a gap. */
  seq: number
  /** ISO 8601 in UTC. */
  at: string
  /** Who did it, under the name of then. */
  actorId: string
  actor: string
  /** The browser's id, and the address it came from. */
  browser: string
  address: string
  action: AuditAction
  /** Whom or what it was done to, under the name of then. */
  targetId: string
  target: string
  outcome: AuditOutcome
  /** Why it was refused, or failed. */
  code: string
  /** Further words, such as the new role: JSON. */
  details: string
}

export interface AuditPage {
  rows: AuditRow[]
  /** Where the next page begins; null: there is none. */
  next: number | null
}

/** Rows in one page. */
export const auditPage = 100
