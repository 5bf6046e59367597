/** The real server on SQLite in memory (or another database), with the accidents a server has. */
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createApp } from '../../server/app.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import type { Driver } from '../../server/db/driver.ts'
import { prune } from '../../server/db/clock.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import type { Services } from '../../server/services.ts'
import type { Auth } from '../../server/session/auth.ts'
import { createPokes } from '../../server/sync/pokes.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Chaos } from './chaos.ts'

/** A database that can be copied and put back, as an operator would. */
export interface Backend {
  open(): Promise<Driver>
  backup(database: Database): Promise<() => Promise<Driver>>
}

export class SimServer {
  private app!: ReturnType<typeof createApp>
  database!: Database
  private saved: (() => Promise<Driver>) | null = null
  private readonly opened: Database[] = []
  /** Chance that a commit fails, half of the time after it has happened. */
  commitFaults = 0
  nowMs = Date.parse('2026-01-05T08:00:00Z')
  private readonly chaos: Chaos
  private readonly backend: Backend

  constructor(chaos: Chaos, backend: Backend) {
    this.chaos = chaos
    this.backend = backend
  }

  async start(): Promise<void> {
    await this.use(await this.backend.open())
  }

  private async use(driver: Driver): Promise<void> {
    const stamps = { now: () => new Date(this.nowMs++), newToken: () => this.chaos.uuid() }
    const open = await openDatabase(driver, stamps)
    this.database = open
    this.opened.push(open)
    const every = () => () => {}
    const logger = { info: () => {}, error: () => {} }
    const database: Database = { ...open, write: work => this.write(open, work) }
    const services: Services = {
      database,
      kinds,
      auth: sessions as Auth,
      logger,
      pokes: createPokes({ database, logger, every }),
      every,
      ...stamps,
      isSecure: false,
      publicOrigin: undefined,
      clientFolder: '/nowhere',
    }
    this.app = createApp(services)
  }

  /** Killed before the commit nothing of it is there; killed after it everything is, and nobody hears of it. */
  private async write<T>(database: Database, work: Parameters<Database['write']>[0]): Promise<T> {
    await this.chaos.pass('server', 'write')
    const fails = this.chaos.chance(this.commitFaults)
    const isBefore = this.chaos.chance(0.5)
    const answer = await database.write(async tx => {
      const result = await work(tx)
      return fails && isBefore ? { ...result, commit: false } : result
    })
    if (fails) throw new AppError('unavailable')
    return answer as T
  }

  request(path: string, init: RequestInit): Promise<Response> {
    return Promise.resolve(this.app.request(path, init))
  }

  async backup(): Promise<void> {
    this.saved = await this.backend.backup(this.database)
  }

  get hasBackup(): boolean {
    return this.saved !== null
  }

  async restore(): Promise<void> {
    // Requests that the old process still works on end there; nobody will ever read what they wrote.
    if (this.saved) await this.use(await this.saved())
  }

  async close(): Promise<void> {
    for (const database of this.opened) await database.close()
  }

  async forgetDeletions(): Promise<void> {
    await prune(this.database, new Date(this.nowMs + 1))
  }
}

/** The session service is outside: a cookie names its user, and `expired` names nobody. */
const sessions = {
  api: {
    getSession: async ({ headers }: { headers: Headers }) => {
      const id = headers.get('cookie') ?? ''
      const user = { id, name: id, username: id, role: 'editor' }
      return { response: id === 'expired' ? null : { user }, headers: new Headers() }
    },
  },
} as unknown

/** Every simulation starts from a copy of one migrated database. */
export async function sqliteBackend(): Promise<Backend> {
  const stamps = { now: () => new Date(0), newToken: () => '0' }
  const database = await openDatabase(sqliteDriver(':memory:'), stamps)
  const empty = await bytesOf(database)
  await database.close()
  return {
    open: async () => sqliteDriver(empty),
    backup: async open => {
      const bytes = await bytesOf(open)
      return async () => sqliteDriver(bytes)
    },
  }
}

let files = 0

async function bytesOf({ db }: Database): Promise<Buffer> {
  const path = join(tmpdir(), `records-sim-${process.pid}-${files++}.db`)
  await sql`vacuum into ${path}`.execute(db)
  const bytes = readFileSync(path)
  rmSync(path)
  return bytes
}
