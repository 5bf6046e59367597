/** Which user each client belongs to: the one who first used it. */
import type { Tx } from './schema.ts'

/** Under the clock's lock, and only where it was nobody's. */
export async function claimClient(tx: Tx, row: { id: string; user_id: string; at: string }): Promise<void> {
  await tx
    .insertInto('clients')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function ownerOf(tx: Tx, clientId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('clients').select('user_id').where('id', '=', clientId).executeTakeFirst()
  return row?.user_id
}
