/** The real server in this process, with the accidents a server has. */
import { createAudit } from '../../server/audit/record.ts'
import { createCeilings } from '../../server/ceilings/ceilings.ts'
import { createApp } from '../../server/app.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import type { Driver } from '../../server/db/driver.ts'
import { prune } from '../../server/db/clock.ts'
import { markRestored } from '../../server/db/restored.ts'
import { uncounted } from '../../server/operating/metrics.ts'
import { createReadiness } from '../../server/operating/readiness.ts'
import type { Services } from '../../server/services.ts'
import type { Auth } from '../../server/session/auth.ts'
import { keptPages } from '../../server/sync/kept-pages.ts'
import { createPokes } from '../../server/sync/pokes.ts'
import { createSettling } from '../../server/sync/settling.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { around } from './around.ts'
import type { Chaos } from './chaos.ts'
import { Listening } from './listening.ts'
import type { Moments } from './moments.ts'
import { Protocol3 } from './protocol-3.ts'
import type { Watch } from './watch.ts'

/** A database that can be copied and put back, as an operator would. */
export interface Backend {
  /** An empty one, migrated. */
  open(): Promise<Driver>
  /** Returns what opens another one, as this was then. */
  backup(database: Database): Promise<() => Promise<Driver>>
}

/** With nothing but the copy; by `npm run restore`, in the place of the database that was; or on another machine. */
export type Restoring = 'raw' | 'in place' | 'elsewhere'

interface Using {
  prepare?(database: Database): Promise<void>
  /** Only if this is the database still. */
  instead?: Database
}

export class SimServer {
  private app!: ReturnType<typeof createApp>
  database!: Database
  private saved: (() => Promise<Driver>) | null = null
  private readonly opened: Database[] = []
  /** What a server that has ended would write to. */
  private readonly stopped = new Set<Database>()
  /** Transactions that have begun and not ended. */
  private readonly writing = new Set<Promise<unknown>>()
  /** Chance that a commit fails, half of the time after it has happened. */
  commitFaults = 0
  /** What carries that word does not reach it: somebody in between answers, or cuts the line. */
  blocked: { word: string; isCut: boolean } | null = null
  nowMs = Date.parse('2026-01-05T08:00:00Z')
  private readonly chaos: Chaos
  private readonly backend: Backend

  readonly watch: Watch
  readonly protocol3: Protocol3
  /** null: everybody sees everything. */
  readonly moments: Moments | null
  readonly listening: Listening | null

  constructor(chaos: Chaos, backend: Backend, { watch, moments }: { watch: Watch; moments: Moments | null }) {
    this.moments = moments
    this.listening = moments && new Listening(moments)
    this.chaos = chaos
    this.protocol3 = new Protocol3(watch.versionOf)
    this.watch = watch
    this.backend = backend
  }

  async start(): Promise<void> {
    await this.use(await this.chaos.outside(this.backend.open()))
  }

  private async use(driver: Driver, { prepare, instead }: Using = {}): Promise<void> {
    const stamps = { now: () => new Date(this.nowMs++), newToken: () => this.chaos.uuid() }
    const open = await openDatabase(this.awaited(driver), stamps)
    this.opened.push(open)
    await prepare?.(open)
    if (instead && instead !== this.database) return
    this.database = open
    const every = () => () => {}
    const logger = { info: () => {}, warn: () => {}, error: () => {}, keep: () => {} }
    const database: Database = { ...open, write: work => this.write(open, work) }
    const services: Services = {
      database,
      readable: async () => database,
      kinds,
      auth: sessions as Auth,
      logger,
      pokes: createPokes({ database, logger, every }),
      readKept: keptPages(database),
      metrics: uncounted,
      readiness: createReadiness(database),
      settling: createSettling({ database, kinds, metrics: uncounted }),
      // Its clock hardly moves, and one person is in many places.
      ceilings: createCeilings(stamps.now, 999),
      audit: createAudit({ database, logger }),
      every,
      ...stamps,
      isSecure: false,
      firstPolicy: defaultPolicy,
      publicOrigin: undefined,
      clientFolder: '/nowhere',
    }
    this.app = createApp(services)
    if (this.moments) await this.moments.note(open)
  }

  /** PostgreSQL answers when it likes: until it has, nobody else goes on. SQLite answers at once. */
  private awaited(driver: Driver): Driver {
    if (driver.name === 'sqlite') return driver
    return { ...driver, dialect: around(driver.dialect, { during: call => this.chaos.outside(call) }) }
  }

  /** Killed before the commit nothing of it is there; killed after it everything is, and nobody hears of it. */
  private async write<T>(database: Database, work: Parameters<Database['write']>[0]): Promise<T> {
    await this.chaos.pass('server', 'write')
    const fails = this.chaos.chance(this.commitFaults)
    const isBefore = this.chaos.chance(0.5)
    if (this.stopped.has(database)) throw new AppError('unavailable')
    const written = database.write(async tx => {
      const result = await work(tx)
      return fails && isBefore ? { ...result, commit: false } : result
    })
    this.writing.add(written)
    const answer = await written.finally(() => this.writing.delete(written))
    await this.watch.noteCommit(database)
    // Another one may have taken its place meanwhile.
    if (this.moments) for (const each of [database, this.database]) await this.moments.note(each)
    if (fails) throw new AppError('unavailable')
    return answer as T
  }

  request(path: string, init: RequestInit): Promise<Response> {
    return Promise.resolve(this.app.request(path, init))
  }

  /** As this person hears it. */
  answer(person: string, path: string, init: RequestInit): Promise<Response> {
    const ask = () => this.request(path, init)
    return this.listening ? this.listening.hear(person, path, ask) : ask()
  }

  async backup(): Promise<void> {
    this.saved = await this.chaos.outside(this.backend.backup(this.database))
  }

  get hasBackup(): boolean {
    return this.saved !== null
  }

  async restore(how: Restoring): Promise<void> {
    if (!this.saved) return
    // An operator takes minutes; the gap that a restore leaves grows with them.
    if (how !== 'raw') this.nowMs += 5 * 60_000
    if (how === 'in place') this.stopped.add(this.database)
    const lastIds = how === 'in place' ? await this.lastIds() : undefined
    // Requests that the old process still works on end there; nobody will ever read what they wrote.
    const prepare = (database: Database) => markRestored(database, kinds, lastIds)
    await this.use(await this.chaos.outside(this.saved()), how === 'raw' ? {} : { prepare })
  }

  /** Another process, on what the one before has committed: nothing that one held in memory is there. */
  async restart(): Promise<void> {
    const { database } = this
    if (this.stopped.has(database)) return
    this.stopped.add(database)
    await Promise.allSettled(this.writing)
    const open = await this.chaos.outside(this.backend.backup(database))
    await this.use(await this.chaos.outside(open()), { instead: database })
  }

  private async lastIds(): Promise<Map<string, bigint>> {
    const rows = await this.database.db.selectFrom('counters').selectAll().execute()
    return new Map(rows.map(({ kind, last }) => [kind, BigInt(last)]))
  }

  async close(): Promise<void> {
    for (const database of this.opened) await database.close()
  }

  hasForgotten = false

  async forgetDeletions(): Promise<void> {
    this.hasForgotten = true
    await prune(this.database, new Date(this.nowMs + 1))
  }
}

/** Who may be limited. */
export const names = ['ani', 'budi', 'citra', 'dodi'] as const

/** The cookie of a person who may only read, and of one who grants. */
export const viewer = (name: string): string => `${name} viewer`
export const bossName = 'sari'
export const boss = `${bossName} admin`

/** The session service is outside: a cookie names its user, and `expired` names nobody. */
const accounts = names.map(name => ({ id: name, name, username: name, role: 'editor' }))
const sessions = {
  plainly: async () => undefined,
  $context: Promise.resolve({
    adapter: {
      findMany: async () => accounts,
      findOne: async ({ where: [asked] }: { where: { value: string }[] }) =>
        accounts.find(({ id }) => id === asked?.value) ?? null,
    },
  }),
  api: {
    getSession: async ({ headers }: { headers: Headers }) => {
      const [id = '', role = 'editor'] = (headers.get('cookie') ?? '').split(' ')
      const user = { id, name: id, username: id, role }
      return { response: id === 'expired' ? null : { user, session: { id } }, headers: new Headers() }
    },
  },
} as unknown
