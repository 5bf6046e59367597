/** Deleting a record, and undoing that. Pure. */
import type { Undo } from '../engine.ts'
import type { OutboxRow } from '../db/outbox.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { changesBetween, combine, isEmpty } from './combine.ts'
import { type Act, append, both, isUnsentDelete, nothing, type Planned, takenBy } from './plan.ts'
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
    if (!base && !isUncertain(parked.parked)) return { remove: parkedOf(act), put: [] }
    const taken = takenBy(mutation, parked)
    const known = { base: base ?? { version: 0, fields: seen }, at: act.now }
    return {
      remove: parkedOf(act),
      put: [{ ...parked, ...taken, ...known, mutation, attempted: false, parked: null }],
    }
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

/** [OB5] Rows as they were; under another id where theirs may have gone out as the delete: only that of `unsent` did not. */
function back({ newUid }: Act, rows: OutboxRow[], unsent: OutboxRow | undefined): OutboxRow[] {
  return rows.map(row => {
    const isOwn = row.parked || row.mutation.id === unsent?.mutation.id
    return isOwn ? row : { ...row, mutation: { ...row.mutation, id: newUid() } }
  })
}

/** [OB9] Gives back what a delete took: the very rows while it was not sent, else the record as a new create. */
export function planUndo(act: Act, undo: Undo): Planned {
  const before = (undo.rows as OutboxRow[]).filter(row => row.parked || !row.attempted)
  const last = act.rows.at(-1)
  if (last?.parked && last.mutation.op === 'delete') return takeBack(act, last, undo.fields)
  if (last && isUnsentDelete(last)) {
    // What it swallowed stands in no row any more: the person was asked, and wanted it all the same.
    const wasOnItsWay = (undo.rows as OutboxRow[]).some(row => row.seq === last.seq && row.attempted)
    if (before.length === 0 || wasOnItsWay) return takeBack(act, last, undo.fields)
    const isReused = before.some(row => row.seq === last.seq)
    return { put: back(act, before, last), remove: isReused ? [] : [last.seq] }
  }
  const made = before.find(row => row.mutation.op === 'create')
  if (made && last?.mutation.op === 'update' && isAlone(act, last)) {
    const mutation = combine(made.mutation, last.mutation, null) ?? made.mutation
    return { put: [{ ...made, mutation, at: act.now }], remove: [last.seq] }
  }
  const isDeleted = last ? last.mutation.op === 'delete' : act.version === 0
  if (!isDeleted) return nothing
  // What waited for an answer, because others had deleted the record, waits again. [MG4]
  if (!last && (made || before.some(row => row.parked && !baseNow(row))))
    return { put: back(act, before, made) }
  const { kind, uid, fields } = undo
  // There was nothing any more to delete.
  if (Object.keys(fields).length === 0) return nothing
  return append(act, { id: act.newUid(), kind, uid, op: 'create', fields }, null)
}
