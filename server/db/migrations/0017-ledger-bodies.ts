/**
 * Rows of the ledger are written shorter from here on [HI10], and so is their index: no record has the uid of another.
 * The rows that are there are read as they are, and go in their time [HI8].
 */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const ledgerBodies: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index ledger_record`.execute(db)
    await sql`create index ledger_record on ledger (uid, clock, position)`.execute(db)
  },
}
