/** The mutations that were settled without being applied: what the ledger is for the others. */
import type { Insertable } from 'kysely'
import type { Schema, Tx } from './schema.ts'

export type RefusedRow = Insertable<Schema['refused']>

export async function refusedRows(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<Schema['refused'], 'id' | 'hash' | 'clock' | 'settlement'>[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('refused')
    .select(['id', 'hash', 'clock', 'settlement'])
    .where('id', 'in', ids)
    .execute()
}

export async function insertRefusedRows(tx: Tx, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('refused').values(rows).execute()
}
