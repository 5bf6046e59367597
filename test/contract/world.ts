/** A whole server on one engine, without a socket, and people who are signed in to it. */
import { mkdtempSync } from 'node:fs'
import type { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { createApp } from '../../server/app.ts'
import { createAudit } from '../../server/audit/record.ts'
import { createCeilings } from '../../server/ceilings/ceilings.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { createLogger } from '../../server/http/log.ts'
import { createMetrics } from '../../server/operating/metrics.ts'
import { createReadiness } from '../../server/operating/readiness.ts'
import type { Services } from '../../server/services.ts'
import { createAuth } from '../../server/session/auth.ts'
import type { Role } from '../../server/session/roles.ts'
import { createUser } from '../../server/session/users.ts'
import { keptPages } from '../../server/sync/kept-pages.ts'
import { createPokes } from '../../server/sync/pokes.ts'
import { createSettling } from '../../server/sync/settling.ts'
import { kinds as seedKinds } from '../../shared/kinds.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import type { Kinds } from '../../shared/metadata.ts'
import {
  type ChangesLine,
  type PushAnswer,
  type ServerRecord,
  type Settlement,
} from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import type { Engine, Store } from './engines.ts'

export const password = 'rahasia-ä-2026'

export interface WorldOptions {
  /** With the clock that a test moves; whoever moves it by years for something else stays signed in. */
  areSessionsAgeing?: true
  kinds?: Kinds
  store?: Store
  clientFolder?: string
  publicOrigin?: string
  trustedProxies?: BlockList
  metricsToken?: string
}

export interface World {
  store: Store
  database: Database
  services: Services
  app: Hono<never>
  /** Log entries so far. */
  log: Record<string, unknown>[]
  /** Moves the server's clock on the wall. */
  wait(ms: number): void
  /** What runs again and again, run once now. */
  tick(): void
  person(role: Role, username?: string): Promise<Person>
  close(): Promise<void>
}

export async function openWorld(engine: Engine, options: WorldOptions = {}): Promise<World> {
  const store = options.store ?? (await engine.create())
  const log: Record<string, unknown>[] = []
  let nowMs = Date.now()
  const now = (): Date => new Date(nowMs)
  const newToken = (): string => crypto.randomUUID()
  const logger = createLogger(line => log.push(JSON.parse(line) as Record<string, unknown>), now)
  const tasks = new Set<() => void>()
  const every = (_ms: number, task: () => void): (() => void) => {
    tasks.add(task)
    return () => tasks.delete(task)
  }
  const database = await openDatabase(store.driver(), { now, newToken })
  const stamps = { ...database.stamps, now: () => (options.areSessionsAgeing ? now() : new Date()) }
  const auth = await createAuth({ database: { ...database, stamps }, logger, isSecure: false })
  const metrics = createMetrics({ seconds: () => nowMs / 1000 })
  const services: Services = {
    database,
    readable: async () => database,
    kinds: options.kinds ?? seedKinds,
    auth,
    logger,
    pokes: createPokes({ database, logger, every }),
    readKept: keptPages(database),
    metrics,
    readiness: createReadiness(database),
    settling: createSettling({
      database,
      metrics,
      // Some tests give them another version on the way.
      get kinds() {
        return services.kinds
      },
    }),
    ceilings: createCeilings(now),
    audit: createAudit({ database, logger }),
    every,
    now,
    newToken,
    isSecure: false,
    firstPolicy: defaultPolicy,
    publicOrigin: options.publicOrigin,
    trustedProxies: options.trustedProxies,
    metricsToken: options.metricsToken,
    clientFolder: options.clientFolder ?? mkdtempSync(join(tmpdir(), 'records-client-')),
  }
  const app = createApp(services) as unknown as Hono<never>
  return {
    store,
    database,
    services,
    app,
    log,
    wait: ms => (nowMs += ms),
    tick: () => [...tasks].forEach(task => task()),
    async person(role, username = `${role}-${crypto.randomUUID().slice(0, 8)}`) {
      await createUser(auth, { username, password, role })
      return signIn(app, username)
    },
    async close() {
      await database.close()
      if (!options.store) await store.remove()
    },
  }
}

export interface Person {
  client: string
  cookie: string
  request(
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: BodyInit },
  ): Promise<Response>
  post(path: string, body: unknown): Promise<Response>
  push(...mutations: unknown[]): Promise<PushAnswer>
  /** How one mutation ends when it is pushed alone. */
  one(mutation: unknown): Promise<Settlement>
  /** The record that one mutation leaves; throws unless it is applied. */
  made(mutation: unknown): Promise<ServerRecord>
  changes(cursor?: string): Promise<ChangesLine[]>
}

export async function signIn(app: Hono<never>, username: string): Promise<Person> {
  const response = await app.request('/api/auth/sign-in/username', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!response.ok) throw new Error(await response.text())
  return personWith(
    app,
    response.headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0])
      .join('; '),
  )
}

export function personWith(app: Hono<never>, cookie: string): Person {
  const client = crypto.randomUUID()
  const request: Person['request'] = async (path, { headers, ...init } = {}) =>
    app.request(path, { ...init, headers: { ...(cookie ? { cookie } : {}), ...headers } })
  const post: Person['post'] = (path, body) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const push: Person['push'] = async (...mutations) => {
    const response = await post('/api/sync/push', { client, protocol: PROTOCOL_VERSION, mutations })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as PushAnswer
  }
  return {
    client,
    cookie,
    request,
    post,
    push,
    one: async mutation => (await push(mutation)).results[0]!,
    async made(mutation) {
      const [settlement] = (await push(mutation)).results
      if (settlement?.outcome === 'applied' && settlement.record) return settlement.record
      throw new Error(JSON.stringify(settlement))
    },
    async changes(cursor) {
      const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
      const response = await request(`/api/sync/changes${query}`)
      if (!response.ok) throw new Error(await response.text())
      return linesIn(await response.text())
    },
  }
}

export function linesIn(text: string): ChangesLine[] {
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as ChangesLine)
}
