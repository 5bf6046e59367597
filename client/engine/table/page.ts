/**
 * A page as it is written: up to 512 confirmed records of one kind, column by column, in arrival order. A patch is a page with a number
 * below zero: records that have changed since their own pages were written, until there are many of them. [PG7]
 */
import type { Value } from '../../../shared/fields.ts'

export interface Page {
  kind: string
  page: number
  /** That of the write it came with; any, while the page is not stored yet. */
  revision: number
  uid: string[]
  id: string[]
  version: number[]
  fields: Record<string, Value[]>
}

/** Records of one kind, columns side by side: what a line of `changes` brings. */
export type Columns = Omit<Page, 'kind' | 'page' | 'revision'>

export function emptyPage(kind: string, page: number): Page {
  return { kind, page, revision: 0, uid: [], id: [], version: [], fields: {} }
}

export function isPatch({ page }: Pick<Page, 'page'>): boolean {
  return page < 0
}

/** Writes record `from` of `source` into a slot of `page`; a column that one of them lacks is filled with null. */
export function writeRecord(page: Page, slot: number, source: Columns, from: number): void {
  page.uid[slot] = source.uid[from] ?? ''
  page.id[slot] = source.id[from] ?? ''
  page.version[slot] = source.version[from] ?? 0
  for (const name of Object.keys(source.fields)) {
    const column = (page.fields[name] ??= new Array<Value>(slot).fill(null))
    column[slot] = source.fields[name]?.[from] ?? null
  }
  for (const [name, column] of Object.entries(page.fields))
    if (!Object.hasOwn(source.fields, name)) column[slot] = null
}

/** Writes these records of `source` behind those of `page`; a column that one of them lacks is filled with null. */
export function appendRecords(page: Page, source: Columns, froms: readonly number[]): void {
  const count = page.uid.length
  const taken = <T>(column: readonly T[]) => froms.map(from => column[from] as T)
  for (const name of Object.keys(source.fields)) page.fields[name] ??= new Array<Value>(count).fill(null)
  for (const [name, column] of Object.entries(page.fields)) {
    const values = source.fields[name]
    page.fields[name] = column.concat(values ? taken(values) : new Array<Value>(froms.length).fill(null))
  }
  page.uid = page.uid.concat(taken(source.uid))
  page.id = page.id.concat(taken(source.id))
  page.version = page.version.concat(taken(source.version))
}

/** Takes a record out; those behind it move up. */
export function removeRecord(page: Page, slot: number): void {
  page.uid.splice(slot, 1)
  page.id.splice(slot, 1)
  page.version.splice(slot, 1)
  for (const column of Object.values(page.fields)) column.splice(slot, 1)
}
