/** Codes of second factors that were shown a moment ago: in the database, so that every server knows of them. [AC18] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const usedCodes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table used_codes (hash varchar(64) primary key, until_at varchar(30) not null)`.execute(
      db,
    )
  },
}
