/** Takes a database back to what it was before later migrations, so that they run once more. */
import { type Kysely, sql } from 'kysely'

/** Undone in turn: what refers to others goes before them. */
const scopes = [
  'drop index record_a_device_version',
  'create index record_a_device_id on record_a (device_id)',
  'drop index device_site_id',
  'alter table device drop column site_id',
  ...['webhooks', 'tokens', 'handed', 'departures', 'reach', 'grants', 'scopes', 'site'].map(
    table => `drop table ${table}`,
  ),
  'drop index tombstones_holder',
  'alter table tombstones drop column holder',
]

/** As it was before anybody could be limited; its migration is named by the caller. */
export async function forgetScopes(db: Kysely<never>): Promise<void> {
  for (const statement of scopes) await sql.raw(statement).execute(db)
}

const later = [
  'preferences',
  'audit',
  'audit_end',
  'browsers',
  'set_up_codes',
  'policy',
  'forgotten',
  'used_codes',
]

/** As it was before `migration`, of which the caller undoes what it did to other tables. */
export async function forgetMigrations(db: Kysely<never>, migration: string): Promise<void> {
  await forgetScopes(db)
  for (const table of later) await sql`drop table ${sql.table(table)}`.execute(db)
  const isSqlite = db.introspection.constructor.name.startsWith('Sqlite')
  if (!isSqlite) await sql`drop function audit_only_added_to`.execute(db)
  for (const index of ['ledger_clock', 'refused_clock']) await sql`drop index ${sql.ref(index)}`.execute(db)
  await sql`create table attempts (name varchar(200) primary key)`.execute(db)
  await sql`delete from kysely_migration where name >= ${migration}`.execute(db)
}

/** As it was before the migration that keeps what is forgotten of records, of which the caller undoes the rest. */
export async function forgetNewest(db: Kysely<never>): Promise<void> {
  const isSqlite = db.introspection.constructor.name.startsWith('Sqlite')
  await forgetScopes(db)
  await sql
    .raw(isSqlite ? 'drop trigger audit_not_replaced' : 'drop trigger audit_not_emptied on audit')
    .execute(db)
  for (const table of ['forgotten', 'used_codes']) await sql`drop table ${sql.table(table)}`.execute(db)
  await sql`delete from kysely_migration where name >= '0010-forgotten'`.execute(db)
}

export const lastMigration = '0017-ledger-bodies'

/** As it was before the last migration. */
export async function forgetLast(db: Kysely<never>): Promise<void> {
  await sql`drop index ledger_record`.execute(db)
  await sql`create index ledger_record on ledger (kind, uid, clock, position)`.execute(db)
  await sql`delete from kysely_migration where name = ${lastMigration}`.execute(db)
}
