/** A start makes the tables, or brings them up to date: beside other servers, and on a database that is in use. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { forgetMigrations } from './older-database.ts'
import { createAuth } from '../../server/session/auth.ts'
import { createUser, hasUsers } from '../../server/session/users.ts'
import { engines } from './engines.ts'
import { password } from './world.ts'

const logger = { info: () => {}, warn: () => {}, error: () => {}, keep: () => {} }
const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }

describe.each(engines.filter(({ name }) => name === 'PostgreSQL'))('A first start on $name', engine => {
  test('[SV4] of four servers at once makes every table once', async () => {
    const store = await engine.create()
    const starts = Array.from({ length: 4 }, async () => {
      const database = await openDatabase(store.driver(), stamps)
      return { database, auth: await createAuth({ database, logger, isSecure: false }) }
    })
    const servers = await Promise.allSettled(starts)
    expect(servers.map(server => (server.status === 'rejected' ? String(server.reason) : 'started'))).toEqual(
      Array(4).fill('started'),
    )
    const opened = servers.flatMap(server => (server.status === 'fulfilled' ? [server.value] : []))
    await createUser(opened[0]!.auth, { username: 'kepala', password, role: 'admin' })
    for (const { auth } of opened) expect(await hasUsers(auth)).toBe(true)
    for (const { database } of opened) await database.close()
    await store.remove()
  })

  test('[SV7] of a new version waits for whoever reads the ledger, longer than any request may take', async () => {
    const store = await engine.create()
    const { db, close } = await openDatabase(store.driver(), stamps)
    await forgetMigrations(db as never, '0004')
    await sql`drop index ledger_deletions`.execute(db)
    await sql`alter table ledger drop column author`.execute(db)
    let started: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async tx => {
      await sql`select count(*) from ledger`.execute(tx)
      started = openDatabase(store.driver(), stamps).then(database => database.close())
      for (let second = 0; second < 9; second++) {
        await sleep(1_000)
        await sql`select 1`.execute(tx)
      }
    })
    await started
    const { rows } = await sql`select 1 from pg_indexes where indexname = 'ledger_deletions'`.execute(db)
    expect(rows).toHaveLength(1)
    await close()
    await store.remove()
  }, 30_000)
})
