/** The browsers of people, and the codes with which a new one is set up. [BP1] [BP6] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create table browsers (
    id varchar(36) not null,
    user_id varchar(60) not null,
    username varchar(60) not null,
    name varchar(60) not null default '',
    program varchar(30) not null,
    system varchar(30) not null,
    app varchar(20) not null default '',
    first_at varchar(30) not null,
    last_at varchar(30) not null,
    records bigint,
    unsent integer,
    has_lock integer,
    revocation varchar(10),
    revoked_at varchar(30),
    revoked_by varchar(60),
    removed_at varchar(30),
    primary key (id, user_id)
  )`,
  `create index browsers_user on browsers (user_id)`,
  `create table set_up_codes (
    hash varchar(64) primary key,
    user_id varchar(60) not null,
    made_by varchar(60) not null,
    session_id varchar(60) not null,
    until_at varchar(30) not null
  )`,
]

export const browsers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
