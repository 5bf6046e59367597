/** What the history of records needs of the ledger: who, by name, also of a deletion; and deletions without a search for them. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const history: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table ledger add column author varchar(255) not null default ''`.execute(db)
    await sql`create index ledger_deletions on ledger (kind, clock, position) where op = 'delete'`.execute(db)
  },
}
