/** The end of a run: every fault ends, everything comes to rest, and then it must be right. */
import type { AttentionItem } from '../../client/engine.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Person } from './acts.ts'
import { heal } from './accidents.ts'
import { current } from './apps.ts'
import { brokenDrafts } from './forms.ts'
import {
  brokenFold,
  brokenIntents,
  brokenUndos,
  differences,
  incompleteConflicts,
  needlessConflicts,
  type Waiting,
} from './invariants.ts'
import { ledgerOf, shortOf } from './ledger.ts'
import type { SimTab } from './profile.ts'
import type { SimulatedWorld } from './world.ts'

/** Healthy rounds after which nothing may be left to send. */
const maxRounds = 3
/** Decisions a person may have to make before nothing waits for them. */
const maxAnswers = 60

export class Healing {
  private readonly world: SimulatedWorld

  constructor(world: SimulatedWorld) {
    this.world = world
  }

  /** Every fault ends, every app is started anew. */
  async healAndCheck(): Promise<string[]> {
    const { chaos } = this.world
    chaos.tell('— everything heals')
    this.world.server.commitFaults = 0
    for (const { profile } of this.world.people) heal(profile)
    await chaos.rest()
    const broken: string[] = []
    for (const { profile } of this.world.people) {
      profile.crashAll()
      profile.app = current
      if (!(await chaos.settled(profile.openTab()))) broken.push(`${profile.name}: the app does not open`)
    }
    await chaos.rest()
    if (this.world.repertoire > 1) broken.push(...(await this.checkDrafts()), ...(await this.checkLosses()))
    await this.syncAll()
    broken.push(...(await this.world.look()))
    broken.push(...(await this.checkIntents()))
    broken.push(...(await this.answerAll()))
    broken.push(...(await this.checkQuiet()))
    broken.push(
      ...this.world.people.flatMap(({ profile }) =>
        profile.bugs.filter(isBug).map(error => `bug: ${String(error)}`),
      ),
    )
    return broken.concat(
      this.world.failures
        .filter(isBug)
        .map(error => `act failed: ${error instanceof Error ? error.stack : String(error)}`),
    )
  }

  /** [RM1] Who was evicted is told how much was lost, and nobody else is told anything. */
  private async checkLosses(): Promise<string[]> {
    const broken: string[] = []
    for (const person of this.world.people) {
      const { name, lost } = person.profile
      const told = (await this.world.chaos.settled(this.tabOf(person).engine.status())).lost
      if (told !== lost) broken.push(`${name} is told of ${told} lost edits, not of ${lost}`)
    }
    return broken
  }

  private async syncAll(rounds = maxRounds): Promise<void> {
    for (let round = 0; round < rounds; round++)
      for (const person of this.world.people) {
        this.world.begun(this.tabOf(person).engine.syncNow())
        await this.world.chaos.rest()
      }
  }

  private tabOf({ profile }: Person): SimTab {
    const [tab] = profile.tabs
    if (!tab) throw new Error(`${profile.name} has no tab`)
    return tab
  }

  private async checkDrafts(): Promise<string[]> {
    const broken: string[] = []
    for (const person of this.world.people)
      broken.push(...(await this.world.chaos.settled(brokenDrafts(person.profile, this.tabOf(person)))))
    return broken
  }

  private async checkIntents(): Promise<string[]> {
    const waiting = new Map<string, Waiting>()
    for (const person of this.world.people) waiting.set(person.profile.name, await this.waitingOf(person))
    const ledger = await ledgerOf(this.world.server.database)
    const { intents } = this.world.actors
    const asked = [...waiting.values()].flatMap(({ attention }) => attention)
    return [
      ...brokenIntents(intents, ledger, waiting),
      ...brokenUndos(intents, ledger, waiting.values()),
      ...(await brokenFold(this.world.server.database, ledger, this.world.actors.uids)),
      ...incompleteConflicts(asked),
      ...needlessConflicts(asked, intents),
    ]
  }

  private async waitingOf(person: Person): Promise<Waiting> {
    const { engine } = this.tabOf(person)
    const held: Mutation[] = []
    const file = await this.world.chaos.settled(engine.unsentFile())
    const { rows } = JSON.parse(file) as { rows: { mutation: Mutation; parked: unknown }[] }
    for (const { mutation, parked } of rows) if (!parked) held.push(mutation)
    const attention = await this.attentionOf(person)
    for (const { outcome, op, uid, changed, mine } of attention)
      this.world.chaos.tell(
        `${person.profile.name} is asked: ${outcome} of ${op} ${shortOf(uid)}, ${changed.join()}: ${JSON.stringify(mine)}`,
      )
    return { attention, held }
  }

  private attentionOf(person: Person): Promise<AttentionItem[]> {
    return this.world.chaos.settled(this.tabOf(person).engine.attention())
  }

  /** One after the other, until nothing waits for anybody. */
  private async answerAll(): Promise<string[]> {
    for (let answers = 0; answers < maxAnswers; answers++) {
      const waiting: Person[] = []
      for (const person of this.world.people)
        if ((await this.attentionOf(person)).length > 0) waiting.push(person)
      const [person] = waiting
      if (!person) return []
      await this.world.chaos.settled(person.answer(this.tabOf(person)))
      await this.syncAll(1)
    }
    return ['answers never end']
  }

  /** Nothing left to send, and every device equals the server. */
  private async checkQuiet(): Promise<string[]> {
    await this.syncAll()
    const broken: string[] = []
    for (const person of this.world.people) {
      const { name } = person.profile
      const { engine } = this.tabOf(person)
      const status = await this.world.chaos.settled(engine.status())
      if (status.unsent + status.attention > 0) broken.push(`${name} is stuck: ${JSON.stringify(status)}`)
      broken.push(
        ...(await this.world.chaos.settled(
          differences(name, engine, { database: this.world.server.database, uids: this.world.actors.uids }),
        )),
      )
    }
    broken.push(
      ...(await brokenFold(
        this.world.server.database,
        await ledgerOf(this.world.server.database),
        this.world.actors.uids,
      )),
    )
    return broken
  }
}

/** Storage failing is an accident here, not a bug. */
function isBug(error: unknown): boolean {
  return !(error instanceof Error && error.name === 'StorageError')
}
