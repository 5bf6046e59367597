/** A list as CSV (RFC 4180), as it is read: all of it, however long. [RE2] */
import type { Kind } from '../../shared/metadata.ts'
import type { Database } from '../db/database.ts'
import { listPage } from '../db/listing.ts'
import { readableNames, toJson } from './form.ts'
import { type Asked, mostRecords, placeOf } from './list-query.ts'
import type { Scope } from '../db/scope.ts'

export async function* csvOf(
  database: Database,
  kind: Kind,
  { scope, asked }: { scope: Scope; asked: Asked },
): AsyncGenerator<string> {
  const names = asked.only ?? readableNames(kind)
  yield line(names)
  let { after } = asked
  for (;;) {
    const page = await listPage(database, kind, { ...asked, scope, after, limit: mostRecords })
    yield page.map(record => line(Object.values(toJson(kind, scope, record, names)))).join('')
    const last = page.at(-1)
    if (!last || page.length < mostRecords) return
    after = placeOf(asked.order, last)
  }
}

const line = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value as string | number | boolean)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
