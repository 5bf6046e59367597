/** One kind in memory: its pages, where each record stands, the overlay of unsettled work, and what is derived. */
import { type Kind } from '../../shared/metadata.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { Fields } from '../../shared/record.ts'
import type { RecordState } from '../engine.ts'
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

/** Folded search text of a page; record i stands in [starts[i], starts[i + 1]). */
export interface PageText {
  text: string
  starts: Uint32Array
}

/** Rows in the order of one column, ascending, and the rank of each row: equal values, equal rank. */
export interface ColumnOrder {
  rows: Uint32Array
  keyOfRow(row: number): string
}

/** A row number is page × 512 + slot. */
export class Table {
  readonly kind: Kind
  readonly pages: Page[] = []
  readonly overlay = new Map<string, Shown>()
  /** Rises with every change, of pages or overlay. */
  revision = 0
  /** Derived from the pages alone, built when first asked for. */
  readonly texts: (PageText | undefined)[] = []
  readonly orders = new Map<string, ColumnOrder>()
  private readonly rowOfUid = new Map<string, number>()
  private rowOfId: Map<string, number> | null = null

  constructor(kind: Kind) {
    this.kind = kind
  }

  get confirmedCount(): number {
    return this.rowOfUid.size
  }

  install(page: Page): void {
    const before = this.pages[page.page]
    for (const uid of before?.uid ?? []) {
      const row = this.rowOfUid.get(uid)
      if (row !== undefined && Math.floor(row / pageRecords) === page.page) this.rowOfUid.delete(uid)
    }
    this.pages[page.page] = page
    for (const [slot, uid] of page.uid.entries()) this.rowOfUid.set(uid, page.page * pageRecords + slot)
    this.texts[page.page] = undefined
    this.orders.clear()
    this.rowOfId = null
    this.revision++
  }

  /** `shown: null`: nothing unsettled about this record any more. */
  lay(uid: string, shown: Shown | null): void {
    if (shown) this.overlay.set(uid, shown)
    else this.overlay.delete(uid)
    this.revision++
  }

  /** Language changed: texts and orders are written in it. */
  forgetDerived(): void {
    this.texts.length = 0
    this.orders.clear()
    this.revision++
  }

  rowOf(uid: string): number | undefined {
    return this.rowOfUid.get(uid)
  }

  rowOfRecordId(id: string): number | undefined {
    if (!this.rowOfId) {
      this.rowOfId = new Map()
      for (const page of this.pages)
        for (const [slot, each] of page.id.entries()) this.rowOfId.set(each, page.page * pageRecords + slot)
    }
    return this.rowOfId.get(id)
  }

  uidAt(row: number): string {
    return this.pages[Math.floor(row / pageRecords)]?.uid[row % pageRecords] ?? ''
  }

  fieldsAt(row: number): Fields {
    const page = this.pages[Math.floor(row / pageRecords)]
    const fields: Fields = {}
    if (page)
      for (const name of Object.keys(page.fields))
        fields[name] = page.fields[name]?.[row % pageRecords] ?? null
    return fields
  }

  /** The record as the server confirmed it. */
  confirmed(uid: string): { id: string; version: number; fields: Fields } | null {
    const row = this.rowOf(uid)
    if (row === undefined) return null
    const page = this.pages[Math.floor(row / pageRecords)]
    const slot = row % pageRecords
    return { id: page?.id[slot] ?? '', version: page?.version[slot] ?? 0, fields: this.fieldsAt(row) }
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
