/**
 * A browser profile for tests: real engine and real Dexie on fake-indexeddb; locks, tabs, clock and network
 * are the outside world and stand under the test's control.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openTimeoutMs } from '../../client/engine/disk/connection.ts'
import { operationTimeoutMs } from '../../client/engine/disk/database.ts'
import { derive } from '../../client/engine/lock/derive.ts'
import { webSealing } from '../../client/engine/disk/seal.ts'
import { createEngine } from '../../client/engine/engine.ts'
import type { MemoryFiles } from './files.ts'
import type { Engine, EngineEvent, OpenOptions, SyncStatus } from '../../client/contract.ts'
import { tabKeys } from '../../client/engine/lock/tab-keys.ts'
import type { PageMessage, TabChannel, TabKeys, World } from '../../client/engine/world.ts'
import type { Locks, SyncTransport, TabMessage } from '../../client/engine/sync/outside.ts'
import { uuidV7 } from '../../client/engine/uid.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { lateParts } from './late-parts.ts'
import { seededBytes } from './random.ts'

const unreachable = () => Promise.reject<never>(new AppError('unreachable'))

async function* unreachableLines(): AsyncGenerator<never> {
  yield await unreachable()
}

export const offline: SyncTransport = {
  push: unreachable,
  withdraw: unreachable,
  changes: unreachableLines,
  digest: unreachable,
  records: unreachableLines,
}

/** Nobody waits as long here as out there. */
const hurry = 50

const english = { locale: 'en', yes: 'Yes', no: 'No' }

export interface Tab {
  engine: Engine
  events: EngineEvent[]
  /** Syncs now and waits until nothing runs any more. */
  sync(): Promise<SyncStatus>
  bugs: unknown[]
}

/** Enough to tell a right passphrase from a wrong one. */
const quick = { memoryKiB: 64, passes: 1 }

/** Each profile draws from a seed of its own: two of them never make the same uid. */
let profiles = 0

export class Profile {
  readonly indexedDB = new IDBFactory()
  transport: SyncTransport = offline
  now = Date.parse('2026-01-05T08:30:00Z')
  pause = (milliseconds: number): Promise<void> =>
    new Promise(resolve => setTimeout(resolve, milliseconds / hurry))
  /** What the tabs wait for now. */
  readonly timers = new Set<{ milliseconds: number; call: () => void }>()
  private readonly randomBytes = seededBytes(++profiles)
  private readonly queues = new Map<string, Promise<unknown>>()
  /** [PG10] Absent, as in browsers that have none. */
  files: MemoryFiles | undefined
  /** What tabs tell each other does not arrive while this is set. */
  isDeaf = false
  private readonly channels = new Set<{ userId: string; listen(message: TabMessage): void }>()
  /** The app's metadata; a tab opened later has the app of then. */
  kinds: Kinds

  constructor(each: Kinds = kinds) {
    this.kinds = each
  }

  async tab(userId = 'user-1', known: Pick<OpenOptions, 'lastUnsettled'> = {}): Promise<Tab> {
    const events: EngineEvent[] = []
    const bugs: unknown[] = []
    const engine = createEngine(this.world(bugs))
    await engine.subscribe(event => events.push(event))
    const opened = await engine.open({ userId, language: english, ...known })
    if (opened.outcome === 'failed') throw new Error(opened.fault)
    const tab: Tab = { engine, events, bugs, sync: () => syncAndRest(engine) }
    await restOf(engine)
    return tab
  }

  /** [OB16] Whoever waits for storage now has waited too long. */
  tooLate(): void {
    for (const timer of [...this.timers]) {
      if (![openTimeoutMs, operationTimeoutMs].includes(timer.milliseconds)) continue
      this.timers.delete(timer)
      timer.call()
    }
  }

  world(bugs: unknown[]): World {
    const transport: SyncTransport = {
      push: request => this.transport.push(request),
      withdraw: request => this.transport.withdraw(request),
      changes: (...given) => this.transport.changes(...given),
      digest: (...given) => this.transport.digest(...given),
      records: (...given) => this.transport.records(...given),
    }
    return {
      kinds: this.kinds,
      transport,
      storage: { indexedDB: this.indexedDB, IDBKeyRange, directory: this.files && (async () => this.files!) },
      sealing: webSealing(this.randomBytes),
      wrapping: async () => ({ derive, cost: quick, randomBytes: this.randomBytes }),
      keysOf: userId => this.keysOf(userId),
      onPageMessage: listen => this.pageListeners.add(listen),
      newUid: at => {
        const now = this.now++
        return uuidV7(at ?? now, this.randomBytes(16))
      },
      pause: milliseconds => this.pause(milliseconds),
      locksOf: userId => this.locksOf(userId),
      ...lateParts,
      channelOf: userId => this.channelOf(userId),
      listen: () => () => {},
      now: () => this.now++,
      random: () => 0.5,
      // Timers never fire by themselves: tests say when.
      after: (milliseconds, call) => {
        const timer = { milliseconds, call }
        this.timers.add(timer)
        return () => this.timers.delete(timer)
      },
      onBug: error => bugs.push(error),
    }
  }

  private readonly keyLines = new Set<{ userId: string; listen(event: { data: never }): void }>()

  /** Tabs answer each other in the turn in which they are asked. */
  private keysOf(userId: string): TabKeys {
    const own = { userId, listen: (_: { data: never }) => {} }
    this.keyLines.add(own)
    const line = {
      postMessage: (data: unknown) => {
        for (const other of [...this.keyLines])
          if (other !== own && other.userId === userId) other.listen({ data: data as never })
      },
      addEventListener: (_: 'message', listen: (event: { data: never }) => void) => {
        own.listen = listen
      },
      close: () => this.keyLines.delete(own),
    }
    return tabKeys(line, (_, call) => {
      const patience = setImmediate(call)
      return () => clearImmediate(patience)
    })
  }

  private readonly pageListeners = new Set<(message: PageMessage) => void>()

  /** What a page says, and the workers of all tabs hear. */
  say(message: PageMessage): void {
    for (const listen of this.pageListeners) listen(message)
  }

  private locksOf(userId: string): Locks {
    const enter = <T>(name: string, task: () => Promise<T>, turn: Promise<unknown>) => {
      const done = turn.then(task)
      this.queues.set(
        `${userId} ${name}`,
        done.catch(() => {}),
      )
      return done
    }
    return {
      run: (name, task, signal) => {
        const turn = this.queues.get(`${userId} ${name}`) ?? Promise.resolve()
        if (!signal) return enter(name, task, turn)
        const left = Promise.withResolvers<never>()
        const leave = () => left.reject(signal.reason as Error)
        signal.addEventListener('abort', leave)
        const own = async () => {
          signal.throwIfAborted()
          signal.removeEventListener('abort', leave)
          return task()
        }
        return Promise.race([enter(name, own, turn), left.promise])
      },
      takeOver: (name, task) => enter(name, task, Promise.resolve()),
    }
  }

  private channelOf(userId: string): TabChannel {
    const own = { userId, listen: (_: TabMessage) => {} }
    this.channels.add(own)
    return {
      post: message => {
        if (this.isDeaf) return
        for (const other of this.channels)
          if (other !== own && other.userId === userId)
            queueMicrotask(() => other.listen(structuredClone(message)))
      },
      onMessage: listen => {
        own.listen = listen
      },
      close: () => this.channels.delete(own),
    }
  }
}

async function syncAndRest(engine: Engine): Promise<SyncStatus> {
  await engine.syncNow()
  return restOf(engine)
}

async function restOf(engine: Engine): Promise<SyncStatus> {
  for (;;) {
    const status = await engine.status()
    if (status.state !== 'running') return status
    await new Promise(resolve => setTimeout(resolve, 1))
  }
}
