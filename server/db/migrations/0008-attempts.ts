/** Attempts are counted in memory: who tries often makes no rows. [CE1] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const attempts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop table attempts`.execute(db)
    // Made by the library that keeps accounts, where it ran before.
    await sql`drop table if exists "rateLimit"`.execute(db)
  },
}
