/** Saved views of a list, as the entries of its person's preferences say them, of this app or a newer one. Pure. [UI60] */
import type { LocationQuery } from 'vue-router'
import type { Preferences } from '../../../shared/preferences.ts'
import { entryNames } from '../stores/list-preferences.ts'
import type { ScreenClass } from '../ui/useScreenClass.ts'
import type { ChosenColumns } from './columns.ts'

export interface SavedView {
  id: string
  name: string
  /** What it asks, as an address says it. */
  query: LocationQuery
  columns: Partial<Record<ScreenClass, ChosenColumns>>
}

/** What an address says of a list that shows everything, though there is a default view. */
export const everything = 'all'

export const nameCharacters = 60

/** By name. Two devices may each have made one of the same name: the younger one gets a number. */
export function viewsOf(entries: Preferences, kind: string): SavedView[] {
  const prefix = entryNames.view(kind, '')
  const taken = new Set<string>()
  return Object.entries(entries)
    .filter(([name]) => name.startsWith(prefix))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { value }]) => viewFrom(name.slice(prefix.length), value) ?? [])
    .map(view => {
      let { name } = view
      for (let number = 2; taken.has(folded(name)); number++) name = `${view.name} (${number})`
      taken.add(folded(name))
      return { ...view, name }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
}

export function folded(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function viewFrom(id: string, value: unknown): SavedView | null {
  if (!isObject(value) || typeof value['name'] !== 'string') return null
  const { name, query, columns } = value
  return {
    id,
    name,
    query: isObject(query) ? (query as LocationQuery) : {},
    columns: Object.fromEntries(
      Object.entries(isObject(columns) ? columns : {}).flatMap(([screenClass, each]) => {
        const known = columnsFrom(each)
        return known ? [[screenClass, known]] : []
      }),
    ),
  }
}

export function columnsFrom(value: unknown): ChosenColumns | null {
  if (!isObject(value)) return null
  const { names, widths } = value
  if (!Array.isArray(names) || !names.every(name => typeof name === 'string')) return null
  const known = Object.entries(isObject(widths) ? widths : {}).filter(
    (each): each is [string, number] => typeof each[1] === 'number',
  )
  return { names, widths: Object.fromEntries(known) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
