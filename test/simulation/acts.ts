/** What people do, as the seed has it: each act goes through the engine as a screen's would. */
import type { AttentionItem, Edit, SaveOutcome, Undo } from '../../client/contract.ts'
import type { Fields } from '../../shared/record.ts'
import { everything, recordA, recordB } from '../support/tables.ts'
import type { Actors } from './actors.ts'
import { beginAnswer, resolutionOf } from './answers.ts'
import { answeringForm, editOf, leaveForm, takeDraft } from './forms.ts'
import { shortOf } from './ledger.ts'
import { ManyAtOnce } from './many.ts'
import { type Done, type End, endOf, nothing } from './places.ts'
import type { SimProfile, SimTab } from './profile.ts'
import { deviceFor, goesOn, siteFor } from './standing.ts'
import { type KindName, switched, Tags } from './tags.ts'

const whole: Record<KindName, () => Fields> = {
  device: () => ({ name: 'Gerbang', site_id: null }),
  record_a: () => recordA(),
  record_b: () => recordB(),
}

export class Person {
  /** A form, opened in that tab and not saved yet. */
  private form: { lane: string; edit: Edit } | null = null
  /** The last thing done: its message with *Undo* stands there until the next, and goes with an eviction. */
  private last: { undo: Undo; done: Done; evictions: number } | null = null
  private readonly atOnce = new ManyAtOnce(this)
  readonly profile: SimProfile
  readonly actors: Actors
  private readonly tags: Tags

  constructor(profile: SimProfile, actors: Actors) {
    this.profile = profile
    this.actors = actors
    this.tags = new Tags(actors.chaos, { name: profile.name, app: () => profile.app })
  }

  /** One act in one tab, chosen by the seed. */
  async act(tab: SimTab): Promise<void> {
    const { chaos, mixture } = this.actors
    if (chaos.chance(0.08) && (await takeDraft(this, tab))) return
    if (this.form && chaos.chance(0.3)) return this.saveForm(this.form)
    if (this.isInForm(tab)) return
    if (chaos.chance(mixture.many)) return this.atOnce.act(tab)
    const kind = chaos.pick(['device', 'record_a', 'record_a', 'record_b', 'record_b'] as const)
    const { rows } = await tab.engine.query(kind, everything, 0, 100)
    if (rows.length === 0 || (rows.length < mixture.records[kind] && chaos.chance(mixture.create)))
      return this.create(tab, kind)
    if (this.last && chaos.chance(mixture.undo)) return this.undo(tab, this.last)
    const { uid } = chaos.pick(rows)
    const record = await tab.engine.record(kind, uid)
    const isAsked = record?.state === 'conflict' || record?.state === 'rejected'
    if (!record || (isAsked && chaos.chance(0.6)))
      return chaos.chance(0.3) ? this.openForm(tab) : this.answer(tab)
    if (chaos.chance(mixture.remove)) return this.remove(tab, { kind, uid, seen: record.fields })
    const edit = editOf(record)
    if (chaos.chance(mixture.draft)) return leaveForm(this, tab, edit)
    if (!this.form && chaos.chance(0.15)) return this.open(tab, edit)
    return this.edit(tab, edit)
  }

  /** A form is all that its tab shows. */
  private readonly isInForm = ({ lane }: SimTab) => this.form?.lane === lane

  readonly tagsFor = (kind: string): Record<string, string> => this.tags.some(kind)

  /** Changes one record in two tabs at one moment. */
  async actTogether(tabs: SimTab[]): Promise<void> {
    const kind = 'record_a'
    const rows = await tabs[0]?.engine.query(kind, everything, 0, 100)
    if (!rows || rows.rows.length === 0 || tabs.some(tab => this.isInForm(tab))) return
    const { uid } = this.actors.chaos.pick(rows.rows)
    const records = await Promise.all(tabs.map(tab => tab.engine.record(kind, uid)))
    const each = tabs.map((tab, index) => ({ tab, record: records[index] }))
    await Promise.all(each.map(({ tab, record }) => record && this.edit(tab, editOf(record))))
  }

  private async create(tab: SimTab, kind: KindName): Promise<void> {
    const uid = await tab.engine.newUid()
    this.actors.uids.add(uid)
    const tagged = this.tags.all(kind)
    const fields: Fields = { ...whole[kind](), ...tagged }
    if (kind === 'record_a') {
      const device = await deviceFor(this.actors, tab, uid)
      if (device === null) return
      fields['device_id'] = device
    }
    if (kind === 'device' && this.actors.mixture.scopes) fields['site_id'] = await siteFor(this.actors, tab)
    await this.save(tab, { kind, uid, seen: null, fields, since: 0, asked: null, draft: null }, tagged)
  }

  private async edit(tab: SimTab, edit: Edit & { seen: Fields }): Promise<void> {
    const { chaos } = this.actors
    const { kind, uid, seen } = edit
    const tagged = this.tagsFor(kind)
    const fields: Fields = {
      ...seen,
      ...(chaos.chance(0.3) && switched(chaos, kind as KindName, seen)),
      ...tagged,
    }
    const isMoved = goesOn(this.actors, kind)
    const device = kind === 'record_a' && isMoved ? await deviceFor(this.actors, tab, uid) : null
    if (device !== null) fields['device_id'] = device
    if (kind === 'device' && isMoved) fields['site_id'] = await siteFor(this.actors, tab)
    await this.save(tab, { ...edit, fields }, tagged)
  }

  async save(tab: SimTab, edit: Edit, tagged: Record<string, string>): Promise<void> {
    const { wanted, sight } = this.actors
    const { kind, uid, seen, fields, draft, asked } = edit
    const { name, drafts } = this.profile
    for (const each of [seen, fields]) sight.note({ profile: name, uid, fields: each })
    if (asked !== null) wanted.wantedBack.add(uid)
    const before = seen && asked === null ? seen : {}
    const changed = Object.entries(fields).filter(([field, value]) => before[field] !== value)
    const kept = draft === null ? null : drafts.begin(tab.lane, draft, new Map([['', nothing]]))
    const over =
      seen &&
      `, over ${Object.keys(tagged)
        .map(field => String(seen[field]))
        .join()} since ${edit.since}`
    const words = `${seen ? 'edits' : 'creates'} ${kind} ${shortOf(uid)} ${JSON.stringify(tagged)}${over ?? ''}`
    await this.does(tab, words, {
      begun: wanted.saves(tab.lane, uid, { tagged, fields: Object.fromEntries(changed) }),
      act: () => tab.engine.save(edit),
      ended: end => kept?.(end),
    })
  }

  /** `begun`: what they want from now on; null: as before. */
  private async does(
    { lane }: SimTab,
    words: string,
    {
      begun,
      act,
      ended,
    }: {
      begun: ((end: End) => Done) | null
      act(): Promise<{ outcome: string; undo?: Undo | null }>
      ended?(end: End): void
    },
  ): Promise<void> {
    const { chaos } = this.actors
    const { storage, name, evictions } = this.profile
    chaos.tell(`${lane} ${words}`)
    const mayBeWritten = storage.watchEnds()
    const { outcome, undo = null } = await act()
    chaos.tell(`    ${lane}: ${outcome}`)
    // What was written is gone, and so is what was wanted.
    if (this.profile.evictions > evictions) return
    const end = endOf(outcome, mayBeWritten())
    ended?.(end)
    const done = begun?.(end)
    if (!undo) return
    for (const fields of [undo.before, undo.after])
      this.actors.sight.note({ profile: name, uid: undo.uid, fields })
    this.last = done ? { undo, done, evictions } : null
  }

  /** `seen`: what the list shows. */
  private async remove(
    tab: SimTab,
    { kind, uid, seen }: { kind: string; uid: string; seen: Fields },
  ): Promise<void> {
    const { wanted, sight, clock } = this.actors
    const { name } = this.profile
    sight.noteDelete({ profile: name, uid, fields: seen })
    await this.does(tab, `deletes ${kind} ${shortOf(uid)}`, {
      begun: wanted.removes(tab.lane, uid, clock()),
      act: () => tab.engine.remove(kind, uid),
    })
  }

  private async undo(
    tab: SimTab,
    { undo, done, evictions }: { undo: Undo; done: Done; evictions: number },
  ): Promise<void> {
    this.last = null
    if (evictions < this.profile.evictions) return
    const { uid, before, after } = undo
    await this.does(tab, `undoes what was done to ${shortOf(uid)}: ${JSON.stringify({ before, after })}`, {
      begun: this.actors.wanted.undoes(tab.lane, uid, { done, before }),
      act: () => tab.engine.undo(undo),
    })
    // Its message has no *Undo*.
    this.last = null
  }

  /** All that is asked, with what others have made of it. */
  private async attention({ engine }: SimTab): Promise<AttentionItem[]> {
    const items = await engine.attention()
    for (const item of items)
      if (item.outcome === 'conflict')
        this.actors.sight.note({ profile: this.profile.name, uid: item.uid, fields: item.theirs })
    return items
  }

  /** Answers the first thing that waits for a person. */
  async answer(tab: SimTab): Promise<void> {
    const { chaos, wanted } = this.actors
    const [item] = await this.attention(tab)
    if (!item) return
    if (chaos.chance(0.3) && answeringForm(item)) return this.mend(tab)
    const { uid, outcome, op } = item
    const resolution = resolutionOf(item, chaos)
    await this.does(tab, `answers ${outcome} of ${op} ${shortOf(uid)}: ${JSON.stringify(resolution)}`, {
      begun: beginAnswer(wanted, { lane: tab.lane, item, resolution }),
      act: (): Promise<SaveOutcome> => tab.engine.resolve(item, resolution),
    })
  }

  /** Answers in the form: changes what was wrong, or something else, and saves it. */
  private async mend(tab: SimTab): Promise<void> {
    const item = (await this.attention(tab)).find(each => answeringForm(each))
    const edit = item && answeringForm(item)
    if (!edit) return
    const tagged = this.tagsFor(edit.kind)
    const fields: Fields = { ...edit.fields }
    for (const { field, code } of item.outcome === 'rejected' ? item.issues : []) {
      if (code === 'too_long') Object.assign(tagged, this.tags.of(edit.kind, field))
      if (field === 'device_id' && code !== 'required')
        fields[field] = await deviceFor(this.actors, tab, edit.uid)
      if (field === 'site_id') fields[field] = await siteFor(this.actors, tab)
    }
    await this.save(tab, { ...edit, fields: { ...fields, ...tagged } }, tagged)
  }

  private open({ lane }: SimTab, edit: Edit): void {
    this.actors.chaos.tell(`${lane} opens the form of ${shortOf(edit.uid)}`)
    this.form = { lane, edit }
  }

  private async openForm(tab: SimTab): Promise<void> {
    const edit = (await this.attention(tab)).flatMap(item => answeringForm(item) ?? [])[0]
    return edit && !this.form ? this.open(tab, edit) : this.answer(tab)
  }

  private async saveForm({ lane, edit }: { lane: string; edit: Edit }): Promise<void> {
    this.form = null
    const tab = this.profile.tabs.find(each => each.lane === lane)
    if (!tab) return
    const tagged = this.tagsFor(edit.kind)
    await this.save(tab, { ...edit, fields: { ...edit.fields, ...tagged } }, tagged)
  }
}
