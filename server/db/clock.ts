/** The clock, the history floor and the commit tokens. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Db, Tx } from './schema.ts'

export interface Clock {
  clock: number
  floor: number
  /** The token of the commit that set the clock. */
  token: string
}

/** A commit, by which one history is told from another. [PU12] */
export type Moment = Pick<Clock, 'clock' | 'token'>

export const isSameMoment = (one: Moment, other: Moment): boolean =>
  one.clock === other.clock && one.token === other.token

export async function readClock(db: Db): Promise<Clock> {
  const row = await db
    .selectFrom('clock')
    .innerJoin('commits', 'commits.clock', 'clock.clock')
    .select(['clock.clock', 'clock.floor', 'commits.token'])
    .executeTakeFirstOrThrow()
  return { clock: Number(row.clock), floor: Number(row.floor), token: row.token }
}

/** The token of a clock; undefined when this database never had it, or has forgotten it. */
export async function tokenOf(db: Db, clock: number): Promise<string | undefined> {
  const row = await db.selectFrom('commits').select('token').where('clock', '=', clock).executeTakeFirst()
  return row?.token
}

/** ISO 8601. */
export async function timeOf(db: Db, clock: number): Promise<string | undefined> {
  return (await db.selectFrom('commits').select('at').where('clock', '=', clock).executeTakeFirst())?.at
}

/** [PU4] The first statement of a writing transaction: whoever has this row writes, so clock order is commit order. */
export async function lockClock(tx: Tx): Promise<number> {
  const row = await tx
    .updateTable('clock')
    .set(expression => ({ clock: expression.ref('clock') }))
    .returning('clock')
    .executeTakeFirstOrThrow()
  return Number(row.clock)
}

/** [PU12] A commit: a clock, and what nobody else's has beside it. */
export interface Commit extends Moment {
  at: string
}

/** What moves the clock to this commit. */
export function clockWrites({ clock, token, at }: Commit): RawBuilder<unknown>[] {
  return [
    sql`update clock set clock = ${clock}`,
    sql`insert into commits (clock, token, at) values (${clock}, ${token}, ${at})`,
  ]
}

export async function advanceClock(
  tx: Tx,
  clock: number,
  { stamps }: Pick<Database, 'stamps'>,
): Promise<void> {
  const commit = { clock, token: stamps.newToken(), at: stamps.now().toISOString() }
  for (const write of clockWrites(commit)) await write.execute(tx)
}

/** Rows of each table in one transaction: nobody who writes waits long for it. */
const stepRows = 500

/** Forgets the deletions of commits made before `before`, some at a time: a cursor below the new floor has to resync. */
export async function prune(database: Database, before: Date): Promise<void> {
  // Looked for before anybody has to wait: in a large database that takes a while.
  const newest = await database.db
    .selectFrom('commits')
    .select(({ fn }) => fn.max('clock').as('clock'))
    .where('at', '<', before.toISOString())
    .executeTakeFirst()
  const target = Number(newest?.clock ?? 0)
  while (await pruneSome(database, target));
}

/** Whether there is more. */
async function pruneSome(database: Database, target: number): Promise<boolean> {
  const floor = await nextFloor(database.db, target)
  return database.write(async tx => {
    await lockClock(tx)
    const raised = await tx
      .updateTable('clock')
      .set({ floor })
      .where('floor', '<', floor)
      .returning('floor')
      .execute()
    if (raised.length > 0) {
      await tx.deleteFrom('tombstones').where('version', '<=', floor).execute()
      await tx.deleteFrom('departures').where('version', '<=', floor).execute()
      await tx.deleteFrom('reach').where('until', '<=', floor).execute()
      await tx.deleteFrom('commits').where('clock', '<', floor).execute()
    }
    return { commit: raised.length > 0, answer: raised.length > 0 && floor < target }
  })
}

async function nextFloor(db: Db, target: number): Promise<number> {
  const { floor } = await db.selectFrom('clock').select('floor').executeTakeFirstOrThrow()
  const last = async (table: 'commits' | 'tombstones' | 'departures', column: string): Promise<number> => {
    const { rows } = await sql<{
      at: number | string
    }>`select ${sql.ref(column)} as at from ${sql.table(table)}
      where ${sql.ref(column)} > ${floor} order by ${sql.ref(column)} limit 1 offset ${stepRows - 1}`.execute(
      db,
    )
    return Number(rows[0]?.at ?? target)
  }
  const ends = [
    await last('commits', 'clock'),
    await last('tombstones', 'version'),
    await last('departures', 'version'),
  ]
  return Math.min(target, ...ends)
}
