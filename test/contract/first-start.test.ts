/** Several servers that start at one moment on a database that is still empty. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { createAuth } from '../../server/session/auth.ts'
import { createUser, hasUsers } from '../../server/session/users.ts'
import { engines } from './engines.ts'
import { password } from './world.ts'

const logger = { info: () => {}, error: () => {} }
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
})
