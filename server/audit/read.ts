/** What admins see of the audit: page by page, or all of it as CSV. [AU4] */
import * as z from 'zod'
import { auditActions, auditOutcomes, auditPage, type AuditPage, type AuditRow } from '../../shared/audit.ts'
import { type Asked, auditRows } from '../db/audit.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { csvLine } from './csv.ts'

const Instant = z.iso.datetime()

export const AuditQuery = z.strictObject({
  action: z.enum(auditActions).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  person: z.string().max(60).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
})

export async function auditPageOf(
  { database }: Services,
  asked: z.infer<typeof AuditQuery>,
): Promise<AuditPage> {
  const rows = await auditRows(database.db, { ...asked, limit: auditPage + 1 })
  const shown = rows.slice(0, auditPage)
  return { rows: shown, next: rows.length > auditPage ? (shown.at(-1)?.seq ?? null) : null }
}

const columns = [
  ...['seq', 'at', 'actorId', 'actor', 'browser', 'address'],
  ...['action', 'targetId', 'target', 'outcome', 'code', 'details'],
] as (keyof AuditRow)[]

/** Newest first, page by page. */
export async function* auditCsv(db: Db, asked: Asked & { before?: number | undefined }) {
  yield csvLine(columns)
  for (let { before } = asked; ;) {
    const rows = await auditRows(db, { ...asked, before, limit: auditPage })
    yield rows.map(row => csvLine(columns.map(column => row[column]))).join('')
    if (rows.length < auditPage) return
    before = rows.at(-1)?.seq
  }
}
