/** The ledger of applied mutations, and the ids handed out. */
import type { Insertable } from 'kysely'
import type { FieldTypeName } from '../../shared/fields.ts'
import type { Schema, Tx } from './schema.ts'

export type LedgerRow = Insertable<Schema['ledger']>

/** What is read of a row to answer again. */
export type Remembrance = Pick<
  Schema['ledger'],
  'id' | 'kind' | 'uid' | 'hash' | 'clock' | 'after' | 'user_id' | 'author' | 'at'
>

export const rememberedColumns = [
  ...(['id', 'kind', 'uid', 'hash', 'clock', 'after', 'user_id', 'author', 'at'] as const),
] satisfies (keyof Remembrance)[]

export const ledgerColumns: Record<keyof LedgerRow, FieldTypeName> = {
  id: 'text',
  kind: 'text',
  uid: 'text',
  op: 'text',
  hash: 'text',
  before: 'text',
  after: 'text',
  user_id: 'text',
  author: 'text',
  client_id: 'text',
  at: 'text',
  clock: 'integer',
  position: 'integer',
}

export async function ledgerRows(tx: Tx, ids: readonly string[]): Promise<Remembrance[]> {
  if (ids.length === 0) return []
  return tx.selectFrom('ledger').select(rememberedColumns).where('id', 'in', ids).execute()
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
