/**
 * [SC3] A page of what stands in what somebody reaches: first in which of that there is anything new, then the rows of each,
 * one statement a holder. One for all would be shorter, and PostgreSQL answers it by reading all that is left for each page.
 */
import { type RawBuilder, sql } from 'kysely'
import { maxId, pageRecords } from '../../shared/limits.ts'
import type { Kind } from '../../shared/metadata.ts'
import type { Database } from './database.ts'
import type { Driver } from './driver.ts'
import type { StoredRow } from './records.ts'
import type { Db } from './schema.ts'
import { reachOf, type Scope } from './scope.ts'

/** The order is that of holders, then of versions, then of ids (of uids, for what is gone). */
export interface AfterHeld {
  holder: string
  version: number
  key: string
}

/** Before all of them. */
export const beforeHeld: AfterHeld = { holder: '-1', version: -1, key: '0' }

export interface HeldOptions {
  kind: Kind
  scope: Scope
  after: AfterHeld
  /** The clock that the client knows. */
  from: number
}

/** A table, and which of its rows. */
export interface Standing {
  table: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** What tells rows of one version apart. */
  key: 'id' | 'uid'
  /** A condition: a row stands in this holder. */
  standsIn(holder: RawBuilder<unknown>): RawBuilder<unknown>
  /** Another one on its rows. */
  isWanted: RawBuilder<unknown>
  /** Each row is its own holder. */
  areHolders: boolean
  /** A condition on a row of `reach` that is called `held`. */
  isHeld: RawBuilder<unknown>
  /** The version behind which rows of that holder begin. */
  lowest: RawBuilder<unknown>
}

export type HeldRow = StoredRow & { holder: string }

/** As bigints in either database. */
export const number = (value: number | string) => sql`cast(${BigInt(value)} as bigint)`

/** Few enough that most of them are on the page that is being made. */
const holdersAtOnce = 64
/** Behind every uid. */
const lastUid = 'z'

export async function heldPage(
  { db, driver }: Pick<Database, 'db' | 'driver'>,
  options: HeldOptions,
  standing: Standing,
): Promise<HeldRow[]> {
  const { after } = options
  const rows: HeldRow[] = []
  const take = async (begun: AfterHeld): Promise<void> => {
    const most = pageRecords - rows.length
    if (most > 0) rows.push(...(await rowsIn(db, { ...options, after: begun }, { standing, most })))
  }
  if (after.holder !== beforeHeld.holder) await take(after)
  for (let last: string | undefined = after.holder; last !== undefined && rows.length < pageRecords;) {
    const next = await holdersBehind(db, { ...options, holder: last }, standing)
    if (standing.areHolders) rows.push(...(await ofHolders(db, driver, options, { standing, next })))
    else for (const each of next) await take(each)
    last = next.length < holdersAtOnce ? undefined : next.at(-1)?.holder
  }
  // What is each its own comes many at once, and a page holds no more than a page.
  return rows.slice(0, pageRecords)
}

/** Those in which there is anything. */
async function holdersBehind(
  db: Db,
  { kind, scope, holder }: HeldOptions & { holder: string },
  { table, standsIn, isHeld, lowest, key }: Standing,
): Promise<AfterHeld[]> {
  const { rows } = await sql<{ id: string; lowest: number | string }>`
    select cast(id as varchar(19)) as id, lowest from (
      select distinct held.id, ${lowest} as lowest from reach as held
      where ${reachOf(scope, kind, 'held')} and ${isHeld} and held.id > ${number(holder)}
        and exists (select 1 from ${table} where ${standsIn(sql`held.id`)} and ${table}.version > ${lowest})
      order by held.id limit ${holdersAtOnce}
    ) as found order by found.id`.execute(db)
  const last = key === 'id' ? maxId : lastUid
  return rows.map(({ id, lowest }) => ({ holder: id, version: Number(lowest), key: last }))
}

/** [SC2] Of a holder that is still one. */
async function rowsIn(
  db: Db,
  { kind, scope, after }: HeldOptions,
  { standing, most }: { standing: Standing; most: number },
): Promise<HeldRow[]> {
  const { table, columns, key, standsIn, isWanted, isHeld } = standing
  const holder = number(after.holder)
  const column = sql`${table}.${sql.ref(key)}`
  const behind = key === 'id' ? number(after.key) : sql`${after.key}`
  const { rows } = await sql<StoredRow>`
    select ${columns} from ${table}
    where ${standsIn(holder)} and (${table}.version, ${column}) > (${number(after.version)}, ${behind})
      and ${isWanted} and exists (
        select 1 from reach as held where ${reachOf(scope, kind, 'held')} and held.id = ${holder} and ${isHeld})
    order by ${table}.version, ${column} limit ${most}`.execute(db)
  return rows.map(row => ({ ...row, holder: after.holder }))
}

/** All of these, as one statement each would be one for each record. */
async function ofHolders(
  db: Db,
  { sets }: Driver,
  { kind, scope }: HeldOptions,
  { standing, next }: { standing: Standing; next: readonly AfterHeld[] },
): Promise<HeldRow[]> {
  const { table, columns, isHeld } = standing
  const among = sets.isAmong(
    sql`${table}.id`,
    next.map(({ holder }) => holder),
  )
  const { rows } = await sql<StoredRow>`
    select ${columns} from ${table} where ${among} and exists (
      select 1 from reach as held where ${reachOf(scope, kind, 'held')} and held.id = ${table}.id and ${isHeld})
    order by ${table}.id`.execute(db)
  return rows.map(row => ({ ...row, holder: String(row['id']) }))
}
