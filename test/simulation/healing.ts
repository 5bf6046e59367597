/** The end of a run: every fault ends, everything comes to rest, and then it must be right. */
import { StorageError } from '../../client/storage/fault.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import type { Person } from './acts.ts'
import { heal } from './accidents.ts'
import { current } from './apps.ts'
import { brokenDrafts } from './forms.ts'
import {
  appliedTooOften,
  brokenFold,
  cameBack,
  differences,
  lost,
  type Waiting,
  wrongQuestions,
} from './invariants.ts'
import { ledgerOf, shortOf } from './ledger.ts'
import type { SimTab } from './profile.ts'
import { Rounds } from './rounds.ts'
import { recordRowsOf } from './rows.ts'
import { keptOutOfSight, stillOutside } from './scoped-end.ts'
import { goneUnseen } from './sight.ts'
import { viewDifferences, viewOf } from './views.ts'
import type { SimulatedWorld } from './world.ts'

/** Healthy rounds after which nothing may be left to send. */
const maxRounds = 3
/** [OB15] In that time everything that has gone astray is tried again. */
const hourMs = 60 * 60_000
/** Decisions a person may have to make before nothing waits for them. */
const maxAnswers = 60

export class Healing {
  private readonly world: SimulatedWorld
  private readonly rounds: Rounds

  constructor(world: SimulatedWorld) {
    this.world = world
    this.rounds = new Rounds(world)
  }

  /** Every fault ends, every app is started anew. */
  async healAndCheck(): Promise<string[]> {
    const { chaos } = this.world
    chaos.tell('— everything heals')
    this.world.server.commitFaults = 0
    for (const { profile } of this.world.people) heal(profile)
    await chaos.rest()
    const broken: string[] = []
    const add = (each: string[]): void => void broken.push(...each)
    for (const person of this.world.people) add(await this.checkOpenTabs(person))
    for (const { profile } of this.world.people) {
      profile.crashAll()
      profile.app = current
      if (!(await chaos.settled(profile.openTab()))) add([`${profile.name}: the app does not open`])
    }
    await chaos.rest()
    for (const person of this.world.people) add(await this.checkDevice(person))
    add(await this.rounds.passObstacle())
    if (this.world.server.blocked) for (const { profile } of this.world.people) profile.clockMs += hourMs
    this.world.server.blocked = null
    await this.rounds.all(maxRounds)
    add(await this.world.look())
    add(await this.checkWork())
    add(await this.openScopes())
    add(await this.answerAll())
    add(await this.checkWork())
    add(await this.checkQuiet())
    add(await this.checkIds())
    for (const { profile } of this.world.people)
      add(profile.bugs.filter(isBug).map(error => `bug: ${wordsOf(error)}`))
    return broken.concat(this.world.failures.filter(isBug).map(error => `act failed: ${wordsOf(error)}`))
  }

  /** Whoever has lived through everything shows what a new tab shows. */
  private async checkOpenTabs({ profile }: Person): Promise<string[]> {
    const { chaos } = this.world
    const open = profile.tabs.filter(({ app }) => app === current)
    const [first] = open
    if (!first || open.length < profile.tabs.length) return []
    // To whom it has in memory, what cannot be read is there.
    if (profile.storage.spoilt.length > 0) return []
    this.world.begun(first.engine.syncNow())
    await chaos.rest()
    // What storage has failed to read is read by a run that minutes begin.
    if (profile.storage.injected > 0) await this.passMinutes(open)
    profile.app = current
    const fresh = await chaos.settled(profile.openTab())
    if (!fresh) return [`${profile.name}: the app does not open`]
    await chaos.rest()
    const view = await chaos.settled(viewOf(fresh))
    const broken: string[] = []
    for (const tab of open) broken.push(...viewDifferences(tab.lane, await chaos.settled(viewOf(tab)), view))
    return broken
  }

  /** What takes seconds has taken too long by then, and is tried again. */
  private async passMinutes(tabs: SimTab[]): Promise<void> {
    for (let minute = 0; minute < 3; minute++)
      for (const { pauses, timers } of tabs)
        for (const waiting of [pauses, timers]) {
          for (const end of [...waiting]) {
            waiting.delete(end)
            end()
          }
          await this.world.chaos.rest()
        }
  }

  /** [RS4] No id was given to two, and every record is of a Device that somebody chose for it. */
  private async checkIds(): Promise<string[]> {
    const { watch, server, actors } = this.world
    if (actors.wanted.isRaw) return []
    const recordA = kindNamed(kinds, 'record_a')
    const rows = recordA ? await recordRowsOf(server.database, recordA, actors.uids) : []
    const wrong = rows.filter(({ uid, fields }) => {
      const owner = watch.ownerOf('device', String(fields['device_id']))
      return owner === undefined || !actors.wanted.links.get(uid)?.has(owner)
    })
    return [
      ...watch.givenTwice,
      ...wrong.map(({ uid }) => `${shortOf(uid)} is of a Device that nobody chose for it`),
    ]
  }

  /** [RM1] Who was evicted is told how much was lost, and nobody else is told anything; drafts are there. */
  private async checkDevice(person: Person): Promise<string[]> {
    const { chaos } = this.world
    const { name, lost: counted } = person.profile
    const tab = this.rounds.tabOf(person)
    const told = (await chaos.settled(tab.engine.status())).lost
    const drafts = await chaos.settled(brokenDrafts(person.profile, tab))
    return told === counted ? drafts : [`${name} is told of ${told} lost edits, not of ${counted}`, ...drafts]
  }

  /** Nothing is left to send but what waits behind a question, nothing is lost, and the right things are asked. */
  private async checkWork(): Promise<string[]> {
    const { actors, people, server } = this.world
    const { wanted, sight, uids } = actors
    const { protocol3 } = server
    const ledger = await ledgerOf(server.database)
    const broken = [
      ...appliedTooOften(wanted, ledger),
      ...cameBack(wanted, ledger),
      ...goneUnseen(sight, wanted.isRaw ? ledger.filter(({ id }) => !protocol3.namedVersion(id)) : ledger),
      ...(await brokenFold(server.database, ledger, uids)),
    ]
    for (const person of people) {
      const waiting = await this.waitingOf(person)
      const wasHidden = (name: string, uid: string) => server.moments?.wasEverHidden(name, uid) ?? false
      broken.push(...lost(wanted, ledger, waiting), ...wrongQuestions({ wanted, ledger, wasHidden }, waiting))
      for (const { uid } of await this.rounds.unblocked(person))
        broken.push(`${waiting.person} has not sent ${shortOf(uid)} in ${maxRounds} rounds`)
    }
    return broken
  }

  /** [SC8] Now and then everybody sees everything at the end: then what lay outside has gone by itself. */
  private async openScopes(): Promise<string[]> {
    const { world, rounds } = this
    const { office, chaos, names } = world
    if (!office) return []
    await rounds.all(1)
    const broken = await keptOutOfSight(world, rounds)
    if (chaos.chance(0.5)) return broken
    await chaos.settled(office.openAll(names))
    await rounds.all(maxRounds)
    return [...broken, ...(await stillOutside(world, rounds)), ...(await this.checkWork())]
  }

  private async waitingOf(person: Person): Promise<Waiting> {
    const { storage, name } = person.profile
    const attention = await this.world.chaos.settled(this.rounds.tabOf(person).engine.attention())
    for (const { outcome, op, uid, changed, mine } of attention)
      this.world.chaos.tell(
        `${name} is asked: ${outcome} of ${op} ${shortOf(uid)}, ${changed.join()}: ${JSON.stringify(mine)}`,
      )
    return { person: name, attention, unsent: await this.rounds.unsentOf(person), storage }
  }

  /** One after the other, until nothing waits for anybody. */
  private async answerAll(): Promise<string[]> {
    for (let answers = 0; answers < maxAnswers; answers++) {
      const waiting: Person[] = []
      for (const person of this.world.people)
        if ((await this.waitingOf(person)).attention.length > 0) waiting.push(person)
      const [person] = waiting
      if (!person) return []
      await this.world.chaos.settled(person.answer(this.rounds.tabOf(person)))
      await this.rounds.all(1)
    }
    return ['answers never end']
  }

  /** Nothing left to send, and every device equals the server. */
  private async checkQuiet(): Promise<string[]> {
    await this.rounds.all(maxRounds)
    const broken: string[] = []
    for (const person of this.world.people) {
      const { name } = person.profile
      const { engine } = this.rounds.tabOf(person)
      const status = await this.world.chaos.settled(engine.status())
      if (status.isDamaged) broken.push(`${name} still has damaged pages`)
      if (status.unsent + status.attention > 0) broken.push(`${name} is stuck: ${JSON.stringify(status)}`)
      const { database, moments } = this.world.server
      const isSeen = (record: ServerRecord) => moments?.now.sees(name, record) ?? true
      const held = { database, uids: this.world.actors.uids, isSeen }
      broken.push(...(await this.world.chaos.settled(differences(name, engine, held))))
    }
    return broken
  }
}

export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return `${error.stack ?? error.message}${error.cause === undefined ? '' : `, because of ${wordsOf(error.cause)}`}`
}

/** Storage failing is an accident here, not a bug; but what no accident is called is one. */
function isBug(error: unknown): boolean {
  return !(error instanceof StorageError) || error.fault === 'unknown'
}
