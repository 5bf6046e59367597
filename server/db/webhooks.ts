/** Webhooks as rows: whom they tell, how far they have come, and whose turn it is to send. [WH1] [WH6] */
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Db, Schema, Tx } from './schema.ts'

export type WebhookRow = Schema['webhooks']

/** With its account as it is now. */
export type HeldWebhook = WebhookRow & { username: string; isDisabled: boolean }

export async function insertWebhook(db: Db, row: WebhookRow): Promise<void> {
  await db.insertInto('webhooks').values(row).execute()
}

/** Newest first; `id` undefined: all. */
export async function webhookRows(
  { db, driver }: Pick<Database, 'db' | 'driver'>,
  id?: string,
): Promise<HeldWebhook[]> {
  const { rows } = await sql<WebhookRow & { username: string; banned: unknown }>`
    select webhooks.*, ${sql.ref('user.username')} as username, ${sql.ref('user.banned')} as banned
    from webhooks join ${sql.table('user')} on ${sql.ref('user.id')} = webhooks.user_id
    where ${id === undefined ? sql`1 = 1` : sql`webhooks.id = ${id}`}
    order by webhooks.made_at desc, webhooks.id`.execute(db)
  return rows.map(({ banned, ...row }) => ({
    ...row,
    isDisabled: driver.codecs.boolean.decode(banned) === true,
  }))
}

export async function countWebhooks(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Those whose turn it is at that time, and whom nobody sends for. */
export async function dueWebhooks(db: Db, at: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('stopped_at', 'is', null)
    .where('next_at', '<=', at)
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
    .execute()
  return rows.map(({ id }) => id)
}

export interface Lease {
  lease: string
  until: string
}

/**
 * [WH6] The number of this attempt; undefined: somebody else sends, or has sent since `row` was read. What is sent was read
 * before, so that who finds nothing writes nothing.
 */
export async function takeWebhook(
  db: Db,
  row: Pick<WebhookRow, 'id' | 'sent' | 'delivered'>,
  { lease, until, at }: Lease & { at: string },
): Promise<number | undefined> {
  const taken = await db
    .updateTable('webhooks')
    .set({ lease, lease_until: until, sent: Number(row.sent) + 1 })
    .where('id', '=', row.id)
    .where('sent', '=', row.sent)
    // Looked at while another one sent it, it would be sent once more.
    .where('delivered', '=', row.delivered)
    .where('stopped_at', 'is', null)
    .where('next_at', '<=', at)
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
    .returning('sent')
    .executeTakeFirst()
  return taken && Number(taken.sent)
}

/** Ends the turn of whoever holds the lease. False: another has it by now. */
export async function endTurn(
  db: Db,
  { id, lease }: { id: string; lease: string },
  values: Partial<WebhookRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ ...values, lease: null, lease_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Nothing was sent, and nothing has been since it was read. */
export async function moveWebhook(
  db: Db,
  { id, sent }: Pick<WebhookRow, 'id' | 'sent'>,
  values: Pick<WebhookRow, 'place' | 'moved_at'>,
): Promise<void> {
  await db.updateTable('webhooks').set(values).where('id', '=', id).where('sent', '=', sent).execute()
}

/** Whose it was, where it was there. */
export async function deleteWebhook(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('webhooks').where('id', '=', id).returning('user_id').executeTakeFirst()
  return row?.user_id
}

/** Tried at once. Whose it is, where it is there. */
export async function startWebhook(
  db: Db,
  { id, at }: { id: string; at: string },
): Promise<string | undefined> {
  const row = await db
    .updateTable('webhooks')
    .set({
      ...{ stopped_at: null, next_at: at, failures: 0, failing_since: null },
      ...{ failure: null, status: null, failed_at: null },
    })
    .where('id', '=', id)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** [RS3] Of a database that was put back: `gap`: more attempts than the one that was lost can have made. */
export async function sendAnew(tx: Tx, gap: number): Promise<void> {
  await sql`update webhooks set place = null, lease = null, lease_until = null, sent = sent + ${gap}`.execute(
    tx,
  )
}
