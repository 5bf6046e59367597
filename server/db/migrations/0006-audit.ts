/** The audit: rows that can be added and not changed, each with the hash of the one before it. [AU1] [AU2] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Driver } from '../driver.ts'

const tables = [
  `create table audit (
    seq bigint primary key,
    at varchar(30) not null,
    actor_id varchar(60) not null,
    actor varchar(60) not null,
    browser varchar(36) not null,
    address varchar(60) not null,
    action varchar(40) not null,
    target_id varchar(60) not null,
    target varchar(200) not null,
    outcome varchar(10) not null,
    code varchar(40) not null,
    details text not null,
    hash varchar(64) not null
  )`,
  `create index audit_at on audit (at)`,
  `create table audit_end (
    one integer primary key check (one = 1),
    seq bigint not null,
    hash varchar(64) not null,
    kept_from bigint not null,
    hash_before varchar(64) not null
  )`,
  `insert into audit_end (one, seq, hash, kept_from, hash_before) values (1, 0, '', 1, '')`,
]

const guards = {
  sqlite: [
    `create trigger audit_not_changed before update on audit
      begin select raise(abort, 'The audit is only added to'); end`,
    `create trigger audit_not_deleted before delete on audit
      when old.seq >= (select kept_from from audit_end)
      begin select raise(abort, 'The audit is only added to'); end`,
  ],
  postgres: [
    `create function audit_only_added_to() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and old.seq < (select kept_from from audit_end) then return old; end if;
        raise exception 'The audit is only added to';
      end $$`,
    `create trigger audit_guard before update or delete on audit
      for each row execute function audit_only_added_to()`,
  ],
}

export function audit({ name }: Pick<Driver, 'name'>): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of [...tables, ...guards[name]]) await sql.raw(statement).execute(db)
    },
  }
}
