/** A backup that is made while a new version lies ready, before its first start. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { openDatabase } from '../../server/db/database.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { engines } from './engines.ts'

test('[RS1] leaves the database as the older version knows it', async () => {
  const store = await engines[0]!.create()
  const file = join(store.path!, '..', 'records.db')
  const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }
  const { db, close } = await openDatabase(sqliteDriver(file), stamps)
  await sql`drop table forgotten`.execute(db)
  await sql`delete from kysely_migration where name = '0010-forgotten'`.execute(db)
  const names = async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  }
  const before = await names()
  const command = [join(projectRoot, 'server', 'commands', 'backup.ts'), `${file}.copy`]
  const env = { PATH: process.env['PATH'], DATA_DIR: join(file, '..') }
  const { status } = spawnSync(process.execPath, command, { env, cwd: projectRoot })
  expect([status, await names()]).toEqual([0, before])
  await close()
  await store.remove()
})
