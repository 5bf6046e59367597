/** How one mutation ends, given the records as they are: references are resolved, judged, and written to the batch. */
import type { Issue, Value } from '../../shared/fields.ts'
import { type Effect, judge as judgeEffect } from '../../shared/judge.ts'
import { fieldNamed, fillable, type Kind } from '../../shared/metadata.ts'
import type { Mutation, ServerRecord, Settlement } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { currentFields } from '../../shared/schema.ts'
import type { StoredRecord } from '../db/records.ts'
import type { Batch, Stamp } from './batch.ts'
import { isStale, type Parsed } from './protocol-3.ts'
import type { Sight } from './sight.ts'

/** What one mutation did. `before` and `after` are null for a record that is not there. */
export interface Done {
  mutation: Mutation
  kind: Kind
  before: StoredRecord | null
  after: StoredRecord | null
  isWrite: boolean
}

/** What it has done, or how it was refused. */
export type Judgement = { done: Done } | { refusal: Settlement }

export interface Judged extends Parsed {
  kind: Kind
  /** [RB4] [PU13] Where it may have been settled before, in another history: the ids that creates were given then. */
  ids?: Record<string, string> | undefined
  stamp: Stamp
  /** [SC5] What their person sees. */
  sight: Sight
}

export function judge(batch: Batch, judged: Judged): Judgement {
  const { mutation, kind, sight } = judged
  const { id } = mutation
  const before = batch.record(kind, mutation.uid)
  // [SC5] Before anything is compared: what somebody does not see says nothing of itself.
  if (before && !sight.sees(kind, before)) return { refusal: rejected(id, [outOfScope('')]) }
  const { effect, issues } = resolved(batch, judged, before)
  const verdict = judgeEffect(before?.fields ?? null, effect)
  // [PU7] Of a record that is there a create writes nothing, and of one that is not an update.
  const isToWrite = (mutation.op === 'create') === (before === null)
  if (isToWrite && issues.length > 0) return { refusal: rejected(id, issues) }
  if (verdict.outcome === 'conflict') return { refusal: { id, ...verdict, record: toWire(kind, before) } }
  if (!verdict.changed) return { done: { mutation, kind, before, after: before, isWrite: false } }
  if (before && isStale(judged, before)) {
    const record = toWire(kind, before)
    return { refusal: { id, outcome: 'conflict', reason: 'changed', fields: [], record } }
  }
  const after = written(batch, judged, { before, fields: verdict.fields })
  if (Array.isArray(after)) return { refusal: rejected(id, after) }
  return { done: { mutation, kind, before, after, isWrite: true } }
}

/** The record as it is then, or why the server cannot have it so. */
function written(
  batch: Batch,
  { mutation: { id, uid }, kind, ids, stamp, sight }: Judged,
  { before, fields }: { before: StoredRecord | null; fields: Fields | null },
): StoredRecord | null | Issue[] {
  const ownId = before?.id ?? batch.idOfDeleted(kind, uid)
  if (fields && !sight.maySee(kind, { id: ownId, fields })) return [unseenIn(kind, fields)]
  if (fields && before) return batch.update(kind, uid, fields, stamp)
  if (fields) {
    const creation = { uid, fields: wholeOf(kind, fields), formerId: ids?.[id] }
    return batch.create(kind, creation, stamp) ?? [{ field: '', code: 'no_ids_left' }]
  }
  const count = before ? batch.referencesTo(kind, before.id) : 0
  if (count > 0) return [{ field: '', code: 'in_use', params: { count } }]
  batch.remove(kind, uid)
  return null
}

/** [PV4] What a create does not name is filled in where the record is made, and nobody is asked about it. [PU10] */
function wholeOf(kind: Kind, fields: Fields): Fields {
  const empty = Object.fromEntries(fillable(kind).map(({ name }) => [name, null]))
  return { ...empty, ...currentFields(kind, fields) }
}

/** [PU7] With ids in place of references; `issues` names those of the chosen values that name nothing. */
function resolved(
  batch: Batch,
  { kind, mutation, sight }: Judged,
  before: StoredRecord | null,
): { effect: Effect; issues: Issue[] } {
  const issues: Issue[] = []
  const withheld = new Set(sight.withheld(kind).map(({ name }) => name))
  const resolve = (name: string, value: Value): Value | undefined => {
    const reference = fieldNamed(kind, name)?.reference
    return reference && value !== null ? batch.resolve(reference.kind, value) : value
  }
  // [SC9] Whoever cannot have looked at it sets it, whatever it was.
  const seen = (name: string, value: Value): Value =>
    withheld.has(name) ? (before?.fields[name] ?? null) : (resolve(name, value) ?? value)
  const chosen = (name: string, value: Value): Value => {
    const id = resolve(name, value)
    if (id === undefined) issues.push({ field: name, code: 'unknown_reference' })
    const isReference = typeof id === 'string' && fieldNamed(kind, name)?.reference
    if (isReference && !sight.seesReference(kind, name, id)) issues.push(outOfScope(name))
    return id ?? value
  }
  return { effect: effectOf(mutation, { seen, chosen }), issues }
}

type Read = (name: string, value: Value) => Value

function effectOf(mutation: Mutation, { seen, chosen }: { seen: Read; chosen: Read }): Effect {
  switch (mutation.op) {
    case 'create': {
      const { op, fields } = mutation
      const all = Object.entries(fields).map(([name, value]) => [name, chosen(name, value ?? null)] as const)
      return { op, fields: Object.fromEntries(all) }
    }
    case 'update': {
      const { op, changes } = mutation
      const all = Object.entries(changes).map(
        ([name, [base, mine]]) => [name, [seen(name, base), chosen(name, mine ?? null)]] as const,
      )
      return { op, changes: Object.fromEntries(all) }
    }
    case 'delete': {
      const { op } = mutation
      const all = Object.entries(mutation.seen).map(([name, value]) => [name, seen(name, value)] as const)
      return { op, seen: Object.fromEntries(all) }
    }
  }
}

/** [SC5] What stands within nothing has to stand within something that its writer sees. */
function unseenIn({ within = '' }: Kind, fields: Fields): Issue {
  return within !== '' && (fields[within] ?? null) === null
    ? { field: within, code: 'required' }
    : outOfScope(within)
}

const outOfScope = (field: string): Issue => ({ field, code: 'out_of_scope' })

export function rejected(id: string, issues: Issue[]): Settlement {
  return { id, outcome: 'rejected', issues }
}

export function toWire(kind: Kind, record: StoredRecord | null): ServerRecord | null {
  return record && { kind: kind.name, ...record }
}
