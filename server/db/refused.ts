/** The mutations that were settled without being applied: what the ledger is for the others. */
import type { Insertable } from 'kysely'
import type { FieldTypeName } from '../../shared/fields.ts'
import type { Schema, Tx } from './schema.ts'

export type RefusedRow = Insertable<Schema['refused']>

/** What is read of a row to answer again. */
export type Refusal = Pick<Schema['refused'], 'id' | 'hash' | 'clock' | 'settlement' | 'user_id'>

export const refusedColumns: Record<keyof RefusedRow, FieldTypeName> = {
  id: 'text',
  hash: 'text',
  settlement: 'text',
  user_id: 'text',
  client_id: 'text',
  at: 'text',
  clock: 'integer',
}

export async function refusedRows(tx: Tx, ids: readonly string[]): Promise<Refusal[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('refused')
    .select(['id', 'hash', 'clock', 'settlement', 'user_id'])
    .where('id', 'in', ids)
    .execute()
}

export async function insertRefusedRows(tx: Tx, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('refused').values(rows).execute()
}
