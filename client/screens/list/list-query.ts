/** The state of a list, and how it is written in the URL. Pure. */
import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import { type Asking, counting, filtersOf, valueless } from '../fields/displays.ts'
import { listFields } from '../fields/visible.ts'
import { daysFrom, firstDay, lastDay } from '../ui/days.ts'
import type { Kind } from '../../../shared/metadata.ts'
import { changedAt, changedBy, shownFieldNamed } from '../../../shared/provenance.ts'
import type { Filter, FilterOp, Query, RecordState } from '../../contract.ts'
import { excludingOps, limitingOps } from '../../contract-records.ts'
import { sortFrom, sortText } from './sort.ts'

/** The state chips: what a person asks for, and the states that it means. */
const stateGroups = {
  unsent: ['unsent'],
  attention: ['conflict', 'rejected'],
} as const satisfies Record<string, readonly RecordState[]>

export const groupNames = ['unsent', 'attention', 'today', 'mine'] as const
export type StateGroup = (typeof groupNames)[number]

export interface ListFilter extends Pick<Filter, 'field' | 'value'> {
  op: Asking
}

export interface ListState {
  search: string
  filters: ListFilter[]
  sort: Query['sort']
  groups: StateGroup[]
  /** [UI61] The id of the saved view that it began with. */
  view?: string | undefined
}

/** Who asks, and on which day. */
export interface Asker {
  username: string
  today: string
}

export function toQuery({ search, filters, sort, groups }: ListState, asker: Asker): Query {
  const { username, today } = asker
  return {
    search,
    sort,
    filters: [
      ...filters.map(filter => asOf(filter, today)),
      ...(groups.includes('mine') ? [noted(changedBy.name, 'mine', username)] : []),
      ...(groups.includes('today') ? [noted(changedAt.name, 'since', today)] : []),
    ],
    states: groups.flatMap(group => (group === 'unsent' || group === 'attention' ? stateGroups[group] : [])),
  }
}

function noted(field: string, op: FilterOp, value: string): Filter {
  return { field, op, value }
}

/** The last 7 days are today and the six before it; the next 7 are today and the six behind it. */
function asOf({ field, op, value }: ListFilter, today: string): Filter {
  if (op !== 'last' && op !== 'next') return { field, op, value }
  const away = Number(value) - 1
  const days =
    op === 'last' ? [daysFrom(today, -away) ?? firstDay, today] : [today, daysFrom(today, away) ?? lastDay]
  return { field, op: 'within', value: days.join('/') }
}

/** Those on one field together, as they are read: its limits, what it may be instead, what it is not. */
export function inReading(filters: readonly ListFilter[]): ListFilter[] {
  const fields = [...new Set(filters.map(({ field }) => field))]
  return filters.toSorted(
    (a, b) => fields.indexOf(a.field) - fields.indexOf(b.field) || placeOf(a) - placeOf(b),
  )
}

function placeOf({ op }: ListFilter): number {
  return limitingOps.includes(op) ? 0 : excludingOps.includes(op) ? 2 : 1
}

/** [SE30] It will do instead of another one before it on its field. */
export function isAlternative(filters: readonly ListFilter[], index: number): boolean {
  const own = filters[index]
  if (!own || placeOf(own) !== 1) return false
  return filters.slice(0, index).some(each => each.field === own.field && placeOf(each) < 2)
}

/** What fits the ops that take no free text: nothing, or days that a calendar holds. */
export function isValueFor(op: Asking, value: string): boolean {
  if (valueless.includes(op)) return value === ''
  return counting.includes(op) ? /^[1-9]\d{0,4}$/.test(value) : value !== ''
}

export function toUrl({ search, filters, sort, groups, view }: ListState): LocationQueryRaw {
  return {
    ...(search && { q: search }),
    ...(filters.length > 0 && { f: filters.map(({ field, op, value }) => `${field}:${op}:${value}`) }),
    ...(sort.length > 0 && { sort: sortText(sort) }),
    ...(groups.length > 0 && { state: groups.join(',') }),
    ...(view !== undefined && { view }),
  }
}

/** Fields of the URL that this kind does not have are left out. */
export function fromUrl(query: LocationQuery, kind: Kind): ListState {
  return {
    search: textsOf(query['q'])[0] ?? '',
    filters: inReading(textsOf(query['f']).flatMap(text => filterOf(text, kind))),
    sort: sortFrom(
      textsOf(query['sort'])[0] ?? '',
      listFields(kind).map(({ name }) => name),
    ),
    groups: (textsOf(query['state'])[0] ?? '').split(',').filter(isGroup),
    view: textsOf(query['view'])[0],
  }
}

function textsOf(value: LocationQuery[string] | undefined): string[] {
  return [value].flat().filter(text => typeof text === 'string')
}

function isGroup(text: string): text is StateGroup {
  return groupNames.some(name => name === text)
}

function filterOf(text: string, kind: Kind): ListFilter[] {
  const [name = '', opText = '', ...rest] = text.split(':')
  const field = shownFieldNamed(kind, name)
  const op = field && filtersOf(field).find(known => known === opText)
  const value = rest.join(':')
  return field && op && isValueFor(op, value) ? [{ field: name, op, value }] : []
}

/** Two states that ask for the same. */
export function isSameState(a: ListState, b: ListState): boolean {
  return JSON.stringify(toUrl(a)) === JSON.stringify(toUrl(b))
}
