/** The row of the policy. */
import type { Db } from './schema.ts'

export async function readPolicy(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('policy').select('value').executeTakeFirst())?.value
}

export async function writePolicy(db: Db, value: string): Promise<void> {
  await db
    .insertInto('policy')
    .values({ one: 1, value })
    .onConflict(conflict => conflict.column('one').doUpdateSet({ value }))
    .execute()
}
