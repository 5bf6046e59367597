/** Sites, and who may see what. Until somebody is limited, everybody sees everything, as before. [SC1] [SC6] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../driver.ts'

const statements = ({ id, text, integer }: ColumnTypes): string[] => [
  `create table site (${[
    id,
    'uid varchar(36) not null unique',
    'version bigint not null',
    text('name', 255),
    `changed_by varchar(255) not null default ''`,
    `changed_at varchar(20) not null default ''`,
  ].join(', ')})`,
  `create index site_version on site (version, id)`,
  `alter table device add column ${integer('site_id').replace(' not null', '')} references site (id)`,
  `create index device_site_id on device (site_id)`,
  // For one Device, in the order in which records are sent.
  `create index record_a_device_version on record_a (device_id, version, id)`,
  `drop index record_a_device_id`,
  `create table scopes (user_id varchar(60) primary key, is_limited integer not null, since bigint not null)`,
  `create table grants (
    user_id varchar(60) not null,
    kind varchar(60) not null,
    id bigint not null,
    primary key (user_id, kind, id)
  )`,
  // The id first: nobody looks there for what one account has, however little a database believes there to be.
  `create index grants_of on grants (id, kind, user_id)`,
  `create table reach (
    user_id varchar(60) not null,
    kind varchar(60) not null,
    id bigint not null,
    since bigint not null,
    until bigint
  )`,
  `create unique index reach_now on reach (user_id, kind, id) where until is null`,
  `create index reach_of on reach (id, kind, user_id) where until is null`,
  `create index reach_past on reach (user_id, until, kind, id) where until is not null`,
  `alter table tombstones add column holder bigint`,
  `create index tombstones_holder on tombstones (kind, holder, version, uid)`,
  `create table departures (
    kind varchar(60) not null,
    holder bigint not null,
    version bigint not null,
    uid varchar(36) not null,
    primary key (kind, holder, version, uid)
  )`,
]

export function scopes(columns: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements(columns)) await sql.raw(statement).execute(db)
    },
  }
}
