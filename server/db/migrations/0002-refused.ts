/** What became of mutations that were not applied, so that an id is settled once. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const refused: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table refused (
      id varchar(36) primary key,
      hash varchar(64),
      settlement text not null,
      user_id varchar(60) not null,
      client_id varchar(36) not null,
      at varchar(30) not null,
      clock bigint not null
    )`.execute(db)
  },
}
