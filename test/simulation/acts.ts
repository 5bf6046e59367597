/** What people do, as the seed has it: each act goes through the engine as a screen's would. */
import type { Edit } from '../../client/contract.ts'
import type { Fields } from '../../shared/record.ts'
import type { Value } from '../../shared/fields.ts'
import { everything, recordA, recordB } from '../support/tables.ts'
import type { Actors } from './actors.ts'
import { isUnanswered, noteAnswer, resolutionOf } from './answers.ts'
import { current } from './apps.ts'
import type { Chaos } from './chaos.ts'
import { endOf } from './drafts.ts'
import { answeringForm, draftIdOf, leaveForm, mend, takeDraft } from './forms.ts'
import type { Intents } from './intents.ts'
import { shortOf } from './ledger.ts'
import type { Mixture } from './mixture.ts'
import type { SimProfile, SimTab } from './profile.ts'
import { Removals } from './removals.ts'
import type { Repertoire } from './repertoire.ts'
import type { Sight } from './sight.ts'
import { type KindName, pair, switched, Tags } from './tags.ts'

const whole: Record<KindName, () => Fields> = {
  device: () => ({ name: 'Gerbang' }),
  record_a: () => recordA(),
  record_b: () => recordB(),
}

/** No tab is called so. */
const everywhere = 'everywhere'

export class Person {
  /** A form, opened in that tab and not saved yet. */
  private form: { lane: string; edit: Edit } | null = null
  readonly profile: SimProfile
  readonly chaos: Chaos
  private readonly repertoire: Repertoire
  private readonly mixture: Mixture
  private readonly intents: Intents
  private readonly uids: Set<string>
  private readonly tags: Tags
  private readonly removals: Removals
  private readonly sight: Sight
  /** Questions that were answered, or are being answered in that tab: nobody answers one twice. */
  private readonly answered = new Map<string, string>()
  /** The tabs in which each record was edited. */
  private readonly lanes = new Map<string, Set<string>>()

  constructor(profile: SimProfile, actors: Actors) {
    const { chaos, intents, uids, repertoire, mixture, sight } = actors
    this.profile = profile
    this.sight = sight
    this.removals = new Removals(profile, actors)
    this.repertoire = repertoire
    this.mixture = mixture
    this.chaos = chaos
    this.intents = intents
    this.uids = uids
    const { name } = profile
    this.tags = new Tags(chaos, { name, app: () => profile.app, repertoire })
  }

  /** One act in one tab, chosen by the seed. */
  async act(tab: SimTab): Promise<void> {
    if (this.repertoire > 1 && this.chaos.chance(0.08) && (await takeDraft(this, tab))) return
    if (this.form && this.chaos.chance(0.3)) return this.saveForm(this.form)
    if (this.isInForm(tab)) return
    const kind = this.chaos.pick(['device', 'record_a', 'record_a', 'record_b', 'record_b'] as const)
    const { rows } = await tab.engine.query(kind, everything, 0, 100)
    const { mixture } = this
    const isNew =
      rows.length === 0 || (rows.length < mixture.records[kind] && this.chaos.chance(mixture.create))
    if (isNew) return this.create(tab, kind)
    if (this.removals.canUndo && this.chaos.chance(mixture.undo)) return this.undo(tab)
    const { uid } = this.chaos.pick(rows)
    const record = await tab.engine.record(kind, uid)
    if (!record || (record.attention !== null && !(await this.actsAllTheSame(tab, uid))))
      return this.repertoire > 4 && this.chaos.chance(0.3) ? this.openForm(tab) : this.answer(tab)
    const seen = record.fields
    if (this.chaos.chance(mixture.remove)) return this.removals.remove(tab, { kind, uid, seen })
    if (this.repertoire > 1 && this.chaos.chance(mixture.draft))
      return leaveForm(this, tab, { kind, uid, seen })
    if (this.repertoire > 7 && !this.form && this.chaos.chance(0.15)) {
      this.chaos.tell(`${tab.lane} opens the form of ${shortOf(uid)}`)
      this.form = { lane: tab.lane, edit: { kind, uid, seen, fields: seen } }
      return
    }
    return this.edit(tab, kind, uid, seen)
  }

  private async undo(tab: SimTab): Promise<void> {
    await this.removals.undo(tab)
    // A question that was open when its record was deleted may be open again.
    for (const [asked, lane] of this.answered) if (lane === everywhere) this.answered.delete(asked)
  }

  /** A form is all that its tab shows. */
  private isInForm({ lane }: SimTab): boolean {
    return this.repertoire > 7 && this.form?.lane === lane
  }

  /** Instead of answering what they are asked about the record. */
  private async actsAllTheSame(tab: SimTab, uid: string): Promise<boolean> {
    if (this.repertoire < 8 || !this.chaos.chance(0.4)) return false
    for (const item of await tab.engine.attention()) {
      if (item.uid !== uid) continue
      // It may have been applied.
      if (isUnanswered(item)) this.intents.chosenAgain.add(uid)
    }
    return true
  }

  readonly tagsFor = (kind: string): Record<string, string> => this.tags.some(kind)

  /** Changes one record in two tabs at one moment, in each another field. */
  async actTogether(one: SimTab, other: SimTab): Promise<void> {
    const { rows } = await one.engine.query('record_a', everything, 0, 100)
    if (rows.length === 0 || this.isInForm(one) || this.isInForm(other)) return
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
    const { storage, name } = this.profile
    for (const fields of [edit.seen, edit.fields]) this.sight.note({ profile: name, uid: edit.uid, fields })
    const ended = this.profile.drafts.begin(tab.lane, draftIdOf(edit), null)
    const mayBeWritten = storage.watchEnds()
    const answered = this.intents.begun(name, edit.kind, edit.uid, tagged)
    const { outcome } = await tab.engine.save({ ...edit, draft: draftIdOf(edit) })
    answered()
    this.chaos.tell(`    ${tab.lane}: ${outcome}`)
    if (outcome === 'failed' && storage.injected === 0 && tab.app === current)
      throw new Error('a save failed though nothing was in its way')
    const isUnheard = outcome === 'failed' && mayBeWritten()
    if (isUnheard) this.intents.unheard(name, edit.kind, edit.uid, tagged)
    ended(endOf(outcome, isUnheard))
    if (outcome !== 'saved') return
    if (edit.answers !== undefined) this.intents.wantedBack.add(edit.uid)
    this.intents.saw(name, edit)
    this.intents.saved(name, edit.kind, edit.uid, tagged)
  }

  /** Never edited in two tabs, of which one takes the place of what another's form was opened with. */
  readonly isOfOneTab = (uid: string): boolean => (this.lanes.get(uid)?.size ?? 0) < 2

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
    const resolution = resolutionOf(item, this.chaos, this.repertoire)
    const fields = item.outcome === 'conflict' ? item.theirs?.fields : null
    this.sight.note({ profile: this.profile.name, uid: item.uid, fields })
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
    if (edit.answers !== undefined) this.intents.chosenAgain.add(edit.uid)
    await this.save(tab, { ...edit, fields: { ...edit.fields, ...tagged } }, tagged)
  }
}
