/** One user's data in this tab: confirmed records, and the unsettled work over them. Memory changes after the disk. */
import type { NewAct } from '../disk/acts.ts'
import { addGroup, takeGroupBack, type WentBack } from '../disk/groups.ts'
import { addActs, depart, land, type Landed, repeatAnswered, type Taken, takeBack } from '../disk/work.ts'
import { type Merged, nextPulled, type Pulled, type StoredPage, writePages } from '../disk/pages.ts'
import { pageRecords } from '../../../shared/limits.ts'
import { equalValues, isUidReference, type Value } from '../../../shared/fields.ts'
import type { Equal } from '../../../shared/judge.ts'
import { readWork, wasSent } from '../disk/work-read.ts'
import { layOut } from '../table/page-bytes.ts'
import { isPatch, type Page } from '../table/page.ts'
import type { Act, Address, Flight, Work } from '../work/act.ts'
import { effectOf, sumOf } from '../work/fold.ts'
import { type Known, knownUnder, lateAnswers } from '../work/shown.ts'
import type { RecordState } from '../../contract.ts'
import { WorkChanges } from './changes.ts'
import { ConfirmedRecords } from './confirmed.ts'
import { overlayOf } from './overlay.ts'
import { givenIdIn, Works } from './works.ts'

/** More records than that are read with all the others: to find each by its key takes longer. */
const mostAlone = 1_000

export class Replica extends ConfirmedRecords {
  readonly works = new Works(work => this.lay(work))
  private readonly changes = new WorkChanges({
    readAnew: async error => {
      this.onBug(error)
      await this.reloadAllWork().catch(this.onBug)
    },
    revision: () => this.pulled.revision,
    catchUp: () => this.catchUp(),
  })

  /** References compare by what they resolve to. */
  readonly equal: Equal = (a, b) => equalValues(this.resolved(a), this.resolved(b))

  private resolved(value: Value | undefined): Value | undefined {
    return isUidReference(value) ? (this.idOf(value.uid) ?? value) : value
  }

  /** The id that the server is known to have given a record. */
  idOf(uid: string): string | undefined {
    for (const table of this.tables.values()) {
      const row = table.rowOf(uid)
      const id = row === undefined ? table.shown(uid)?.id : table.idAt(row)
      if (id) return id
    }
    return undefined
  }

  /** [PU13] Or that it had when it was last known here. */
  givenIdOf(uid: string): string | undefined {
    return this.idOf(uid) ?? givenIdIn(this.works.of(uid))
  }

  /** From the absence of a record nothing follows until every page is here, and none is being replaced. */
  get isCertain(): boolean {
    const { completedAt, isResyncing } = this.pulled
    return this.isWhole && completedAt !== null && !isResyncing && this.damaged.size === 0
  }

  known({ kind, uid }: Address): Known {
    const page = this.table(kind).confirmed(uid) ?? (this.isCertain ? null : undefined)
    const work = this.works.of(uid)
    return work ? knownUnder(page, work, this.pulled) : page
  }

  /** The state as it is laid over the pages. */
  stateOf({ kind, uid }: Address): RecordState {
    return this.table(kind).overlay.get(uid)?.state ?? 'settled'
  }

  private lay(work: Work): void {
    const isLate = lateAnswers(work, this.pulled).length > 0
    const overlay = overlayOf(work, this.known(work), { equal: this.equal, isLate })
    this.table(work.kind).lay(work.uid, overlay)
  }

  /** Records of a kind that a person sees, whether or not all of them are in memory. */
  countOf(kind: string): number {
    const table = this.table(kind)
    const unread = this.isWhole ? 0 : (this.pulled.counts[kind] ?? 0) - table.confirmedCount
    return table.shownCount + unread
  }

  isSettledAndRead(kind: string, uid: string): boolean {
    return this.table(kind).rowOf(uid) !== undefined && !this.works.of(uid)
  }

  /** Whether it is known of each unsettled record where it stands in the list. */
  isPlaced(kind: string): boolean {
    if (this.isWhole) return true
    const table = this.table(kind)
    const isNew = (work: Work) => work.flights.length === 0 && effectOf(sumOf(work))?.op === 'create'
    return this.works.all.every(
      each => each.kind !== kind || table.rowOf(each.uid) !== undefined || isNew(each),
    )
  }

  /** [PG5] Enough for the first screen: the newest records of each kind, and all that is unsettled. */
  async begin(): Promise<void> {
    await this.readNewest()
    await this.reloadAllWork()
  }

  protected override install(pages: StoredPage[], pulled: Pulled): void {
    const isHeld = ({ kind, uid }: Address) => this.table(kind).rowOf(uid) !== undefined
    const held = this.works.all.filter(each => each.flights.length > 0 && isHeld(each))
    if (pulled.run !== this.pulled.run) this.changes.note()
    super.install(pages, pulled)
    // [RB5] Deleted after all that was sent: the answers to that do not bring it back.
    if (!pages.some(page => page.isDamaged))
      for (const each of held) if (!isHeld(each)) this.works.forgetAnswers(each)
    this.works.received(pulled.run)
  }

  /** [PG2] Pages and cursor together, on disk and then in memory. `told`: records that they hold as of this moment. */
  async commit(
    pages: Page[],
    progress: Partial<Pulled>,
    { merged, told = [] }: { merged?: Merged; told?: readonly Address[] } = {},
  ): Promise<void> {
    const counts = { ...this.pulled.counts }
    for (const { kind, page, uid } of pages.filter(page => !isPatch(page)))
      counts[kind] = (counts[kind] ?? 0) + uid.length - (this.table(kind).pages[page]?.count ?? 0)
    const pulled = nextPulled(this.pulled, { ...progress, counts, newest: this.newestWith(pages) })
    const { revision } = pulled
    const laid = pages.map(page => layOut({ ...page, revision }))
    const isTold = new Set(told.map(({ uid }) => uid))
    const isOver = (each: Work) => isTold.has(each.uid) || this.isLeaving(each, pages)
    const answered = this.works.all.filter(isOver).flatMap(({ flights }) => flights)
    const sent = answered.filter(({ isAnswered }) => isAnswered).map(({ id }) => id)
    await writePages(this.db, laid, pulled, { merged, sent })
    for (const each of told) this.works.forgetAnswers(each)
    this.install(laid, pulled)
  }

  private isLeaving({ kind, uid }: Address, pages: Page[]): boolean {
    const row = this.table(kind).rowOf(uid)
    const number = row === undefined ? null : Math.floor(row / pageRecords)
    return pages.some(each => each.kind === kind && each.page === number && !each.uid.includes(uid))
  }

  /** [OB1] Resolves when the acts are on disk. `unheard`: others stand there as well, to be read after that one. */
  async add(
    acts: readonly NewAct[],
    { draft }: { draft: string | null },
  ): Promise<{ added: Act[]; unheard: number | null }> {
    let newest = 0
    let isNext = false
    const { acts: added, wasDraft = false } = await this.changes.make(
      () => addActs(this.db, acts, { draft }),
      written => {
        newest = this.works.newest
        isNext = this.works.isNext(written.acts)
        if (written.hasLeft) isNext = false
        else this.works.added(written.acts)
      },
    )
    // Other tabs have acted since, or the form may be older than acts that have left.
    const older = acts.find(({ since }) => since < newest)
    const isMade = older?.deed.do === 'make'
    const isNew = isMade && (wasDraft || !(await wasSent(this.db, older).catch(() => true)))
    const isOlder = older !== undefined && !isNew
    return { added, unheard: isNext && !isOlder ? null : newest }
  }

  /** [MA4] Resolves when all of them are on disk, in shared rows. */
  async addGroup(acts: readonly NewAct[], signal?: AbortSignal): Promise<Act[]> {
    let isNext = false
    const { acts: added, hasMoved } = await this.changes.make(
      () => addGroup(this.db, acts, signal),
      written => {
        isNext = this.works.isNext(written.acts)
        if (!written.hasMoved) this.works.added(written.acts)
      },
    )
    // Others have acted since, or sent some of them.
    if (hasMoved || !isNext) await this.reloadAllWork()
    return added
  }

  /** [OB9] Of acts in shared rows. Returns those that are taken back, and not those that have left. */
  async takeGroupBack(acts: readonly Act[], at: number): Promise<WentBack[]> {
    const seqs = acts.map(({ seq }) => seq)
    return this.changes.make(
      () => takeGroupBack(this.db, seqs, at),
      went => this.works.wentBack(acts, went, at),
    )
  }

  /** [OB9] false when the act has left. */
  async takeBack(address: Address, taken: Taken): Promise<boolean> {
    const written = await this.changes.make(
      () => takeBack(this.db, address, taken),
      left => left && this.works.takenBack(address, left),
    )
    return written !== null
  }

  /** [OB5] Flights are on disk before anything leaves the device. */
  async depart(flights: readonly Flight[]): Promise<Flight[]> {
    return this.changes.make(
      () => depart(this.db, flights, this.works.unreadable),
      departed => this.works.departed(departed),
    )
  }

  async land(landed: Landed): Promise<void> {
    await this.changes.make(
      () => land(this.db, landed),
      () => {
        if (landed.pulled) this.pulled = landed.pulled
        this.works.landed(landed)
      },
    )
  }

  /** [RB4] The server has lost its history: everything is received anew, and answers of that history are awaited again. */
  async restart(): Promise<void> {
    const pulled = nextPulled(this.pulled, { cursor: null, history: null, isResyncing: true, isLost: true })
    await repeatAnswered(this.db, pulled)
    this.changes.note()
    this.pulled = pulled
    await this.reloadAllWork()
  }

  /** Reads what other tabs did: to these records, and since the newest act that is known here. */
  async reloadWork(of: readonly Address[], after = this.works.newest): Promise<void> {
    if (of.length > mostAlone) return this.reloadAllWork()
    const read = await this.changes.unchanged(() => readWork(this.db, this.pulled.run, { of, after }))
    this.works.replace(read.places, read)
  }

  async reloadAllWork(): Promise<void> {
    const read = await this.changes.unchanged(() => readWork(this.db, this.pulled.run))
    const addresses = new Map<string, Address>()
    for (const each of [...this.works.all, ...this.works.unreadable]) addresses.set(each.uid, each)
    const flown = read.flights.map(({ kind, uid, acts }) => ({ kind, uid, seq: acts[0]?.seq ?? 0 }))
    // Records that are new here stand in a list as their work was done.
    for (const each of [...flown, ...read.acts].sort((a, b) => a.seq - b.seq)) addresses.set(each.uid, each)
    for (const each of read.refusals) addresses.set(each.uid, each)
    this.works.replace(addresses.values(), read)
  }
}
