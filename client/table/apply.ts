/** What pages look like after records arrived or were deleted. Pure: the pages in use are left as they are. */
import { pageRecords } from '../../shared/limits.ts'
import { type Columns, emptyPage, type Page, removeRecord, writeRecord } from './page.ts'
import type { Table } from './table.ts'

export interface Arrival extends Columns {
  deleted: string[]
}

export interface ApplyOptions {
  /** A restored server gives out versions anew: in a resync its word counts whatever the version. */
  isResync: boolean
}

/** [PG3] Only the pages that changed, as new values. A version never goes back. */
export function pagesAfter(table: Table, arrival: Arrival, { isResync }: ApplyOptions): Page[] {
  const changed = new Map<number, Page>()
  const added = new Map<string, number>()

  function forWriting(number: number): Page {
    let page = changed.get(number)
    if (!page) {
      page = table.pages[number] ? table.page(number) : emptyPage(table.kind.name, number)
      changed.set(number, page)
    }
    return page
  }

  let last = Math.max(table.pages.length - 1, 0)
  for (const [from, uid] of arrival.uid.entries()) {
    const row = added.get(uid) ?? table.rowOf(uid)
    if (row === undefined) {
      if ((changed.get(last) ?? table.pages[last])?.uid.length === pageRecords) last++
      const page = forWriting(last)
      added.set(uid, last * pageRecords + page.uid.length)
      writeRecord(page, page.uid.length, arrival, from)
      continue
    }
    const number = Math.floor(row / pageRecords)
    const slot = row % pageRecords
    const version = (changed.get(number) ?? table.pages[number])?.version[slot] ?? 0
    if (!isResync && version >= (arrival.version[from] ?? 0)) continue
    writeRecord(forWriting(number), slot, arrival, from)
  }

  for (const uid of arrival.deleted) {
    const row = table.rowOf(uid)
    if (row === undefined) continue
    const page = forWriting(Math.floor(row / pageRecords))
    const slot = page.uid.indexOf(uid)
    if (slot >= 0) removeRecord(page, slot)
  }
  return [...changed.values()]
}
