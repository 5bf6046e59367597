/** One seed from beginning to end: people work, things break, everything heals, and then it must be right. */
import type { AttentionItem } from '../../client/engine.ts'
import type { Mutation } from '../../shared/protocol.ts'
import { Chaos } from './chaos.ts'
import { Intents } from './intents.ts'
import {
  brokenFold,
  brokenIntents,
  differences,
  incompleteConflicts,
  ledgerOf,
  type Waiting,
} from './invariants.ts'
import { happen, heal, type Scene } from './accidents.ts'
import { type Actors, Person, shortOf } from './acts.ts'
import { SimProfile, type SimTab } from './profile.ts'
import { type Backend, SimServer } from './server.ts'

export interface SimulateOptions {
  seed: number
  steps: number
  backend: Backend
}

export interface Outcome {
  seed: number
  /** Empty: everything held. */
  broken: string[]
  story: string[]
}

/** Healthy rounds after which nothing may be left to send. */
const maxRounds = 3
/** Decisions a person may have to make before nothing waits for them. */
const maxAnswers = 60

export async function simulate({ seed, steps, backend }: SimulateOptions): Promise<Outcome> {
  const chaos = new Chaos(seed)
  const restoreGlobals = chaos.install()
  const world = new SimulatedWorld(chaos, backend)
  const broken: string[] = []
  try {
    await world.begin()
    for (let step = 0; step < steps; step++) await world.step()
    broken.push(...(await world.healAndCheck()))
  } catch (error) {
    broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    restoreGlobals()
    await world.end()
  }
  return { seed, broken, story: chaos.story }
}

class SimulatedWorld {
  readonly actors: Actors
  readonly server: SimServer
  readonly people: Person[]
  private readonly chaos: Chaos

  constructor(chaos: Chaos, backend: Backend) {
    this.chaos = chaos
    this.actors = { chaos, intents: new Intents(), uids: new Set() }
    this.server = new SimServer(chaos, backend)
    const names = ['ani', 'budi', 'citra', 'dodi'].slice(0, 2 + chaos.below(3))
    this.people = names.map(name => new Person(new SimProfile(chaos, this.server, name), this.actors))
  }

  async begin(): Promise<void> {
    await this.chaos.settled(this.server.start())
    for (const { profile } of this.people) await this.chaos.settled(profile.openTab())
  }

  /** Something begins; then others get on for a while, whether or not it is over. */
  async step(): Promise<void> {
    const person = this.chaos.pick(this.people)
    const accident = this.chaos.chance(0.25)
    if (accident) happen(this.sceneOf(person))
    else await this.work(person)
    await this.chaos.advance(this.chaos.below(25))
  }

  private sceneOf({ profile }: Person): Scene {
    const { chaos, server } = this
    return { chaos, server, profile, intents: this.actors.intents, begun: promise => this.begun(promise) }
  }

  private async work(person: Person): Promise<void> {
    const { tabs } = person.profile
    if (tabs.length === 0) return this.begun(person.profile.openTab())
    const tab = this.chaos.pick(tabs)
    if (this.chaos.chance(0.7)) return this.begun(person.act(tab))
    this.chaos.tell(`${tab.lane} syncs`)
    if (this.chaos.chance(0.5)) for (const timer of [...tab.timers].slice(0, 1)) fire(tab, timer)
    else await this.begun(tab.engine.syncNow())
  }

  /** Not awaited: it goes on while other things happen. A crash may keep it from ever ending. */
  private begun(promise: Promise<unknown>): void {
    promise.catch((error: unknown) => this.failures.push(error))
  }
  private readonly failures: unknown[] = []

  /** Every fault ends, every app is started anew. */
  async healAndCheck(): Promise<string[]> {
    const { chaos } = this
    chaos.tell('— everything heals')
    this.server.commitFaults = 0
    for (const { profile } of this.people) heal(profile)
    await chaos.rest()
    const broken: string[] = []
    for (const { profile } of this.people) {
      for (const tab of [...profile.tabs]) profile.crash(tab)
      if (!(await chaos.settled(profile.openTab()))) broken.push(`${profile.name}: the app does not open`)
    }
    await chaos.rest()
    await this.syncAll()
    broken.push(...(await this.checkIntents()))
    broken.push(...(await this.answerAll()))
    broken.push(...(await this.checkQuiet()))
    broken.push(
      ...this.people.flatMap(({ profile }) =>
        profile.bugs.filter(isBug).map(error => `bug: ${String(error)}`),
      ),
    )
    return broken.concat(
      this.failures.map(error => `act failed: ${error instanceof Error ? error.stack : String(error)}`),
    )
  }

  private async syncAll(rounds = maxRounds): Promise<void> {
    for (let round = 0; round < rounds; round++)
      for (const person of this.people) {
        this.begun(this.tabOf(person).engine.syncNow())
        await this.chaos.rest()
      }
  }

  private tabOf({ profile }: Person): SimTab {
    const [tab] = profile.tabs
    if (!tab) throw new Error(`${profile.name} has no tab`)
    return tab
  }

  private async checkIntents(): Promise<string[]> {
    const waiting = new Map<string, Waiting>()
    for (const person of this.people) waiting.set(person.profile.name, await this.waitingOf(person))
    const ledger = await ledgerOf(this.server.database)
    return [
      ...brokenIntents(this.actors.intents, ledger, waiting),
      ...(await brokenFold(this.server.database, ledger, this.actors.uids)),
      ...incompleteConflicts([...waiting.values()].flatMap(({ attention }) => attention)),
    ]
  }

  private async waitingOf(person: Person): Promise<Waiting> {
    const { engine } = this.tabOf(person)
    const held: Mutation[] = []
    const file = await this.chaos.settled(engine.unsentFile())
    const { rows } = JSON.parse(file) as { rows: { mutation: Mutation; parked: unknown }[] }
    for (const { mutation, parked } of rows) if (!parked) held.push(mutation)
    const attention = await this.attentionOf(person)
    for (const { outcome, op, uid, changed, mine } of attention)
      this.chaos.tell(
        `${person.profile.name} is asked: ${outcome} of ${op} ${shortOf(uid)}, ${changed.join()}: ${JSON.stringify(mine)}`,
      )
    return { attention, held }
  }

  private attentionOf(person: Person): Promise<AttentionItem[]> {
    return this.chaos.settled(this.tabOf(person).engine.attention())
  }

  /** One after the other, until nothing waits for anybody. */
  private async answerAll(): Promise<string[]> {
    for (let answers = 0; answers < maxAnswers; answers++) {
      const waiting: Person[] = []
      for (const person of this.people) if ((await this.attentionOf(person)).length > 0) waiting.push(person)
      const [person] = waiting
      if (!person) return []
      await this.chaos.settled(person.answer(this.tabOf(person)))
      await this.syncAll(1)
    }
    return ['answers never end']
  }

  /** Nothing left to send, and every device equals the server. */
  private async checkQuiet(): Promise<string[]> {
    await this.syncAll()
    const broken: string[] = []
    for (const person of this.people) {
      const { name } = person.profile
      const { engine } = this.tabOf(person)
      const status = await this.chaos.settled(engine.status())
      if (status.unsent + status.attention > 0) broken.push(`${name} is stuck: ${JSON.stringify(status)}`)
      broken.push(
        ...(await this.chaos.settled(
          differences(name, engine, { database: this.server.database, uids: this.actors.uids }),
        )),
      )
    }
    broken.push(
      ...(await brokenFold(this.server.database, await ledgerOf(this.server.database), this.actors.uids)),
    )
    return broken
  }

  async end(): Promise<void> {
    await this.server.close()
  }
}

function fire(tab: SimTab, timer: () => void): void {
  tab.timers.delete(timer)
  timer()
}

/** Storage failing is an accident here, not a bug. */
function isBug(error: unknown): boolean {
  return !(error instanceof Error && error.name === 'StorageError')
}
