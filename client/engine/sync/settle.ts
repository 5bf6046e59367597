/** What the server's answer to one mutation does to the outbox. Pure. */
import { equalValues, type Value } from '../../../shared/fields.ts'
import { mergeChanges } from '../../../shared/merge.ts'
import type { Mutation, ServerRecord, Settlement } from '../../../shared/protocol.ts'
import type { OutboxChange, OutboxRow, Parked, SentMutation } from '../disk/outbox.ts'
import { referredUids } from './batch.ts'
import { changesBetween, combine, isEmpty, joinChanges } from '../work/combine.ts'
import { keeping } from './let-go.ts'
import { goesOverUnseen, seenBy, seenOver, takenBy } from './plan.ts'
import { mineOf } from './resolve.ts'
import { isUncertain } from './suspicion.ts'

export interface Moment {
  run: number
  now: number
  newUid(): string
  /** Of a record that is known by now. */
  idOf(uid: string): string | undefined
}

export type Settled = Required<Pick<OutboxChange, 'put' | 'remove' | 'sent'>>

/** `outbox`: every row there is, the settled one among them. */
export function settle(
  row: OutboxRow,
  settlement: Settlement,
  outbox: readonly OutboxRow[],
  moment: Moment,
): Settled {
  const later = outbox.filter(each => each.mutation.uid === row.mutation.uid && each.seq > row.seq)
  if (settlement.outcome === 'applied') {
    const { seq, mutation, original, base, took } = row
    const { run, now: at, idOf } = moment
    const sent: SentMutation = {
      ...{ seq, mutation, base, record: settlement.record, run, at },
      ...(original && { original }),
      ...(took && { took }),
    }
    return {
      remove: [row.seq],
      sent: [sent],
      put: later.flatMap(each => deleteOf(each, row, { record: settlement.record, idOf })),
    }
  }
  if (waitsForReference(row, settlement, outbox)) return { put: [], remove: [], sent: [] }
  const { id: _, ...parked } = settlement
  const repeated = repeatedDelete(row, parked, { later, ...moment })
  if (repeated) return { put: [repeated], remove: [], sent: [] }
  return { ...park(row, parked, later, moment), sent: [] }
}

/**
 * A delete made while its record's creation or update was on its way names the version that came of it,
 * unless the answer holds something the person did not see: then the server must ask. [MG5]
 */
function deleteOf(
  later: OutboxRow,
  applied: OutboxRow,
  { record, idOf }: { record: ServerRecord | null } & Pick<Moment, 'idOf'>,
): OutboxRow[] {
  if (later.mutation.op !== 'delete' || later.attempted || !record) return []
  const mine = mineOf(applied)
  const hasSurprise =
    !mine || Object.entries(record.fields).some(([name, value]) => !isSame(value, mine[name], idOf))
  if (hasSurprise) return []
  const { version, fields } = record
  return [{ ...later, mutation: { ...later.mutation, version }, base: later.base && { version, fields } }]
}

/**
 * [MG5] A delete of a record that is as the person saw it, only under another version, goes out once more, unless they have
 * wanted the record since.
 */
export function repeatedDelete(
  { mutation, base, ...row }: OutboxRow,
  parked: Parked,
  { later, newUid, idOf }: Pick<Moment, 'newUid' | 'idOf'> & { later: OutboxRow[] },
): OutboxRow | null {
  const record = parked.outcome === 'conflict' ? parked.record : null
  if (mutation.op !== 'delete' || !record || !base) return null
  if (later.some(each => each.mutation.op !== 'delete')) return null
  const isSeen = Object.entries(record.fields).every(([name, value]) => {
    const typed = row.took?.[name]
    return isSame(value, base.fields[name], idOf) || (typed && isSame(value, typed[1], idOf))
  })
  if (!isSeen) return null
  const { version } = record
  return {
    ...row,
    mutation: { ...mutation, id: newUid(), version },
    base: record,
    attempted: false,
    parked: null,
  }
}

/** A reference made by uid comes back as the id that its record was given. */
function isSame(answered: Value | undefined, mine: Value | undefined, idOf: Moment['idOf']): boolean {
  if (equalValues(answered, mine)) return true
  return typeof mine === 'object' && mine !== null && idOf(mine.uid) === answered
}

/** Refused only because the record it refers to is not there yet, while that one waits in this outbox too. */
function waitsForReference(row: OutboxRow, settlement: Settlement, outbox: readonly OutboxRow[]): boolean {
  if (settlement.outcome !== 'rejected') return false
  if (!settlement.issues.every(issue => issue.code === 'unknown_reference')) return false
  const unsettled = new Set(outbox.map(each => each.mutation.uid))
  return referredUids(row.mutation).some(uid => unsettled.has(uid))
}

/**
 * [OB7] Parks a row with all that was typed since. When it and what followed leave nothing, they go, and what was
 * typed after that stands by itself. So does what takes back something that may be there all the same. [OB15]
 */
export function park(
  row: OutboxRow,
  parked: Parked,
  later: OutboxRow[],
  moment: Pick<Moment, 'newUid' | 'idOf'>,
): Pick<Settled, 'put' | 'remove'> {
  let whole: OutboxRow | null = row
  const remove: number[] = []
  for (const each of later) {
    if (!whole) break
    // [MG3] It is judged by itself, once the record is there.
    if (parked.outcome === 'rejected' && goesOverUnseen(each.mutation, whole)) break
    const next: OutboxRow | null = folded(whole, each)
    if (next && isUncertain(parked) && takesBack(whole, next)) break
    const { base } = whole
    if (isUncertain(parked) && base && whole.mutation.op === 'delete' && each.mutation.op === 'create') {
      const took = changesBetween(base.fields, each.mutation.fields)
      const put = keeping({ ...moment, now: each.at }, whole, { base, took, seq: each.seq })
      // What its person wants instead has taken the place of the creation behind it, or there is nothing of the kind.
      return { put, remove: isEmpty(took) ? [...remove, each.seq] : remove }
    }
    if (!next && mayBeThere(row, parked)) {
      const taken = takenBy(each.mutation, { ...whole, parked }, each.took)
      return { put: taken.took ? [{ ...each, ...taken }] : [], remove: [row.seq, ...remove] }
    }
    whole = next && { ...next, at: each.at }
    remove.push(each.seq)
  }
  // What refuses the delete says nothing of what was wanted instead of it.
  const isWanted = row.mutation.op === 'delete' && whole?.mutation.op === 'update'
  if (whole && isWanted && parked.outcome === 'rejected' && !isUncertain(parked)) {
    const mutation = { ...whole.mutation, id: moment.newUid() }
    return { put: [{ ...whole, mutation, attempted: false, parked: null }], remove }
  }
  const left = whole && remove.length > 0 ? judged(whole, parked, moment) : whole && { ...whole, parked }
  return left ? { put: [left], remove } : { put: [], remove: [row.seq, ...remove] }
}

/** What is there in spite of this answer: somebody else's record under that name, or what was applied unheard. */
export function mayBeThere({ mutation }: Pick<OutboxRow, 'mutation'>, parked: Parked): boolean {
  const isMet = parked.outcome === 'conflict' && parked.record !== null
  return isUncertain(parked) || (isMet && mutation.op === 'create')
}

/** A field is to be again what it was before: as one mutation the two would not say so. */
function takesBack(before: OutboxRow, { mutation }: OutboxRow): boolean {
  if (before.mutation.op !== 'update' || mutation.op !== 'update') return false
  return Object.keys(before.mutation.changes).some(name => !(name in mutation.changes))
}

type Folding = Pick<OutboxRow, 'mutation' | 'base' | 'took'>

/** A mutation with what followed it, as one; null: together they leave nothing. */
export function folded<T extends Folding>(whole: T, later: Folding): T | null {
  const { took: _, ...before } = whole
  const seen = seenWith(whole)
  const mutation = combine(whole.mutation, withTaken(whole, later.mutation), seen?.fields ?? null)
  if (!mutation) return null
  return {
    ...(before as T),
    ...takenBy(mutation, whole, later.took),
    mutation,
    base: seenOver(mutation, seen),
  }
}

/** [OB8] Of what a delete took along, the base is that of each edit: what comes back is judged by that. */
function seenWith({ mutation: { id, kind, uid }, base, took }: Folding): OutboxRow['base'] {
  return took ? seenBy({ id, kind, uid, op: 'update', changes: took }, base) : base
}

/** [OB9] Saved behind a delete, an edit keeps the record, and so what that had taken along. */
function withTaken({ mutation, took }: Folding, second: Mutation): Mutation {
  if (mutation.op !== 'delete' || second.op !== 'update' || !took) return second
  return { ...second, changes: joinChanges(took, second.changes) }
}

/**
 * [MG3] What was typed after it the server has not judged: the person is asked about all that differs now. Where
 * nothing does, there is nothing to ask, and it is sent as another mutation, on what the server holds.
 */
export function judged(
  row: OutboxRow,
  parked: Parked,
  { newUid, idOf }: Pick<Moment, 'newUid' | 'idOf'>,
): OutboxRow | null {
  const { mutation } = row
  // What is to be deleted is gone.
  if (parked.outcome === 'conflict' && !parked.record && mutation.op === 'delete') return null
  if (parked.outcome === 'rejected' || !parked.record || mutation.op === 'delete') return { ...row, parked }
  const base = parked.record
  if (mutation.op === 'create') {
    const mine = Object.entries(mutation.fields)
    const differing = mine.filter(([name, value]) => !isSame(base.fields[name], value, idOf))
    return { ...row, parked: { ...parked, fields: differing.map(([name]) => name) } }
  }
  const merge = mergeChanges(base.fields, mutation.changes, (a, b) => isSame(a, b, idOf))
  if (merge.outcome === 'conflict') return { ...row, parked: { ...parked, fields: merge.fields } }
  const changes = changesBetween(base.fields, merge.fields)
  if (isEmpty(changes)) return null
  return { ...row, base, mutation: { ...mutation, id: newUid(), changes }, attempted: false, parked: null }
}
