/** What a person's act does to the outbox rows of its record. Pure: rows in, rows out. */
import type { OutboxChange, OutboxRow } from '../disk/outbox.ts'
import { equalValues } from '../../../shared/fields.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import type { Changes, Fields } from '../../../shared/record.ts'
import { changesBetween, combine, isEmpty, joinChanges } from '../work/combine.ts'

export interface Act {
  /** The record's rows in the outbox, in order. */
  rows: OutboxRow[]
  /** The confirmed version; 0 when the server is not known to hold the record. */
  version: number
  /** The values of that version. */
  confirmed?: Fields | undefined
  /** The record as it is shown by now: a form may have begun with an older one. */
  shown?: Fields | undefined
  /** Of a history that the server has lost, the versions on this device say nothing. */
  isResyncing?: boolean
  now: number
  newUid(): string
}

export type Planned = Pick<OutboxChange, 'put' | 'remove'>

export const nothing: Planned = { put: [], remove: [] }

/** [OB4] Adds a mutation after the others, or into the last one when that was never on its way. [OB5] */
export function append(act: Act, mutation: Mutation, base: OutboxRow['base']): Planned {
  const last = act.rows.at(-1)
  if (!last || last.attempted || goesOverUnseen(mutation, last)) {
    if (mutation.op === 'update' && isEmpty(mutation.changes)) return nothing
    return { put: [{ seq: 0, mutation, base, at: act.now, attempted: false, parked: null }] }
  }
  const combined = combine(last.mutation, mutation, last.base?.fields ?? null)
  if (!combined) return { ...goingWith(act.rows.at(-2), last), remove: [last.seq] }
  const { took: _, ...row } = last
  const now = { base: seenOver(combined, last.base), at: act.now }
  return { put: [{ ...row, ...takenBy(combined, last), ...now, mutation: combined }] }
}

/** [MG3] A record made again holds what others had put there: a form that began before that has not shown it. */
export function goesOverUnseen(mutation: Mutation, made: Pick<OutboxRow, 'mutation' | 'base'>): boolean {
  return mutation.op === 'update' && !isEmpty(overUnseen(mutation.changes, made))
}

/** Those of these changes that do. */
export function overUnseen(changes: Changes, { mutation: made, base }: Pick<OutboxRow, 'mutation' | 'base'>) {
  if (made.op !== 'create' || !base) return {}
  const isOver = ([name, [seen]]: [string, Changes[string]]) =>
    equalValues(made.fields[name], base.fields[name]) && !equalValues(made.fields[name] ?? null, seen)
  return Object.fromEntries(Object.entries(changes).filter(isOver))
}

/** [OB9] What was deleted before it was sent, and had been brought back behind a delete on its way, goes with that one. */
function goingWith(before: OutboxRow | undefined, { mutation }: OutboxRow): Planned {
  if (!before?.base || before.mutation.op !== 'delete' || mutation.op !== 'create') return {}
  const changes = changesBetween(before.base.fields, mutation.fields)
  return { put: [{ ...before, ...takenBy(before.mutation, before, changes) }] }
}

/** [OB8] Of each field the base of its own edit, which another form may have begun with. */
export function seenBy(mutation: Mutation, base: OutboxRow['base']): OutboxRow['base'] {
  if (!base || mutation.op !== 'update') return base
  const seen = Object.entries(mutation.changes).map(([name, [value]]) => [name, value] as const)
  return { ...base, fields: { ...base.fields, ...Object.fromEntries(seen) } }
}

/** Of values that another state of the record held nobody knows the version. */
export function seenOver(mutation: Mutation, base: OutboxRow['base']): OutboxRow['base'] {
  const seen = seenBy(mutation, base)
  const isOther = base && seen && !isEmpty(changesBetween(base.fields, seen.fields))
  return isOther ? { ...seen, version: 0 } : base
}

/** What a delete in the place of this row takes along: its own edits, then those that the delete had. */
export function takenBy({ op }: Mutation, row: Edits, own: OutboxRow['took'] = {}): Pick<OutboxRow, 'took'> {
  if (op !== 'delete') return {}
  const taken = joinChanges(editsOf(row), own)
  return isEmpty(taken) ? {} : { took: taken }
}

type Edits = Pick<OutboxRow, 'mutation' | 'took'> & Partial<Pick<OutboxRow, 'parked'>>

export function editsOf({ mutation, took = {}, parked }: Edits): Changes {
  if (mutation.op === 'update') return mutation.changes
  if (mutation.op === 'delete') return took
  const theirs = parked?.outcome === 'conflict' ? parked.record : null
  if (!theirs) return {}
  // Made without knowing of the other's: of no field had the person seen anything.
  const differing = Object.entries(mutation.fields).filter(
    ([name, mine]) => !equalValues(theirs.fields[name], mine),
  )
  return Object.fromEntries(differing.map(([name, mine]) => [name, [null, mine] as const]))
}

/** [OB8] What a form began with; of an older state than this one nobody knows the version. */
export function seenIn({ version, shown, isResyncing }: Act, fields: Fields): NonNullable<OutboxRow['base']> {
  const isOld = isResyncing || (shown && !isEmpty(changesBetween(shown, fields)))
  return { version: isOld ? 0 : version, fields }
}

export function both(one: Planned, two: Planned): Planned {
  return {
    put: [...(one.put ?? []), ...(two.put ?? [])],
    remove: [...(one.remove ?? []), ...(two.remove ?? [])],
  }
}

export function isUnsentDelete(row: OutboxRow | undefined): boolean {
  return row?.mutation.op === 'delete' && !row.attempted && !row.parked
}
