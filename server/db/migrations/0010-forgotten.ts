/** What is forgotten of the ledger, and how far; and the names in rows of before they were kept, while their accounts are there. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'create table forgotten (what varchar(10) primary key, clock bigint not null)',
  `insert into forgotten (what, clock) values ('fields', 0), ('secrets', 0)`,
  'create index ledger_clock on ledger (clock)',
  'create index refused_clock on refused (clock)',
]

const naming = `
  update ledger set author = coalesce((select username from "user" where "user".id = ledger.user_id), '')
  where author = ''`

export const forgotten: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
    const tables = await db.introspection.getTables()
    if (tables.some(table => table.name === 'user')) await sql.raw(naming).execute(db)
  },
}
