/** Everybody and everything in one run, and one step after the other of what they do. */
import { happen, install, type Scene } from './accidents.ts'
import type { Actors } from './actors.ts'
import { Person } from './acts.ts'
import type { Chaos } from './chaos.ts'
import { mixtureOf } from './mixture.ts'
import { Moments } from './moments.ts'
import { Office } from './office.ts'
import { SimProfile, type SimTab } from './profile.ts'
import { type Backend, names, SimServer } from './server.ts'
import { Sight } from './sight.ts'
import { Wanted } from './wanted.ts'
import { Watch } from './watch.ts'

/** Turns of the queue that a transaction of a few requests is far from taking. */
const patience = 400

/** Steps from one look at what people see to the next. */
const stepsPerLook = 4

export class SimulatedWorld {
  readonly chaos: Chaos
  readonly actors: Actors
  readonly server: SimServer
  readonly people: Person[]
  /** What acts failed with; expected failures are outcomes, so these are bugs. */
  readonly failures: unknown[] = []
  readonly watch = new Watch()
  /** null: everybody sees everything. */
  readonly office: Office | null
  private readonly busy = new Set<SimTab>()

  constructor(chaos: Chaos, backend: Backend) {
    this.chaos = chaos
    const mixture = mixtureOf(chaos)
    if (mixture.isDiskSlow) chaos.patience = patience
    const wanted = new Wanted(lane => chaos.isDead(lane))
    const clock = () => this.watch.clock
    this.actors = { chaos, wanted, sight: new Sight(), uids: new Set(), mixture, clock }
    const moments = mixture.scopes && new Moments(names)
    this.server = new SimServer(chaos, backend, { watch: this.watch, moments })
    this.office =
      mixture.scopes && moments && new Office(this.actors, this.server, { mixture: mixture.scopes, moments })
    this.people = names.slice(0, 2 + chaos.below(3)).map(name => {
      const profile = new SimProfile(chaos, this.server, { name, mixture })
      return new Person(profile, this.actors)
    })
  }

  async begin(): Promise<void> {
    const { chaos, office } = this
    await chaos.settled(this.server.start())
    if (office) await chaos.settled(office.open(this.names))
    for (const { profile } of this.people) {
      install(profile, chaos)
      await chaos.settled(profile.openTab())
    }
  }

  get names(): string[] {
    return this.people.map(({ profile }) => profile.name)
  }

  /** Something begins; then others get on for a while, whether or not it is over. Returns what was wrong then. */
  async step(number: number): Promise<string[]> {
    const person = this.chaos.pick(this.people)
    const { mixture } = this.actors
    const { scopes } = mixture
    if (scopes && this.chaos.chance(scopes.granting)) this.begun(this.office?.act(this.names))
    else if (this.chaos.chance(mixture.accident)) happen(this.sceneOf(person), mixture)
    else await this.work(person)
    await this.chaos.advance(this.chaos.below(mixture.pace))
    return number % stepsPerLook === 0 ? this.look() : []
  }

  /** What every open tab shows at this moment. */
  async look(): Promise<string[]> {
    const broken = [...this.watch.alteredSince(), ...(this.server.listening?.leaksSince() ?? [])]
    for (const { profile } of this.people)
      for (const tab of profile.tabs) broken.push(...(await this.watch.look(tab, this.howToLookAt(profile))))
    return broken
  }

  private howToLookAt(profile: SimProfile) {
    const { moments } = this.server
    const wasHidden = (uid: string) => moments?.wasEverHidden(profile.name, uid) ?? false
    return { isOneHistory: this.isOneHistory(profile), wasHidden }
  }

  /**
   * A page that cannot be read shows as what is beneath it, until it is mended. [PG8] Of a history that goes on without
   * what was deleted, answers come once more, until the pull is complete.
   */
  private isOneHistory({ storage }: SimProfile): boolean {
    return !this.actors.wanted.isRestored && !this.server.hasForgotten && storage.spoilt.length === 0
  }

  private sceneOf({ profile }: Person): Scene {
    const { chaos, server } = this
    return { chaos, server, profile, wanted: this.actors.wanted, begun: promise => this.begun(promise) }
  }

  private async work(person: Person): Promise<void> {
    const { tabs } = person.profile
    if (tabs.length === 0) return this.begun(person.profile.openTab())
    const { mixture } = this.actors
    const [one, other] = tabs
    if (one && other && mixture.together > 0 && this.chaos.chance(mixture.together))
      return this.busily([one, other], () => person.actTogether([one, other]))
    const tab = this.chaos.pick(tabs)
    if (this.chaos.chance(1 - mixture.sync)) return this.busily([tab], () => person.act(tab))
    this.chaos.tell(`${tab.lane} syncs`)
    if (this.chaos.chance(0.5)) for (const timer of [...tab.timers].slice(0, 1)) fire(tab, timer)
    else await this.begun(tab.engine.syncNow())
  }

  /** People see that something is under way, and wait for it. */
  private busily(tabs: SimTab[], act: () => Promise<void>): void {
    if (tabs.some(tab => this.busy.has(tab))) return
    for (const tab of tabs) this.busy.add(tab)
    this.begun(act().finally(() => tabs.forEach(tab => this.busy.delete(tab))))
  }

  /** Not awaited: it goes on while other things happen. A crash may keep it from ever ending. */
  begun(promise: Promise<unknown> | undefined): void {
    promise?.catch((error: unknown) => this.failures.push(error))
  }

  async end(): Promise<void> {
    await this.server.close()
  }
}

function fire(tab: SimTab, timer: () => void): void {
  tab.timers.delete(timer)
  timer()
}
