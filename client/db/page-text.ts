/**
 * Columns as they are sealed. V8's JSON.parse looks every text of up to ten characters up in one table of all texts,
 * which takes 15 times as long as reading them, and longer with each: a column of texts is stored as a single one.
 */
import type { Value } from '../../shared/fields.ts'
import type { Columns } from '../table/page.ts'

/** Hardly ever typed, one byte, and JSON does not escape it. A column with it in a text is stored as it is. */
const between = '\u007f'

export interface StoredColumns {
  uid: string | string[]
  id: string | string[]
  version: number[]
  fields: Record<string, string | Value[]>
}

export function storedColumns({ uid, id, version, fields }: Columns): StoredColumns {
  const stored = Object.entries(fields).map(([name, values]) => [name, joined(values)] as const)
  return { uid: joined(uid), id: joined(id), version, fields: Object.fromEntries(stored) }
}

export function columnsOf({ uid, id, version, fields }: StoredColumns): Columns {
  const columns = Object.entries(fields).map(([name, stored]) => [name, split(stored)] as const)
  return { uid: split(uid), id: split(id), version, fields: Object.fromEntries(columns) }
}

function joined<T extends Value>(values: T[]): string | T[] {
  const isText =
    values.length > 0 && values.every(each => typeof each === 'string' && !each.includes(between))
  return isText ? values.join(between) : values
}

function split<T extends Value>(stored: string | T[]): T[] {
  return typeof stored === 'string' ? (stored.split(between) as T[]) : stored
}
