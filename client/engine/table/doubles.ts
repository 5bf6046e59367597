/** A record that stands on two pages, which only damage or a bug can do: the newer of both counts. Pure. [PG8] */
import { pageRecords } from '../../../shared/limits.ts'
import { uidsIn } from './laid-page.ts'
import { type Page, removeRecord } from './page.ts'
import type { Table } from './table.ts'

/** The pages that hold such records, each record on one of them; to be installed. */
export function withoutDoubles(table: Table): Page[] {
  const pages = [...table.numberedPages()]
  const held = pages.reduce((sum, [, { count }]) => sum + count, 0)
  if (held === table.differentCount) return []
  const changed = new Map<number, Page>()
  const pageNumbered = (number: number) => {
    const page = changed.get(number) ?? table.page(number)
    changed.set(number, page)
    return page
  }
  for (const [number, page] of pages)
    for (const uid of uidsIn(page)) {
      const other = Math.floor((table.rowOf(uid) ?? 0) / pageRecords)
      if (other !== number) removeOlder(uid, pageNumbered(number), pageNumbered(other))
    }
  return [...changed.values()]
}

function removeOlder(uid: string, one: Page, two: Page): void {
  const [first, second] = [one.uid.indexOf(uid), two.uid.indexOf(uid)]
  const isFirstOlder = (one.version[first] ?? 0) <= (two.version[second] ?? 0)
  if (isFirstOlder) removeRecord(one, first)
  else removeRecord(two, second)
}
