/** The policy has a table of its own: `settings` holds nothing but what no copy should hold. [RS5] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  'create table policy (one integer primary key check (one = 1), value text not null)',
  `insert into policy (one, value) select 1, value from settings where name = 'policy'`,
  `delete from settings where name = 'policy'`,
]

export const policy: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
