/** The tables of accounts, for a database without a server around it. */
import { sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import { createLogger } from '../../server/http/log.ts'
import { createAuth } from '../../server/session/auth.ts'

const logger = createLogger(
  () => {},
  () => new Date(0),
)

/** With managers of these names, which are their ids: what they may see depends on what they are granted alone. [SC9] */
export async function makeAccountTables(database: Database, managers: readonly string[]): Promise<void> {
  await createAuth({ database, logger, isSecure: false, secret: 'only-for-the-tables-of-accounts-here' })
  const columns = ['id', 'name', 'email', 'username', 'emailVerified', 'createdAt', 'updatedAt', 'role']
  const never = new Date(0).toISOString()
  for (const name of managers) {
    const isVerified = database.driver.codecs.boolean.encode(false)
    const values = [name, name, `${name}@users.invalid`, name, isVerified, never, never, 'manager']
    await sql`
      insert into ${sql.table('user')} (${sql.join(columns.map(each => sql.ref(each)))})
      values (${sql.join(values)})`.execute(database.db)
  }
}
