/** [PG7] Writes what many patches hold into the pages. */
import type { Table } from '../table/table.ts'
import type { Replica } from './replica.ts'

/** Records of a kind that patches hold before they are merged: opening reads them all. */
const patchRecords = 4_096
const pagesPerMerge = 16

/** A few pages at a time; cut off, nothing is lost. */
export async function mergePatches(replica: Replica): Promise<void> {
  // [PG8] A patch that cannot be opened would go unnoticed with the others.
  if (replica.damaged.size > 0) return
  for (const table of replica.tables.values()) if (isMergeDue(table)) await merge(replica, table)
}

function isMergeDue({ patches, patchedPages }: Table): boolean {
  if (patches.size === 0) return false
  const records = [...patches.values()].reduce((sum, count) => sum + count, 0)
  return patchedPages.size === 0 || records > patchRecords
}

async function merge(replica: Replica, table: Table): Promise<void> {
  const numbers = [...table.patchedPages]
  for (let start = 0; start < numbers.length; start += pagesPerMerge) {
    const pages = numbers.slice(start, start + pagesPerMerge).map(number => table.page(number))
    await replica.commit(pages, {})
  }
  await replica.commit([], {}, { merged: { kind: table.kind.name, patches: [...table.patches.keys()] } })
  table.patches.clear()
}
