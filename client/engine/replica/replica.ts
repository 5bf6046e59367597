/**
 * One user's data in this tab: the database, the tables that mirror its pages, and the unsettled work over
 * them. Memory changes only after the disk has.
 */
import {
  type Address,
  changeOutbox,
  type OutboxChange,
  type OutboxRead,
  type OutboxRow,
  readOutbox,
  readOutboxOf,
  readSentAfter,
} from '../disk/outbox.ts'
import { readWorkRevision } from '../disk/work.ts'
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
import type { Fields } from '../../../shared/record.ts'
import type { Kind, Kinds } from '../../../shared/metadata.ts'
import { withoutDoubles } from '../table/doubles.ts'
import { currentPage, isPatch, type Page } from '../table/page.ts'
import { Table } from '../table/table.ts'
import { isUnsentCreate, shownRecord, type Unsettled } from './rebase.ts'
import { UnsettledWork, type WorkRead } from './unsettled.ts'

export class Replica {
  readonly db: Database
  readonly tables = new Map<string, Table>()
  pulled: Pulled = nothingPulled
  /** Every page is in memory. */
  isWhole = false
  /** [PG8] Stored pages that are not as they were written, until what they held is here again. */
  readonly damaged = new Map<string, Pick<StoredPage, 'kind' | 'page' | 'isDamaged'>>()
  private readonly unsettled: UnsettledWork
  /** Changes to the unsettled work, made by this tab or by what it received. */
  private changes = 0
  /** The outbox in memory is the one of this revision; null when another tab has changed it. */
  private workRevision: number | null = null

  constructor(db: Database, kinds: Kinds) {
    this.db = db
    for (const kind of kinds) this.tables.set(kind.name, new Table(kind))
    this.unsettled = new UnsettledWork(record => {
      const table = this.table(record.kind)
      table.lay(record.uid, shownRecord(record.uid, table.confirmed(record.uid), record))
    })
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

  /** Every unsettled row, in the order of the acts. */
  get outbox(): readonly OutboxRow[] {
    return this.unsettled.outbox
  }

  /** [OB12] Rows of the outbox that this device cannot read. */
  get unreadable() {
    return this.unsettled.unreadable
  }

  outboxOf(uid: string): OutboxRow[] {
    return this.unsettled.of(uid)?.outbox ?? []
  }

  /** Records of a kind that a person sees, whether or not all of them are in memory. */
  countOf(kind: string): number {
    const table = this.table(kind)
    const unread = this.isWhole ? 0 : (this.pulled.counts[kind] ?? 0) - table.confirmedCount
    return table.shownCount + unread
  }

  isSettledAndRead(kind: string, uid: string): boolean {
    return this.table(kind).rowOf(uid) !== undefined && !this.unsettled.of(uid)
  }

  /** Whether it is known of each unsettled record where it stands in the list. */
  isPlaced(kind: string): boolean {
    if (this.isWhole) return true
    const table = this.table(kind)
    return this.unsettled.all.every(
      each => each.kind !== kind || table.rowOf(each.uid) !== undefined || isUnsentCreate(each),
    )
  }

  /** The record under these outbox rows, which may be fresher than those in memory; null when it is not there. */
  recordUnder(kind: string, uid: string, outbox: OutboxRow[]): { version: number; fields: Fields } | null {
    const sent = this.unsettled.of(uid)?.sent ?? []
    const confirmed = this.table(kind).confirmed(uid)
    const shown = shownRecord(uid, confirmed, { sent, outbox }) ?? confirmed
    return shown?.fields ? { version: shown.version, fields: shown.fields } : null
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
    const isGoing = (each: Unsettled & Address) => each.sent.length > 0 && this.isLeaving(each, pages)
    const sent = this.unsettled.all.filter(isGoing).flatMap(each => each.sent)
    await writePages(this.db, joined, pulled, { merged, sent: sent.map(({ mutation }) => mutation.id) })
    this.install(joined, pulled)
    this.pack()
  }

  private install(pages: StoredPage[], pulled: Pulled): void {
    const isHeld = ({ kind, uid }: Address) => this.table(kind).rowOf(uid) !== undefined
    const held = this.unsettled.all.filter(each => each.sent.length > 0 && isHeld(each))
    for (const page of pages) this.put(page)
    // [RB5] Deleted after all that was sent: the answers to that do not bring it back.
    if (!pages.some(page => page.isDamaged))
      for (const each of held) if (!isHeld(each)) this.unsettled.forgetSent(each)
    if (pulled.run !== this.pulled.run) this.changes++
    this.pulled = pulled
    this.unsettled.received(pulled.run)
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

  /** All or nothing, durably, then in memory. */
  async change(change: OutboxChange): Promise<OutboxRow[]> {
    const { put, revision } = await changeOutbox(this.db, change)
    this.changes++
    // Another tab has been at work since: what it did is not known here.
    this.workRevision = this.workRevision !== null && revision === this.workRevision + 1 ? revision : null
    if (change.pulled) this.pulled = change.pulled
    this.unsettled.change(put, change)
    return put
  }

  /** Their rows as they are on disk: read only when this tab does not know them already. */
  async storedOutboxOf(addresses: Address[]): Promise<OutboxRow[]> {
    if (!(await this.isWorkCurrent())) return (await readOutboxOf(this.db, addresses)).rows
    const uids = new Set(addresses.map(({ uid }) => uid))
    return [...uids].flatMap(uid => this.outboxOf(uid)).sort((a, b) => a.seq - b.seq)
  }

  private async isWorkCurrent(): Promise<boolean> {
    return this.workRevision !== null && (await readWorkRevision(this.db)) === this.workRevision
  }

  /** Reads all unsettled work, unless this tab knows it already. */
  async refreshWork(): Promise<void> {
    if (!(await this.isWorkCurrent())) await this.reloadAllWork()
  }

  /** Reads what another tab did to these records. */
  async reloadWork(addresses: Address[]): Promise<void> {
    this.unsettled.replace(addresses, await this.unchanged(() => readOutboxOf(this.db, addresses)))
  }

  async reloadAllWork(): Promise<void> {
    const read = await this.unchanged(() => readOutbox(this.db))
    this.workRevision = read.revision
    const addresses = new Map<string, Address>()
    for (const each of [...this.unsettled.all, ...this.unreadable]) addresses.set(each.uid, each)
    for (const { mutation } of [...read.sent, ...read.rows]) addresses.set(mutation.uid, mutation)
    this.unsettled.replace(addresses.values(), read)
  }

  /**
   * Reads until nothing has changed meanwhile: what was read would take back what this tab did, or has read since. [RB5]
   * What was sent lies over the pages of the same moment, beside the rows of that moment, and of no other.
   */
  private async unchanged(readRows: () => Promise<OutboxRead>): Promise<WorkRead> {
    for (;;) {
      const before = this.changes
      const [read, sent] = await Promise.all([readRows(), readSentAfter(this.db, this.pulled.run)])
      const isOfOneMoment = sent.workRevision === read.revision && sent.revision === this.pulled.revision
      if (sent.revision > this.pulled.revision) await this.catchUp()
      else if (isOfOneMoment && this.changes === before) {
        this.changes++
        return { ...read, sent: sent.sent }
      }
    }
  }
}
