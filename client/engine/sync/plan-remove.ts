/** Deleting a record, and undoing that. Pure. */
import type { Undo } from '../../contract.ts'
import type { OutboxRow } from '../disk/outbox.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { equalValues } from '../../../shared/fields.ts'
import type { Changes, Fields } from '../../../shared/record.ts'
import { changesBetween, isEmpty, joinChanges } from '../work/combine.ts'
import { letGo } from './let-go.ts'
import {
  type Act,
  append,
  both,
  editsOf,
  isUnsentDelete,
  seenBy,
  seenOver,
  nothing,
  type Planned,
  takenBy,
} from './plan.ts'
import { baseNow } from './plan-save.ts'
import { folded } from './settle.ts'
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
    // After a restore more than one may wait.
    const others = act.rows.filter(row => row.parked && row !== parked)
    const also = others.reduce<Changes>((all, row) => joinChanges(all, editsOf(row)), {})
    const taken = (own: Changes = {}) => takenBy(mutation, parked, joinChanges(also, own))
    if (behind.length > 0) {
      const asSeen = { version: mutation.version, fields: seen }
      const { put = [], ...rest } = append({ ...act, rows: behind }, mutation, asSeen)
      const taking = put.map(row => ({ ...row, ...taken(row.took) }))
      return both({ remove: parkedOf(act) }, { ...rest, put: taking })
    }
    // Not on the server.
    if (!base && !isUncertain(parked.parked) && act.version === 0) return { remove: parkedOf(act), put: [] }
    const known = { base: seenBeneath(parked, seen), at: act.now }
    return {
      remove: parkedOf(act),
      put: [{ ...parked, ...taken(), ...known, mutation, attempted: false, parked: null }],
    }
  }
  // What others have changed since the first of their edits lies beneath it, and was not seen.
  const version = act.isResyncing ? 0 : (act.rows[0]?.base?.version ?? act.version)
  return append(act, { id, ...address, op: 'delete', version }, { version, fields: seen })
}

/** What a delete over a parked row is based on: what was shown, and beneath the row's own edits what they are based on. */
function seenBeneath(row: OutboxRow, seen: Fields): NonNullable<OutboxRow['base']> {
  const base = baseNow(row)
  if (!base) return { version: 0, fields: seen }
  if (row.parked?.outcome === 'conflict') return base
  return { ...base, fields: { ...seen, ...valuesOf(editsOf(row), base.fields) } }
}

/** It was never on its way, and nothing is before it but a delete. */
function standsAlone({ rows }: Act, row: OutboxRow): boolean {
  if (row.attempted || row.parked) return false
  const before = rows.at(-2)
  return !before || (before.mutation.op === 'delete' && !before.parked)
}

/** The record is brought back before what another tab did to it, unheard. */
function undoneBefore(act: Act, undo: Undo, last: OutboxRow): Planned {
  const { put = [], remove = [] } = planUndo({ ...act, rows: act.rows.slice(0, -1) }, undo)
  if (put.length === 0) return nothing
  const { put: joined = [], remove: gone = [] } = append({ ...act, rows: put }, last.mutation, last.base)
  const isApart = joined.some(row => row.mutation.id === last.mutation.id)
  return {
    put: [...(isApart ? put : put.slice(0, -1)), ...joined],
    remove: [...remove, ...gone, last.seq],
  }
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
  if (!last) return undoSettled(act, undo, before)
  if (last.mutation.op !== 'delete')
    return isSavedSince(act, { last, rows, before }) ? undoneBefore(act, undo, last) : nothing
  if (last.parked) return letGo(act, last)
  if (isUnsentDelete(last)) return undoUnsent(act, { last, before, undo })
  return madeAgain(act, undo, before)
}

/** Something was saved behind the delete that does not hold yet what that had taken along. */
function isSavedSince(
  act: Act,
  { last, rows, before }: { last: OutboxRow; rows: OutboxRow[]; before: OutboxRow[] },
): boolean {
  if (last.mutation.op !== 'update' || !standsAlone(act, last)) return false
  const isInPlaceOf = (row: OutboxRow) => row.seq === last.seq && row.parked && baseNow(row)
  if (rows.some(row => row.mutation.id === last.mutation.id || isInPlaceOf(row))) return false
  // A new record that another form has made meanwhile needs no making.
  const made = before.find(row => row.mutation.op === 'create')
  return !made || made.base !== null || act.version === 0 || act.rows.length > 1
}

/** Of the delete, and of what was done after it, nothing waits any more. */
function undoSettled(act: Act, undo: Undo, before: OutboxRow[]): Planned {
  const isGoing = ({ attempted, parked, mutation }: OutboxRow) =>
    attempted && !parked && mutation.op === 'delete'
  const made = before.find(row => row.mutation.op === 'create')
  // Behind a delete that was refused meanwhile, or by somebody else as well: the record is there all the same.
  const isThere = act.version > 0 && ((undo.rows as OutboxRow[]).some(isGoing) || Boolean(made?.base))
  // Alone, it was never sent; with something behind it, it may have been, and deleted after that.
  if (made && !baseNow(made) && !isThere)
    return { put: back(act, before, before.length === 1 ? made : undefined) }
  if (act.version > 0) return afresh(act, before)
  // What waited for an answer, because others had deleted the record, waits again. [MG4]
  if (before.some(row => row.parked && !baseNow(row))) return { put: back(act, before, undefined) }
  return madeAgain(act, undo, before)
}

function undoUnsent(
  act: Act,
  { last, before, undo }: { last: OutboxRow; before: OutboxRow[]; undo: Undo },
): Planned {
  const { seq } = last
  const previous = act.rows.at(-2)
  // Another tab has deleted it, too, and that is on its way.
  const isGoing = previous?.mutation.op === 'delete' && !previous.parked
  // Another tab's was applied unheard, or the creation was set aside: nothing of the record is left.
  const isGone = before.length === 0 && !previous && !last.took && act.version === 0
  if (isGoing || (isGone && Object.keys(undo.fields).length > 0))
    return both({ remove: [seq] }, madeAgain(act, undo, before))
  // What it swallowed stands in no row any more: the person was asked, and wanted it all the same, or it was on its way.
  const ids = new Set(act.rows.filter(row => row !== last).map(row => row.mutation.id))
  const isSwallowed = ({ attempted, parked, mutation }: OutboxRow) =>
    attempted && !parked && mutation.op !== 'delete' && !ids.has(mutation.id)
  // Another tab has deleted what was never sent, too: its creation stands in no row any more.
  const made = before.find(row => row.mutation.op === 'create')
  if (made && !previous && !last.took && act.version === 0 && made.seq !== seq)
    return { put: back(act, before, undefined), remove: [seq] }
  // It stood there before, by another tab, unheard.
  const isSame = ({ parked, mutation }: OutboxRow) =>
    !parked && mutation.op === 'delete' && mutation.id === last.mutation.id
  if (before.length === 0 || (undo.rows as OutboxRow[]).some(row => isSwallowed(row) || isSame(row)))
    return letGo(act, last)
  // [OB5] What has left meanwhile stays as it is.
  const isHere = ({ parked, mutation, ...row }: OutboxRow) =>
    parked || row.seq === seq || act.rows.some(each => each.mutation.id === mutation.id && !each.attempted)
  const here = before.filter(isHere)
  const isReused = here.some(row => row.seq === seq)
  return { put: back(act, here, last), remove: isReused ? [] : [seq] }
}

/** [OB9] The record is there again by somebody else: what this person had typed goes to it. */
function afresh(act: Act, before: OutboxRow[]): Planned {
  return { put: before.flatMap(row => renewed(act, ontoTheirs(act, row))), remove: [] }
}

/** A record was made again, and is there all the same: what its person typed since, on what is there. */
function ontoTheirs(act: Act, row: OutboxRow): OutboxRow {
  const { mutation: made, base, parked } = row
  if (act.version === 0 || made.op !== 'create' || parked || !base) return row
  const { id, kind, uid, fields } = made
  const mutation: Mutation = { id, kind, uid, op: 'update', changes: changesBetween(base.fields, fields) }
  const version = act.isResyncing ? 0 : act.version
  return { ...row, mutation, base: seenOver(mutation, { version, fields: act.confirmed ?? base.fields }) }
}

function renewed({ now, newUid }: Act, row: OutboxRow): OutboxRow[] {
  const changes = editsOf(row)
  if (isEmpty(changes)) return []
  const { kind, uid } = row.mutation
  const mutation: Mutation = { id: newUid(), kind, uid, op: 'update', changes }
  const base = seenBy(mutation, row.mutation.op === 'create' ? baseNow(row) : row.base)
  return [{ seq: 0, mutation, base, at: now, attempted: false, parked: null }]
}

/** [MG3] As it was shown; where an edit is not built on what the server held, on that, so that it is asked about again. */
function madeAgain(act: Act, undo: Undo, before: OutboxRow[]): Planned {
  const { kind, uid, fields } = undo
  // There was nothing any more to delete.
  if (Object.keys(fields).length === 0) return nothing
  // A delete that was refused had taken along what was asked about.
  const taking = (undo.rows as OutboxRow[]).findLast(row => row.took && row.base)
  const edits = taking && !before.includes(taking) ? withTaken(before, taking) : before
  const asked = edits.find(row => row.parked?.outcome === 'conflict' && row.parked.record) ?? taking
  const made = before.find(row => row.mutation.op === 'create' && !baseNow(row))
  const created = made?.mutation.op === 'create' ? made.mutation.fields : undefined
  const held = undo.held ?? (asked && baseNow(asked)?.fields) ?? created
  const isAsked = held && edits.some(row => isElsewhere(editsOf(row), held))
  const beneath = isAsked ? Object.assign({}, ...edits.map(row => valuesOf(editsOf(row), held))) : {}
  const create = { id: act.newUid(), kind, uid, op: 'create' as const, fields: { ...fields, ...beneath } }
  const base = { version: 0, fields: made?.base?.fields ?? held ?? fields }
  const row = { seq: 0, mutation: create, base, at: act.now, attempted: false, parked: null }
  return both({ put: [row] }, isAsked ? afresh(act, edits) : nothing)
}

/** The edits, and what a delete among them had taken along, with what was done after that. */
function withTaken(before: OutboxRow[], taking: OutboxRow): OutboxRow[] {
  const later = before.filter(row => row.seq > taking.seq)
  const whole = later.reduce<OutboxRow | null>((folding, row) => folding && folded(folding, row), taking)
  return before.filter(row => row.seq < taking.seq).concat(whole ?? [])
}

function isElsewhere(changes: Changes, fields: Fields): boolean {
  return Object.entries(changes).some(([name, [base]]) => !equalValues(fields[name] ?? null, base))
}

function valuesOf(changes: Changes, fields: Fields): Fields {
  return Object.fromEntries(Object.keys(changes).map(name => [name, fields[name] ?? null]))
}
