/** No row of the audit is replaced, and all of them do not go at once; rows that were forgotten are told of. [AU2] [AU5] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { type Forgotten, hashOf } from '../../audit/chain.ts'
import type { Driver } from '../driver.ts'
import type { Db } from '../schema.ts'

const guards = {
  sqlite: `create trigger audit_not_replaced before insert on audit
      when exists (select 1 from audit where seq = new.seq)
      begin select raise(abort, 'The audit is only added to'); end`,
  postgres: `create trigger audit_not_emptied before truncate on audit
      for each statement execute function audit_only_added_to()`,
}

/** An earlier version has forgotten rows and said so to nobody. */
async function tellOfForgotten(db: Db): Promise<void> {
  const end = await db.selectFrom('audit_end').selectAll().executeTakeFirstOrThrow()
  const told: Forgotten = { keptFrom: Number(end.kept_from), hashBefore: end.hash_before }
  if (told.keptFrom === 1) return
  const last = await db.selectFrom('audit').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const seq = Number(end.seq) + 1
  const nothing = { actor: '', browser: '', address: '', target: '', code: '' }
  const said = {
    at: last?.at ?? '',
    action: 'audit_forgotten',
    outcome: 'ok',
    details: JSON.stringify(told),
  } as const
  const hash = hashOf(end.hash, { seq, ...said, ...nothing, actorId: '', targetId: '' })
  await db
    .insertInto('audit')
    .values({ seq, ...said, ...nothing, actor_id: '', target_id: '', hash })
    .execute()
  await db.updateTable('audit_end').set({ seq, hash }).execute()
}

export function auditGuards({ name }: Pick<Driver, 'name'>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql.raw(guards[name]).execute(db)
      await tellOfForgotten(db as Db)
    },
  }
}
