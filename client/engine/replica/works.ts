/** The unsettled work of every record, in memory. Told of each change after the disk has it. */
import { rowOf } from '../disk/acts.ts'
import type { WentBack } from '../disk/groups.ts'
import type { Landed, Taken } from '../disk/work.ts'
import { byActs, type Unreadable, type WorkRead } from '../disk/work-read.ts'
import { grouped } from '../grouped.ts'
import { allActs, type Act, type Address, type Flight, newestSeq, waiting, type Work } from '../work/act.ts'
import { removalOf } from '../work/undo.ts'
import { expectWhole } from '../work/whole.ts'

const bySeq = (a: Pick<Act, 'seq'>, b: Pick<Act, 'seq'>) => a.seq - b.seq

/** Acts of a record that are not settled, in their order. */
export function unsettledActs(work: Work): Act[] {
  return [...waiting(work).flatMap(({ acts }) => acts), ...work.acts]
}

export class Works {
  /**
   * The newest act below which this tab knows of all: who acts upon what it shows has seen them. Over acts of other tabs,
   * reading those moves it. [MG3]
   */
  newest = 0
  private readonly works = new Map<string, Work>()
  private readonly lost = new Map<string, Unreadable>()
  private readonly onKeep: (work: Work) => void

  /** `onKeep` hears of each record whose work is another now. */
  constructor(onKeep: (work: Work) => void) {
    this.onKeep = onKeep
  }

  get all(): Work[] {
    return [...this.works.values()]
  }

  /** [OB12] */
  get unreadable(): Unreadable[] {
    return [...this.lost.values()]
  }

  of(uid: string): Work | undefined {
    return this.works.get(uid)
  }

  /** These records have the work that was read, and no other. */
  replace(addresses: Iterable<Address>, read: WorkRead): void {
    const actsOf = grouped(read.acts, ({ uid }) => uid)
    const flightsOf = grouped(read.flights, ({ uid }) => uid)
    const refusalOf = new Map(read.refusals.map(refusal => [refusal.uid, refusal]))
    const uids = new Set<string>()
    for (const { kind, uid } of addresses) {
      uids.add(uid)
      const [acts, flights] = [actsOf.get(uid) ?? [], flightsOf.get(uid) ?? []]
      this.keep({ kind, uid, acts, flights, refusal: refusalOf.get(uid) ?? null })
    }
    for (const [key, { uid }] of this.lost) if (uids.has(uid)) this.lost.delete(key)
    for (const each of read.unreadable) this.lost.set(`${each.seq} ${each.uid}`, each)
    this.newest = Math.max(this.newest, read.newest)
  }

  /** Nothing stands below these acts that is still to be read. */
  isNext([first]: readonly Act[]): boolean {
    return first !== undefined && rowOf(first) === rowOf({ seq: this.newest }) + 1
  }

  added(acts: readonly Act[]): void {
    if (this.isNext(acts)) this.newest = newestSeq(acts)
    for (const act of acts) this.change(act, work => ({ ...work, acts: [...work.acts, act].sort(bySeq) }))
  }

  takenBack(address: Address, { seq, removal }: Taken): void {
    const opposite = removal.acts.slice(-1)
    if (this.isNext(opposite)) this.newest = newestSeq(opposite)
    this.change(address, work => ({
      ...work,
      acts: work.acts.filter(act => act.seq !== seq),
      flights: [...work.flights, removal].sort(byActs),
    }))
  }

  /** [MA4] */
  wentBack(acts: readonly Act[], went: readonly WentBack[], at: number): void {
    const oppositeOf = new Map(went.map(({ seq, opposite }) => [seq, opposite]))
    for (const act of acts) {
      const seq = oppositeOf.get(act.seq)
      if (seq === undefined) continue
      this.takenBack(act, { seq: act.seq, removal: removalOf(act, { id: act.write ?? '', seq, at }) })
    }
  }

  departed(flights: readonly Flight[]): void {
    for (const flight of flights) {
      const left = new Set(flight.acts.map(({ seq }) => seq))
      this.change(flight, work => ({
        ...work,
        acts: work.acts.filter(({ seq }) => !left.has(seq)),
        flights: [...work.flights, flight].sort(byActs),
        refusal: null,
      }))
    }
  }

  landed({ flights, dropped, freed, refused, passed }: Landed): void {
    const gone = new Set([...dropped, ...flights.map(({ id }) => id)])
    for (const work of this.all)
      if (work.flights.some(({ id }) => gone.has(id)))
        this.change(work, was => ({ ...was, flights: was.flights.filter(({ id }) => !gone.has(id)) }))
    for (const flight of flights)
      this.change(flight, work => ({ ...work, flights: [...work.flights, flight].sort(byActs) }))
    for (const act of freed) this.change(act, work => ({ ...work, acts: [...work.acts, act].sort(bySeq) }))
    for (const address of passed) this.change(address, work => ({ ...work, refusal: null }))
    for (const refusal of refused) this.change(refusal, work => ({ ...work, refusal }))
  }

  /** [RB5] The pages hold what came after all that was sent: the answers to that do not lie over it. */
  forgetAnswers(address: Address): void {
    const noRun = (flight: Flight) => (flight.isAnswered ? { ...flight, run: 0 } : flight)
    this.change(address, work => ({ ...work, flights: work.flights.map(noRun) }))
  }

  /** Other pages lie below by now: what was answered until `run` stands in them, and older forms find it on the disk. */
  received(run: number): void {
    for (const work of this.all) {
      if (work.acts.length === 0 && work.flights.every(each => each.isAnswered && each.run <= run))
        this.keep({ ...work, flights: [] })
      else this.keep(work)
    }
  }

  private change({ kind, uid }: Address, change: (work: Work) => Work): void {
    const changed = change(this.works.get(uid) ?? { kind, uid, acts: [], flights: [], refusal: null })
    // Only writes are checked: work that stands on the disk is read, whatever it is.
    expectWhole(changed)
    this.keep(changed)
  }

  private keep(work: Work): void {
    if (work.acts.length + work.flights.length > 0) this.works.set(work.uid, work)
    else this.works.delete(work.uid)
    this.onKeep(work)
  }
}

/** [PU13] Of a record that is gone: what was sent of it knows its id. */
export function givenIdIn(work: Work | undefined): string | undefined {
  const sent = work?.flights.findLast(({ record }) => record)?.record
  return sent?.id ?? (work && allActs(work).findLast(({ givenId }) => givenId)?.givenId)
}
