/** Unsettled work as version 1 of the database stored it, and the acts, flights and refusals that it is now. Pure. [UP4] */
import { assert } from '../../../shared/assert.ts'
import { equalValues, type Issue } from '../../../shared/fields.ts'
import { kindNamed, type Kinds } from '../../../shared/metadata.ts'
import type { Mutation, ServerRecord } from '../../../shared/protocol.ts'
import { type Changes, changesBetween, type Fields, mapValues } from '../../../shared/record.ts'
import { currentChanges, currentFields, currentMutation, schemaVersion } from '../../../shared/schema.ts'
import { grouped } from '../grouped.ts'
import { type Act, type Deed, type Flight, newestSeq, type Refusal } from '../work/act.ts'
import { step } from './acts.ts'

type Delete = Extract<Mutation, { op: 'delete' }>
/** A delete named the version that was seen. */
type MutationThen = Exclude<Mutation, Delete> | (Omit<Delete, 'seen'> & { version: number })

/** An edit of then, whether it waited or had been sent. */
interface Kept {
  mutation: MutationThen
  /** The record as its person saw it, whole; null for a new one. */
  base: { fields: Fields } | null
  /** The unsent edits that went with a delete. */
  took?: Changes
  at: number
}

export interface Waited extends Kept {
  seq: number
  /** The mutation may be on its way. */
  attempted: boolean
  /** Why it waited for its person. */
  parked: { outcome: 'conflict' } | { outcome: 'rejected'; issues: Issue[] } | null
}

export interface Sent extends Kept {
  seq: number
  run: number
  record: Omit<ServerRecord, 'by' | 'at'> | null
}

/** Rows of acts, each of one record. */
interface Converted {
  rows: Act[][]
  flights: Flight[]
  refusals: Refusal[]
}

interface Conversion {
  kinds: Kinds
  /** Numbers that acts have already. */
  taken: Iterable<number>
  /** The first of the numbers that no act ever had. */
  free: number
}

/** One edit of then, as its acts, with what it says of their way. */
export interface Entry {
  acts: Act[]
  flight: Flight | null
  issues: Issue[] | null
  /** The flight of a record that was made again: what followed goes to what the server then holds, be it another's. */
  ahead?: Flight
}

/** Throws when an edit makes no sense. `isRepeated`: the server had lost its history, and was still being told. */
export function entryOfSent(kinds: Kinds, each: Sent, isRepeated: boolean): Entry {
  const { kind, uid, id } = each.mutation
  assert(Number.isInteger(each.seq), 'what was sent has a number')
  const record = each.record && { ...each.record, by: '', at: '' }
  const { acts, ...way } = wayOf(kinds, each)
  const { run, at } = each
  const answered = { id, kind, uid, acts, record, run, at, isAnswered: !isRepeated }
  return { acts, flight: { ...way, ...answered, ...(isRepeated && { isRepeated }) }, issues: null }
}

/** Throws when an edit makes no sense. */
export function entryOfWaited(kinds: Kinds, each: Waited): Entry {
  const { mutation: made, parked, attempted, at } = each
  const { kind, uid, id } = made
  const issues = parked?.outcome === 'rejected' ? parked.issues : null
  const isUncertain = issues?.some(({ code }) => uncertain.has(code)) === true
  const { acts, ...way } = wayOf(kinds, each)
  const waiting = { id, kind, uid, acts, record: null, run: 0, at, isAnswered: false }
  if (!isUncertain && (parked || !attempted)) {
    const isMadeAgain = !parked && made.op === 'create' && each.base !== null
    const ahead = isMadeAgain && { ahead: { ...waiting, mutation: way.mutation } }
    return { acts, flight: null, issues, ...ahead }
  }
  // A mutation that had been given up may hold what was typed later: nobody knows its bytes.
  const recalled = isUncertain && { isRecalled: true as const }
  return { acts, flight: { ...way, ...waiting, ...recalled }, issues: null }
}

/** Set aside unanswered, or answered by a server that failed: nobody knew whether it had been applied. */
const uncertain = new Set(['no_answer', 'server_failed'])

/** In today's meaning [PV4]; what goes over the wire is as it was made, but for a delete, which is recalled. */
function wayOf(
  kinds: Kinds,
  { mutation: made, base, took, seq, at }: Kept & { seq: number },
): Pick<Flight, 'mutation' | 'original' | 'isRecalled' | 'acts'> {
  const { kind, uid, id } = made
  const ofKind = kindNamed(kinds, kind)
  const shown = base && (ofKind ? currentFields(ofKind, base.fields) : base.fields)
  // A field that was not there yet was not seen. [MG5]
  const seen = base && (ofKind ? currentChanges(ofKind, base.fields) : base.fields)
  const acts = (deeds: Deed[]) => actsOf({ kind, uid, at }, seq, deeds)
  if (made.op === 'delete') {
    assert(shown && seen, 'a delete has a base')
    const taken = took && (ofKind ? currentChanges(ofKind, took) : took)
    const schema = schemaVersion(kinds)
    const mutation: Delete = { id, schema, kind, uid, op: 'delete', seen }
    return { mutation, isRecalled: true, acts: acts(deedsOfDelete(seen, { shown, took: taken })) }
  }
  const mutation = currentMutation(kinds, made)
  const original = mutation === made ? {} : { original: made }
  if (mutation.op === 'create') return { mutation, ...original, acts: acts(deedsOfCreate(mutation, shown)) }
  assert(mutation.op === 'update' && shown, 'an update has a base')
  return { mutation, ...original, acts: acts([{ do: 'edit', changes: mutation.changes, shown }]) }
}

/** A delete was done upon what was shown; where that was its person's own unsent value, upon the base of it. */
function deedsOfDelete(seen: Fields, { shown, took }: { shown: Fields; took: Changes | undefined }): Deed[] {
  const gone: Deed = { do: 'delete', shown: seen }
  if (!took) return [gone]
  const changes = mapValues(took, ([before, mine], name) => {
    const value = shown[name] ?? null
    return [equalValues(value, mine) ? before : value, mine] as const
  })
  return [{ do: 'edit', changes, shown }, gone]
}

/** A record was made again as it had been, and then changed. */
function deedsOfCreate({ fields }: Extract<Mutation, { op: 'create' }>, shown: Fields | null): Deed[] {
  if (!shown) return [{ do: 'make', fields }]
  const before = Object.fromEntries(Object.keys(fields).map(name => [name, shown[name] ?? null]))
  const changes = changesBetween(before, fields)
  const again: Deed = { do: 'restore', fields: before }
  return Object.keys(changes).length > 0 ? [again, { do: 'edit', changes, shown: before }] : [again]
}

/** All that its person had done before was seen by then: bases were rewritten with every act. */
function actsOf(of: Pick<Act, 'kind' | 'uid' | 'at'>, seq: number, deeds: Deed[]): Act[] {
  return deeds.map((deed, index) => numbered({ ...of, seq, since: 0, deed }, seq + index * step))
}

function numbered(act: Act, seq: number): Act {
  return { ...act, seq, since: seq - step }
}

/** `entries`: what was sent, then what waited. */
export function converted(entries: readonly Entry[], { taken, free }: Conversion): Converted {
  const known = new Set(taken)
  let next = free
  const result: Converted = { rows: [], flights: [], refusals: [] }
  const firstOf = ({ acts }: Entry) => acts[0]?.seq ?? 0
  for (const ofRecord of grouped(entries, ({ acts }) => acts[0]?.uid).values()) {
    let isMoved = false
    const renumbered = ofRecord
      .toSorted((a, b) => firstOf(a) - firstOf(b))
      .map(entry => {
        // A row that was put back stood under the number of one that had been sent: then it and all behind it move.
        isMoved ||= known.has(firstOf(entry))
        const seq = isMoved ? next++ : firstOf(entry)
        known.add(seq)
        return { ...entry, acts: entry.acts.map((act, index) => numbered(act, seq + index * step)) }
      })
    for (const [index, { acts, flight, ahead }] of renumbered.entries()) {
      const isBehind = renumbered.slice(0, index).some(each => each.flight?.isAnswered === false)
      const isFirst = ahead && !isBehind && index < renumbered.length - 1
      const going = flight ?? (isFirst ? ahead : null)
      if (going) result.flights.push({ ...going, acts })
      else result.rows.push(acts)
    }
    result.refusals.push(...refusalsOf(renumbered))
  }
  return result
}

/** [OB7] A refusal stands, as it did, until its person acts again. */
function refusalsOf(entries: readonly Entry[]): Refusal[] {
  const free = entries.flatMap(({ acts, flight }) => (flight ? [] : acts))
  const issues = entries.findLast(each => each.issues)?.issues
  const [act] = free
  return act && issues ? [{ kind: act.kind, uid: act.uid, issues, upTo: newestSeq(free) }] : []
}
