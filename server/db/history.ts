/** The ledger read backwards: what became of one record, and which records of a kind are gone. [HI1] [HI3] */
import { sql } from 'kysely'
import { type Kind, typeNameOf } from '../../shared/metadata.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import type { Driver } from './driver.ts'
import { recordAfter } from './ledger-bodies.ts'
import type { Db, Schema } from './schema.ts'

export type HistoryRow = Pick<
  Schema['ledger'],
  'id' | 'kind' | 'uid' | 'before' | 'after' | 'author' | 'at' | 'clock' | 'position'
>

/** A row of the ledger; what came before it is asked for next. */
export interface Place {
  clock: number
  position: number
}

export interface PageOptions {
  kind: string
  before: Place | null
  limit: number
}

const columns = ['id', 'kind', 'uid', 'before', 'after', 'author', 'at', 'clock', 'position'] as const

/** Newest first, without what changed nothing. */
export async function changesOf(
  db: Db,
  { kind, uid, before, limit }: PageOptions & { uid: string },
): Promise<HistoryRow[]> {
  return db
    .selectFrom('ledger')
    .select(columns)
    .where('kind', '=', kind)
    .where('uid', '=', uid)
    .whereRef('before', 'is distinct from', 'after')
    .$if(before !== null, query => query.where(earlierThan(before)))
    .orderBy('clock', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
}

/** Newest first, the last deletion of each record, unless it was brought back since. */
export async function deletionsOf(db: Db, { kind, before, limit }: PageOptions): Promise<HistoryRow[]> {
  return (
    db
      .selectFrom('ledger')
      .select(columns)
      .where('kind', '=', kind)
      // Written out: an index of deletions alone is of no use to a statement that does not say it wants those.
      .where('op', '=', sql.lit('delete'))
      .where('before', 'is not', null)
      .where('after', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ledger as later')
              .select('later.id')
              .whereRef('later.kind', '=', 'ledger.kind')
              .whereRef('later.uid', '=', 'ledger.uid')
              .where('later.after', 'is not', null)
              .where(sql<boolean>`(later.clock, later.position) > (ledger.clock, ledger.position)`),
          ),
        ),
      )
      .$if(before !== null, query => query.where(earlierThan(before)))
      .orderBy('clock', 'desc')
      .orderBy('position', 'desc')
      .limit(limit)
      .execute()
  )
}

function earlierThan(place: Place | null) {
  return sql<boolean>`(clock, position) < (${place?.clock ?? 0}, ${place?.position ?? 0})`
}

/** By id. Of a record that is gone, the title it had last. */
export async function titlesOf(
  db: Db,
  driver: Driver,
  { kind, ids }: { kind: Kind; ids: readonly string[] },
): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const title = kind.fields.find(({ name }) => name === kind.title)
  if (!title || typeNameOf(title) !== 'text') return {}
  const { decode } = driver.codecs.text
  const { rows } = await sql<{ id: string; title: unknown }>`
    select cast(id as varchar(19)) as id, ${sql.ref(title.name)} as title
    from ${sql.table(kind.name)} where id in (${sql.join([...ids])})`.execute(db)
  const found = new Map(rows.map(row => [row.id, String(decode(row.title) ?? '')]))
  const missing = ids.filter(id => !found.has(id))
  for (const [id, fields] of await buried(db, kind.name, missing))
    found.set(id, String(fields[kind.title] ?? ''))
  return Object.fromEntries(found)
}

/** By the ledger, as far as it remembers [HI7]: an id stands in it as `"id":"7"`, and nowhere inside a text. */
async function buried(
  db: Db,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('ledger')
    .select('before')
    .where('kind', '=', kind)
    .where('op', '=', sql.lit('delete'))
    .where('after', 'is', null)
    .where(({ eb, or }) => or(ids.map(id => eb('before', 'like', `%"id":"${id}"%`))))
    .orderBy('clock')
    .orderBy('position')
    .execute()
  const records = rows.map(({ before }) => JSON.parse(before ?? '{}') as { id: string; fields: object })
  return new Map(records.map(({ id, fields }) => [id, { ...fields }]))
}

/** The record as that commit left it; null: it did not write it, or what it wrote is forgotten. */
export async function recordAsOf(
  db: Db,
  { kind, uid, clock }: { kind: string; uid: string; clock: number },
): Promise<ServerRecord | null> {
  const row = await db
    .selectFrom('ledger')
    .select(columns)
    .where('kind', '=', kind)
    .where('uid', '=', uid)
    .where('clock', '=', clock)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? recordAfter(row) : null
}
