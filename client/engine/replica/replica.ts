/**
 * One user's data in this tab: the database, the tables that mirror its pages, and the unsettled work over
 * them. Memory changes only after the disk has.
 */
import type { NewAct } from '../disk/acts.ts'
import {
  addActs,
  depart,
  land,
  type Landed,
  readWork,
  repeatAnswered,
  takeBack,
  type WorkRead,
} from '../disk/work.ts'
import type { Database } from '../disk/database.ts'
import {
  allPages,
  type Merged,
  nextPulled,
  nothingPulled,
  type Pulled,
  readFirstPages,
  readPagesAfter,
  type StoredPage,
  writePages,
} from '../disk/pages.ts'
import { pageRecords } from '../../../shared/limits.ts'
import { joinFields } from '../../../shared/joined-texts.ts'
import { equalValues, isUidReference, type Value } from '../../../shared/fields.ts'
import type { Equal } from '../../../shared/judge.ts'
import type { Kind, Kinds } from '../../../shared/metadata.ts'
import { withoutDoubles } from '../table/doubles.ts'
import { currentPage, isPatch, type Page } from '../table/page.ts'
import { Table } from '../table/table.ts'
import type { Act, Address, Flight, Work } from '../work/act.ts'
import { effectOf, sumOf } from '../work/fold.ts'
import { type Known, knownUnder } from '../work/shown.ts'
import type { RecordState } from '../../contract.ts'
import { overlayOf } from './overlay.ts'
import { Works } from './works.ts'

export class Replica {
  readonly db: Database
  readonly tables = new Map<string, Table>()
  pulled: Pulled = nothingPulled
  /** Every page is in memory. */
  isWhole = false
  /** [PG8] Stored pages that are not as they were written, until what they held is here again. */
  readonly damaged = new Map<string, Pick<StoredPage, 'kind' | 'page' | 'isDamaged'>>()
  readonly works = new Works(work => this.lay(work))
  /** Changes to the unsettled work, made by this tab or by what it received. */
  private changes = 0

  constructor(db: Database, kinds: Kinds) {
    this.db = db
    for (const kind of kinds) this.tables.set(kind.name, new Table(kind))
  }

  /** A kind this app does not know is kept all the same: its next version may. */
  table(kind: string): Table {
    const known = this.tables.get(kind)
    if (known) return known
    const label = { en: kind, id: kind }
    const unknown: Kind = { name: kind, label, plural: label, icon: 'file', title: '', fields: [] }
    const table = new Table(unknown)
    this.tables.set(kind, table)
    return table
  }

  /** References compare by what they resolve to. */
  readonly equal: Equal = (a, b) => equalValues(this.resolved(a), this.resolved(b))

  private resolved(value: Value | undefined): Value | undefined {
    return isUidReference(value) ? (this.idOf(value.uid) ?? value) : value
  }

  /** The id that the server is known to have given a record. */
  idOf(uid: string): string | undefined {
    for (const table of this.tables.values()) {
      const id = table.confirmed(uid)?.id ?? table.shown(uid)?.id
      if (id) return id
    }
    return undefined
  }

  /** From the absence of a record nothing follows until every page is here, and none is being replaced. */
  private get isCertain(): boolean {
    const { completedAt, isResyncing } = this.pulled
    return this.isWhole && completedAt !== null && !isResyncing && this.damaged.size === 0
  }

  known({ kind, uid }: Address): Known {
    const page = this.table(kind).confirmed(uid) ?? (this.isCertain ? null : undefined)
    const work = this.works.of(uid)
    return work ? knownUnder(page, work, this.pulled.run) : page
  }

  /** As it is laid over the pages. */
  stateOf({ kind, uid }: Address): RecordState {
    return this.table(kind).overlay.get(uid)?.state ?? 'settled'
  }

  private lay(work: Work): void {
    const isLate = work.flights.some(
      ({ isAnswered, mutation, run }) => isAnswered && mutation && run > this.pulled.run,
    )
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

  /** [PG5] Enough for the first screen: the first page of each kind, and all that is unsettled. */
  async begin(): Promise<void> {
    const { pages, pulled } = await readFirstPages(this.db, [...this.tables.keys()])
    this.install(pages, pulled)
    await this.reloadAllWork()
  }

  /** The other pages. What others write meanwhile is read at the end. */
  async finish(): Promise<void> {
    if (this.isWhole) return
    const patches: StoredPage[] = []
    for await (const pages of allPages(this.db)) {
      for (const page of pages) {
        if (isPatch(page)) patches.push(page)
        else if (!this.table(page.kind).pages[page.page]) this.put(page)
      }
      this.pack()
    }
    // [ST7] Given up, it took so long that another reading has ended.
    if (this.isWhole) return
    for (const patch of patches.sort((a, b) => a.revision - b.revision)) this.put(patch)
    await this.catchUp()
    this.isWhole = true
  }

  /** Reads the pages that other tabs have written. */
  async catchUp(): Promise<void> {
    const { pages, pulled } = await readPagesAfter(this.db, this.pulled.revision)
    // What this tab has written meanwhile is newer than what was read.
    if (pulled.revision < this.pulled.revision) return this.catchUp()
    this.install(pages, pulled)
    for (const table of this.tables.values())
      for (const page of withoutDoubles(table)) this.put({ ...page, isDamaged: true })
    this.pack()
  }

  /** [PG2] Pages and cursor together, on disk and then in memory. */
  async commit(pages: Page[], progress: Partial<Pulled>, merged?: Merged): Promise<void> {
    const counts = { ...this.pulled.counts }
    for (const { kind, page, uid } of pages.filter(page => !isPatch(page)))
      counts[kind] = (counts[kind] ?? 0) + uid.length - (this.table(kind).pages[page]?.uid.length ?? 0)
    const pulled = nextPulled(this.pulled, { ...progress, counts })
    const { revision } = pulled
    const joined = pages.map(page => ({ ...page, revision, fields: joinFields(page.fields) }))
    const isGoing = (each: Work) =>
      each.flights.some(({ isAnswered }) => isAnswered) && this.isLeaving(each, pages)
    const answered = this.works.all.filter(isGoing).flatMap(({ flights }) => flights)
    const sent = answered.filter(({ isAnswered }) => isAnswered).map(({ id }) => id)
    await writePages(this.db, joined, pulled, { merged, sent })
    this.install(joined, pulled)
    this.pack()
  }

  private install(pages: StoredPage[], pulled: Pulled): void {
    const isHeld = ({ kind, uid }: Address) => this.table(kind).rowOf(uid) !== undefined
    const held = this.works.all.filter(each => each.flights.length > 0 && isHeld(each))
    for (const page of pages) this.put(page)
    // [RB5] Deleted after all that was sent: the answers to that do not bring it back.
    if (!pages.some(page => page.isDamaged))
      for (const each of held) if (!isHeld(each)) this.works.forgetAnswers(each)
    if (pulled.run !== this.pulled.run) this.changes++
    this.pulled = pulled
    this.works.received(pulled.run)
  }

  private isLeaving({ kind, uid }: Address, pages: Page[]): boolean {
    const row = this.table(kind).rowOf(uid)
    const number = row === undefined ? null : Math.floor(row / pageRecords)
    return pages.some(each => each.kind === kind && each.page === number && !each.uid.includes(uid))
  }

  private pack(): void {
    for (const table of this.tables.values()) table.pack()
  }

  private put(page: StoredPage): void {
    const [table, key] = [this.table(page.kind), `${page.kind}/${page.page}`]
    if (page.isDamaged || this.damaged.has(key)) this.damaged.set(key, page)
    table.install(currentPage(table.kind, page))
  }

  /** [OB1] Resolves when they are on disk. */
  async add(acts: readonly NewAct[], options: { draft: string | null }): Promise<Act[]> {
    const { newest } = this.works
    const added = await addActs(this.db, acts, options)
    this.changes++
    this.works.added(added)
    // Other tabs have acted since, or the form is older than acts that have left: those stand on the disk.
    const isNext = added.every(({ seq }, index) => index > 0 || seq === Math.floor(newest) + 1)
    if (!isNext || acts.some(({ since }) => since < newest)) await this.reloadWork(acts, newest)
    return added
  }

  /** [OB9] false when the act has left. */
  async takeBack(seq: number, removal: Flight): Promise<boolean> {
    const written = await takeBack(this.db, seq, removal)
    if (!written) return false
    this.changes++
    this.works.takenBack(seq, written)
    return true
  }

  /** [OB5] They are on disk before anything leaves the device. */
  async depart(flights: readonly Flight[]): Promise<Flight[]> {
    const departed = await depart(this.db, flights)
    this.changes++
    this.works.departed(departed)
    return departed
  }

  async land(landed: Landed): Promise<void> {
    await land(this.db, landed)
    this.changes++
    if (landed.pulled) this.pulled = landed.pulled
    this.works.landed(landed)
  }

  /** [RB4] The server has lost its history: everything is received anew, and answers of that history are awaited again. */
  async restart(): Promise<void> {
    const pulled = nextPulled(this.pulled, { cursor: null, history: null, isResyncing: true })
    await repeatAnswered(this.db, pulled)
    this.changes++
    this.pulled = pulled
    await this.reloadAllWork()
  }

  /** Reads what other tabs did: to these records, and since the newest act that is known here. */
  async reloadWork(of: readonly Address[], after = this.works.newest): Promise<void> {
    const read = await this.unchanged(() => readWork(this.db, this.pulled.run, { of, after }))
    this.works.replace(read.places, read)
  }

  async reloadAllWork(): Promise<void> {
    const read = await this.unchanged(() => readWork(this.db, this.pulled.run))
    const addresses = new Map<string, Address>()
    for (const each of [...this.works.all, ...this.works.unreadable]) addresses.set(each.uid, each)
    for (const each of [...read.acts, ...read.flights, ...read.refusals]) addresses.set(each.uid, each)
    this.works.replace(addresses.values(), read)
  }

  /**
   * Reads until nothing has changed meanwhile: what was read would take back what this tab did, or has read since. [RB5]
   * Answers lie over the pages of the same moment, and of no other.
   */
  private async unchanged(read: () => Promise<WorkRead>): Promise<WorkRead> {
    for (;;) {
      const before = this.changes
      const found = await read()
      if (found.revision > this.pulled.revision) await this.catchUp()
      else if (found.revision === this.pulled.revision && this.changes === before) {
        this.changes++
        return found
      }
    }
  }
}
