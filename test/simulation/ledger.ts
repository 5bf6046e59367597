/** The server's ledger, as what became of what people did. */
import type { Database } from '../../server/db/database.ts'
import type { ServerRecord } from '../../shared/protocol.ts'

/** How a story names a record. */
export function shortOf(uid: string): string {
  return uid.slice(-4)
}

export interface LedgerEntry {
  uid: string
  op: string
  user: string
  clock: number
  before: ServerRecord | null
  after: ServerRecord | null
}

export async function ledgerOf({ db }: Database): Promise<LedgerEntry[]> {
  const rows = await db.selectFrom('ledger').selectAll().orderBy('clock').orderBy('position').execute()
  const parse = (json: string | null) => (json === null ? null : (JSON.parse(json) as ServerRecord))
  const entries = rows.map(row => ({
    uid: row.uid,
    op: row.op,
    user: row.user_id,
    clock: Number(row.clock),
    before: parse(row.before),
    after: parse(row.after),
  }))
  // What was applied but changed nothing stands under the clock as it was, beside the commit before it.
  return entries.filter(
    ({ op, before, after }) => op === 'delete' || JSON.stringify(before) !== JSON.stringify(after),
  )
}

/** The record was gone already. */
export function isRepeatedDelete({ before, after }: LedgerEntry): boolean {
  return before === null && after === null
}

/** A value that somebody chose for a field; for a delete both are null. */
export interface Wanted {
  profile: string
  uid: string
  field: string | null
  value: string | null
  /** The server's clock when it began. */
  since: number
}

/** How often the record took this value from another one; coming back with it from a deletion does not count. */
export function timesApplied(intent: Wanted, ledger: LedgerEntry[]): number {
  const { uid, field, value } = intent
  const entries = ledger.filter(entry => entry.uid === uid)
  if (field === null) {
    const isGone = entries.length === 0 || entries.at(-1)?.after === null
    return isGone || isDeletedSince(intent, entries) ? 1 : 0
  }
  return entries.filter(
    (entry, i) =>
      entry.after?.fields[field] === value &&
      entry.before?.fields[field] !== value &&
      !(entry.op === 'create' && entries.slice(0, i).some(earlier => earlier.after?.fields[field] === value)),
  ).length
}

/** By anybody, after this person began to; or by them, when it was gone already; or it was gone when they began. */
export function isDeletedSince({ profile, uid, since }: Wanted, ledger: LedgerEntry[]): boolean {
  const before = ledger.findLast(each => each.uid === uid && each.clock <= since)
  if (before?.after === null) return true
  return ledger.some(
    each =>
      each.uid === uid &&
      each.op === 'delete' &&
      (each.clock > since || (each.clock === since && each.user === profile)),
  )
}
