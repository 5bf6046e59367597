/** What makes a changed row of the audit show: its hash is of all that it says, and of the row before it. Pure. [AU2] */
import { createHash } from 'node:crypto'
import type { AuditRow } from '../../shared/audit.ts'

export interface Chained extends AuditRow {
  hash: string
}

export function hashOf(previous: string, row: AuditRow): string {
  const { seq, at, actorId, actor, browser, address, action, targetId, target } = row
  const { outcome, code, details } = row
  const said = [previous, seq, at, actorId, actor, browser, address, action, targetId, target]
  return createHash('sha256')
    .update(JSON.stringify([...said, outcome, code, details]))
    .digest('hex')
}

/** Where the chain begins and ends, as the database keeps it beside the rows. */
export interface Ends {
  seq: number
  hash: string
  keptFrom: number
  hashBefore: string
}

/** What is wrong, in words; null: nothing is. Rows come in order. */
export async function faultIn(rows: AsyncIterable<Chained>, ends: Ends): Promise<string | null> {
  let previous = { seq: ends.keptFrom - 1, hash: ends.hashBefore }
  for await (const row of rows) {
    if (row.seq !== previous.seq + 1) return `Row ${previous.seq + 1} is missing.`
    if (row.hash !== hashOf(previous.hash, row)) return `Row ${row.seq} is not as it was written.`
    previous = row
  }
  if (previous.seq !== ends.seq) return `Row ${previous.seq + 1} is missing.`
  return previous.hash === ends.hash ? null : `Row ${ends.seq} is not as it was written.`
}
