/** Work that was handed over and stands open: of each person one for a record. Written under the clock's lock. [SC10] */
import type { Db, Schema, Tx } from './schema.ts'

type Row = Schema['handed']
type HandedKey = Pick<Row, 'user_id' | 'kind' | 'uid'>

export async function handedRows(db: Db): Promise<Row[]> {
  return db.selectFrom('handed').selectAll().orderBy('received_at').orderBy('uid').execute()
}

/** In place of what the same person handed over of the same record before. */
export async function keepHanded(tx: Tx, rows: readonly Row[]): Promise<void> {
  for (const row of rows)
    await tx
      .insertInto('handed')
      .values(row)
      .onConflict(conflict => conflict.columns(['user_id', 'kind', 'uid']).doUpdateSet(row))
      .execute()
}

/** false: it is not there, or is another one by now. */
export async function endHanded(tx: Tx, key: HandedKey & Pick<Row, 'token'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('handed')
    .where('user_id', '=', key.user_id)
    .where('kind', '=', key.kind)
    .where('uid', '=', key.uid)
    .where('token', '=', key.token)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
