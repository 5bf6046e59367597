/** Healthy rounds: each person's app syncs once and comes to rest, one after the other. */
import { referredUids } from '../../client/engine/sync/batch.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Mutation } from '../../client/engine/work/mutation.ts'
import type { Person } from './acts.ts'
import type { SimTab } from './profile.ts'
import { recordRowsOf } from './rows.ts'
import type { UnsentRow } from './watch.ts'
import type { SimulatedWorld } from './world.ts'

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
    if (!tab) throw new Error(`${profile.name} has no tab`)
    return tab
  }

  /** What this person's device has not settled. */
  async rowsOf(person: Person): Promise<UnsentRow[]> {
    const file = await this.world.chaos.settled(this.tabOf(person).engine.unsentFile())
    return (JSON.parse(file) as { rows: UnsentRow[] }).rows
  }

  /** What `rows` could have sent, for all that their person is asked about. */
  async sendable(rows: UnsentRow[]): Promise<Mutation[]> {
    const { server, actors } = this.world
    const held = new Set<string>()
    for (const kind of kinds)
      for (const { uid } of await recordRowsOf(server.database, kind, actors.uids)) held.add(uid)
    return unblocked(rows, uid => held.has(uid))
  }
}

/** Rows behind no question about their record, or about one they refer to that the server does not hold. */
function unblocked(rows: UnsentRow[], isHeld: (uid: string) => boolean): Mutation[] {
  const blocked = new Set(rows.filter(({ parked }) => parked).map(({ mutation }) => mutation.uid))
  const isCreated = (uid: string) =>
    rows.some(({ mutation: { op, ...each } }) => each.uid === uid && op === 'create')
  const isMissing = (uid: string) => blocked.has(uid) && (isCreated(uid) || !isHeld(uid))
  // Whatever waits for one of them may itself be waited for.
  for (let size = -1; size !== blocked.size;) {
    size = blocked.size
    for (const { mutation } of rows) if (referredUids(mutation).some(isMissing)) blocked.add(mutation.uid)
  }
  return rows.map(({ mutation }) => mutation).filter(({ uid }) => !blocked.has(uid))
}
