/** Single values the server keeps for itself. */
import type { Db } from './schema.ts'

/** Keeps the value unless there is one; returns the one that is kept. */
export async function keepSetting(db: Db, setting: { name: string; value: string }): Promise<string> {
  await db
    .insertInto('settings')
    .values(setting)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return (await readSetting(db, setting.name)) ?? setting.value
}

export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** True for the one caller that took it away. */
export async function takeSetting(db: Db, name: string): Promise<boolean> {
  const rows = await db.deleteFrom('settings').where('name', '=', name).returning('name').execute()
  return rows.length > 0
}
