/** Outbox rows and mutations as tests write them. */
import type { Mutation } from '../../shared/protocol.ts'
import type { Changes, Fields } from '../../shared/record.ts'
import type { OutboxRow } from '../../client/engine/disk/outbox.ts'
import type { Act } from '../../client/engine/sync/plan.ts'
import { uid } from './tables.ts'

const kind = 'record_b'

export const create = (number: number, fields: Fields, id = uid(9_000 + number)): Mutation => ({
  id,
  kind,
  uid: uid(number),
  op: 'create',
  fields,
})

export const update = (number: number, changes: Changes, id = uid(9_100 + number)): Mutation => ({
  id,
  kind,
  uid: uid(number),
  op: 'update',
  changes,
})

export const remove = (number: number, version: number, id = uid(9_200 + number)): Mutation => ({
  id,
  kind,
  uid: uid(number),
  op: 'delete',
  version,
})

let lastSeq = 0

export function rowOf(mutation: Mutation, extra: Partial<OutboxRow> = {}): OutboxRow {
  return { seq: ++lastSeq, mutation, base: null, at: 1_000, attempted: false, parked: null, ...extra }
}

/** New uids count up from 70,000. */
export function actOn(rows: OutboxRow[], version = 0): Act {
  let next = 70_000
  return { rows, version, now: 5_000, newUid: () => uid(next++) }
}
