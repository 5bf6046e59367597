/** The requests for the audit. */
import type { AuditAction, AuditOutcome, AuditPage } from '../../shared/audit.ts'
import { type Fetch, json, requester } from '../net/request.ts'

export interface AuditAsked {
  action?: AuditAction
  outcome?: AuditOutcome
  person?: string
  /** ISO 8601 in UTC. */
  from?: string
  to?: string
}

/** Each fails with AppError: `unreachable` when there is no network. */
export interface AuditReader {
  /** Newest first; `before`: where the last page ended. */
  page(asked: AuditAsked, before: number | null): Promise<AuditPage>
  /** All of it, as CSV. */
  csv(asked: AuditAsked): Promise<string>
}

export function createAuditReader(fetch: Fetch): AuditReader {
  const ask = requester(fetch)
  return {
    page: (asked, before) =>
      json<AuditPage>(
        ask,
        `audit?${queryOf({ ...asked, ...(before !== null && { before: String(before) }) })}`,
      ),
    csv: asked => ask(`audit.csv?${queryOf({ ...asked })}`, undefined, answer => answer.text()),
  }
}

const queryOf = (asked: Record<string, string>): string => String(new URLSearchParams(asked))
