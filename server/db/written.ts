/** All that one transaction leaves, set by set: one statement where the database takes that. */
import { type RawBuilder, sql } from 'kysely'
import type { FieldTypeName } from '../../shared/fields.ts'
import type { Kind } from '../../shared/metadata.ts'
import { type Commit, clockWrites } from './clock.ts'
import type { Driver } from './driver.ts'
import { ledgerColumns, type LedgerRow } from './ledger.ts'
import { deletionOf, insertOf, type StoredRecord, updateOf } from './records.ts'
import { refusedColumns, type RefusedRow } from './refused.ts'
import type { Tx } from './schema.ts'

/** What became of the records of one kind. */
export interface WrittenOfKind {
  kind: Kind
  made: StoredRecord[]
  changed: StoredRecord[]
  goneUids: string[]
  /** Tombstones that come, and those that go. */
  buried: { uid: string; id: string; holder: string | null }[]
  /** [SC4] */
  departed: { uid: string; holder: string }[]
  risenUids: string[]
  /** null: as it was. */
  lastId: bigint | null
}

export interface Written {
  /** Kinds that are referred to first. */
  kinds: readonly WrittenOfKind[]
  ledger: readonly LedgerRow[]
  refused: readonly RefusedRow[]
  clients: readonly { id: string; user_id: string; at: string }[]
  /** null: the clock stays. */
  commit: Commit | null
}

export async function write(tx: Tx, driver: Driver, written: Written): Promise<void> {
  for (const statement of driver.sets.together(writesOf(driver, written))) await statement.execute(tx)
}

const ofGone = { kind: 'text', uid: 'text', holder: 'integer', version: 'integer' } as const

/** Referred-to kinds are written first and deleted last, as the foreign keys want it. */
function writesOf(
  driver: Driver,
  { kinds, ledger, refused, clients, commit }: Written,
): RawBuilder<unknown>[] {
  const into = rowsInto(driver)
  const lastIds = kinds.flatMap(({ kind, lastId }) =>
    lastId === null ? [] : [{ kind: kind.name, last: String(lastId) }],
  )
  const buried = kinds.flatMap(({ kind, buried }) =>
    buried.map(each => ({ kind: kind.name, ...each, version: commit?.clock })),
  )
  const departed = kinds.flatMap(({ kind, departed }) =>
    departed.map(each => ({ kind: kind.name, ...each, version: commit?.clock })),
  )
  return [
    ...into(
      'counters',
      { kind: 'text', last: 'integer' },
      lastIds,
      sql`on conflict (kind) do update set last = excluded.last`,
    ),
    ...kinds.flatMap(each => putsOf(driver, each)),
    ...kinds.toReversed().flatMap(each => deletionsOf(driver, each)),
    ...into('tombstones', { ...ofGone, id: 'integer' }, buried),
    ...into('departures', ofGone, departed),
    ...into('clients', { id: 'text', user_id: 'text', at: 'text' }, clients),
    ...into('ledger', ledgerColumns, ledger),
    ...into('refused', refusedColumns, refused),
    ...(commit ? clockWrites(commit) : []),
  ]
}

function rowsInto(driver: Driver) {
  return (
    table: string,
    columns: Record<string, FieldTypeName>,
    rows: readonly object[],
    onConflict: RawBuilder<unknown> = sql``,
  ): RawBuilder<unknown>[] => {
    if (rows.length === 0) return []
    const names = sql.join(Object.keys(columns).map(name => sql.ref(name)))
    const given = driver.sets.given({ columns, rows: rows as Record<string, unknown>[] })
    // SQLite takes what follows a table for a join, unless a condition stands between.
    return [
      sql`insert into ${sql.table(table)} (${names}) select ${names} from ${given} where true ${onConflict}`,
    ]
  }
}

function putsOf(driver: Driver, { kind, made, changed }: WrittenOfKind): RawBuilder<unknown>[] {
  return [
    ...(made.length > 0 ? [insertOf(driver, kind, made)] : []),
    ...(changed.length > 0 ? [updateOf(driver, kind, changed)] : []),
  ]
}

function deletionsOf(driver: Driver, { kind, goneUids, risenUids }: WrittenOfKind): RawBuilder<unknown>[] {
  const risen = driver.sets.isAmong(sql`uid`, risenUids)
  return [
    ...(goneUids.length > 0 ? [deletionOf(driver, kind, goneUids)] : []),
    ...(risenUids.length > 0 ? [sql`delete from tombstones where kind = ${kind.name} and ${risen}`] : []),
  ]
}
