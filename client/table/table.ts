/** One kind in memory: where each record stands, its columns, the overlay of unsettled work, and what is derived. */
import { fieldNamed, type Kind } from '../../shared/metadata.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { Fields } from '../../shared/record.ts'
import type { RecordState } from '../engine.ts'
import type { Column } from './column.ts'
import { columnOf } from './layout.ts'
import type { Page } from './page.ts'

/** A record as the outbox makes it look. `fields: null` hides it: deleted here. [RB1] */
export interface Shown {
  uid: string
  id: string | null
  version: number
  fields: Fields | null
  state: RecordState
  changedAt: number | null
  attention: number | null
}

/** Rows in the order of one column, ascending, with the key by which each was sorted. */
export interface ColumnOrder {
  rows: Uint32Array
  keyOfRow(row: number): string
}

/** Which records stand in a page; their values stand in the columns. */
type Addresses = Pick<Page, 'uid' | 'id' | 'version'>

/** A row number is page × 512 + slot. */
export class Table {
  readonly kind: Kind
  readonly pages: Addresses[] = []
  readonly columns = new Map<string, Column>()
  readonly overlay = new Map<string, Shown>()
  /** Rises with every change, of pages or overlay. */
  revision = 0
  /** Derived from the pages alone, built when first asked for. */
  readonly orders = new Map<string, ColumnOrder>()
  private readonly rowOfUid = new Map<string, number>()
  private rowOfId: Map<string, number> | null = null

  constructor(kind: Kind) {
    this.kind = kind
  }

  get confirmedCount(): number {
    return this.rowOfUid.size
  }

  /** Rows there may be: the last page counts as full. */
  get rowCount(): number {
    return this.pages.length * pageRecords
  }

  install({ page: number, uid: uids, id, version, fields }: Page): void {
    for (const uid of this.pages[number]?.uid ?? []) {
      const row = this.rowOfUid.get(uid)
      if (row !== undefined && Math.floor(row / pageRecords) === number) this.rowOfUid.delete(uid)
    }
    this.pages[number] = { uid: uids, id, version }
    for (const [slot, uid] of uids.entries()) this.rowOfUid.set(uid, number * pageRecords + slot)
    for (const name of Object.keys(fields))
      if (!this.columns.has(name)) this.columns.set(name, columnOf(fieldNamed(this.kind, name)))
    for (const [name, column] of this.columns) column.install(number, fields[name] ?? [])
    this.orders.clear()
    this.rowOfId = null
    this.revision++
  }

  /** A page as it is stored, to be changed and installed again. */
  page(number: number): Page {
    const { uid = [], id = [], version = [] } = this.pages[number] ?? {}
    const fields: Page['fields'] = {}
    for (const [name, column] of this.columns)
      fields[name] = uid.map((_, slot) => column.at(number * pageRecords + slot))
    return { kind: this.kind.name, page: number, uid: [...uid], id: [...id], version: [...version], fields }
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
      for (const [number, page] of this.pages.entries())
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

  fieldsAt(row: number): Fields {
    const fields: Fields = {}
    for (const [name, column] of this.columns) fields[name] = column.at(row)
    return fields
  }

  /** The record as the server confirmed it. */
  confirmed(uid: string): { id: string; version: number; fields: Fields } | null {
    const row = this.rowOf(uid)
    if (row === undefined) return null
    const version = this.pages[Math.floor(row / pageRecords)]?.version[row % pageRecords] ?? 0
    return { id: this.idAt(row), version, fields: this.fieldsAt(row) }
  }

  /** The record as a person sees it: confirmed, with the overlay on top. */
  shown(uid: string): Shown | null {
    const laid = this.overlay.get(uid)
    if (laid) return laid.fields ? laid : null
    const confirmed = this.confirmed(uid)
    return confirmed && { uid, ...confirmed, state: 'settled', changedAt: null, attention: null }
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
