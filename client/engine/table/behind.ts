/** Pages that come laid out, and may stand behind those of a table as they are. [PG11] */
import { pageRecords } from '../../../shared/limits.ts'
import type { LaidPage } from './laid-page.ts'
import type { Table } from './table.ts'
import { UidRows } from './uids.ts'

/** They are what would be laid out of their records, once these stood behind the others one by one. */
export function standBehind(table: Table, pages: readonly LaidPage[]): boolean {
  const last = table.pages.at(-1)
  if (table.pages.length > 0 && last?.count !== pageRecords) return false
  const areFull = pages.every(({ count }, at) =>
    at < pages.length - 1 ? count === pageRecords : count > 0 && count <= pageRecords,
  )
  // A column that only some of them have would be filled in the others.
  const [names = ''] = pages.map(columnsOf)
  if (!areFull || pages.some(page => columnsOf(page) !== names)) return false
  const count = pages.reduce((sum, each) => sum + each.count, 0)
  return !pages.some(({ uids }) => table.index.hasAny(uids)) && new UidRows(pages).size === count
}

function columnsOf({ names }: LaidPage): string {
  return names.join('\n')
}
