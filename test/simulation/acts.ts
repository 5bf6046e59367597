/** What people do, as the seed has it: each act goes through the engine as a screen's would. */
import type { Edit, Undo } from '../../client/engine.ts'
import type { Fields } from '../../shared/record.ts'
import type { Value } from '../../shared/fields.ts'
import { everything, recordA, recordB } from '../support/tables.ts'
import { isUnanswered, noteAnswer, resolutionOf } from './answers.ts'
import { current } from './apps.ts'
import type { Chaos } from './chaos.ts'
import { answeringForm, leaveForm, mend, takeDraft } from './forms.ts'
import type { Intent, Intents } from './intents.ts'
import { shortOf } from './ledger.ts'
import type { Mixture } from './mixture.ts'
import type { SimProfile, SimTab } from './profile.ts'
import type { Repertoire } from './repertoire.ts'
import { type KindName, pair, switched, Tags } from './tags.ts'

const whole: Record<KindName, () => Fields> = {
  device: () => ({ name: 'Gerbang' }),
  record_a: () => recordA(),
  record_b: () => recordB(),
}

export interface Actors {
  chaos: Chaos
  intents: Intents
  /** Every uid that was ever given out. */
  uids: Set<string>
  repertoire: Repertoire
  mixture: Mixture
  /** The server's. */
  clock(): number
}

/** No tab is called so. */
const everywhere = 'everywhere'

interface Removal {
  undo: Undo
  /** The profile's evictions then: the offer to undo goes with everything else. */
  evictions: number
  overtaken: Intent[]
}

export class Person {
  private removal: Removal | null = null
  /** A form that answers a conflict, opened in that tab and not saved yet. */
  private form: { lane: string; edit: Edit } | null = null
  readonly profile: SimProfile
  readonly chaos: Chaos
  private readonly repertoire: Repertoire
  private readonly mixture: Mixture
  private readonly intents: Intents
  private readonly uids: Set<string>
  private readonly clock: Actors['clock']
  private readonly tags: Tags
  /** Questions that were answered, or are being answered in that tab: nobody answers one twice. */
  private readonly answered = new Map<string, string>()
  /** The tabs in which each record was edited. */
  private readonly lanes = new Map<string, Set<string>>()

  constructor(profile: SimProfile, { chaos, intents, uids, repertoire, mixture, clock }: Actors) {
    this.profile = profile
    this.repertoire = repertoire
    this.mixture = mixture
    this.chaos = chaos
    this.intents = intents
    this.uids = uids
    this.clock = clock
    const { name } = profile
    this.tags = new Tags(chaos, { name, app: () => profile.app, repertoire })
  }

  /** One act in one tab, chosen by the seed. */
  async act(tab: SimTab): Promise<void> {
    if (this.repertoire > 1 && this.chaos.chance(0.08) && (await takeDraft(this, tab))) return
    if (this.form && this.chaos.chance(0.3)) return this.saveForm(this.form)
    const kind = this.chaos.pick(['device', 'record_a', 'record_a', 'record_b', 'record_b'] as const)
    const { rows } = await tab.engine.query(kind, everything, 0, 100)
    const { mixture } = this
    const isNew =
      rows.length === 0 || (rows.length < mixture.records[kind] && this.chaos.chance(mixture.create))
    if (isNew) return this.create(tab, kind)
    if (this.removal && this.chaos.chance(mixture.undo)) return this.undo(tab)
    const { uid } = this.chaos.pick(rows)
    const record = await tab.engine.record(kind, uid)
    if (!record || record.attention !== null)
      return this.repertoire > 4 && this.chaos.chance(0.3) ? this.openForm(tab) : this.answer(tab)
    if (this.chaos.chance(mixture.remove)) return this.remove(tab, kind, uid)
    if (this.repertoire > 1 && this.chaos.chance(mixture.draft))
      return leaveForm(this, tab, { kind, uid, seen: record.fields })
    return this.edit(tab, kind, uid, record.fields)
  }

  readonly tagsFor = (kind: string): Record<string, string> => this.tags.some(kind)

  /** Changes one record in two tabs at one moment, in each another field. */
  async actTogether(one: SimTab, other: SimTab): Promise<void> {
    const { rows } = await one.engine.query('record_a', everything, 0, 100)
    if (rows.length === 0) return
    const { uid } = this.chaos.pick(rows)
    const card = this.tags.next()
    const changes = [{ name: this.tags.next() }, Object.fromEntries(pair.map(field => [field, card]))]
    await Promise.all([one, other].map((tab, index) => this.change(tab, uid, changes[index] ?? {})))
  }

  private async change(tab: SimTab, uid: string, tagged: Record<string, string>): Promise<void> {
    const record = await tab.engine.record('record_a', uid)
    if (!record || record.attention !== null) return
    const { fields: seen } = record
    await this.save(tab, { kind: 'record_a', uid, seen, fields: { ...seen, ...tagged } }, tagged)
  }

  private async create(tab: SimTab, kind: KindName): Promise<void> {
    const uid = await tab.engine.newUid()
    this.uids.add(uid)
    const tagged = this.tags.all(kind)
    const fields: Fields = { ...whole[kind](), ...tagged }
    if (kind === 'record_a') {
      const device = await this.device(tab, uid)
      if (device === null) return
      fields['device_id'] = device
    }
    await this.save(tab, { kind, uid, seen: null, fields }, tagged)
  }

  /** One for this record. */
  async device(tab: SimTab, record: string): Promise<Value> {
    const { rows } = await tab.engine.query('device', everything, 0, 100)
    if (rows.length === 0) return null
    const { uid } = this.chaos.pick(rows)
    this.intents.linked(record, uid)
    const device = await tab.engine.record('device', uid)
    return device && (device.id ?? { uid })
  }

  private async edit(tab: SimTab, kind: KindName, uid: string, seen: Fields): Promise<void> {
    const tagged = this.tagsFor(kind)
    const isSwitching = this.repertoire > 6 && this.chaos.chance(0.3)
    const fields: Fields = { ...seen, ...(isSwitching && switched(this.chaos, kind, seen)), ...tagged }
    const device = kind === 'record_a' && this.chaos.chance(0.2) ? await this.device(tab, uid) : null
    if (device !== null) fields['device_id'] = device
    await this.save(tab, { kind, uid, seen, fields }, tagged)
  }

  async save(tab: SimTab, edit: Edit, tagged: Record<string, string>): Promise<void> {
    const words = `${edit.seen ? 'edits' : 'creates'} ${edit.kind} ${shortOf(edit.uid)} ${JSON.stringify(tagged)}`
    this.chaos.tell(`${tab.lane} ${words}`)
    this.lanes.set(edit.uid, (this.lanes.get(edit.uid) ?? new Set()).add(tab.lane))
    const ended = this.profile.drafts.begin(tab.lane, `${edit.kind} ${edit.uid}`, null)
    const { outcome } = await tab.engine.save(edit)
    this.chaos.tell(`    ${tab.lane}: ${outcome}`)
    if (outcome === 'failed' && this.profile.storage.injected === 0 && tab.app === current)
      throw new Error('a save failed though nothing was in its way')
    ended(outcome === 'saved' ? 'written' : 'not written')
    if (outcome !== 'saved') return
    if (edit.answers !== undefined) this.intents.wantedBack.add(edit.uid)
    this.intents.saw(this.profile.name, edit)
    this.intents.saved(this.profile.name, edit.kind, edit.uid, tagged)
  }

  /** Never edited in two tabs, of which one takes the place of what another's form was opened with. */
  readonly isOfOneTab = (uid: string): boolean => (this.lanes.get(uid)?.size ?? 0) < 2

  private async remove(tab: SimTab, kind: string, uid: string): Promise<void> {
    this.chaos.tell(`${tab.lane} deletes ${kind} ${shortOf(uid)}`)
    const since = this.clock()
    const removed = await tab.engine.remove(kind, uid)
    this.chaos.tell(`    ${tab.lane}: ${removed.outcome}`)
    if (removed.outcome !== 'removed') return
    const overtaken = this.intents.removed(this.profile.name, kind, uid, since)
    this.removal = { undo: removed.undo, overtaken, evictions: this.profile.evictions }
  }

  private async undo(tab: SimTab): Promise<void> {
    const removal = this.removal
    this.removal = null
    if (
      !removal ||
      removal.evictions < this.profile.evictions ||
      (await tab.engine.record(removal.undo.kind, removal.undo.uid))
    )
      return
    this.chaos.tell(`${tab.lane} undoes the delete of ${shortOf(removal.undo.uid)}`)
    const { outcome } = await tab.engine.undoRemove(removal.undo)
    if (outcome === 'saved') this.intents.undone(this.profile.name, removal.undo.uid, removal.overtaken)
  }

  /** Answers the first thing that waits for a person. Returns whether there was one. */
  async answer(tab: SimTab): Promise<void> {
    const [item] = await tab.engine.attention()
    if (!item) return
    const answeredIn = this.answered.get(item.asked)
    if (this.repertoire > 6 && answeredIn !== undefined && !this.chaos.isDead(answeredIn)) return
    // It may have been applied.
    if (isUnanswered(item)) this.intents.chosenAgain.add(item.uid)
    if (this.repertoire > 1 && item.outcome === 'rejected' && item.mine && this.chaos.chance(0.6))
      return mend(this, tab, item)
    const resolution = resolutionOf(item, this.chaos)
    this.chaos.tell(
      `${tab.lane} answers ${item.outcome} of ${item.op} ${shortOf(item.uid)}: ${JSON.stringify(resolution)}`,
    )
    this.answered.set(item.asked, tab.lane)
    const { outcome } = await tab.engine.resolve(item.seq, resolution)
    if (outcome !== 'saved') return void this.answered.delete(item.asked)
    this.answered.set(item.asked, everywhere)
    noteAnswer(this.intents, { profile: this.profile.name, item, resolution })
  }

  private async openForm(tab: SimTab): Promise<void> {
    const edit = (await tab.engine.attention()).flatMap(item => answeringForm(item) ?? [])[0]
    if (!edit) return this.answer(tab)
    this.chaos.tell(`${tab.lane} opens the form of ${shortOf(edit.uid)}`)
    this.form = { lane: tab.lane, edit }
  }

  private async saveForm({ lane, edit }: { lane: string; edit: Edit }): Promise<void> {
    this.form = null
    const tab = this.profile.tabs.find(each => each.lane === lane)
    if (!tab) return
    const tagged = this.tagsFor(edit.kind)
    // It holds what was chosen before, too.
    this.intents.chosenAgain.add(edit.uid)
    await this.save(tab, { ...edit, fields: { ...edit.fields, ...tagged } }, tagged)
  }
}
