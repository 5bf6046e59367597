/** Webhooks: whom they tell of what, and how far they have come. [WH1] [WH3] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table webhooks (
      id varchar(36) primary key,
      user_id varchar(60) not null,
      name varchar(255) not null,
      url varchar(4000) not null,
      kinds text not null,
      secret_hash varchar(64) not null,
      made_at varchar(30) not null,
      place text,
      moved_at varchar(30) not null,
      sent bigint not null,
      delivered bigint not null,
      delivered_at varchar(30),
      failures integer not null,
      failure varchar(40),
      status integer,
      failed_at varchar(30),
      failing_since varchar(30),
      next_at varchar(30) not null,
      stopped_at varchar(30),
      lease varchar(36),
      lease_until varchar(30)
    )`.execute(db)
  },
}
