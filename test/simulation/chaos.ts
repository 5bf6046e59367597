/**
 * Chance and order, from one seed. Whoever reaches a seam waits there until the seed lets them pass, so that
 * any two things that may happen in either order do. Nothing else decides: no clock, no threads.
 */

interface Waiting {
  lane: string
  label: string
  resume(): void
}

const realSetImmediate = globalThis.setImmediate
const turn = () => new Promise<void>(resolve => realSetImmediate(resolve))

export class Chaos {
  private readonly seed: number
  private state: number
  private queued = 0
  private awaited = 0
  /** Called when nothing outside is awaited any more. */
  private readonly onBack: (() => void)[] = []
  private isOver = false
  /** Turns after which somebody is let past a seam though the queue is not empty: fake-indexeddb looks there for them. */
  patience = Infinity
  private waiting: Waiting[] = []
  private readonly dead = new Set<string>()
  /** The story so far, a line an event. */
  readonly story: string[] = []

  constructor(seed: number) {
    this.seed = seed
    this.state = seed | 0
  }

  /** Chance of the same seed that takes nothing from this: what it decides leaves the rest of the story as it is. */
  apart(salt: number): Chaos {
    return new Chaos(this.seed ^ salt)
  }

  /** In [0, 1). mulberry32. */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** In 0 … count − 1. */
  below(count: number): number {
    return Math.floor(this.random() * count)
  }

  chance(probability: number): boolean {
    return this.random() < probability
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)]
    if (choice === undefined) throw new Error('nothing to pick from')
    return choice
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length: count }, () => this.below(256))
  }

  uuid(): string {
    const hex = Buffer.from(this.bytes(16)).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }

  tell(line: string): void {
    this.story.push(line)
  }

  /** A seam: returns when the seed says so, and never in a lane that has been killed. */
  pass(lane: string, label: string): Promise<void> {
    return new Promise(resume => {
      if (!this.dead.has(lane)) this.waiting.push({ lane, label, resume })
    })
  }

  /** What waits in this lane waits for ever; nothing of it runs again. */
  kill(lane: string): void {
    this.dead.add(lane)
    this.waiting = this.waiting.filter(each => each.lane !== lane)
  }

  isDead(lane: string): boolean {
    return this.dead.has(lane)
  }

  /** Puts this in the place of the event loop's own queue, where fake-indexeddb puts its work. */
  install(): () => void {
    const queue = (task: () => void): void => {
      this.queued++
      realSetImmediate(() => {
        this.queued--
        if (!this.isOver) task()
      })
    }
    Object.assign(globalThis, { setImmediate: queue })
    return () => {
      this.isOver = true
      Object.assign(globalThis, { setImmediate: realSetImmediate })
    }
  }

  /** Work outside this process: while it lasts, nobody is let past a seam. */
  outside<T>(work: Promise<T>): Promise<T> {
    this.awaited++
    return work.finally(() => {
      if (--this.awaited === 0) for (const resume of this.onBack.splice(0)) resume()
    })
  }

  /** Runs until everybody waits at a seam or is done. */
  private async drain(): Promise<void> {
    let turns = 0
    do {
      // Turning round and round meanwhile would keep the core from whoever is at work out there.
      if (this.awaited > 0 && this.queued === 0) await new Promise<void>(resume => this.onBack.push(resume))
      await turn()
    } while (this.queued + this.awaited > 0 && !(this.mayGoOn() && ++turns > this.patience))
  }

  private mayGoOn(): boolean {
    return this.awaited === 0 && this.waiting.length > 0
  }

  /** Lets up to `count` pass, one at a time. Returns whether anybody still waits. */
  async advance(count: number): Promise<boolean> {
    for (let i = 0; i < count; i++) {
      await this.drain()
      const index = this.below(this.waiting.length)
      const [next] = this.waiting.splice(index, 1)
      if (!next) return false
      next.resume()
    }
    await this.drain()
    return this.waiting.length > 0
  }

  /** Until nobody waits. Fails when it does not come to rest: that is a loop without a bound. */
  async rest(): Promise<void> {
    for (let rounds = 0; await this.advance(1_000); rounds++)
      if (rounds > 100)
        throw new Error(`no rest: ${this.waiting.map(each => `${each.lane} ${each.label}`).join(', ')}`)
  }

  /** The value of a promise that needs others to pass first. */
  async settled<T>(promise: Promise<T>): Promise<T> {
    let done = false
    promise.then(
      () => (done = true),
      () => (done = true),
    )
    for (let passed = 0; ; passed++) {
      await this.drain()
      if (done) return promise
      if (!(await this.advance(1)) && !done) {
        await this.drain()
        if (!done) throw new Error('stuck: nobody waits, and it is not done')
      }
      if (passed > 100_000) throw new Error('no rest')
    }
  }
}
