/** The rows of the audit, and its end, which whoever adds a row takes first. */
import { type Selectable, sql } from 'kysely'
import type { AuditAction, AuditOutcome, AuditRow } from '../../shared/audit.ts'
import type { Chained, Ends, Forgotten } from '../audit/chain.ts'
import type { Db, Schema, Tx } from './schema.ts'

/** The first statement of whoever adds: two at one moment make one chain. */
export async function lockEnd(tx: Tx): Promise<Ends> {
  const row = await tx
    .updateTable('audit_end')
    .set(({ ref }) => ({ seq: ref('seq') }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return endsOf(row)
}

export async function readEnds(db: Db): Promise<Ends> {
  return endsOf(await db.selectFrom('audit_end').selectAll().executeTakeFirstOrThrow())
}

const endsOf = (row: Selectable<Schema['audit_end']>): Ends => ({
  seq: Number(row.seq),
  hash: row.hash,
  keptFrom: Number(row.kept_from),
  hashBefore: row.hash_before,
})

export async function addRow(tx: Tx, { actorId, targetId, ...row }: Chained): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ ...row, actor_id: actorId, target_id: targetId })
    .execute()
  await tx.updateTable('audit_end').set({ seq: row.seq, hash: row.hash }).execute()
}

/** [AU1] Ids of browsers that are none are not kept. */
export async function isBrowserKnown(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('browsers').select('id').where('id', '=', id).limit(1).executeTakeFirst()
  return row !== undefined
}

export interface Asked {
  action?: string | undefined
  outcome?: string | undefined
  /** Part of the name of who did it, or to whom. */
  person?: string | undefined
  /** ISO 8601. */
  from?: string | undefined
  to?: string | undefined
}

/** Newest first, before that row. */
export async function auditRows(
  db: Db,
  { before, limit, ...asked }: Asked & { before?: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const { action, outcome, person, from, to } = asked
  const like = `%${(person ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .$if(before !== undefined, query => query.where('seq', '<', before ?? 0))
    .$if(Boolean(action), query => query.where('action', '=', action ?? ''))
    .$if(Boolean(outcome), query => query.where('outcome', '=', outcome ?? ''))
    .$if(Boolean(from), query => query.where('at', '>=', from ?? ''))
    .$if(Boolean(to), query => query.where('at', '<', to ?? ''))
    .$if(Boolean(person), query =>
      query.where(({ or, ref }) =>
        or(
          (['actor', 'target'] as const).map(
            column => sql<boolean>`lower(${ref(column)}) like ${like} escape '\\'`,
          ),
        ),
      ),
    )
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(shown)
}

/** Oldest first, from that row on, some at a time. */
export async function* auditChain(db: Db, from: number): AsyncGenerator<Chained> {
  const some = 1000
  for (let seq = from; ;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>=', seq)
      .orderBy('seq')
      .limit(some)
      .execute()
    for (const row of rows) yield { ...shown(row), hash: row.hash }
    if (rows.length < some) return
    seq = Number(rows.at(-1)?.seq) + 1
  }
}

function shown({ seq, actor_id, target_id, hash: _, ...row }: Selectable<Schema['audit']>): AuditRow {
  return {
    ...row,
    seq: Number(seq),
    actorId: actor_id,
    targetId: target_id,
    action: row.action as AuditAction,
    outcome: row.outcome as AuditOutcome,
  }
}

/** [AU5] Rows of before that moment go, oldest first; the chain then begins behind them, and still holds. */
export async function forgetAudit(tx: Tx, before: string): Promise<Forgotten | undefined> {
  const ends = await lockEnd(tx)
  const last = await tx
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .where('at', '<', before)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || Number(last.seq) < ends.keptFrom) return undefined
  const keptFrom = Number(last.seq) + 1
  await tx.updateTable('audit_end').set({ kept_from: keptFrom, hash_before: last.hash }).execute()
  await tx.deleteFrom('audit').where('seq', '<', keptFrom).execute()
  return { keptFrom, hashBefore: last.hash }
}
