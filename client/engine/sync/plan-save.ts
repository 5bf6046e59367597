/** Saving a record, and answering with it what waits for its person. Pure. */
import type { Edit } from '../../contract.ts'
import type { OutboxRow } from '../disk/outbox.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import type { Changes, Fields } from '../../../shared/record.ts'
import { changesBetween, isEmpty, joinChanges, reversed, withChanges } from '../work/combine.ts'
import { letGo } from './let-go.ts'
import {
  type Act,
  append,
  both,
  editsOf,
  isUnsentDelete,
  nothing,
  overUnseen,
  type Planned,
  seenBy,
  seenIn,
  seenOver,
} from './plan.ts'
import { isUncertain } from './suspicion.ts'

/** A save. A form that answers a parked mutation takes its place. */
export function planSave(act: Act, edit: Edit): Planned {
  const parked = act.rows.find(
    row => row.parked && (isAnsweredBy(edit, row) || row.parked.outcome === 'rejected'),
  )
  if (parked && mayBeGone(act, parked)) {
    const chosen = changesBetween(edit.begun ?? edit.seen ?? {}, edit.fields)
    return letGo(act, { ...parked, took: joinChanges(parked.took ?? {}, chosen) })
  }
  if (parked) return planAnswer(act, edit, asEdit(parked))
  // Answered in another tab by now: what was typed there stays.
  const isThere = act.rows.length > 0 || act.version > 0
  const isAnswered = edit.answers !== undefined && act.rows.every(row => !row.parked)
  const seen = isThere && (isAnswered || !edit.seen) ? (edit.begun ?? edit.seen) : edit.seen
  const mutation = mutationOf(act.newUid(), { ...edit, seen }, act)
  if (!seen) return append(act, mutation, null)
  // What an older form does not change is as it was shown since.
  const { version, fields } = seenIn(act, seen)
  return append(
    act,
    mutation,
    seenBy(mutation, { version, fields: { ...fields, ...act.shown, ...beneath(act) } }),
  )
}

/** What waits for an answer may be let go: of its fields, what the server holds. */
function beneath({ rows, confirmed }: Act): Fields {
  const names = rows.filter(row => row.parked).flatMap(row => Object.keys(editsOf(row)))
  return Object.fromEntries(Object.entries(confirmed ?? {}).filter(([name]) => names.includes(name)))
}

/** [OB15] Nothing less than making it again keeps the record. */
function mayBeGone({ rows }: Act, parked: OutboxRow): boolean {
  return parked.mutation.op === 'delete' && isUncertain(parked.parked) && parked === rows.at(-1)
}

/** Answered in another tab and asked again, it is another question: nobody has seen it in this form. */
function isAnsweredBy({ answers, asked }: Edit, { seq, mutation }: OutboxRow): boolean {
  return seq === answers && (asked === undefined || asked === mutation.id)
}

function mutationOf(id: string, { kind, uid, seen, fields }: Edit, act: Act): Mutation {
  if (!seen) return { id, kind, uid, op: 'create', fields }
  const changes = changesBetween(seen, fields)
  const last = act.rows.at(-1)
  // Deleted meanwhile in another tab: the record stays, and so does what the delete had taken along.
  const took = (isUnsentDelete(last) && last?.took) || {}
  return { id, kind, uid, op: 'update', changes: joinChanges(took, changes) }
}

/**
 * A form takes the place of a parked mutation. What is behind that comes after it all the same, with its own values
 * on its own base; what the person wants instead of them follows.
 */
function planAnswer(act: Act, edit: Edit, parked: OutboxRow): Planned {
  const behind = { ...act, rows: act.rows.filter(row => row.seq > parked.seq) }
  const { kind, uid, seen } = edit
  const mutations = behind.rows.map(row => row.mutation)
  // What deletes the record, or makes it once more after that.
  const place = mutations.findLastIndex(({ op }) => op !== 'update')
  const last = mutations[place]
  if (last?.op === 'delete') {
    const base = seen && seenIn(act, seen)
    return both({ remove: [parked.seq] }, append(behind, mutationOf(act.newUid(), edit, behind), base))
  }
  // What was typed is known by what the form began with; another tab may have typed something else meanwhile.
  const form = formOf(parked)
  const begun = edit.answers === undefined ? seen : (edit.begun ?? form)
  const chosen = changesBetween(begun ?? {}, edit.fields)
  const made = last?.op === 'create' ? last.fields : null
  const updates = mutations.slice(place + 1).flatMap(each => (each.op === 'update' ? [each.changes] : []))
  const typed = without(chosen, updates)
  // [MG3] What goes over others' in a record to be made again, which this form has not shown, stays an edit behind that.
  const unseen = made || baseNow(parked) ? {} : overUnseen(typed, parked)
  const first = without(typed, [unseen])
  const before: Fields = withChanges(form ?? edit.fields, first)
  const after = updates.reduce(withChanges, made ?? before)
  const wanted = Object.entries(without(chosen, [unseen])).map(([name, [, mine]]) => [name, mine] as const)
  const changes = { ...changesBetween(after, Object.fromEntries(wanted)), ...unseen }
  const instead = made ? nothing : inPlaceOf(act, parked, { before, chosen: first })
  const replaced = { ...instead, remove: [parked.seq] }
  if (isEmpty(changes)) return replaced
  const mutation: Mutation = { id: act.newUid(), kind, uid, op: 'update', changes }
  return both(replaced, append(behind, mutation, seenBy(mutation, { version: act.version, fields: after })))
}

/** [OB9] Whoever answers a refused delete in the form wants the record, and what its delete had taken along, as it was seen. */
function asEdit({ took, ...row }: OutboxRow): OutboxRow {
  if (row.mutation.op !== 'delete' || !took) return row
  const { id, kind, uid } = row.mutation
  const mutation: Mutation = { id, kind, uid, op: 'update', changes: took }
  return { ...row, mutation, base: seenBy(mutation, row.base), parked: { outcome: 'rejected', issues: [] } }
}

/** What a form that answers a parked mutation begins with. */
function formOf({ mutation, base, parked }: OutboxRow): Fields | null {
  const theirs = parked?.outcome === 'conflict' ? parked.record : null
  if (mutation.op === 'update') return withChanges((theirs ?? base)?.fields ?? {}, mutation.changes)
  return mutation.op === 'create' ? mutation.fields : ((theirs ?? base)?.fields ?? null)
}

/** What was typed behind it on these fields stands there. */
function without(chosen: Changes, updates: Changes[]): Changes {
  const isBehind = (name: string) => updates.some(changes => Object.hasOwn(changes, name))
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !isBehind(name)))
}

/** What it changed is on its own base still, or on theirs; what its person chose beside that, on what the form had shown. */
function inPlaceOf(
  act: Act,
  row: OutboxRow,
  { before, chosen }: { before: Fields; chosen: Changes },
): Planned {
  const base = baseNow(row)
  if (!base) return replaceParked(act, row, before)
  const own = changesBetween(base.fields, formOf(row) ?? {})
  const changes = joinChanges(own, chosen)
  const back = isUncertain(row.parked) ? reversed(without(own, [changes])) : {}
  return updated(act, row, { base, changes: { ...back, ...changes } })
}

/** What is sent instead of a parked mutation, given the values the person wants now. */
export function replaceParked(act: Act, row: OutboxRow, fields: Fields): Planned {
  const base = baseNow(row)
  if (base) return updated(act, row, { base, changes: changesBetween(base.fields, fields) })
  const { kind, uid } = row.mutation
  const mutation: Mutation = { id: act.newUid(), kind, uid, op: 'create', fields }
  return { put: [{ ...inPlace(act, row), mutation, base: row.base && { ...row.base, version: 0 } }] }
}

function updated(
  act: Act,
  row: OutboxRow,
  { base, changes }: { base: NonNullable<OutboxRow['base']>; changes: Changes },
): Planned {
  if (isEmpty(changes)) return nothing
  const { kind, uid } = row.mutation
  const mutation: Mutation = { id: act.newUid(), kind, uid, op: 'update', changes }
  return { put: [{ ...inPlace(act, row), mutation, base: seenOver(mutation, base) }] }
}

/** What was done after it stays after it. */
function inPlace({ now }: Act, { seq }: OutboxRow) {
  return { seq, at: now, attempted: false, parked: null }
}

/** What a new mutation in place of a parked one builds on; null: the server holds no such record. */
export function baseNow({ parked, mutation, base }: OutboxRow): OutboxRow['base'] {
  if (parked?.outcome === 'conflict') return parked.record
  return mutation.op === 'create' ? null : base
}
