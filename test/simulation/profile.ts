/** One person's browser: storage, network, tabs that come, go and crash, and a clock that may be wrong. */
import { createEngine } from '../../client/engine/engine.ts'
import type { Engine } from '../../client/contract.ts'
import type { TabChannel, World } from '../../client/engine/world.ts'
import type { Locks, TabMessage } from '../../client/engine/sync/outside.ts'
import { comparison } from '../../client/engine/sync/compare.ts'
import { uuidV7 } from '../../client/engine/uid.ts'
import { type App, current } from './apps.ts'
import type { Chaos } from './chaos.ts'
import type { Mixture } from './mixture.ts'
import { SimNetwork } from './network.ts'
import { Places } from './places.ts'
import { openTimeoutMs } from '../../client/engine/disk/connection.ts'
import { operationTimeoutMs } from '../../client/engine/disk/database.ts'
import { lateParts } from '../support/late-parts.ts'
import { simSealing } from './sealing.ts'
import type { SimServer } from './server.ts'
import { SimStorage } from './storage.ts'

export interface SimTab {
  lane: string
  app: App
  engine: Engine
  /** Timers that the tab has set; they fire when the story says so. */
  timers: Set<() => void>
  /** What waits for seconds: they pass when the story says so. */
  pauses: Set<() => void>
}

/** Nothing is compared but where a page is damaged, or was. [PG8] */
const onlyDamage: typeof comparison = {
  ...comparison,
  verify: async (replica, outside, signal) =>
    (replica.damaged.size === 0 && replica.pulled.verifiedAt !== 0) ||
    comparison.verify(replica, outside, signal),
}

interface Holder {
  lane: string
  enter(): void
  /** Somebody else took it over. */
  lose(): void
}

const storageTimeouts = [openTimeoutMs, operationTimeoutMs]

interface Held {
  by: Holder
  next: Holder[]
}

export class SimProfile {
  readonly name: string
  readonly storage: SimStorage
  readonly network: SimNetwork
  tabs: SimTab[] = []
  /** By draft: the first thing typed in it. */
  readonly drafts: Places
  /** What the next tab will run. */
  app: App = current
  /** How often all it stored was deleted. */
  evictions = 0
  /** Unsettled edits last known to be here; the browser keeps this apart from the rest. [RM2] */
  private trace: number | undefined
  /** What that was at the last eviction: the person is told of so many. [RM1] */
  lost: number | null = null
  clockMs = Date.parse('2026-01-05T08:00:00Z')
  readonly bugs: unknown[] = []
  private readonly chaos: Chaos
  private readonly lag: number
  private readonly areRecordsCompared: boolean
  private opened = 0
  private readonly opening = new Set<SimTab>()
  private readonly held = new Map<string, Held>()
  private readonly channels = new Set<{ lane: string; hear(message: TabMessage): void }>()

  constructor(chaos: Chaos, server: SimServer, { name, mixture }: { name: string; mixture: Mixture }) {
    this.chaos = chaos
    this.lag = mixture.lag
    this.areRecordsCompared = mixture.areRecordsCompared
    this.name = name
    this.drafts = new Places(lane => chaos.isDead(lane))
    this.storage = new SimStorage(chaos, mixture)
    this.network = new SimNetwork(chaos, server, name)
  }

  /** Resolves to the open tab, or to null when its storage failed. */
  async openTab(): Promise<SimTab | null> {
    const lane = `${this.name}/${++this.opened}`
    const timers = new Set<() => void>()
    const pauses = new Set<() => void>()
    const tab = {
      lane,
      app: this.app,
      engine: createEngine(this.world(lane, { timers, pauses })),
      timers,
      pauses,
    }
    this.opening.add(tab)
    const language = { locale: 'en', yes: 'Yes', no: 'No' }
    const known = this.trace === undefined ? {} : { lastUnsettled: this.trace }
    const opened = await tab.engine.open({ userId: this.name, language, ...known })
    this.opening.delete(tab)
    if (opened.outcome === 'failed') {
      this.crash(tab)
      return null
    }
    this.tabs.push(tab)
    void tab.engine.subscribe(event => {
      if (event.type !== 'status' || this.chaos.isDead(lane)) return
      const { unsent, attention, unreadable } = event.status
      this.trace = unsent + attention + unreadable
    })
    return tab
  }

  crashAll(): void {
    for (const tab of [...this.tabs, ...this.opening]) this.crash(tab)
    this.opening.clear()
  }

  /** The browser needs room, and nobody has the app open. */
  evict(): void {
    this.crashAll()
    this.storage.evict()
    this.lost = this.trace ?? null
    this.drafts.clear()
    this.evictions++
  }

  /** Nothing of the tab runs any more, from wherever it stood. */
  crash(tab: SimTab): void {
    this.chaos.kill(tab.lane)
    this.storage.drop(tab.lane)
    this.tabs = this.tabs.filter(each => each !== tab)
    for (const channel of this.channels) if (channel.lane === tab.lane) this.channels.delete(channel)
    for (const [name, held] of this.held) {
      held.next = held.next.filter(each => each.lane !== tab.lane)
      if (held.by.lane === tab.lane) this.release(name)
    }
  }

  private world(lane: string, { timers, pauses }: Pick<SimTab, 'timers' | 'pauses'>): World {
    const { chaos, app } = this
    return {
      kinds: app.kinds,
      storage: this.storage.forTab(lane, app.schemaVersion),
      sealing: simSealing(this.storage),
      transport: this.network.transportFor(lane, app.protocol),
      wrapping: () => Promise.reject(new Error('nobody here has a lock')),
      keysOf: () => ({ ask: async () => null, offer: () => {}, close: () => {} }),
      onPageMessage: () => {},
      newUid: () => uuidV7(this.clockMs++, chaos.bytes(16)),
      pause: milliseconds =>
        milliseconds > 1_000 ? new Promise(resolve => pauses.add(resolve)) : chaos.pass(lane, 'pause'),
      locksOf: () => this.locks(lane),
      ...lateParts,
      comparison: async () => (this.areRecordsCompared ? comparison : onlyDamage),
      channelOf: () => this.channel(lane),
      listen: () => () => {},
      now: () => this.clockMs++,
      random: () => chaos.random(),
      after: (milliseconds, call) => {
        // [OB16] Storage answers here; that it is silent is not among the faults.
        const waiting = storageTimeouts.includes(milliseconds) ? pauses : timers
        waiting.add(call)
        return () => waiting.delete(call)
      },
      onBug: error => this.bugs.push(error),
    }
  }

  private locks(lane: string): Locks {
    return {
      run: (name, task) => this.hold(lane, name, task, this.enter),
      takeOver: (name, task) => this.hold(lane, name, task, this.seize),
    }
  }

  private async hold<T>(
    lane: string,
    name: string,
    task: () => Promise<T>,
    take: (name: string, holder: Holder) => void,
  ): Promise<T> {
    await this.chaos.pass(lane, `lock ${name}`)
    const entered = Promise.withResolvers<void>()
    const lost = Promise.withResolvers<never>()
    // Taken over before it has begun, it hears of it when it does.
    lost.promise.catch(() => undefined)
    const lose = () => lost.reject(new DOMException('taken over', 'AbortError'))
    const holder: Holder = { lane, enter: () => entered.resolve(), lose }
    take(name, holder)
    await entered.promise
    await this.chaos.pass(lane, `locked ${name}`)
    try {
      return await Promise.race([task(), lost.promise])
    } finally {
      // A crash has released it already.
      if (this.held.get(name)?.by === holder && !this.chaos.isDead(lane)) this.release(name)
    }
  }

  private readonly enter = (name: string, holder: Holder): void => {
    const held = this.held.get(name)
    if (held) return void held.next.push(holder)
    this.held.set(name, { by: holder, next: [] })
    holder.enter()
  }

  private readonly seize = (name: string, holder: Holder): void => {
    const held = this.held.get(name)
    this.held.set(name, { by: holder, next: held?.next ?? [] })
    holder.enter()
    held?.by.lose()
  }

  private release(name: string): void {
    const held = this.held.get(name)
    const next = held?.next.shift()
    if (!held || !next) return void this.held.delete(name)
    held.by = next
    next.enter()
  }

  private channel(lane: string): TabChannel {
    const own = { lane, hear: (_: TabMessage) => {} }
    this.channels.add(own)
    const deliver = async (other: typeof own, message: TabMessage): Promise<void> => {
      const turns = this.lag > 0 ? this.chaos.below(this.lag) : 0
      for (let turn = 0; turn <= turns; turn++) await this.chaos.pass(other.lane, 'message')
      other.hear(structuredClone(message))
    }
    return {
      post: message => {
        for (const other of this.channels) if (other !== own) void deliver(other, message)
      },
      onMessage: hear => {
        own.hear = hear
      },
      close: () => this.channels.delete(own),
    }
  }
}
