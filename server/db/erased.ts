/** What is left of a record that was erased: that it was there, and who did what to it when. [HI9] */
import { sql } from 'kysely'
import type { Settlement } from '../../shared/protocol.ts'
import { forgottenHash } from './forgotten.ts'
import type { Tx } from './schema.ts'

export interface Erased {
  /** Rows that lost what they held. */
  changes: number
  conflicts: number
  handed: number
}

/** Of a record that is deleted by now. Under the clock's lock. */
export async function eraseValues(tx: Tx, { kind, uid }: { kind: string; uid: string }): Promise<Erased> {
  const { numUpdatedRows } = await tx
    .updateTable('ledger')
    .set({ before: null, after: null, hash: forgottenHash })
    .where('kind', '=', kind)
    .where('uid', '=', uid)
    .executeTakeFirst()
  const { numDeletedRows } = await tx
    .deleteFrom('handed')
    .where('kind', '=', kind)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return {
    changes: Number(numUpdatedRows),
    handed: Number(numDeletedRows),
    conflicts: await eraseConflicts(tx, kind, uid),
  }
}

/** They were answered with the record of then; a copy is answered that it is deleted. */
async function eraseConflicts(tx: Tx, kind: string, uid: string): Promise<number> {
  const rows = await tx
    .selectFrom('refused')
    .select(['id', 'settlement'])
    .where('settlement', 'like', sql.lit(`%"uid":"${uid}"%`))
    .execute()
  let count = 0
  for (const { id, settlement: text } of rows) {
    const settlement = JSON.parse(text) as Settlement
    if (settlement.outcome !== 'conflict' || settlement.record?.kind !== kind) continue
    const left: Settlement = { ...settlement, reason: 'deleted', record: null }
    await tx
      .updateTable('refused')
      .set({ settlement: JSON.stringify(left), hash: forgottenHash })
      .where('id', '=', id)
      .execute()
    count++
  }
  return count
}
