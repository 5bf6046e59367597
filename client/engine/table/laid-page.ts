/** A page laid out: as it is stored and searched, without an object a record. */
import type { Kind } from '../../../shared/metadata.ts'
import { hasChanged } from '../../../shared/schema.ts'
import type { Value } from '../../../shared/fields.ts'
import { numberAt, type Numbers } from './numbers.ts'
import type { Page } from './page.ts'
import { type HasParts, partOf, valuesIn } from './part.ts'
import { uidFrom, uidWords } from './uids.ts'

export interface LaidPage extends HasParts {
  kind: string
  page: number
  revision: number
  count: number
  /** Four words each. */
  uids: Uint32Array
  /** What does not fit into the numbers stands as it came. */
  ids: Numbers | readonly string[]
  versions: Numbers | readonly number[]
  oddUids?: readonly string[] | undefined
  names: readonly string[]
}

export function uidIn({ count, uids, oddUids }: LaidPage, slot: number): string {
  return slot < count ? (oddUids?.[slot] ?? uidFrom(uids, slot * uidWords)) : ''
}

export function idIn({ count, ids }: LaidPage, slot: number): string {
  if (slot >= count) return ''
  return 'base' in ids ? String(numberAt(ids, slot)) : (ids[slot] ?? '')
}

export function versionIn({ count, versions }: LaidPage, slot: number): number {
  if (slot >= count) return 0
  return 'base' in versions ? numberAt(versions, slot) : (versions[slot] ?? 0)
}

export function uidsIn(page: LaidPage): string[] {
  return Array.from({ length: page.count }, (_, slot) => uidIn(page, slot))
}

export function idsIn(page: LaidPage): string[] {
  return Array.from({ length: page.count }, (_, slot) => idIn(page, slot))
}

export function versionsIn(page: LaidPage): number[] {
  return Array.from({ length: page.count }, (_, slot) => versionIn(page, slot))
}

/** All of one column; null where the page lacks it. */
export function columnIn(page: LaidPage, name: string): Value[] {
  const part = page.part(name)
  return part ? valuesIn(part) : new Array<Value>(page.count).fill(null)
}

/** A page's records one by one, to be changed and laid out again. */
export function pageOf(page: LaidPage): Page {
  return {
    ...{ kind: page.kind, page: page.page, revision: page.revision },
    ...{ uid: uidsIn(page), id: idsIn(page), version: versionsIn(page) },
    fields: Object.fromEntries(page.names.map(name => [name, columnIn(page, name)])),
  }
}

/** With other columns in place of its own, or beside them; `null` takes one away. */
export function withColumns(page: LaidPage, columns: ReadonlyMap<string, readonly Value[] | null>): LaidPage {
  const names = new Set([...page.names, ...columns.keys()])
  for (const [name, values] of columns) if (!values) names.delete(name)
  const part: HasParts['part'] = name => {
    const values = columns.get(name)
    return values === undefined ? page.part(name) : values ? partOf(values) : undefined
  }
  return { ...page, names: [...names], part }
}

/** [PV4] A page as today's: columns under their names, and values for records that were made before a field was there. */
export function currentPage(kind: Kind, page: LaidPage): LaidPage {
  if (!hasChanged(kind)) return page
  const columns = new Map<string, Value[] | null>()
  for (const { name, formerly = [], initial, validation } of kind.fields) {
    if (formerly.length === 0 && initial === undefined) continue
    // Where null is a value it stays one.
    const missing = validation.required ? (initial ?? null) : null
    const found = [name, ...formerly].map(each => columnIn(page, each))
    columns.set(
      name,
      Array.from({ length: page.count }, (_, slot) => {
        const column = found.find(each => (each[slot] ?? null) !== null)
        return column?.[slot] ?? missing
      }),
    )
    for (const each of formerly) columns.set(each, null)
  }
  return withColumns(page, columns)
}
