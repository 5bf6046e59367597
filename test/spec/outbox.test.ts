import { describe, expect, test } from 'vitest'
import type { Parked } from '../../client/engine/disk/outbox.ts'
import { nextBatch } from '../../client/engine/sync/batch.ts'
import { combine, joinChanges } from '../../client/engine/work/combine.ts'
import { planRemove } from '../../client/engine/sync/plan-remove.ts'
import { planSave } from '../../client/engine/sync/plan-save.ts'
import { settle } from '../../client/engine/sync/settle.ts'
import type { ServerRecord, Settlement } from '../../shared/protocol.ts'
import { notNoted } from '../../shared/provenance.ts'
import { actOn, create, remove, rowOf, update } from '../support/outbox.ts'
import { recordB, uid } from '../support/tables.ts'

const moment = { run: 3, now: 8_000, newUid: () => uid(80_000), idOf: () => undefined }
const address = { kind: 'record_b', uid: uid(1) }
const server = (fields = recordB(), version = 20): ServerRecord => ({
  ...address,
  ...notNoted,
  id: '7',
  version,
  fields,
})

describe('Combining unsent mutations', () => {
  test('[OB4] create + update is a create with the new values, under the id of the first', () => {
    const first = create(1, recordB({ nama: 'A' }))
    const second = update(1, { nama: ['A', 'B'], unit: [true, false] })
    expect(combine(first, second, null)).toEqual({ ...first, fields: recordB({ nama: 'B', unit: false }) })
  })

  test('[OB4] update + update keeps the first base of each field', () => {
    const first = update(1, { nama: ['A', 'B'] })
    const second = update(1, { nama: ['B', 'C'], pt: ['X', 'Y'] })
    expect(combine(first, second, recordB())).toEqual({
      ...first,
      changes: { nama: ['A', 'C'], pt: ['X', 'Y'] },
    })
  })

  test('[OB4] an update that takes the other back leaves nothing', () => {
    expect(combine(update(1, { nama: ['A', 'B'] }), update(1, { nama: ['B', 'A'] }), recordB())).toBeNull()
  })

  test('[OB4] update + delete is a delete of the version the person saw', () => {
    const first = update(1, { nama: ['A', 'B'] })
    expect(combine(first, remove(1, 17), recordB())).toEqual(remove(1, 17, first.id))
  })

  test('[OB4] an edit over an unsent delete keeps the record, with what the delete took, and nothing that others changed', () => {
    const base = { version: 4, fields: recordB({ nama: 'A', pt: 'P', jenis: 'new' }) }
    const edited = rowOf(update(1, { nama: ['A', 'B'] }), { base })
    const [deleted] =
      planRemove(actOn([edited], 4), address, recordB({ nama: 'B', pt: 'P', jenis: 'new' })).put ?? []
    expect(deleted).toMatchObject({ mutation: { op: 'delete' }, took: { nama: ['A', 'B'] } })
    // Opened before somebody else changed it.
    const seen = recordB({ nama: 'B', pt: 'O', jenis: 'old' })
    const plan = planSave(actOn([deleted!], 4), { ...address, seen, fields: { ...seen, pt: 'Q' } })
    const wasSeen = { version: 0, fields: { ...base.fields, pt: 'O' } }
    const mutation = update(1, { nama: ['A', 'B'], pt: ['O', 'Q'] }, edited.mutation.id)
    expect(plan.put).toEqual([{ ...edited, base: wasSeen, at: 5_000, mutation }])
  })

  test('[OB4] saved as it was, a record that was being deleted stays', () => {
    const deleted = rowOf(remove(1, 4), { base: { version: 4, fields: recordB() } })
    expect(planSave(actOn([deleted], 4), { ...address, seen: recordB(), fields: recordB() })).toEqual({
      remove: [deleted.seq],
    })
  })

  test('[OB4] an unsent create followed by delete leaves nothing', () => {
    expect(combine(create(1, recordB()), remove(1, 0), null)).toBeNull()
    const row = rowOf(create(1, recordB()))
    expect(planRemove(actOn([row]), address, recordB())).toEqual({ remove: [row.seq] })
  })

  test('[OB5] a mutation that may be on its way is left alone: the edit follows it', () => {
    const row = rowOf(create(1, recordB({ nama: 'A' })), { attempted: true })
    const edit = { ...address, seen: recordB({ nama: 'A' }), fields: recordB({ nama: 'B' }) }
    expect(planSave(actOn([row]), edit)).toEqual({
      put: [
        {
          seq: 0,
          mutation: update(1, { nama: ['A', 'B'] }, uid(70_000)),
          base: { version: 0, fields: recordB({ nama: 'A' }) },
          at: 5_000,
          attempted: false,
          parked: null,
        },
      ],
    })
  })

  test('a save that changes nothing adds nothing', () => {
    expect(planSave(actOn([]), { ...address, seen: recordB(), fields: recordB() })).toEqual({
      put: [],
      remove: [],
    })
  })
})

describe('Joining edits', () => {
  test('[OB4] the first base counts where it is no value', () => {
    const joined = joinChanges({ nama: [null, 'A'], pt: ['P', 'Q'] }, { nama: ['A', 'B'], pt: ['Q', 'P'] })
    expect(joined).toEqual({ nama: [null, 'B'] })
  })
})

describe('Batches', () => {
  test('[OB6] at most one mutation of a record, in order', () => {
    const first = rowOf(update(1, { nama: ['A', 'B'] }), { attempted: true })
    const second = rowOf(update(1, { nama: ['B', 'C'] }, uid(1)))
    const other = rowOf(create(2, recordB()))
    expect(nextBatch([first, second, other])).toEqual([first, other])
  })

  test('[OB6] nothing behind a parked mutation, nor what refers to it, however far', () => {
    const parked = rowOf(create(1, recordB()), { parked: { outcome: 'rejected', issues: [] } })
    const behind = rowOf(update(1, { nama: ['A', 'B'] }))
    const child = rowOf(create(2, { device_id: { uid: uid(1) } }))
    const grandchild = rowOf(update(3, { device_id: ['1', { uid: uid(2) }] }))
    const free = rowOf(create(4, { device_id: '12' }))
    expect(nextBatch([parked, behind, child, grandchild, free])).toEqual([free])
  })

  test('[OB6] [OB7] what waits for a person of a Device that the server has keeps nothing else', () => {
    const parked: Parked = { outcome: 'conflict', reason: 'changed', fields: ['name'], record: server() }
    const edited = rowOf(update(1, { nama: ['A', 'B'] }), { parked })
    const child = rowOf(create(2, { device_id: { uid: uid(1) } }), { attempted: true })
    expect(nextBatch([edited, child])).toEqual([child])
  })

  test('[OB6] what was tried and waits for another record keeps only what depends on it', () => {
    const child = rowOf(create(2, { device_id: { uid: uid(1) } }))
    const behind = rowOf(update(2, { nama: ['A', 'B'] }))
    const grandchild = rowOf(create(3, { device_id: { uid: uid(2) } }))
    const again = rowOf(create(1, recordB()))
    const rows = [child, behind, grandchild, again]
    expect(nextBatch(rows, { limit: 1 })).toEqual([child])
    expect(nextBatch(rows, { waiting: new Set([child.seq]) })).toEqual([again])
  })

  test('at most 500 mutations and 1 MiB', () => {
    const rows = Array.from({ length: 501 }, (_, i) => rowOf(create(i + 1, recordB())))
    expect(nextBatch(rows)).toHaveLength(500)
    const large = Array.from({ length: 10 }, (_, i) => rowOf(create(i + 1, { nama: 'é'.repeat(100_000) })))
    expect(nextBatch(large)).toHaveLength(4)
  })
})

describe('Settling', () => {
  test('[OB2] an applied mutation leaves the outbox and is kept as sent', () => {
    const row = rowOf(create(1, recordB()), { attempted: true })
    const settlement: Settlement = { id: row.mutation.id, outcome: 'applied', record: server() }
    expect(settle(row, settlement, [row], moment)).toEqual({
      put: [],
      remove: [row.seq],
      sent: [{ seq: row.seq, mutation: row.mutation, base: null, record: server(), run: 3, at: 8_000 }],
    })
  })

  test('[OB3] an edit made meanwhile stays', () => {
    const row = rowOf(create(1, recordB()), { attempted: true })
    const later = rowOf(update(1, { nama: ['Gudang', 'B'] }))
    const settlement: Settlement = { id: row.mutation.id, outcome: 'applied', record: server() }
    expect(settle(row, settlement, [row, later], moment)).toMatchObject({ put: [], remove: [row.seq] })
  })

  test('[MG5] a delete made meanwhile names the version that came of it, unless the person did not see all of it', () => {
    const row = rowOf(update(1, { nama: ['A', 'B'] }), {
      base: { version: 4, fields: recordB({ nama: 'A' }) },
      attempted: true,
    })
    const later = rowOf(remove(1, 4))
    const applied = (fields = recordB({ nama: 'B' })): Settlement => ({
      id: row.mutation.id,
      outcome: 'applied',
      record: server(fields),
    })
    expect(settle(row, applied(), [row, later], moment).put).toEqual([{ ...later, mutation: remove(1, 20) }])
    expect(settle(row, applied(recordB({ nama: 'B', pt: 'NEW' })), [row, later], moment).put).toEqual([])
  })

  test('[OB7] [OB8] a conflict is parked with base, theirs and mine, later edits included', () => {
    const base = { version: 4, fields: recordB({ nama: 'A' }) }
    const row = rowOf(update(1, { nama: ['A', 'B'] }), { base, attempted: true })
    const later = rowOf(update(1, { nama: ['B', 'C'], pt: ['ABC', 'X'] }, uid(1)), { at: 2_000 })
    const theirs = server(recordB({ nama: 'Z' }))
    const settlement: Settlement = {
      id: row.mutation.id,
      outcome: 'conflict',
      reason: 'changed',
      fields: ['nama'],
      record: theirs,
    }
    expect(settle(row, settlement, [row, later], moment)).toEqual({
      put: [
        {
          ...row,
          at: 2_000,
          mutation: update(1, { nama: ['A', 'C'], pt: ['ABC', 'X'] }),
          parked: { outcome: 'conflict', reason: 'changed', fields: ['nama'], record: theirs },
        },
      ],
      remove: [later.seq],
      sent: [],
    })
  })

  test('[OB7] what was typed after a refused delete was undone stays, and goes out by itself', () => {
    const base = { version: 17, fields: recordB({ nama: 'A' }) }
    const row = rowOf(remove(1, 17), { attempted: true, base })
    const undone = rowOf(create(1, recordB({ nama: 'A' })), { attempted: true })
    const later = rowOf(update(1, { nama: ['A', 'B'] }))
    const settlement: Settlement = {
      id: row.mutation.id,
      outcome: 'conflict',
      reason: 'changed',
      fields: [],
      record: server(),
    }
    expect(settle(row, settlement, [row, undone, later], moment)).toEqual({
      put: [],
      remove: [row.seq, undone.seq],
      sent: [],
    })
  })

  test('[OB7] refused only for a Device that waits here too: it waits with it and is not parked', () => {
    const device = rowOf(create(1, { name: '' }), { parked: { outcome: 'rejected', issues: [] } })
    const child = rowOf(create(2, { device_id: { uid: uid(1) } }), { attempted: true })
    const issues = [{ field: 'device_id', code: 'unknown_reference' }]
    const settlement: Settlement = { id: child.mutation.id, outcome: 'rejected', issues }
    expect(settle(child, settlement, [device, child], moment)).toEqual({ put: [], remove: [], sent: [] })
    expect(settle(child, settlement, [child], moment).put).toEqual([
      { ...child, parked: { outcome: 'rejected', issues } },
    ])
  })
})
