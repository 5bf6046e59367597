/** Pages as they are after records arrived or were deleted. Pure: those in use are left as they are. */
import { pageRecords } from '../../../shared/limits.ts'
import type { Arrival } from './arrival.ts'
import { newestPages } from './order.ts'
import { appendRecords, emptyPage, type Page, removeRecord, writeRecord } from './page.ts'
import type { Table } from './table.ts'

interface ApplyOptions {
  /** A restored server gives out versions anew: in a resync its word counts whatever the version. */
  isResync: boolean
}

/** Rows of records that have changed, and which of the arrival each is. */
type Updates = Map<number, number>

const pageOf = (row: number) => Math.floor(row / pageRecords)

/** [PG3] Only the pages that changed, as new values, and at most one patch. A version never goes back. */
export function pagesAfter(table: Table, arrival: Arrival, options: ApplyOptions): Page[] {
  const changed = new Map<number, Page>()
  function forWriting(number: number): Page {
    let page = changed.get(number)
    if (!page) {
      page = table.pages[number] ? table.page(number) : emptyPage(table.kind.name, number)
      changed.set(number, page)
    }
    return page
  }

  const { fresh, updates } = newsIn(table, arrival, options)
  append(table, fresh, { arrival, forWriting })
  const deleted = arrival.deleted.flatMap(uid => {
    const row = table.rowOf(uid)
    return row === undefined ? [] : [{ uid, page: forWriting(pageOf(row)) }]
  })
  // [PG5] The first screen reads the pages with the newest records, and no patch over them.
  const isGone = new Set(arrival.deleted)
  const remaining = Array.from(changed.values(), ({ page, uid, id }) => ({
    page,
    id: id.filter((_, slot) => !isGone.has(uid[slot] ?? '')),
  }))
  const newest = newestPages(table, remaining)
  for (const number of newest) if (table.patchedPages.has(number)) forWriting(number)
  const isWritten = (row: number) => newest.includes(pageOf(row)) || changed.has(pageOf(row))
  const scattered = [...updates].filter(([row]) => !isWritten(row))
  const isPatching = isPatchWorthwhile(scattered.map(([row]) => row))
  for (const [row, from] of updates)
    if (!isPatching || isWritten(row)) writeRecord(forWriting(pageOf(row)), row % pageRecords, arrival, from)
  for (const { uid, page } of deleted) {
    const slot = page.uid.indexOf(uid)
    if (slot >= 0) removeRecord(page, slot)
  }
  const pages = [...changed.values()]
  if (isPatching) pages.push(patchOf(table, arrival, scattered))
  return pages
}

/** Records that are new here, by their place in the arrival, and those newer than the row that is there. */
function newsIn(
  table: Table,
  { uid: uids, version: versions }: Arrival,
  { isResync }: ApplyOptions,
): { fresh: number[]; updates: Updates } {
  const fresh: number[] = []
  const freshAt = new Map<string, number>()
  const updates: Updates = new Map()
  const isNewer = (from: number, version = 0) => isResync || version < (versions[from] ?? 0)
  for (const [from, uid] of uids.entries()) {
    const row = table.rowOf(uid)
    if (row === undefined) {
      const at = freshAt.get(uid)
      if (at === undefined) freshAt.set(uid, fresh.push(from) - 1)
      else if (isNewer(from, versions[fresh[at] ?? 0])) fresh[at] = from
      continue
    }
    const known = updates.get(row)
    const version = known === undefined ? table.versionAt(row) : versions[known]
    if (isNewer(from, version)) updates.set(row, from)
  }
  return { fresh, updates }
}

/** Behind the last record, page after page. */
function append(
  table: Table,
  fresh: number[],
  { arrival, forWriting }: { arrival: Arrival; forWriting(page: number): Page },
): void {
  let number = Math.max(table.pages.length - 1, 0)
  for (let start = 0; start < fresh.length; number++) {
    const room = pageRecords - (table.pages[number]?.count ?? 0)
    if (room > 0) appendRecords(forWriting(number), arrival, fresh.slice(start, start + room))
    start += room
  }
}

/** With so few pages, or so many changes in each, the pages are written again. */
const fewPages = 8
const manyChanges = 64

/** [PG7] Too many pages would have to be written again for what has changed in them. */
function isPatchWorthwhile(rows: number[]): boolean {
  const pages = new Set(rows.map(pageOf))
  return pages.size > fewPages && rows.length < pages.size * manyChanges
}

function patchOf(table: Table, arrival: Arrival, updates: [row: number, from: number][]): Page {
  const patch = emptyPage(table.kind.name, table.nextPatch)
  for (const [slot, [, from]] of updates.entries()) writeRecord(patch, slot, arrival, from)
  return patch
}
