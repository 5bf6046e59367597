/** The ledger of applied mutations, the tombstones of deleted records, and the ids handed out. */
import type { Insertable } from 'kysely'
import type { Schema, Tx } from './schema.ts'

export type LedgerRow = Insertable<Schema['ledger']>

/** Rows in one statement, so that its bound values stay below SQLite's limit. */
const statementRows = 1000

export async function ledgerRows(
  tx: Tx,
  ids: readonly string[],
): Promise<Pick<Schema['ledger'], 'id' | 'kind' | 'uid' | 'hash' | 'clock' | 'after'>[]> {
  if (ids.length === 0) return []
  const columns = ['id', 'kind', 'uid', 'hash', 'clock', 'after'] as const
  return tx.selectFrom('ledger').select(columns).where('id', 'in', ids).execute()
}

export async function insertLedgerRows(tx: Tx, rows: readonly LedgerRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += statementRows) {
    await tx
      .insertInto('ledger')
      .values(rows.slice(start, start + statementRows))
      .execute()
  }
}

export async function tombstonedIds(
  tx: Tx,
  kind: string,
  uids: readonly string[],
): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('tombstones')
    .select(({ cast, ref }) => ['uid', cast<string>(ref('id'), 'varchar(19)').as('id')])
    .where('kind', '=', kind)
    .where('uid', 'in', uids)
    .execute()
  return new Map(rows.map(row => [row.uid, row.id]))
}

export async function insertTombstones(
  tx: Tx,
  rows: readonly Insertable<Schema['tombstones']>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += statementRows) {
    await tx
      .insertInto('tombstones')
      .values(rows.slice(start, start + statementRows))
      .execute()
  }
}

export async function deleteTombstones(tx: Tx, kind: string, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return
  await tx.deleteFrom('tombstones').where('kind', '=', kind).where('uid', 'in', uids).execute()
}

/** The last id handed out for a kind; the clock's lock keeps others from handing out the same. */
export async function lastId(tx: Tx, kind: string): Promise<bigint> {
  const row = await tx
    .selectFrom('counters')
    .select(({ cast, ref }) => cast<string>(ref('last'), 'varchar(19)').as('last'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return BigInt(row?.last ?? 0)
}

export async function keepLastId(tx: Tx, kind: string, last: bigint): Promise<void> {
  await tx
    .insertInto('counters')
    .values({ kind, last: String(last) })
    .onConflict(conflict => conflict.column('kind').doUpdateSet({ last: String(last) }))
    .execute()
}

/** Whether a deleted record had this id: it is kept for that record. */
export async function isBuriedId(tx: Tx, kind: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tombstones')
    .select('uid')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
