/** The state of a list, and how it is written in the URL. Pure. */
import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import { displayOf } from '../fields/displays.ts'
import { listFields } from '../fields/visible.ts'
import type { Kind } from '../../../shared/metadata.ts'
import { shownFieldNamed } from '../../../shared/provenance.ts'
import type { Filter, Query, RecordState } from '../../contract.ts'

/** The state chips: what a person asks for, and the states that it means. */
const stateGroups = {
  unsent: ['unsent'],
  attention: ['conflict', 'rejected'],
} as const satisfies Record<string, readonly RecordState[]>

export type StateGroup = keyof typeof stateGroups

export interface ListState {
  search: string
  filters: Filter[]
  sort: Query['sort']
  groups: StateGroup[]
}

export function toQuery({ search, filters, sort, groups }: ListState): Query {
  return { search, filters, sort, states: groups.flatMap(group => stateGroups[group]) }
}

export function toUrl({ search, filters, sort, groups }: ListState): LocationQueryRaw {
  return {
    ...(search && { q: search }),
    ...(filters.length > 0 && { f: filters.map(({ field, op, value }) => `${field}:${op}:${value}`) }),
    ...(sort && { sort: (sort.descending ? '-' : '') + sort.field }),
    ...(groups.length > 0 && { state: groups.join(',') }),
  }
}

/** Fields of the URL that this kind does not have are left out. */
export function fromUrl(query: LocationQuery, kind: Kind): ListState {
  const sortText = textsOf(query['sort'])[0] ?? ''
  const descending = sortText.startsWith('-')
  const sortName = descending ? sortText.slice(1) : sortText
  const sortField = listFields(kind).find(({ name }) => name === sortName)
  return {
    search: textsOf(query['q'])[0] ?? '',
    filters: textsOf(query['f']).flatMap(text => filterOf(text, kind)),
    sort: sortField ? { field: sortField.name, descending } : null,
    groups: (textsOf(query['state'])[0] ?? '').split(',').filter(isGroup),
  }
}

function textsOf(value: LocationQuery[string] | undefined): string[] {
  return [value].flat().filter(text => typeof text === 'string')
}

function isGroup(text: string): text is StateGroup {
  return Object.hasOwn(stateGroups, text)
}

function filterOf(text: string, kind: Kind): Filter[] {
  const [name = '', opText = '', ...rest] = text.split(':')
  const field = shownFieldNamed(kind, name)
  const op = field && displayOf(field).filters.find(known => known === opText)
  const value = rest.join(':')
  return field && op && value ? [{ field: name, op, value }] : []
}

/** Two states that ask for the same. */
export function isSameState(a: ListState, b: ListState): boolean {
  return JSON.stringify(toUrl(a)) === JSON.stringify(toUrl(b))
}
