/** Single values the server keeps for itself, and the counters of failed attempts. */
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

export async function putSetting(db: Db, setting: { name: string; value: string }): Promise<void> {
  await db
    .insertInto('settings')
    .values(setting)
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: setting.value }))
    .execute()
}

/** True for the one caller that took it away. */
export async function takeSetting(db: Db, name: string): Promise<boolean> {
  const rows = await db.deleteFrom('settings').where('name', '=', name).returning('name').execute()
  return rows.length > 0
}

export interface Attempts {
  count: number
  /** ms since 1970. */
  since: number
}

/** One statement, so that no two attempts are counted as one. Starts anew when the last window is over. */
export async function countAttempt(
  db: Db,
  { name, nowMs, windowMs }: { name: string; nowMs: number; windowMs: number },
): Promise<Attempts> {
  const isOver = nowMs - windowMs
  const row = await db
    .insertInto('attempts')
    .values({ name, count: 1, since: nowMs })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(({ eb, ref }) => ({
        count: eb
          .case()
          .when('attempts.since', '<', isOver)
          .then(1)
          .else(eb('attempts.count', '+', 1))
          .end(),
        since: eb.case().when('attempts.since', '<', isOver).then(nowMs).else(ref('attempts.since')).end(),
      })),
    )
    .returning(['count', 'since'])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), since: Number(row.since) }
}

export async function forgetAttempts(db: Db, name: string): Promise<void> {
  await db.deleteFrom('attempts').where('name', '=', name).execute()
}

export async function forgetOldAttempts(db: Db, beforeMs: number): Promise<void> {
  await db.deleteFrom('attempts').where('since', '<', beforeMs).execute()
}
