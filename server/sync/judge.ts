/** How one mutation ends, given the records as they are: create, update and delete by the rules. Writes to the batch. */
import type { Issue, Value } from '../../shared/fields.ts'
import { mergeChanges } from '../../shared/merge.ts'
import { fieldNamed, fillable, type Kind } from '../../shared/metadata.ts'
import type { Mutation, ServerRecord, Settlement } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import type { StoredRecord } from '../db/records.ts'
import type { Batch } from './batch.ts'

/** What one mutation did. `before` and `after` are null for a record that is not there. */
interface Effect {
  before: StoredRecord | null
  after: StoredRecord | null
  isWrite: boolean
}

export type Verdict = { effect: Effect } | { settlement: Settlement }

export interface Judged {
  mutation: Mutation
  kind: Kind
  /** [RB4] [PU13] Where it may have been settled before, in another history: the ids that creates were given then. */
  ids?: Record<string, string> | undefined
}

export async function judge(batch: Batch, { mutation, kind, ids }: Judged): Promise<Verdict> {
  switch (mutation.op) {
    case 'create':
      return judgeCreate(batch, { mutation, kind, ids })
    case 'update':
      return judgeUpdate(batch, { mutation, kind })
    case 'delete':
      return judgeDelete(batch, { mutation, kind, ids })
  }
}

type Of<Op extends Mutation['op']> = Judged & { mutation: Extract<Mutation, { op: Op }> }

async function judgeCreate(batch: Batch, { mutation, kind, ids }: Of<'create'>): Promise<Verdict> {
  const { id, uid } = mutation
  const fields: Fields = {}
  const issues: Issue[] = []
  for (const field of fillable(kind)) {
    const value = mutation.fields[field.name] ?? null
    const resolved = field.reference && value !== null ? batch.resolve(field.reference.kind, value) : value
    if (resolved === undefined) issues.push({ field: field.name, code: 'unknown_reference' })
    else fields[field.name] = resolved
  }
  const before = batch.record(kind, uid)
  if (before) {
    // [PU10] Another device of the same person may have sent it already.
    const differing = fillable(kind).filter(({ name }) => fields[name] !== before.fields[name])
    if (differing.length === 0) return { effect: { before, after: before, isWrite: false } }
    return changed(id, { kind, current: before, fields: differing.map(({ name }) => name) })
  }
  if (issues.length > 0) return { settlement: rejected(id, issues) }
  return {
    effect: { before, after: await batch.create(kind, { uid, fields, formerId: ids?.[id] }), isWrite: true },
  }
}

function judgeUpdate(batch: Batch, { mutation, kind }: Of<'update'>): Verdict {
  const { id, uid, changes } = mutation
  const before = batch.record(kind, uid)
  // [MG4]
  if (!before) return { settlement: { id, outcome: 'conflict', reason: 'deleted', fields: [], record: null } }
  const issues: Issue[] = []
  const resolved: Record<string, [base: Value, mine: Value]> = {}
  for (const [name, [base, mine]] of Object.entries(changes)) {
    const reference = fieldNamed(kind, name)?.reference
    if (!reference) {
      resolved[name] = [base, mine ?? null]
      continue
    }
    const mineId = mine === null ? null : batch.resolve(reference.kind, mine)
    if (mineId === undefined) issues.push({ field: name, code: 'unknown_reference' })
    else resolved[name] = [batch.resolve(reference.kind, base) ?? base, mineId]
  }
  if (issues.length > 0) return { settlement: rejected(id, issues) }
  const merge = mergeChanges(before.fields, resolved)
  if (merge.outcome === 'conflict') return changed(id, { kind, current: before, fields: merge.fields })
  if (merge.changed.length === 0) return { effect: { before, after: before, isWrite: false } }
  return { effect: { before, after: batch.update(kind, uid, merge.fields), isWrite: true } }
}

async function judgeDelete(batch: Batch, { mutation, kind, ids }: Of<'delete'>): Promise<Verdict> {
  const { id, uid, version } = mutation
  const before = batch.record(kind, uid)
  // [MG5]
  if (!before) return { effect: { before: null, after: null, isWrite: false } }
  // A version of another history says nothing of what the person saw, though it may be the same number.
  if (ids || before.version !== version) return changed(id, { kind, current: before, fields: [] })
  const count = await batch.referencesTo(kind, before.id)
  if (count > 0) return { settlement: rejected(id, [{ field: '', code: 'in_use', params: { count } }]) }
  batch.remove(kind, uid)
  return { effect: { before, after: null, isWrite: true } }
}

function changed(
  id: string,
  { kind, current, fields }: { kind: Kind; current: StoredRecord; fields: string[] },
): Verdict {
  return { settlement: { id, outcome: 'conflict', reason: 'changed', fields, record: toWire(kind, current) } }
}

export function rejected(id: string, issues: Issue[]): Settlement {
  return { id, outcome: 'rejected', issues }
}

export function toWire(kind: Kind, record: StoredRecord | null): ServerRecord | null {
  return record && { kind: kind.name, ...record }
}
