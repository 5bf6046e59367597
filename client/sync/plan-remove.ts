/** Deleting a record, and undoing that. Pure. */
import type { Undo } from '../engine.ts'
import type { OutboxRow } from '../db/outbox.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { combine, isEmpty } from './combine.ts'
import {
  type Act,
  append,
  both,
  editsOf,
  isUnsentDelete,
  letGo,
  seenBy,
  nothing,
  type Planned,
  takenBy,
} from './plan.ts'
import { baseNow } from './plan-save.ts'
import { isUncertain } from './suspicion.ts'

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
    if (behind.length > 0) {
      const asSeen = { version: mutation.version, fields: seen }
      const { put = [], ...rest } = append({ ...act, rows: behind }, mutation, asSeen)
      const taking = put.map(row => ({ ...row, ...takenBy(mutation, parked, row.took) }))
      return both({ remove: parkedOf(act) }, { ...rest, put: taking })
    }
    // Not on the server, or there as it was sent.
    if (!base && !isUncertain(parked.parked)) return { remove: parkedOf(act), put: [] }
    const taken = takenBy(mutation, parked)
    const known = { base: base ?? { version: 0, fields: seen }, at: act.now }
    return {
      remove: parkedOf(act),
      put: [{ ...parked, ...taken, ...known, mutation, attempted: false, parked: null }],
    }
  }
  // What others have changed since the first of their edits lies beneath it, and was not seen.
  const version = act.isResyncing ? 0 : (act.rows[0]?.base?.version ?? act.version)
  return append(act, { id, ...address, op: 'delete', version }, { version, fields: seen })
}

/** Nothing else is known of its record, here or on the server, and it was never on its way. */
function isAlone({ rows, version }: Act, row: OutboxRow): boolean {
  return version === 0 && rows.length === 1 && !row.attempted && !row.parked
}

/** [OB5] Rows as they were; under another id where theirs may have gone out as the delete: only that of `unsent` did not. */
function back({ newUid }: Act, rows: OutboxRow[], unsent: OutboxRow | undefined): OutboxRow[] {
  return rows.map(row => {
    const isOwn = row.parked || row.mutation.id === unsent?.mutation.id
    return isOwn ? row : { ...row, mutation: { ...row.mutation, id: newUid() } }
  })
}

/** [OB9] Gives back what a delete took: the very rows while it was not sent, else the record as a new create. */
export function planUndo(act: Act, undo: Undo): Planned {
  const rows = undo.rows as OutboxRow[]
  // A delete among them was another tab's, unheard: whoever undoes theirs wants the record.
  const before = rows.filter(row => row.parked || (!row.attempted && row.mutation.op !== 'delete'))
  const last = act.rows.at(-1)
  if (last?.parked && last.mutation.op === 'delete') return letGo(act, last)
  if (last && isUnsentDelete(last)) return undoUnsent(act, { last, before, undo })
  const made = before.find(row => row.mutation.op === 'create')
  if (made && last?.mutation.op === 'update' && isAlone(act, last)) {
    const mutation = combine(made.mutation, last.mutation, null) ?? made.mutation
    return { put: [{ ...made, mutation, at: act.now }], remove: [last.seq] }
  }
  if (!last && made && !baseNow(made)) return { put: back(act, before, made) }
  if (last ? last.mutation.op !== 'delete' : act.version > 0) return last ? nothing : afresh(act, before)
  // What waited for an answer, because others had deleted the record, waits again. [MG4]
  if (!last && before.some(row => row.parked && !baseNow(row))) return { put: back(act, before, undefined) }
  // There was nothing any more to delete.
  if (Object.keys(undo.fields).length === 0) return nothing
  return madeAgain(act, undo, before)
}

function undoUnsent(
  act: Act,
  { last, before, undo }: { last: OutboxRow; before: OutboxRow[]; undo: Undo },
): Planned {
  const { seq } = last
  const previous = act.rows.at(-2)
  // Another tab has deleted it, too, and that is on its way.
  if (previous?.mutation.op === 'delete' && !previous.parked)
    return both({ remove: [seq] }, madeAgain(act, undo, before))
  // What it swallowed stands in no row any more: the person was asked, and wanted it all the same.
  const wasOnItsWay = (undo.rows as OutboxRow[]).some(row => row.seq === seq && row.attempted && !row.parked)
  if (before.length === 0 || wasOnItsWay) return letGo(act, last)
  const isReused = before.some(row => row.seq === seq)
  return { put: back(act, before, last), remove: isReused ? [] : [seq] }
}

/** [OB9] The record is there again by somebody else: what this person had typed goes to it. */
function afresh(act: Act, before: OutboxRow[]): Planned {
  return { put: before.flatMap(row => renewed(act, row)), remove: [] }
}

function renewed({ now, newUid }: Act, row: OutboxRow): OutboxRow[] {
  const changes = editsOf(row)
  if (isEmpty(changes)) return []
  const { kind, uid } = row.mutation
  const mutation: Mutation = { id: newUid(), kind, uid, op: 'update', changes }
  const base = seenBy(mutation, row.base ?? baseNow(row))
  return [{ seq: 0, mutation, base, at: now, attempted: false, parked: null }]
}

/** [MG3] As it was shown; where a question was open, as the server had it, so that it is asked again. */
function madeAgain(act: Act, { kind, uid, fields }: Undo, before: OutboxRow[]): Planned {
  const asked = before.find(row => row.parked?.outcome === 'conflict' && row.parked.record)
  const theirs = asked && baseNow(asked)
  const create = { id: act.newUid(), kind, uid, op: 'create' as const, fields: theirs?.fields ?? fields }
  const row = { seq: 0, mutation: create, base: null, at: act.now, attempted: false, parked: null }
  return both({ put: [row] }, theirs ? afresh(act, before) : nothing)
}
