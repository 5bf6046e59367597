/** [CH10] Who changed each record last, and when: known of the past as far as the ledger and the accounts tell. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const provenance: Migration = {
  async up(db: Kysely<unknown>) {
    const tables = await db.introspection.getTables()
    // The accounts' tables come with the first start: before that there is nobody to name.
    const hasAccounts = tables.some(table => table.name === 'user')
    for (const kind of ['device', 'record_a', 'record_b']) {
      for (const column of ['changed_by varchar(255)', 'changed_at varchar(20)'])
        await sql.raw(`alter table ${kind} add column ${column} not null default ''`).execute(db)
      for await (const ids of idsOf(db, kind)) {
        await sql.raw(fromLedger(kind, 'changed_at', `substr(ledger.at, 1, 19) || 'Z'`, ids)).execute(db)
        if (hasAccounts) await sql.raw(fromLedger(kind, 'changed_by', nameOfWriter, ids)).execute(db)
      }
    }
  },
}

/** Records in one statement: PostgreSQL gives each some seconds. */
const statementRecords = 10_000

async function* idsOf(db: Kysely<unknown>, kind: string): AsyncGenerator<string> {
  for (let after = '0'; ;) {
    const { rows } = await sql<{ last: string | null }>`
      select cast(max(id) as varchar(19)) as last
      from (select id from ${sql.table(kind)} where id > ${BigInt(after)} order by id limit ${statementRecords}) as next`.execute(
      db,
    )
    const last = rows[0]?.last ?? null
    if (last === null) return
    yield `id > ${after} and id <= ${last}`
    after = last
  }
}

const nameOfWriter = `(select username from "user" where "user".id = ledger.user_id)`

/** The row that wrote the version: what was applied beside it under the same clock has changed nothing. */
function fromLedger(kind: string, column: string, value: string, ids: string): string {
  return `
    update ${kind} set ${column} = coalesce((
      select ${value} from ledger
      where ledger.kind = '${kind}' and ledger.uid = ${kind}.uid and ledger.clock = ${kind}.version
        and ledger.after is not null and (ledger.before is null or ledger.before <> ledger.after)
      order by ledger.position desc limit 1
    ), '') where ${ids}`
}
