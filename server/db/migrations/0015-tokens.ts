/** Tokens by which programs act for an account. [TK1] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const tokens: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table tokens (
      id varchar(36) primary key,
      user_id varchar(60) not null,
      name varchar(255) not null,
      role varchar(20) not null,
      hash varchar(64) not null unique,
      made_at varchar(30) not null,
      ends_at varchar(30) not null,
      used_at varchar(30)
    )`.execute(db)
  },
}
