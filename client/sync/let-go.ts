/** What goes out when a person lets a mutation go. Pure. */
import type { OutboxRow } from '../db/outbox.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Changes } from '../../shared/record.ts'
import { reversed } from './combine.ts'
import { type Act, type Planned, seenBy } from './plan.ts'
import { isUncertain } from './suspicion.ts'

/** [OB9] Of a delete what it had taken along stays, as another mutation; of anything else nothing does. */
export function letGo(act: Act, row: OutboxRow): Planned {
  if (isUncertain(row.parked)) return takenBack(act, row)
  return { put: row.took ? [edit(act, row, { changes: row.took })] : [], remove: [row.seq] }
}

/** [OB15] It may have been applied: what takes it back goes out. */
function takenBack(act: Act, row: OutboxRow): Planned {
  const { mutation, base, took } = row
  const { kind, uid } = mutation
  const id = act.newUid()
  if (mutation.op === 'update') return { put: [edit(act, row, { changes: reversed(mutation.changes) })] }
  if (mutation.op === 'create') {
    const made = { version: 0, fields: mutation.fields }
    return { put: [fresh(act, row, { mutation: { id, kind, uid, op: 'delete', version: 0 }, base: made })] }
  }
  if (!base) return { remove: [row.seq] }
  const create: Mutation = { id, kind, uid, op: 'create', fields: base.fields }
  const again = fresh(act, row, { mutation: create, base: null })
  // Behind it: the record may be there as others have it, and then those are asked about.
  const behind = took ? [{ ...edit(act, row, { changes: took }), seq: 0 }] : []
  return { put: [again, ...behind] }
}

function edit(act: Act, row: OutboxRow, { changes }: { changes: Changes }): OutboxRow {
  const { kind, uid } = row.mutation
  const mutation: Mutation = { id: act.newUid(), kind, uid, op: 'update', changes }
  return fresh(act, row, { mutation, base: seenBy(mutation, row.base) })
}

function fresh({ now }: Act, row: OutboxRow, next: Pick<OutboxRow, 'mutation' | 'base'>): OutboxRow {
  const { took: _, ...rest } = row
  return { ...rest, ...next, at: now, attempted: false, parked: null }
}
