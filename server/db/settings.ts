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

export async function writeSetting(db: Db, setting: { name: string; value: string }): Promise<void> {
  await db
    .insertInto('settings')
    .values(setting)
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: setting.value }))
    .execute()
}

/** [RS6] The setting is a time (ISO 8601). True for the one caller that finds it passed, or missing, and moves it on. */
export async function passTime(
  db: Db,
  { name, now, next }: { name: string; now: string; next: string },
): Promise<boolean> {
  const rows = await db
    .insertInto('settings')
    .values({ name, value: next })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ value: next }).where('settings.value', '<=', now),
    )
    .returning('name')
    .execute()
  return rows.length > 0
}

/** True for the one caller that took it away. */
export async function takeSetting(db: Db, name: string): Promise<boolean> {
  const rows = await db.deleteFrom('settings').where('name', '=', name).returning('name').execute()
  return rows.length > 0
}
