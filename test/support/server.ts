/** The real server in this process, on SQLite in memory: requests without a socket. */
import { createAudit } from '../../server/audit/record.ts'
import { createCeilings } from '../../server/ceilings/ceilings.ts'
import { sql } from 'kysely'
import { createApp } from '../../server/app.ts'
import { openDatabase } from '../../server/db/database.ts'
import type { Driver } from '../../server/db/driver.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { uncounted } from '../../server/operating/metrics.ts'
import { createReadiness } from '../../server/operating/readiness.ts'
import type { Services } from '../../server/services.ts'
import { createAuth } from '../../server/session/auth.ts'
import type { Role } from '../../server/session/roles.ts'
import { createUser } from '../../server/session/users.ts'
import { keptPages } from '../../server/sync/kept-pages.ts'
import { createPokes } from '../../server/sync/pokes.ts'
import { createSettling } from '../../server/sync/settling.ts'
import { kinds } from '../../shared/kinds.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { Network } from './network.ts'

export interface TestServer {
  services: Services
  /** A signed-in person's network. */
  signIn(username: string): Promise<{ network: Network; userId: string; cookie: string }>
  addUser(username: string, role: Role): Promise<void>
  request(path: string, init?: RequestInit): Promise<Response>
  /** As if a backup made at that clock had been put back; ids handed out since are not handed out again. */
  rollBackTo(clock: number): Promise<void>
}

export const password = 'benar kuda baterai'

export async function startServer(
  each: Kinds = kinds,
  driver: Driver = sqliteDriver(':memory:'),
): Promise<TestServer> {
  const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }
  const error = (entry: Record<string, unknown>) => console.error(entry)
  const logger = { info: () => {}, warn: () => {}, keep: () => {}, error }
  const every = () => () => {}
  const database = await openDatabase(driver, stamps)
  const auth = await createAuth({ database, logger, isSecure: false, secret: undefined })
  const pokes = createPokes({ database, logger, every })
  const services: Services = {
    database,
    readable: async () => database,
    kinds: each,
    auth,
    logger,
    pokes,
    readKept: keptPages(database),
    metrics: uncounted,
    readiness: createReadiness(database),
    settling: createSettling({
      database,
      metrics: uncounted,
      // Some tests give them another version on the way.
      get kinds() {
        return services.kinds
      },
    }),
    ceilings: createCeilings(stamps.now),
    audit: createAudit({ database, logger }),
    every,
    ...stamps,
    isSecure: false,
    firstPolicy: defaultPolicy,
    publicOrigin: undefined,
    clientFolder: '/nowhere',
  }
  const app = createApp(services)
  const request = async (path: string, init?: RequestInit) => app.request(path, init)

  async function rollBackTo(clock: number): Promise<void> {
    const { db } = database
    const lost = await db
      .selectFrom('ledger')
      .select(['kind', 'uid', 'before'])
      .where('clock', '>', clock)
      .orderBy('clock', 'desc')
      .execute()
    const made = new Set(lost.filter(({ before }) => !before).map(({ uid }) => uid))
    for (const { kind, uid } of lost) {
      if (!made.has(uid)) throw new Error('only what is gone then can be rolled back here')
      await sql`delete from ${sql.table(kind)} where uid = ${uid}`.execute(db)
    }
    if (made.size > 0)
      await db
        .deleteFrom('tombstones')
        .where('uid', 'in', [...made])
        .execute()
    await db.deleteFrom('ledger').where('clock', '>', clock).execute()
    await db.deleteFrom('refused').where('clock', '>', clock).execute()
    await db.deleteFrom('commits').where('clock', '>', clock).execute()
    await db.updateTable('clock').set({ clock }).execute()
  }

  return {
    services,
    rollBackTo,
    request,
    addUser: async (username, role) => void (await createUser(auth, { username, password, role })),
    async signIn(username) {
      const response = await request('/api/auth/sign-in/username', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password }),
      })
      if (!response.ok) throw new Error(await response.text())
      const { user } = (await response.json()) as { user: { id: string } }
      const cookie = response.headers
        .getSetCookie()
        .map(each => each.split(';')[0])
        .join('; ')
      const network = new Network((path, init) =>
        request(path, { ...init, headers: { ...init.headers, cookie } }),
      )
      return { network, userId: user.id, cookie }
    },
  }
}
