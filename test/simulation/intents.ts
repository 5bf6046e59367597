/**
 * What people were told is safe, written down beside the app: every confirmed edit, and what they did about it
 * afterwards. Values are unique, so each can be found again wherever it went.
 */
import type { Edit } from '../../client/contract.ts'
import { isDeletedSince, type LedgerEntry, timesApplied, type Wanted } from './ledger.ts'

export interface Intent extends Wanted {
  kind: string
  /** `open`: it must be applied or wait for a person. The others may have been applied, at most once. */
  status: 'open' | 'superseded' | 'withdrawn' | 'lost to eviction' | 'unheard'
}

export class Intents {
  readonly all: Intent[] = []
  /** After a restore people may be asked about what another's work has brought back already. */
  isRestored = false
  /** The server was put back without anybody saying so: ids may be given out twice. */
  isRaw = false

  private readonly evictedIntents = new Set<Intent>()

  /** Records whose values a person chose once more, and so may have written twice. */
  readonly chosenAgain = new Set<string>()
  /** [OB9] Records that one person deleted and brought back, and nobody else deleted or let go. */
  readonly broughtBack = new Set<string>()
  /** Somebody was asked about their delete, and wanted it all the same. */
  readonly deletedAgain = new Set<string>()
  /** Records that somebody asked to have again. */
  readonly wantedBack = new Set<string>()
  /** Records that a late copy of something refused was applied to, whatever its person did about it since. */
  readonly takenLate = new Set<string>()
  /** The Devices that people chose for a record. */
  readonly links = new Map<string, Set<string>>()
  /** Of what nobody has answered yet, how many had been answered before it began. */
  private readonly unanswered = new Map<Intent, number>()
  /** What each delete overtook. */
  private readonly overtaken = new Map<Intent, Intent[]>()

  /** What must have come true by now. */
  get due(): Intent[] {
    const known = this.all.filter(({ uid }) => !this.takenLate.has(uid))
    return known.filter(intent => intent.field !== null || !this.isRestored)
  }

  private openOf(profile: string, uid: string): Intent[] {
    return this.all.filter(each => each.profile === profile && each.uid === uid && each.status === 'open')
  }

  /** A confirmed save: the person's earlier choice for these fields, and an earlier delete, are overtaken. */
  saved(profile: string, kind: string, uid: string, values: Record<string, string>): void {
    // A draft that was taken up in two tabs at one moment.
    if (
      this.all.some(
        each =>
          each.profile === profile &&
          each.uid === uid &&
          each.value !== null &&
          each.value === values[each.field ?? ''],
      )
    )
      this.chosenAgain.add(uid)
    for (const intent of this.openOf(profile, uid))
      if (intent.field === null || intent.field in values) intent.status = 'superseded'
    for (const [field, value] of Object.entries(values))
      this.all.push({ profile, kind, uid, field, value, since: 0, status: 'open' })
  }

  /** Called failed, as nobody could find out whether it had been written: it may take the place of what was before. */
  unheard(profile: string, kind: string, uid: string, values: Record<string, string | null>): void {
    for (const [field, value] of Object.entries(values))
      this.all.push({ profile, kind, uid, field, value, since: 0, status: 'unheard' })
  }

  /** Begun, and never answered when its tab is gone by then. Returns what says that it was. */
  begun(profile: string, kind: string, uid: string, values: Record<string, string | null>): () => void {
    const intents = Object.entries(values).map(([field, value]): Intent => ({
      profile,
      kind,
      uid,
      field,
      value,
      since: 0,
      status: 'unheard',
    }))
    for (const intent of intents) this.unanswered.set(intent, this.all.length)
    return () => intents.forEach(intent => this.unanswered.delete(intent))
  }

  /** The intent, and what may have taken its place unheard. */
  standingFor(intent: Intent): Intent[] {
    const place = this.all.indexOf(intent)
    const later = [...this.unanswered].filter(([, at]) => at > place).map(([each]) => each)
    const isUnheard = (each: Intent) =>
      each.status === 'unheard' &&
      each.profile === intent.profile &&
      each.uid === intent.uid &&
      each.field === intent.field
    return [intent, ...[...this.all.slice(place), ...later].filter(isUnheard)]
  }

  linked(uid: string, device: string): void {
    this.links.set(uid, (this.links.get(uid) ?? new Set()).add(device))
  }

  /**
   * A record that a restored server lost is made again as its person sees it: where another's value has taken the
   * place of theirs, and they have seen it and saved, that one stands.
   */
  saw(profile: string, { uid, seen }: Pick<Edit, 'uid' | 'seen'>): void {
    if (!this.isRestored || !seen) return
    for (const intent of this.openOf(profile, uid))
      if (intent.field !== null && seen[intent.field] !== intent.value) intent.status = 'superseded'
  }

  /** A confirmed delete, begun at that clock. Returns what it overtook, for an undo. */
  removed(profile: string, kind: string, uid: string, since: number): Intent[] {
    this.broughtBack.delete(uid)
    const overtaken = this.openOf(profile, uid)
    for (const intent of overtaken) intent.status = 'superseded'
    // What they had brought back may never have left: then that goes, and whatever others have made of it stays.
    const from = this.wantedBack.has(uid) ? -1 : since
    const intent: Intent = { profile, kind, uid, field: null, value: null, since: from, status: 'open' }
    this.all.push(intent)
    this.overtaken.set(intent, overtaken)
    return overtaken
  }

  /** Asked about their delete, they wanted it all the same, with whatever it had taken along. */
  insisted(profile: string, uid: string): void {
    this.deletedAgain.add(uid)
    for (const intent of this.openOf(profile, uid)) if (intent.field !== null) intent.status = 'superseded'
  }

  undone(profile: string, uid: string, overtaken: Intent[]): void {
    this.wantedBack.add(uid)
    if (this.all.filter(each => each.uid === uid && each.field === null).length === 1)
      this.broughtBack.add(uid)
    for (const intent of this.openOf(profile, uid)) if (intent.field === null) intent.status = 'withdrawn'
    // Where two deleted it, each may bring it back: then it is made twice.
    const others = this.all.filter(each => each.uid === uid && each.profile !== profile)
    if (others.some(each => each.field === null)) this.chosenAgain.add(uid)
    // By then others have changed it, and what is brought back is what was there before the delete.
    if (this.deletedAgain.has(uid)) this.chosenAgain.add(uid)
    this.reopen(profile, uid, overtaken)
  }

  wasLetGo({
    profile,
    uid,
    field,
    value,
  }: Pick<Intent, 'profile' | 'uid' | 'field'> & { value: unknown }): boolean {
    return this.all.some(
      each =>
        each.profile === profile &&
        each.uid === uid &&
        each.field === field &&
        each.value === value &&
        each.status === 'withdrawn',
    )
  }

  /** [OB9] The person let their delete go: what it had taken along counts again. */
  kept(profile: string, uid: string): void {
    const deletes = this.openOf(profile, uid).filter(each => each.field === null)
    this.withdrawn(profile, uid, null)
    for (const intent of deletes) this.reopen(profile, uid, this.overtaken.get(intent) ?? [])
  }

  /** Deleted twice at one moment, it is back all the same; what was saved since the delete stays, or went with the other. */
  private reopen(profile: string, uid: string, overtaken: Intent[]): void {
    const since = this.all.slice(Math.max(...overtaken.map(each => this.all.indexOf(each))) + 1)
    const saved = new Set(
      since.filter(each => each.profile === profile && each.uid === uid).map(each => each.field),
    )
    for (const intent of overtaken)
      if (intent.field !== null && !saved.has(intent.field) && intent.status === 'superseded')
        intent.status = 'open'
  }

  /** The person let these fields of theirs go; without fields: all, and the delete. */
  withdrawn(profile: string, uid: string, fields: (string | null)[] | null): void {
    this.broughtBack.delete(uid)
    for (const intent of this.openOf(profile, uid)) if (!fields) intent.status = 'withdrawn'
    // Also what was typed over, or what a delete has overtaken: whoever lets it go does not get it back with the record.
    for (const intent of this.all) {
      const isTheirs = intent.profile === profile && intent.uid === uid && intent.field !== null
      const isStanding = intent.status === 'open' || intent.status === 'superseded'
      if (isTheirs && isStanding && (fields ?? [intent.field]).includes(intent.field))
        intent.status = 'withdrawn'
    }
  }

  /** A deletion that comes back to a restored server before its record does has to be repeated. [RB4] */
  restored(isRaw: boolean): void {
    this.isRestored = true
    this.isRaw ||= isRaw
  }

  /** What this person had not sent is gone; and what they had sent, nobody can offer to a restored server again. */
  evicted(profile: string, ledger: LedgerEntry[]): void {
    for (const intent of this.all) if (intent.profile === profile) this.evictedIntents.add(intent)
    this.excuse(ledger)
  }

  get hasEvicted(): boolean {
    return this.evictedIntents.size > 0
  }

  /** Of the intents whose device was evicted, those that this ledger does not hold: an undo cannot bring them back. */
  excuse(ledger: LedgerEntry[]): void {
    for (const intent of this.evictedIntents)
      if (intent.status !== 'withdrawn' && !isIn(ledger, intent)) intent.status = 'lost to eviction'
  }
}

/** A record that is not there was not deleted: its creation may be on its way still. */
function isIn(ledger: LedgerEntry[], intent: Intent): boolean {
  if (intent.field !== null) return timesApplied(intent, ledger) > 0
  return isDeletedSince(intent, ledger)
}
