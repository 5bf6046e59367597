/** What people want of their lists, by account. [AC10] */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const preferences: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table preferences (user_id varchar(60) primary key, entries text not null)`.execute(db)
  },
}
