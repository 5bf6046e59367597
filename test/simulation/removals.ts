/** How people delete records, and change their minds. */
import type { OutboxRow } from '../../client/engine/disk/outbox.ts'
import type { Undo } from '../../client/contract.ts'
import type { Fields } from '../../shared/record.ts'
import type { Actors } from './actors.ts'
import type { Intent } from './intents.ts'
import { shortOf } from './ledger.ts'
import type { SimProfile, SimTab } from './profile.ts'

interface Removal {
  undo: Undo
  /** The profile's evictions then: the offer to undo goes with everything else. */
  evictions: number
  overtaken: Intent[]
}

export class Removals {
  /** The last one: its message with *Undo* stands there until the next. */
  private last: Removal | null = null
  private readonly profile: SimProfile
  private readonly actors: Actors

  constructor(profile: SimProfile, actors: Actors) {
    this.profile = profile
    this.actors = actors
  }

  get canUndo(): boolean {
    return this.last !== null
  }

  /** `seen`: what the list shows. */
  async remove(tab: SimTab, { kind, uid, seen }: { kind: string; uid: string; seen: Fields }): Promise<void> {
    const { chaos, intents, sight, clock } = this.actors
    const { name, evictions } = this.profile
    chaos.tell(`${tab.lane} deletes ${kind} ${shortOf(uid)}`)
    sight.noteDelete({ profile: name, uid, fields: seen })
    const since = clock()
    const removed = await tab.engine.remove(kind, uid)
    chaos.tell(`    ${tab.lane}: ${removed.outcome}`)
    if (removed.outcome !== 'removed') return
    // In the moment between others may have changed it, or a question about it may have come.
    sight.noteDelete({ profile: name, uid, fields: removed.undo.fields })
    for (const { parked } of removed.undo.rows as OutboxRow[])
      if (parked?.outcome === 'conflict')
        sight.noteDelete({ profile: name, uid, fields: parked.record?.fields })
    this.last = { undo: removed.undo, overtaken: intents.removed(name, kind, uid, since), evictions }
  }

  async undo(tab: SimTab): Promise<void> {
    const removal = this.last
    this.last = null
    if (!removal || removal.evictions < this.profile.evictions) return
    const { undo, overtaken } = removal
    const isThere = await tab.engine.record(undo.kind, undo.uid)
    if (isThere && this.actors.repertoire < 8) return
    this.actors.chaos.tell(`${tab.lane} undoes the delete of ${shortOf(undo.uid)}`)
    const { outcome } = await tab.engine.undoRemove(undo)
    if (outcome !== 'saved') return
    this.actors.intents.undone(this.profile.name, undo.uid, overtaken)
    // It comes back as it was shown.
    this.actors.intents.saw(this.profile.name, { uid: undo.uid, seen: undo.fields })
  }
}
