/**
 * What each person last wanted of each field, written down beside the app. Values are unique, so each can be found again
 * wherever it went.
 */
import type { Fields } from '../../shared/record.ts'
import { type Done, type End, nothing, Places, type Possible } from './places.ts'

/** In the place of a field: that the record be gone. Its value is the server's clock when that was wanted. */
export const gone = ''

const only = (value: string | null): Possible => new Set([value])

export class Wanted {
  /** By person; places are records, slots are fields. */
  private readonly places = new Map<string, Places>()
  private readonly isDead: (lane: string) => boolean
  /** How often anybody has chosen a value, by `uid field value`. */
  readonly chosen = new Map<string, number>()
  /** Records that somebody asked to have again. */
  readonly wantedBack = new Set<string>()
  /** Records that their person has deleted or let go, by `person uid`: of their older forms they may be asked. */
  readonly given = new Set<string>()
  /** Records on which an act was taken back of which nobody could read what it had changed: that is chosen once more. */
  readonly unread = new Set<string>()
  /** Records that their person has deleted, by `person uid`. */
  private readonly removed = new Set<string>()
  /** In their order. */
  readonly typed: string[] = []
  /** The Devices that people chose for a record. */
  readonly links = new Map<string, Set<string>>()
  isRestored = false
  /** The server was put back without anybody saying so: ids may be given out twice. */
  isRaw = false
  /** Whose storage was removed. */
  readonly evicted = new Set<string>()

  constructor(isDead: (lane: string) => boolean) {
    this.isDead = isDead
  }

  of(person: string): Places {
    const places = this.places.get(person) ?? new Places(this.isDead)
    this.places.set(person, places)
    return places
  }

  saves(
    lane: string,
    uid: string,
    { tagged, fields }: { tagged: Fields; fields: Fields },
  ): (end: End) => Done {
    this.chose(uid, fields)
    this.typed.push(...Object.values(tagged).map(String))
    const values = Object.entries(tagged).map(([field, value]) => [field, only(String(value))] as const)
    return this.of(personOf(lane)).begin(lane, uid, new Map([...values, [gone, nothing]]))
  }

  removes(lane: string, uid: string, clock: number): (end: End) => Done {
    this.given.add(`${personOf(lane)} ${uid}`)
    this.removed.add(`${personOf(lane)} ${uid}`)
    // What they had brought back may never have left: then that goes, and whatever others have made of it stays.
    const since = this.wantedBack.has(uid) ? -1 : clock
    return this.letsGo(lane, uid, { isGone: String(since) })
  }

  /** `fields`: which; null: all. `isGone`: null when the record is to stay. */
  letsGo(
    lane: string,
    uid: string,
    { fields = null, isGone = null }: { fields?: string[] | null; isGone?: string | null },
  ): (end: End) => Done {
    if (!fields) this.given.add(`${personOf(lane)} ${uid}`)
    const places = this.of(personOf(lane))
    const names = fields ?? [...places.slotsOf(uid).keys()]
    const slots = names.map(name => [name, nothing] as const)
    return places.begin(lane, uid, new Map([...slots, [gone, only(isGone)]]))
  }

  undoes(
    lane: string,
    uid: string,
    { done, before }: { done: Done; before: Fields | null },
  ): (end: End) => Done {
    if (before) this.chose(uid, before)
    if (before) this.wantedBack.add(uid)
    this.given.add(`${personOf(lane)} ${uid}`)
    const places = this.of(personOf(lane))
    // An edit may have answered a question about their delete, which is wanted again without it, whatever came since.
    const mayGo = this.removed.has(`${personOf(lane)} ${uid}`) ? [...places.slotsOf(uid)] : []
    const left = mayGo.map(([slot, possible]) => [slot, new Set([...possible, null])] as const)
    // A delete that is taken up again may have been done.
    return places.begin(lane, uid, new Map([...left, ...places.without(uid, done), [gone, nothing]]))
  }

  /** It may be written with these values, once. */
  chose(uid: string, fields: Fields): void {
    for (const [field, value] of Object.entries(fields)) {
      const key = `${uid} ${field} ${String(value)}`
      this.chosen.set(key, (this.chosen.get(key) ?? 0) + 1)
    }
  }

  linked(uid: string, device: string): void {
    this.links.set(uid, (this.links.get(uid) ?? new Set()).add(device))
  }

  restored(isRaw: boolean): void {
    this.isRestored = true
    this.isRaw ||= isRaw
  }

  lost(person: string): void {
    this.evicted.add(person)
    this.of(person).clear()
  }
}

/** A lane is a tab of one person. */
export function personOf(lane: string): string {
  return lane.split('/')[0] ?? ''
}
