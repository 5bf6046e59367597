/** What a list is sorted by, as its person presses it together. Pure. [SE40] */
import type { SortBy } from '../../contract.ts'

/** By this field alone; once more, turned round; a third time, by none. */
export function sortedAloneBy(sort: readonly SortBy[], field: string): SortBy[] {
  const isAlone = sort.length === 1 && sort[0]?.field === field
  return isAlone ? sortedAlsoBy(sort, field) : [{ field, descending: false }]
}

/** Behind those there are; one of these is turned round where it stands, and taken away the third time. */
export function sortedAlsoBy(sort: readonly SortBy[], field: string): SortBy[] {
  if (!sort.some(each => each.field === field)) return [...sort, { field, descending: false }]
  return sort.flatMap(each => {
    if (each.field !== field) return [each]
    return each.descending ? [] : [{ field, descending: true }]
  })
}

export function sortText(sort: readonly SortBy[]): string {
  return sort.map(({ field, descending }) => (descending ? '-' : '') + field).join(',')
}

/** Of `fields` alone, each once. */
export function sortFrom(text: string, fields: readonly string[]): SortBy[] {
  const sort = new Map<string, SortBy>()
  for (const each of text.split(',')) {
    const descending = each.startsWith('-')
    const field = descending ? each.slice(1) : each
    if (fields.includes(field) && !sort.has(field)) sort.set(field, { field, descending })
  }
  return [...sort.values()]
}

/** How a field takes part, as one of several from 1; null: not at all. */
export function placeIn(sort: readonly SortBy[], field: string) {
  const index = sort.findIndex(each => each.field === field)
  const way = sort[index]?.descending ? ('descending' as const) : ('ascending' as const)
  return index < 0 ? null : { number: index + 1, way, isOneOfSeveral: sort.length > 1 }
}
