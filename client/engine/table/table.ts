/** One kind in memory: where each record stands, its columns, the overlay of unsettled work, and what is derived. */
import type { Kind } from '../../../shared/metadata.ts'
import { pageRecords } from '../../../shared/limits.ts'
import { apart, type Provenance, shownFieldNamed } from '../../../shared/provenance.ts'
import type { ServerRecord } from '../../../shared/protocol.ts'
import type { Fields } from '../../../shared/record.ts'
import type { RecordState } from '../../contract.ts'
import { grouped } from '../grouped.ts'
import type { Column } from './column.ts'
import { columnOf } from './layout.ts'
import { columnIn, idIn, idsIn, type LaidPage, pageOf, uidIn, uidsIn, versionIn } from './laid-page.ts'
import { layOut } from './page-bytes.ts'
import { emptyPage, isPatch, type Page } from './page.ts'
import { type Changed, patchedPage } from './patched.ts'
import { UidRows } from './uids.ts'

/** A record as the outbox makes it look. `fields: null` hides it: deleted here. [RB1] */
export interface Shown extends Provenance {
  uid: string
  id: string | null
  /** [SE8] The id by which it stands in a list: of one that is brought back, that which it had. */
  standsBy: string | null
  version: number
  fields: Fields | null
  /** Of one that is deleted here, what it was. */
  gone?: Fields | null
  state: RecordState
  changedAt: number | null
  /** When the first of what waits of it was done; ms since 1970. Of records with work alone. */
  begunAt?: number | null
}

/** Rows in the order of one column, ascending, with the key by which each was sorted. */
export interface ColumnOrder {
  rows: Uint32Array
  keyOfRow(row: number): string
  /** Equal keys have one rank; all are below `rankCount`. */
  rankOfRow(row: number): number
  rankCount: number
}

/** A row number is page × 512 + slot. */
export class Table {
  readonly kind: Kind
  /** With gaps while they are read. */
  readonly pages: (LaidPage | undefined)[] = []
  readonly columns = new Map<string, Column>()
  readonly overlay = new Map<string, Shown>()
  /** Rises with every change, of pages or overlay. */
  revision = 0
  /** Derived from the pages alone, built when first asked for. */
  readonly orders = new Map<string, ColumnOrder>()
  oldestFirst: Uint32Array | null = null
  /** [PG7] Numbers of the stored patches with their records, and the pages that are older than one of them. */
  readonly patches = new Map<number, number>()
  readonly patchedPages = new Set<number>()
  /** Drawn up when somebody first asks for a record. */
  private rows: UidRows | null = null
  private rowOfId: Map<string, number> | null = null
  private counted: { revision: number; count: number } | null = null

  constructor(kind: Kind) {
    this.kind = kind
  }

  /** Those that are here. */
  *numberedPages(): Generator<[number, LaidPage]> {
    for (const [number, page] of this.pages.entries()) if (page) yield [number, page]
  }

  get confirmedCount(): number {
    return this.rows?.size ?? this.pages.reduce((sum, page) => sum + (page?.count ?? 0), 0)
  }

  /** The same, each record once, wherever else it stands. */
  get differentCount(): number {
    return this.index.size
  }

  get index(): UidRows {
    return (this.rows ??= new UidRows(this.pages))
  }

  /** Rows there may be: the last page counts as full. */
  get rowCount(): number {
    return this.pages.length * pageRecords
  }

  /** The number of the next patch. */
  get nextPatch(): number {
    return Math.min(0, ...this.patches.keys()) - 1
  }

  install(page: LaidPage | Page): void {
    const laid = 'count' in page ? page : layOut(page)
    if (isPatch(laid)) this.installPatch(laid)
    else this.installPage(laid)
    this.orders.clear()
    this.oldestFirst = null
    this.revision++
  }

  private installPage(page: LaidPage): void {
    this.patchedPages.delete(page.page)
    this.replace(page)
    this.addColumns(page.names)
    for (const column of this.columns.values()) column.install(page.page, page)
  }

  private replace(page: LaidPage): void {
    this.rows?.remove(page.page)
    while (this.pages.length < page.page) this.pages.push(undefined)
    this.pages[page.page] = page
    this.rows?.add(page.page)
    this.rowOfId = null
  }

  /** A page written since then holds what the patch says already, or something newer. */
  private installPatch(patch: LaidPage): void {
    this.patches.set(patch.page, patch.count)
    this.addColumns(patch.names)
    const slots = uidsIn(patch).flatMap((uid, from) => {
      const row = this.rowOf(uid) ?? -1
      const number = Math.floor(row / pageRecords)
      const isOlder = (this.pages[number]?.revision ?? Infinity) < patch.revision
      return isOlder ? [{ number, slot: row % pageRecords, from }] : []
    })
    const values = pageOf(patch)
    for (const [number, changed] of grouped(slots, ({ number }) => number)) {
      this.patchedPages.add(number)
      this.patchPage(number, values, changed)
    }
  }

  private patchPage(number: number, patch: Page, changed: Changed[]): void {
    const page = this.pages[number]
    if (!page) return
    const { patched, fields } = patchedPage(page, patch, { changed, columns: this.columns.keys() })
    this.replace(patched)
    for (const name of fields) this.columns.get(name)?.install(number, patched)
  }

  private addColumns(names: readonly string[]): void {
    for (const name of names) {
      if (this.columns.has(name)) continue
      const column = columnOf(name, shownFieldNamed(this.kind, name))
      this.columns.set(name, column)
      // Pages that lack it have nothing there.
      for (const [number, page] of this.numberedPages()) column.install(number, page)
    }
  }

  /** A page's records, to be changed and installed again. */
  page(number: number): Page {
    const page = this.pages[number]
    const fields = Object.fromEntries(
      Array.from(this.columns.keys(), name => [name, page ? columnIn(page, name) : []]),
    )
    const own = page ? pageOf({ ...page, names: [] }) : emptyPage(this.kind.name, number)
    return { ...own, fields }
  }

  /** `shown: null`: nothing unsettled about this record any more. */
  lay(uid: string, shown: Shown | null): void {
    if (shown) this.overlay.set(uid, shown)
    else this.overlay.delete(uid)
    this.revision++
  }

  /** The language changed: orders are written in it. */
  forgetOrders(): void {
    this.orders.clear()
    this.revision++
  }

  rowOf(uid: string): number | undefined {
    return this.index.rowOf(uid)
  }

  rowOfRecordId(id: string): number | undefined {
    if (!this.rowOfId) {
      this.rowOfId = new Map()
      for (const [number, page] of this.numberedPages())
        for (const [slot, each] of idsIn(page).entries()) this.rowOfId.set(each, number * pageRecords + slot)
    }
    return this.rowOfId.get(id)
  }

  uidAt(row: number): string {
    const page = this.pages[Math.floor(row / pageRecords)]
    return page ? uidIn(page, row % pageRecords) : ''
  }

  idAt(row: number): string {
    const page = this.pages[Math.floor(row / pageRecords)]
    return page ? idIn(page, row % pageRecords) : ''
  }

  versionAt(row: number): number {
    const page = this.pages[Math.floor(row / pageRecords)]
    return page ? versionIn(page, row % pageRecords) : 0
  }

  /** The id of a record, also of one that is deleted here. */
  idOf(uid: string): string | null {
    const row = this.rowOf(uid)
    return this.overlay.get(uid)?.id ?? (row === undefined ? null : this.idAt(row))
  }

  /** One value of each column. */
  valuesAt(row: number): Fields {
    const values: Fields = {}
    for (const [name, column] of this.columns) values[name] = column.at(row)
    return values
  }

  /** The record as the server confirmed it. */
  confirmed(uid: string): Omit<ServerRecord, 'kind' | 'uid'> | null {
    const row = this.rowOf(uid)
    if (row === undefined) return null
    return { id: this.idAt(row), version: this.versionAt(row), ...apart(this.valuesAt(row)) }
  }

  /** The record as a person sees it: confirmed, with the overlay on top. */
  shown(uid: string): Shown | null {
    const laid = this.overlay.get(uid)
    if (laid) return laid.fields ? laid : null
    const confirmed = this.confirmed(uid)
    return confirmed && { uid, ...confirmed, standsBy: confirmed.id, state: 'settled', changedAt: null }
  }

  /** Records a person sees. */
  get shownCount(): number {
    if (this.counted?.revision !== this.revision)
      this.counted = { revision: this.revision, count: this.countShown() }
    return this.counted.count
  }

  private countShown(): number {
    let count = this.confirmedCount
    for (const [uid, shown] of this.overlay) {
      const isConfirmed = this.rowOf(uid) !== undefined
      if (shown.fields && !isConfirmed) count++
      if (!shown.fields && isConfirmed) count--
    }
    return count
  }
}

export type Tables = ReadonlyMap<string, Table>
