/**
 * [SC3] What people's grants come to: each record that is granted, and each that stands within one that is reached. Kept as
 * rows with their times, so that whatever somebody could see at any clock can be asked for. Only under the clock's lock.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Kind, Kinds } from '../../shared/metadata.ts'
import { holdingKind, outerKind } from '../../shared/scope.ts'
import type { Driver } from './driver.ts'
import type { Tx } from './schema.ts'
import type { WrittenOfKind } from './written.ts'

/** Ids by kind. */
export type Holders = Map<string, Set<string>>

export interface ReachFound {
  /** By `nameOfHolder`. */
  reached: Set<string>
  granted: Set<string>
}

export const nameOfHolder = ({ userId, kind, id }: { userId: string; kind: string; id: string }) =>
  `${userId} ${kind} ${id}`

/** Which of these each of them reaches now, and which were granted to them as such. */
export async function reachAmong(
  tx: Tx,
  { sets }: Driver,
  { userIds, holders }: { userIds: readonly string[]; holders: Holders },
): Promise<ReachFound> {
  const found: ReachFound = { reached: new Set(), granted: new Set() }
  const parts = [...holders].flatMap(([kind, ids]) => {
    const are = sql`${sets.isAmong(sql`user_id`, userIds)} and kind = ${sql.lit(kind)}
      and ${sets.isAmong(sql`id`, [...ids])}`
    const columns = sql`user_id, kind, cast(id as varchar(19)) as id`
    return [
      sql`select 'reached' as what, ${columns} from reach where ${are} and until is null`,
      sql`select 'granted', ${columns} from grants where ${are}`,
    ]
  })
  if (parts.length === 0) return found
  interface Row {
    what: 'reached' | 'granted'
    user_id: string
    kind: string
    id: string
  }
  const { rows } = await sql
    .join(parts, sql` union all `)
    .$castTo<Row>()
    .execute(tx)
  for (const { what, user_id: userId, kind, id } of rows) found[what].add(nameOfHolder({ userId, kind, id }))
  return found
}

/** After records were written within which others stand. */
export async function renewReachOf(
  tx: Tx,
  driver: Driver,
  { written, version }: { written: readonly WrittenOfKind[]; version: number },
): Promise<void> {
  for (const { kind, made, changed, buried } of written) {
    if (!kind.grantable || !kind.within) continue
    const ids = [...made, ...changed, ...buried].map(({ id }) => id)
    const of = ({ id }: Columns) => driver.sets.isAmong(id, ids)
    if (ids.length > 0) await renewReach(tx, driver, { version, of, kind })
  }
}

/** After grants were given or taken. */
export async function renewReachOfUsers(
  tx: Tx,
  { driver, kinds }: { driver: Driver; kinds: Kinds },
  { userIds, version }: { userIds: readonly string[]; version: number },
): Promise<void> {
  const of = ({ userId }: Columns) => driver.sets.isAmong(userId, userIds)
  for (const kind of kinds)
    if (holdingKind(kind) === kind.name) await renewReach(tx, driver, { version, of, kind })
}

/** Whose reach, and of what. */
interface Columns {
  userId: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

interface Renewal {
  /** The clock from which on it holds. */
  version: number
  /** A condition: which rows are looked at. */
  of(columns: Columns): RawBuilder<boolean>
  /** One that is granted, or seen as a whole. */
  kind: Kind
}

/**
 * A transaction's own rows are in no statistics. So what may be over is looked up row by row, each time by a whole key, and
 * what is there already is found when it is written: there is no join that a database could choose a slow way for.
 */
async function renewReach(tx: Tx, driver: Driver, { version, of, kind }: Renewal): Promise<void> {
  const name = sql.lit(kind.name)
  const sources = sourcesOf(kind)
  const isOver = sql.join(
    sources.map(({ still }) => sql`(${still}) is null`),
    sql` and `,
  )
  const own = { userId: sql.ref('reach.user_id'), id: sql.ref('reach.id') }
  const since = sql`cast(${version} as bigint)`
  // What is over is not due, and what is due twice is written once: none of them needs what another one wrote.
  const writes = [
    sql`
      update reach set until = ${version}
      where kind = ${name} and until is null and ${of(own)} and ${isOver}`,
    ...sources.map(
      ({ columns, from }) => sql`
        insert into reach (user_id, kind, id, since)
        select ${columns.userId}, ${name}, ${columns.id}, ${since} from ${from} and ${of(columns)}
        on conflict (user_id, kind, id) where until is null do nothing`,
    ),
  ]
  for (const statement of driver.sets.together(writes)) await statement.execute(tx)
}

/** By which each limited account is to reach records of one kind. */
interface Source {
  from: RawBuilder<unknown>
  columns: Columns
  /** What answers for a row of `reach`, if it does. */
  still: RawBuilder<unknown>
}

function sourcesOf(kind: Kind): Source[] {
  const [{ within }, outer] = [kind, outerKind(kind)]
  return within === undefined || outer === null
    ? [granted(kind)]
    : [granted(kind), heldIn(kind, { within, outer })]
}

function granted(kind: Kind): Source {
  const rows = sql`
    grants where grants.kind = ${sql.lit(kind.name)}
      and (select is_limited from scopes where scopes.user_id = grants.user_id) = 1`
  return {
    from: rows,
    columns: { userId: sql.ref('grants.user_id'), id: sql.ref('grants.id') },
    still: sql`select 1 from ${rows} and grants.user_id = reach.user_id and grants.id = reach.id`,
  }
}

function heldIn(kind: Kind, { within, outer }: { within: string; outer: string }): Source {
  const inner = sql`${sql.table(kind.name)} as inner_record`
  const standsIn = sql.ref(`inner_record.${within}`)
  const isHeld = sql`held.kind = ${sql.lit(outer)} and held.until is null`
  return {
    from: sql`reach as held join ${inner} on ${standsIn} = held.id where ${isHeld}`,
    columns: { userId: sql.ref('held.user_id'), id: sql.ref('inner_record.id') },
    still: sql`
      select 1 from reach as held where ${isHeld} and held.user_id = reach.user_id
        and held.id = (select ${standsIn} from ${inner} where inner_record.id = reach.id)`,
  }
}
