/** One kind in memory: where each record stands, its columns, the overlay of unsettled work, and what is derived. */
import { equalValues } from '../../../shared/fields.ts'
import type { Kind } from '../../../shared/metadata.ts'
import { pageRecords } from '../../../shared/limits.ts'
import { apart, type Provenance, shownFieldNamed } from '../../../shared/provenance.ts'
import type { ServerRecord } from '../../../shared/protocol.ts'
import type { Fields } from '../../../shared/record.ts'
import type { RecordState } from '../../contract.ts'
import { grouped } from '../grouped.ts'
import type { Column } from './column.ts'
import { columnOf } from './layout.ts'
import { isPatch, type JoinedPage, type Page, splitPage } from './page.ts'

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
}

/** Rows in the order of one column, ascending, with the key by which each was sorted. */
export interface ColumnOrder {
  rows: Uint32Array
  keyOfRow(row: number): string
  /** Equal keys have one rank; all are below `rankCount`. */
  rankOfRow(row: number): number
  rankCount: number
}

/** Which records stand in a page; their values stand in the columns. */
type Addresses = Pick<Page, 'uid' | 'id' | 'version' | 'revision'>

/** A row number is page × 512 + slot. */
export class Table {
  readonly kind: Kind
  /** With gaps while they are read. */
  readonly pages: (Addresses | undefined)[] = []
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
  private readonly rowOfUid = new Map<string, number>()
  private rowOfId: Map<string, number> | null = null

  constructor(kind: Kind) {
    this.kind = kind
  }

  /** Those that are here. */
  *numberedPages(): Generator<[number, Addresses]> {
    for (const [number, page] of this.pages.entries()) if (page) yield [number, page]
  }

  get confirmedCount(): number {
    return this.rowOfUid.size
  }

  /** Rows there may be: the last page counts as full. */
  get rowCount(): number {
    return this.pages.length * pageRecords
  }

  /** Lays out what has been installed for keeping and for searching; the first page on the screen does not wait for it. */
  pack(): void {
    for (const column of this.columns.values()) column.pack()
  }

  /** The number of the next patch. */
  get nextPatch(): number {
    return Math.min(0, ...this.patches.keys()) - 1
  }

  install(page: JoinedPage): void {
    if (isPatch(page)) this.installPatch(splitPage(page))
    else this.installPage(page)
    this.orders.clear()
    this.oldestFirst = null
    this.revision++
  }

  private installPage({ page: number, revision, uid: uids, id, version, fields }: JoinedPage): void {
    for (const uid of this.pages[number]?.uid ?? []) {
      const row = this.rowOfUid.get(uid)
      if (row !== undefined && Math.floor(row / pageRecords) === number) this.rowOfUid.delete(uid)
    }
    this.pages[number] = { uid: uids, id, version, revision }
    this.patchedPages.delete(number)
    for (const [slot, uid] of uids.entries()) this.rowOfUid.set(uid, number * pageRecords + slot)
    this.addColumns(fields)
    for (const [name, column] of this.columns) column.install(number, fields[name] ?? [])
    this.rowOfId = null
  }

  /** A page written since then holds what the patch says already, or something newer. */
  private installPatch(patch: Page): void {
    this.patches.set(patch.page, patch.uid.length)
    this.addColumns(patch.fields)
    const slots = patch.uid.flatMap((uid, from) => {
      const row = this.rowOfUid.get(uid) ?? -1
      const number = Math.floor(row / pageRecords)
      const isOlder = (this.pages[number]?.revision ?? Infinity) < patch.revision
      return isOlder ? [{ number, slot: row % pageRecords, from }] : []
    })
    for (const [number, changed] of grouped(slots, ({ number }) => number)) {
      this.patchedPages.add(number)
      this.patchPage(number, patch, changed)
    }
  }

  private patchPage(number: number, patch: Page, changed: { slot: number; from: number }[]): void {
    const page = this.pages[number]
    if (!page) return
    const [id, version] = [[...page.id], [...page.version]]
    for (const { slot, from } of changed) {
      id[slot] = patch.id[from] ?? ''
      version[slot] = patch.version[from] ?? 0
    }
    this.pages[number] = { ...page, id, version }
    this.rowOfId = null
    for (const [name, column] of this.columns) {
      const valueOf = (from: number) => patch.fields[name]?.[from] ?? null
      const isSame = ({ slot, from }: { slot: number; from: number }) =>
        equalValues(column.at(number * pageRecords + slot), valueOf(from))
      if (changed.every(isSame)) continue
      const values = page.uid.map((_, slot) => column.at(number * pageRecords + slot))
      for (const { slot, from } of changed) values[slot] = valueOf(from)
      column.install(number, values)
    }
  }

  private addColumns(fields: object): void {
    for (const name of Object.keys(fields))
      if (!this.columns.has(name)) this.columns.set(name, columnOf(shownFieldNamed(this.kind, name)))
  }

  /** A page as it is stored, to be changed and installed again. */
  page(number: number): Page {
    const { uid = [], id = [], version = [], revision = 0 } = this.pages[number] ?? {}
    const fields: Page['fields'] = {}
    for (const [name, column] of this.columns)
      fields[name] = uid.map((_, slot) => column.at(number * pageRecords + slot))
    const own = { uid: [...uid], id: [...id], version: [...version], fields }
    return { kind: this.kind.name, page: number, revision, ...own }
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
    return this.rowOfUid.get(uid)
  }

  rowOfRecordId(id: string): number | undefined {
    if (!this.rowOfId) {
      this.rowOfId = new Map()
      for (const [number, page] of this.numberedPages())
        for (const [slot, each] of page.id.entries()) this.rowOfId.set(each, number * pageRecords + slot)
    }
    return this.rowOfId.get(id)
  }

  uidAt(row: number): string {
    return this.pages[Math.floor(row / pageRecords)]?.uid[row % pageRecords] ?? ''
  }

  idAt(row: number): string {
    return this.pages[Math.floor(row / pageRecords)]?.id[row % pageRecords] ?? ''
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
    const version = this.pages[Math.floor(row / pageRecords)]?.version[row % pageRecords] ?? 0
    return { id: this.idAt(row), version, ...apart(this.valuesAt(row)) }
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
    let count = this.confirmedCount
    for (const [uid, shown] of this.overlay) {
      const isConfirmed = this.rowOfUid.has(uid)
      if (shown.fields && !isConfirmed) count++
      if (!shown.fields && isConfirmed) count--
    }
    return count
  }
}

export type Tables = ReadonlyMap<string, Table>
