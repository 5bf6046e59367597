/** [SC2] What somebody may see, and the one condition that says so in SQL. */
import { type RawBuilder, sql } from 'kysely'
import type { Field, Kind, Kinds } from '../../shared/metadata.ts'
import { withheldFrom } from '../../shared/read-by.ts'
import { lesserOf, type Role, roleNamed } from '../../shared/roles.ts'
import { holdingKind, wholeKind } from '../../shared/scope.ts'
import type { Database } from './database.ts'
import type { Db } from './schema.ts'

/** `since`: the clock at which it came to be of this sort; a cursor from before knows another one. */
export interface Scope {
  /** What is reached: whatever their grants come to at the moment of the question. */
  sees: 'everything' | 'what is reached'
  since: number
  userId: string
  /** Of their account. */
  role: Role
  /** [TK2] Of the token that asks in their place; absent: they ask themselves. */
  tokenRole?: Role
}

/** With the role of each account. */
export const scopesWithRoles = sql`scopes left join ${sql.table('user')} on ${sql.ref('user.id')} = scopes.user_id`

export async function scopeOf(db: Db, userId: string): Promise<Scope> {
  const { rows } = await sql<{ is_limited: number; since: number | string; role: string | null }>`
    select is_limited, since, role from ${scopesWithRoles} where user_id = ${userId}`.execute(db)
  const [row] = rows
  const sees = row?.is_limited ? 'what is reached' : 'everything'
  return { sees, since: Number(row?.since ?? 0), userId, role: roleNamed(row?.role) }
}

/** Asked after the clock was read: an answer that names it is of this scope. */
export async function isStill(db: Db, scope: Scope): Promise<boolean> {
  const now = await scopeOf(db, scope.userId)
  return now.since === scope.since && now.role === scope.role
}

/** [SC9] */
export function withheldIn({ sees, role, tokenRole = role }: Scope, kind: Kind): readonly Field[] {
  return sees === 'everything' ? [] : withheldFrom(lesserOf(role, tokenRole), kind)
}

/** Which of these are reached: records that are granted, or what others stand within. */
export async function reachedAmong(
  { db, driver }: Pick<Database, 'db' | 'driver'>,
  scope: Scope,
  { kind, ids }: { kind: Kind; ids: Iterable<string> },
): Promise<(id: string | null) => boolean> {
  if (scope.sees === 'everything') return () => true
  const among = driver.sets.isAmong(sql`id`, [...new Set(ids)])
  const { rows } = await sql<{ id: string }>`
    select cast(id as varchar(19)) as id from (${reachedIds(scope.userId, kind)}) as reached
    where ${among}`.execute(db)
  const reached = new Set(rows.map(({ id }) => id))
  return id => id !== null && reached.has(id)
}

/** Which of these records are seen; a deleted one, where it was when it was deleted. */
export async function seenAmong(
  { db, driver }: Pick<Database, 'db' | 'driver'>,
  scope: Scope,
  { kind, uids }: { kind: Kind; uids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (scope.sees === 'everything') return new Set(uids)
  const among = driver.sets.isAmong(sql`uid`, uids)
  const { rows } = await sql<{ uid: string }>`
    select uid from ${sql.table(kind.name)} where ${among} and ${isSeen(scope, kind)}
    union all select uid from tombstones where kind = ${kind.name} and ${among}
      and holder in (${reachedIds(scope.userId, kind)})`.execute(db)
  return new Set(rows.map(({ uid }) => uid))
}

/** The column that names what a record of this kind stands within, as `holderOf` does. */
export function holderColumn(kind: Kind): RawBuilder<unknown> {
  if (kind.grantable) return sql.ref(`${kind.name}.id`)
  return kind.within ? sql.ref(`${kind.name}.${kind.within}`) : sql.lit(Number(wholeKind))
}

/** A condition on the records of a kind. */
export function isSeen(scope: Scope, kind: Kind): RawBuilder<boolean> {
  if (scope.sees === 'everything') return sql`1 = 1`
  return sql`${holderColumn(kind)} in (${reachedIds(scope.userId, kind)})`
}

/** What has to be reached, and is now. */
export function reachedIds(userId: string, kind: Kind): RawBuilder<unknown> {
  return sql`
    select id from reach where user_id = ${userId} and kind = ${sql.lit(holdingKind(kind))} and until is null`
}

/** How many records of each kind are seen by all of these. */
export async function countsOf(
  db: Db,
  kinds: Kinds,
  scopes: readonly Scope[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(kind.name)}
      where ${sql.join(
        scopes.map(scope => isSeen(scope, kind)),
        sql` and `,
      )}`.execute(db)
    counts[kind.name] = Number(rows[0]?.count ?? 0)
  }
  return counts
}

/** Which of these ids are records'. */
export async function thereAmong(
  { db, driver }: Pick<Database, 'db' | 'driver'>,
  kind: Kind,
  ids: Iterable<string>,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select cast(id as varchar(19)) as id from ${sql.table(kind.name)}
    where ${driver.sets.isAmong(sql`id`, [...new Set(ids)])}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Rows of `reach` of one account and of what records of a kind stand within, whenever that was. */
export function reachOf({ userId }: Scope, kind: Kind, table: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${table}.user_id`)} = ${userId} and ${sql.ref(`${table}.kind`)} = ${sql.lit(holdingKind(kind))}`
}
