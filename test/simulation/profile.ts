/** One person's browser: storage, network, tabs that come, go and crash, and a clock that may be wrong. */
import { createEngine } from '../../client/engine/create.ts'
import type { Engine } from '../../client/engine.ts'
import type { TabChannel, World } from '../../client/engine/open.ts'
import type { Locks, TabMessage } from '../../client/sync/outside.ts'
import { uuidV7 } from '../../client/uid.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Chaos } from './chaos.ts'
import { SimNetwork } from './network.ts'
import { simSealing } from './sealing.ts'
import type { SimServer } from './server.ts'
import { SimStorage } from './storage.ts'

export interface SimTab {
  lane: string
  engine: Engine
  /** Timers that the tab has set; they fire when the story says so. */
  timers: Set<() => void>
}

interface Held {
  lane: string
  next: { lane: string; enter(): void }[]
}

export class SimProfile {
  readonly name: string
  readonly storage: SimStorage
  readonly network: SimNetwork
  tabs: SimTab[] = []
  clockMs = Date.parse('2026-01-05T08:00:00Z')
  readonly bugs: unknown[] = []
  private readonly chaos: Chaos
  private opened = 0
  private readonly held = new Map<string, Held>()
  private readonly channels = new Set<{ lane: string; hear(message: TabMessage): void }>()

  constructor(chaos: Chaos, server: SimServer, name: string) {
    this.chaos = chaos
    this.name = name
    this.storage = new SimStorage(chaos)
    this.network = new SimNetwork(chaos, server, name)
  }

  /** Resolves to the open tab, or to null when its storage failed. */
  async openTab(): Promise<SimTab | null> {
    const lane = `${this.name}/${++this.opened}`
    const timers = new Set<() => void>()
    const engine = createEngine(this.world(lane, timers))
    const language = { locale: 'en', yes: 'Yes', no: 'No' }
    const opened = await engine.open({ userId: this.name, language })
    if (opened.outcome === 'failed') {
      this.crash({ lane, engine, timers })
      return null
    }
    const tab = { lane, engine, timers }
    this.tabs.push(tab)
    return tab
  }

  /** Nothing of the tab runs any more, from wherever it stood. */
  crash(tab: SimTab): void {
    this.chaos.kill(tab.lane)
    this.storage.drop(tab.lane)
    this.tabs = this.tabs.filter(each => each !== tab)
    for (const channel of this.channels) if (channel.lane === tab.lane) this.channels.delete(channel)
    for (const [name, held] of this.held) {
      held.next = held.next.filter(each => each.lane !== tab.lane)
      if (held.lane === tab.lane) this.release(name)
    }
  }

  private world(lane: string, timers: Set<() => void>): World {
    const { chaos } = this
    return {
      kinds,
      storage: this.storage.forTab(lane),
      sealing: simSealing,
      transport: this.network.transportFor(lane),
      newUid: () => uuidV7(this.clockMs++, chaos.bytes(16)),
      pause: milliseconds => (milliseconds > 1_000 ? new Promise(() => {}) : chaos.pass(lane, 'pause')),
      locksOf: () => this.locks(lane),
      channelOf: () => this.channel(lane),
      listen: () => () => {},
      now: () => this.clockMs++,
      random: () => chaos.random(),
      after: (_, call) => {
        timers.add(call)
        return () => timers.delete(call)
      },
      onBug: error => this.bugs.push(error),
    }
  }

  private locks(lane: string): Locks {
    return {
      run: async (name, task) => {
        await this.chaos.pass(lane, `lock ${name}`)
        await this.enter(name, lane)
        await this.chaos.pass(lane, `locked ${name}`)
        try {
          return await task()
        } finally {
          // A crash has released it already.
          if (!this.chaos.isDead(lane)) this.release(name)
        }
      },
    }
  }

  private enter(name: string, lane: string): Promise<void> | void {
    const held = this.held.get(name)
    if (!held) return void this.held.set(name, { lane, next: [] })
    return new Promise(enter => held.next.push({ lane, enter }))
  }

  private release(name: string): void {
    const held = this.held.get(name)
    const next = held?.next.shift()
    if (!held || !next) return void this.held.delete(name)
    held.lane = next.lane
    next.enter()
  }

  private channel(lane: string): TabChannel {
    const own = { lane, hear: (_: TabMessage) => {} }
    this.channels.add(own)
    const deliver = async (other: typeof own, message: TabMessage): Promise<void> => {
      await this.chaos.pass(other.lane, 'message')
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
