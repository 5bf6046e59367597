/** Work that was handed over, until somebody has made it theirs or let it go. [SC10] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const handed: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table handed (
      user_id varchar(60) not null,
      kind varchar(60) not null,
      uid varchar(36) not null,
      author varchar(255) not null,
      received_at varchar(30) not null,
      token varchar(64) not null,
      work text not null,
      primary key (user_id, kind, uid)
    )`.execute(db)
  },
}
