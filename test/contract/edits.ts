/** Edits as a client would send them. */
import type { Mutation } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'

/** Builders of mutations; each call is a new edit of a new record unless told otherwise. */
export const a = {
  device: (
    name = 'Gerbang Sélatan 🏠',
    uid: string = crypto.randomUUID(),
  ): Extract<Mutation, { op: 'create' }> => create('device', { name }, uid),
  recordA: (
    device: unknown,
    fields = {},
    uid: string = crypto.randomUUID(),
  ): Extract<Mutation, { op: 'create' }> =>
    create('record_a', { ...recordA, device_id: device as string, ...fields }, uid),
  recordB: (fields = {}, uid: string = crypto.randomUUID()): Extract<Mutation, { op: 'create' }> =>
    create('record_b', { ...recordB, ...fields }, uid),
}

export function create(
  kind: string,
  fields: Extract<Mutation, { op: 'create' }>['fields'],
  uid: string = crypto.randomUUID(),
): Extract<Mutation, { op: 'create' }> {
  return { id: crypto.randomUUID(), kind, uid, op: 'create', fields }
}

export function update(
  of: { kind: string; uid: string },
  changes: Record<string, unknown>,
): Record<string, unknown> {
  return { id: crypto.randomUUID(), kind: of.kind, uid: of.uid, op: 'update', changes }
}

/** Of the record as somebody has seen it. */
export function remove(
  of: { kind: string; uid: string; fields: Fields },
  seen: Record<string, unknown> = of.fields,
): Record<string, unknown> {
  return { id: crypto.randomUUID(), kind: of.kind, uid: of.uid, op: 'delete', seen }
}

export const recordA = {
  pin: '0042',
  name: "Dewi O'Neil ‮x",
  pri: '0',
  passwd: '  p w\t',
  card: '=1+1',
  grp: '1',
  tz: 'a'.repeat(255),
  verify: false,
  vice_card: '<img src=x onerror=alert(1)>',
  start_datetime: '0001-01-01T00:00:00',
  end_datetime: '9999-12-31T23:59:59',
}

export const recordB = {
  pt: 'ÀÉÎÕÜ',
  divisi: '🙂',
  unit: true,
  jenis: '7',
  nama: '👩'.repeat(60),
  divapp: '-',
  urutan: false,
}
