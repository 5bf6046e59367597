/** What a person's act does to the outbox rows of its record. Pure: rows in, rows out. */
import type { Edit, Undo } from '../engine.ts'
import type { OutboxChange, OutboxRow } from '../db/outbox.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { changesBetween, combine, isEmpty, joinChanges, withChanges } from './combine.ts'

export interface Act {
  /** The record's rows in the outbox, in order. */
  rows: OutboxRow[]
  /** The confirmed version; 0 when the server is not known to hold the record. */
  version: number
  now: number
  newUid(): string
}

export type Planned = Pick<OutboxChange, 'put' | 'remove'>

export const nothing: Planned = { put: [], remove: [] }

/** [OB4] Adds a mutation after the others, or into the last one when that was never on its way. [OB5] */
export function append(act: Act, mutation: Mutation, base: OutboxRow['base']): Planned {
  const last = act.rows.at(-1)
  if (!last || last.attempted) {
    if (mutation.op === 'update' && isEmpty(mutation.changes)) return nothing
    return { put: [{ seq: 0, mutation, base, at: act.now, attempted: false, parked: null }] }
  }
  const combined = combine(last.mutation, mutation, last.base?.fields ?? null)
  if (!combined) return { remove: [last.seq] }
  const { took: _, ...row } = last
  const now = { base: seenBy(combined, last.base), at: act.now }
  return { put: [{ ...row, ...takenBy(combined, last), ...now, mutation: combined }] }
}

/** [OB8] Of each field the base of its own edit, which another form may have begun with. */
function seenBy(mutation: Mutation, base: OutboxRow['base']): OutboxRow['base'] {
  if (!base || mutation.op !== 'update') return base
  const seen = Object.entries(mutation.changes).map(([name, [value]]) => [name, value] as const)
  return { ...base, fields: { ...base.fields, ...Object.fromEntries(seen) } }
}

/** What a delete in the place of this row takes along. */
function takenBy({ op }: Mutation, { mutation, took }: OutboxRow): Pick<OutboxRow, 'took'> {
  if (op !== 'delete') return {}
  if (mutation.op === 'update') return { took: mutation.changes }
  return took ? { took } : {}
}

/** A save. A form that answers a parked mutation takes its place. */
export function planSave(act: Act, edit: Edit): Planned {
  const parked = act.rows.find(
    row => row.parked && (row.seq === edit.answers || row.parked.outcome === 'rejected'),
  )
  if (!parked)
    return append(
      act,
      mutationOf(act.newUid(), edit, act),
      edit.seen && { version: act.version, fields: edit.seen },
    )
  return planAnswer(act, edit, parked)
}

/**
 * A form takes the place of a parked mutation. What is behind that comes after it all the same, with its own values
 * on its own base; what the person wants instead of them follows.
 */
function planAnswer(act: Act, edit: Edit, parked: OutboxRow): Planned {
  const behind = { ...act, rows: act.rows.filter(row => row.seq > parked.seq) }
  const { kind, uid, seen, fields } = edit
  const updates = behind.rows.flatMap(({ mutation }) => (mutation.op === 'update' ? [mutation.changes] : []))
  // It is on its way to be deleted.
  if (updates.length < behind.rows.length)
    return both({ remove: [parked.seq] }, append(behind, mutationOf(act.newUid(), edit, behind), null))
  const before: Fields = { ...fields }
  for (const changes of updates.toReversed())
    for (const [name, [base]] of Object.entries(changes)) before[name] = base
  const after = updates.reduce(withChanges, before)
  const start = edit.answers === undefined ? seen : formOf(parked)
  const chosen = changesBetween(start ?? {}, fields)
  const wanted = Object.entries(fields).filter(([name]) => Object.hasOwn(chosen, name))
  const changes = changesBetween(after, Object.fromEntries(wanted))
  const replaced = { ...replaceParked(act, parked, before), remove: [parked.seq] }
  if (isEmpty(changes)) return replaced
  const mutation: Mutation = { id: act.newUid(), kind, uid, op: 'update', changes }
  return both(replaced, append(behind, mutation, { version: act.version, fields: after }))
}

/** What the form that answers a parked mutation begins with. */
function formOf({ mutation, base, parked }: OutboxRow): Fields | null {
  const theirs = parked?.outcome === 'conflict' ? parked.record : null
  if (mutation.op === 'update') return withChanges((theirs ?? base)?.fields ?? {}, mutation.changes)
  return mutation.op === 'create' ? mutation.fields : null
}

function both(one: Planned, two: Planned): Planned {
  return {
    put: [...(one.put ?? []), ...(two.put ?? [])],
    remove: [...(one.remove ?? []), ...(two.remove ?? [])],
  }
}

function mutationOf(id: string, { kind, uid, seen, fields }: Edit, act: Act): Mutation {
  if (!seen) return { id, kind, uid, op: 'create', fields }
  const changes = changesBetween(seen, fields)
  const last = act.rows.at(-1)
  // Deleted meanwhile in another tab: the record stays, and so does what the delete had taken along.
  const took = (isUnsentDelete(last) && last?.took) || {}
  return { id, kind, uid, op: 'update', changes: joinChanges(took, changes) }
}

function isUnsentDelete(row: OutboxRow | undefined): boolean {
  return row?.mutation.op === 'delete' && !row.attempted && !row.parked
}

/** What is sent instead of a parked mutation, given the values the person wants now. */
export function replaceParked(act: Act, row: OutboxRow, fields: Fields): Planned {
  const { kind, uid } = row.mutation
  const id = act.newUid()
  const base = baseNow(row)
  // In the place of the parked row: what was done after it stays after it.
  const fresh = { seq: row.seq, at: act.now, attempted: false, parked: null }
  if (!base) return { put: [{ ...fresh, mutation: { id, kind, uid, op: 'create', fields }, base: null }] }
  const changes = changesBetween(base.fields, fields)
  return isEmpty(changes)
    ? nothing
    : { put: [{ ...fresh, mutation: { id, kind, uid, op: 'update', changes }, base }] }
}

/** What a new mutation in place of a parked one builds on; null: the server holds no such record. */
function baseNow({ parked, mutation, base }: OutboxRow): OutboxRow['base'] {
  if (parked?.outcome === 'conflict') return parked.record
  return mutation.op === 'create' ? null : base
}

function parkedOf({ rows }: Act): number[] {
  return rows.filter(row => row.parked).map(row => row.seq)
}

/** A delete, by someone who saw `seen`. */
export function planRemove(act: Act, address: { kind: string; uid: string }, seen: Fields): Planned {
  const parked = act.rows.find(row => row.parked)
  const id = act.newUid()
  if (parked) {
    const base = baseNow(parked)
    const mutation: Mutation = { id, ...address, op: 'delete', version: base?.version ?? 0 }
    const behind = act.rows.filter(row => !row.parked)
    if (behind.length > 0)
      return both(
        { remove: parkedOf(act) },
        append({ ...act, rows: behind }, mutation, { version: mutation.version, fields: seen }),
      )
    const taken = takenBy(mutation, parked)
    const row = { ...parked, ...taken, mutation, base, at: act.now, attempted: false, parked: null }
    return { remove: parkedOf(act), put: base ? [row] : [] }
  }
  const version = act.rows.find(row => !row.attempted)?.base?.version ?? act.version
  return append(act, { id, ...address, op: 'delete', version }, { version, fields: seen })
}

/** A delete that was refused may have swallowed edits that were on their way when it was made: they are sent again. */
function takeBack(act: Act, { seq, base, mutation: { kind, uid } }: OutboxRow, fields: Fields): Planned {
  const changes = base ? changesBetween(base.fields, fields) : {}
  if (isEmpty(changes)) return { put: [], remove: [seq] }
  const mutation: Mutation = { id: act.newUid(), kind, uid, op: 'update', changes }
  return { put: [{ seq, mutation, base, at: act.now, attempted: false, parked: null }] }
}

/** Nothing else is known of its record, here or on the server, and it was never on its way. */
function isAlone({ rows, version }: Act, row: OutboxRow): boolean {
  return version === 0 && rows.length === 1 && !row.attempted && !row.parked
}

/** [OB9] Gives back what a delete took: the very rows while it was not sent, else the record as a new create. */
export function planUndo(act: Act, undo: Undo): Planned {
  const before = (undo.rows as OutboxRow[]).filter(row => row.parked || !row.attempted)
  const last = act.rows.at(-1)
  if (last?.parked && last.mutation.op === 'delete') return takeBack(act, last, undo.fields)
  if (last && isUnsentDelete(last)) {
    // What it swallowed stands in no row any more: the person was asked, and wanted it all the same.
    if (before.length === 0) return takeBack(act, last, undo.fields)
    const isReused = before.some(row => row.seq === last.seq)
    return { put: before, remove: isReused ? [] : [last.seq] }
  }
  const made = before.find(row => row.mutation.op === 'create')
  if (made && last?.mutation.op === 'update' && isAlone(act, last)) {
    const mutation = combine(made.mutation, last.mutation, null) ?? made.mutation
    return { put: [{ ...made, mutation, at: act.now }], remove: [last.seq] }
  }
  const isDeleted = last ? last.mutation.op === 'delete' : act.version === 0
  if (!isDeleted) return nothing
  if (made && !last) return { put: before }
  const { kind, uid, fields } = undo
  return append(act, { id: act.newUid(), kind, uid, op: 'create', fields }, null)
}
