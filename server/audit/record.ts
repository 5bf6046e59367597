/** Adds an act to the audit. What cannot be added is in the log: nobody is kept from working by it. [AU1] */
import { createHmac } from 'node:crypto'
import type { AuditAction, AuditOutcome, AuditRow } from '../../shared/audit.ts'
import type { Database } from '../db/database.ts'
import { addRow, lockEnd } from '../db/audit.ts'
import { type Logger, traceOf } from '../http/log.ts'
import { hashOf } from './chain.ts'

export interface Named {
  id: string
  name: string
}

export interface Act {
  action: AuditAction
  actor?: Named | undefined
  target?: Named | undefined
  browser?: string | undefined
  address?: string | undefined
  outcome: AuditOutcome
  code?: string | undefined
  /** Never a secret, nor what somebody typed. */
  details?: Record<string, unknown> | undefined
}

export interface Audit {
  record(act: Act): Promise<void>
}

export function createAudit({ database, logger }: { database: Database; logger: Logger }): Audit {
  return {
    async record(act) {
      try {
        const { seq, hash } = await add(database, act)
        // Elsewhere as well: whoever rewrites the whole chain in the database has not rewritten the log.
        logger.info({ event: 'audit', seq, hash, action: act.action, outcome: act.outcome })
      } catch (error) {
        logger.error({ event: 'audit_failed', action: act.action, ...traceOf(error) })
      }
    },
  }
}

function add(database: Database, act: Act) {
  return database.write(async tx => {
    const end = await lockEnd(tx)
    const row: AuditRow = {
      seq: end.seq + 1,
      at: database.stamps.now().toISOString(),
      actorId: kept(act.actor?.id, 60),
      actor: kept(act.actor?.name, 60),
      browser: kept(act.browser, 36),
      address: kept(act.address, 60),
      action: act.action,
      targetId: kept(act.target?.id, 60),
      target: kept(act.target?.name, 200),
      outcome: act.outcome,
      code: kept(act.code, 40),
      details: JSON.stringify(act.details ?? {}),
    }
    const hash = hashOf(end.hash, row)
    await addRow(tx, { ...row, hash })
    return { commit: true, answer: { seq: row.seq, hash } }
  })
}

/** As every database gives it back: what is hashed here is what is read there. */
const kept = (text: string | undefined, length: number): string =>
  [...(text ?? '').toWellFormed().replaceAll('\0', '\uFFFD')].slice(0, length).join('')

/** [AU3] People type passwords where their name belongs: the same name shows as the same, and nobody reads it. */
export function veiledName(secret: string, name: string): string {
  return `#${createHmac('sha256', `audit ${secret}`).update(name).digest('hex').slice(0, 16)}`
}
