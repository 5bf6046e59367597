/** The first tables: the seed's kinds, and what sync needs beside them. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ColumnTypes } from '../driver.ts'

export function init(columns: ColumnTypes): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [...syncTables, ...seedTables(columns)]) await sql.raw(statement).execute(db)
    },
  }
}

const syncTables = [
  `create table clock (one integer primary key check (one = 1), clock bigint not null, floor bigint not null)`,
  `insert into clock (one, clock, floor) values (1, 0, 0)`,
  `create table commits (clock bigint primary key, token varchar(36) not null, at varchar(30) not null)`,
  `create table ledger (
    id varchar(36) primary key,
    kind varchar(60) not null,
    uid varchar(36) not null,
    op varchar(10) not null,
    hash varchar(64) not null,
    before text,
    after text,
    user_id varchar(60) not null,
    client_id varchar(36) not null,
    at varchar(30) not null,
    clock bigint not null,
    position integer not null
  )`,
  `create index ledger_record on ledger (kind, uid, clock, position)`,
  `create table tombstones (
    kind varchar(60) not null,
    uid varchar(36) not null,
    id bigint not null,
    version bigint not null,
    primary key (kind, uid)
  )`,
  `create index tombstones_version on tombstones (kind, version, uid)`,
  `create table counters (kind varchar(60) primary key, last bigint not null)`,
  `create table clients (id varchar(36) primary key, user_id varchar(60) not null, at varchar(30) not null)`,
  `create table settings (name varchar(60) primary key, value text not null)`,
  `create table attempts (name varchar(200) primary key, count integer not null, since bigint not null)`,
]

function seedTables({ id, text, boolean, datetime, integer }: ColumnTypes): string[] {
  return [
    ...kindTable(id, 'device', [text('name', 255)]),
    ...kindTable(id, 'record_a', [
      `${integer('device_id')} references device (id)`,
      text('pin', 30),
      text('name', 255),
      text('pri', 255),
      text('passwd', 255),
      text('card', 255),
      text('grp', 10),
      text('tz', 255),
      boolean('verify'),
      text('vice_card', 255),
      datetime('start_datetime'),
      datetime('end_datetime'),
    ]),
    `create index record_a_device_id on record_a (device_id)`,
    ...kindTable(id, 'record_b', [
      text('pt', 5),
      text('divisi', 1),
      boolean('unit'),
      text('jenis', 1),
      text('nama', 60),
      text('divapp', 1),
      boolean('urutan'),
    ]),
  ]
}

/** Ids come from `counters`, under the clock's lock, so that a record can come back under the id it had. */
function kindTable(id: string, name: string, columns: string[]): string[] {
  const common = [id, 'uid varchar(36) not null unique', 'version bigint not null']
  return [
    `create table ${name} (${[...common, ...columns].join(', ')})`,
    `create index ${name}_version on ${name} (version, id)`,
  ]
}
