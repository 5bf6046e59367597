/** Healthy rounds: each person's app syncs once and comes to rest, one after the other. */
import { kinds } from '../../shared/kinds.ts'
import type { Person } from './acts.ts'
import { shortOf } from './ledger.ts'
import type { SimTab } from './profile.ts'
import { recordRowsOf } from './rows.ts'
import type { Unsent } from './watch.ts'
import type { SimulatedWorld } from './world.ts'

/** [OB15] Until a request is one mutation, and for each that is stopped until it stands behind the others. */
const roundsToBegin = 40
const roundsForEach = 3

export class Rounds {
  private readonly world: SimulatedWorld

  constructor(world: SimulatedWorld) {
    this.world = world
  }

  async all(count: number): Promise<void> {
    for (let round = 0; round < count; round++)
      for (const person of this.world.people) await this.sync(person)
  }

  async sync(person: Person): Promise<void> {
    this.world.begun(this.tabOf(person).engine.syncNow())
    await this.world.chaos.rest()
  }

  tabOf({ profile }: Person): SimTab {
    const [tab] = profile.tabs
    if (!tab) throw new Error(`${profile.name} has no tab`, { cause: profile.bugs.at(-1) })
    return tab
  }

  /** What this person's device has not settled. */
  async unsentOf(person: Person): Promise<Unsent[]> {
    const file = await this.world.chaos.settled(this.tabOf(person).engine.unsentFile())
    return (JSON.parse(file) as { records: Unsent[] }).records
  }

  /** What could have been sent, for all that its person is asked about, or that `isStopped` says. */
  async unblocked(person: Person, isStopped: (each: Unsent) => boolean = () => false): Promise<Unsent[]> {
    const { server, actors } = this.world
    const held = new Set<string>()
    for (const kind of kinds)
      for (const { uid } of await recordRowsOf(server.database, kind, actors.uids))
        if (server.moments?.seesNow(person.profile.name, uid) ?? true) held.add(uid)
    const unsent = await this.unsentOf(person)
    const isAsked = (each: Unsent) =>
      each.question !== undefined || each.refusal !== undefined || isStopped(each)
    const blocked = new Set(unsent.filter(isAsked).map(({ uid }) => uid))
    // On its way or not: a reference is an object of nothing but a uid.
    const waitsFor = (each: Unsent, uid: string) =>
      !held.has(uid) && JSON.stringify([each.acts, each.flights]).includes(JSON.stringify({ uid }))
    // Whatever waits for one of them may itself be waited for.
    for (let size = -1; size !== blocked.size;) {
      size = blocked.size
      for (const each of unsent) if ([...blocked].some(uid => waitsFor(each, uid))) blocked.add(each.uid)
    }
    return unsent.filter(({ uid }) => !blocked.has(uid))
  }

  /** [OB15] Everything is healthy but for a word that does not pass: it keeps nothing else from being sent. */
  async passObstacle(): Promise<string[]> {
    const { server, people, actors } = this.world
    const { blocked } = server
    // To a restored server what it lost is offered in order, before anything new.
    if (!blocked || actors.wanted.isRestored) return []
    const isStopped = (each: Unsent) => JSON.stringify(each).includes(JSON.stringify(blocked.word))
    const broken: string[] = []
    for (const person of people) {
      const stopped = (await this.unsentOf(person)).filter(isStopped).length
      if (stopped === 0) continue
      for (let round = 0; round < roundsToBegin + roundsForEach * stopped; round++) await this.sync(person)
      for (const { uid } of await this.unblocked(person, isStopped))
        broken.push(`${person.profile.name} has not sent past an obstacle: ${shortOf(uid)}`)
    }
    return broken
  }
}
