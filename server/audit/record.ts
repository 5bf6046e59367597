/** Adds an act to the audit. What cannot be added is in the log: nobody is kept from working by it. [AU1] */
import { createHmac } from 'node:crypto'
import type { AuditAction, AuditOutcome, AuditRow } from '../../shared/audit.ts'
import type { Database } from '../db/database.ts'
import { addRow, forgetAudit, lockEnd } from '../db/audit.ts'
import type { Tx } from '../db/schema.ts'
import { type Logger, traceOf } from '../http/log.ts'
import { type Chained, type Forgotten, hashOf } from './chain.ts'

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
  /** [AU5] Rows of before that moment (ISO 8601) go, and a row says so. */
  forget(before: string): Promise<void>
}

export function createAudit({ database, logger }: { database: Database; logger: Logger }): Audit {
  // Elsewhere as well: whoever rewrites the whole chain in the database has not rewritten the log.
  const log = ({ seq, hash, action, outcome }: Chained): void =>
    logger.keep({ event: 'audit', seq, hash, action, outcome })
  return {
    async record(act) {
      try {
        log(await database.write(async tx => ({ commit: true, answer: await add(tx, database, act) })))
      } catch (error) {
        logger.error({ event: 'audit_failed', action: act.action, ...traceOf(error) })
      }
    },
    async forget(before) {
      const row = await database.write(async tx => {
        const forgotten = await forgetAudit(tx, before)
        if (!forgotten) return { commit: false, answer: undefined }
        const act = { action: 'audit_forgotten', outcome: 'ok', details: { ...forgotten } } as const
        return { commit: true, answer: await add(tx, database, act) }
      })
      if (!row) return
      log(row)
      logger.keep({ event: 'audit_forgotten', ...(JSON.parse(row.details) as Forgotten) })
    },
  }
}

async function add(tx: Tx, { stamps }: Pick<Database, 'stamps'>, act: Act): Promise<Chained> {
  const end = await lockEnd(tx)
  const row: AuditRow = {
    seq: end.seq + 1,
    at: stamps.now().toISOString(),
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
  const added = { ...row, hash: hashOf(end.hash, row) }
  await addRow(tx, added)
  return added
}

/** As every database gives it back: what is hashed here is what is read there. */
const kept = (text: string | undefined, length: number): string =>
  [...(text ?? '').toWellFormed().replaceAll('\0', '\uFFFD')].slice(0, length).join('')

/** [AU3] People type passwords where their name belongs: the same name shows as the same, and nobody reads it. */
export function veiledName(secret: string, name: string): string {
  return `#${createHmac('sha256', `audit ${secret}`).update(name).digest('hex').slice(0, 16)}`
}
