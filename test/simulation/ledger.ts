/** The server's ledger, as what became of what people did. */
import type { Database } from '../../server/db/database.ts'
import { type Before, recordsOf, type Sides } from '../../server/db/ledger-bodies.ts'

/** How a story names a record. */
export function shortOf(uid: string): string {
  return uid.slice(-4)
}

export interface LedgerEntry extends Sides {
  /** Of the mutation. */
  id: string
  uid: string
  op: string
  user: string
  clock: number
}

export async function ledgerOf({ db }: Database): Promise<LedgerEntry[]> {
  const rows = await db.selectFrom('ledger').selectAll().orderBy('clock').orderBy('position').execute()
  // What was applied but changed nothing stands under the clock as it was, beside the commit before it.
  const written = rows.filter(({ op, before, after }) => op === 'delete' || before !== after)
  return written.map(row => ({
    id: row.id,
    uid: row.uid,
    op: row.op,
    user: row.user_id,
    clock: Number(row.clock),
    ...recordsOf(row),
  }))
}

/** The record was gone already. */
export function isRepeatedDelete({ before, after }: LedgerEntry): boolean {
  return before === null && after === null
}

/** How often the record took this value from another one; coming back with it from a deletion does not count. */
export function timesApplied(
  { uid, field, value }: { uid: string; field: string; value: string },
  ledger: LedgerEntry[],
): number {
  const entries = ledger.filter(entry => entry.uid === uid)
  const isIn = (record: Before | null) => String(record?.fields[field]) === value
  return entries.filter(
    ({ op, before, after }, i) =>
      isIn(after) &&
      !isIn(before) &&
      !(op === 'create' && entries.slice(0, i).some(each => isIn(each.after))),
  ).length
}

/** It is gone; or it was by somebody's delete after that clock, or by their own at that clock. */
export function isDeletedSince(
  { user, uid, since }: { user: string; uid: string; since: number },
  ledger: LedgerEntry[],
): boolean {
  const entries = ledger.filter(each => each.uid === uid)
  if (!entries.at(-1)?.after || entries.findLast(each => each.clock <= since)?.after === null) return true
  return entries.some(
    each => each.op === 'delete' && (each.clock > since || (each.clock === since && each.user === user)),
  )
}
