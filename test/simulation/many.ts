/** What people do to many records at once, and take back at once. */
import type { GroupRef, ManyAct } from '../../client/contract.ts'
import type { Fields } from '../../shared/record.ts'
import { everything } from '../support/tables.ts'
import type { Actors } from './actors.ts'
import { shortOf } from './ledger.ts'
import { type Done, type End, endOf } from './places.ts'
import type { SimProfile, SimTab } from './profile.ts'

interface Doer {
  profile: SimProfile
  actors: Actors
  tagsFor(kind: string): Record<string, string>
}

/** As long as its message with *Undo* stands there. */
interface ManyDone {
  group: GroupRef
  each: { uid: string; done: Done; before: Fields | null; after: Fields | null }[]
  evictions: number
}

export class ManyAtOnce {
  private last: ManyDone | null = null
  private readonly person: Doer

  constructor(person: Doer) {
    this.person = person
  }

  async act(tab: SimTab): Promise<void> {
    const { last, person } = this
    const { chaos, mixture } = person.actors
    const isUndone = last !== null && chaos.chance(mixture.undo)
    this.last = null
    if (isUndone) await undoMany(person, tab, last)
    else this.last = await doToMany(person, tab)
  }
}

/** null: nothing that could be taken back. */
async function doToMany(person: Doer, tab: SimTab): Promise<ManyDone | null> {
  const { profile, actors } = person
  const { chaos, wanted, sight, clock } = actors
  const kind = chaos.pick(['record_a', 'record_b'] as const)
  const { rows } = await tab.engine.query(kind, everything, 0, 100)
  const isDelete = chaos.chance(0.2)
  const tagged = person.tagsFor(kind)
  const act: ManyAct = isDelete ? { do: 'delete' } : { do: 'edit', fields: tagged }
  const uids = rows.map(({ uid }) => uid)
  for (const { uid, fields } of rows) {
    const shown = { profile: profile.name, uid, fields }
    if (isDelete) sight.noteDelete(shown)
    else for (const each of [fields, tagged]) sight.note({ ...shown, fields: each })
  }
  const ends = uids.map(uid =>
    isDelete
      ? wanted.removes(tab.lane, uid, clock())
      : wanted.saves(tab.lane, uid, { tagged, fields: tagged }),
  )
  chaos.tell(`${tab.lane} does to ${uids.map(shortOf).join(' ')}: ${JSON.stringify(act)}`)
  const { evictions } = profile
  const mayBeWritten = profile.storage.watchEnds()
  const selection = { kind, query: everything, isAllBut: false, uids }
  const answer = await tab.engine.actOnMany(selection, act)
  chaos.tell(`    ${tab.lane}: ${JSON.stringify(answer)}`)
  if (profile.evictions > evictions) return null
  const end = endOf(answer.outcome, mayBeWritten())
  const group = answer.outcome === 'saved' ? answer.group : null
  const changed = group && (await changedIn(person, tab, { kind, uids, group }))
  const told = (uid: string): End => {
    if (answer.outcome === 'saved' && !group) return 'not written'
    return changed ? (changed.get(uid)?.end ?? 'not written') : end
  }
  const each = uids.map((uid, at) => ({ uid, ...changed?.get(uid), done: ends[at]?.(told(uid)) }))
  if (!group) return null
  return {
    ...{ group, evictions },
    each: each.flatMap(({ uid, end: written, done, before = null, after = null }) =>
      done && written ? [{ uid, done, before, after }] : [],
    ),
  }
}

/** Of the records that it was done to: as they were then, which may be later than they were listed. */
async function changedIn(
  { profile, actors }: Doer,
  { engine }: SimTab,
  { kind, uids, group }: { kind: string; uids: string[]; group: GroupRef },
) {
  const [first = 0, last = -1] = group.group.split('-').map(Number)
  const changed = new Map<string, { end: End; before: Fields | null; after: Fields | null }>()
  for (const uid of uids)
    for (let seq = first; seq <= last; seq++) {
      const answer = await engine.undoOf({ kind, uid, seq })
      const { before = null, after = null } = (answer.outcome === 'read' && answer.undo) || {}
      actors.sight.note({ profile: profile.name, uid, fields: before })
      // What the storage does not tell may be so or not.
      if (answer.outcome === 'failed') changed.set(uid, { end: 'not said', before, after })
      else if (answer.undo) changed.set(uid, { end: 'written', before, after })
    }
  return changed
}

async function undoMany({ profile, actors }: Doer, tab: SimTab, done: ManyDone): Promise<void> {
  const { chaos, wanted, sight } = actors
  if (done.evictions < profile.evictions) return
  const ends = done.each.map(({ uid, done: act, before, after }) => {
    sight.note({ profile: profile.name, uid, fields: after })
    if (!before) wanted.unread.add(uid)
    return wanted.undoes(tab.lane, uid, { done: act, before })
  })
  chaos.tell(`${tab.lane} takes ${done.group.group} back`)
  const answer = await tab.engine.undoGroup(done.group)
  chaos.tell(`    ${tab.lane}: ${JSON.stringify(answer)}`)
  if (profile.evictions > done.evictions) return
  const end = ((): End => {
    if (answer.outcome === 'failed') return 'not said'
    if (answer.left === 0) return 'written'
    return answer.taken === 0 ? 'not written' : 'not said'
  })()
  for (const ended of ends) ended(end)
}
