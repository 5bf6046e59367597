/** What undoing a delete does to the outbox, wherever the delete stands by then. */
import { describe, expect, test } from 'vitest'
import { planRemove, planUndo } from '../../client/engine/sync/plan-remove.ts'
import { planResolution } from '../../client/engine/sync/resolve.ts'
import { actOn, create, remove, rowOf, update } from '../support/outbox.ts'
import { recordB, uid } from '../support/tables.ts'
import { notNoted } from '../../shared/provenance.ts'

const address = { kind: 'record_b', uid: uid(1) }

describe('Undoing a delete', () => {
  test('[OB9] brings back an unsent create', () => {
    const row = rowOf(create(1, recordB()))
    expect(planUndo(actOn([]), { ...address, fields: recordB(), rows: [row] })).toEqual({ put: [row] })
  })

  test('[OB9] brings back the unsent edits that the delete took', () => {
    const row = rowOf(update(1, { nama: ['A', 'B'] }), {
      base: { version: 4, fields: recordB({ nama: 'A' }) },
    })
    const { put } = planRemove(actOn([row], 4), address, recordB({ nama: 'B' }))
    expect(put).toMatchObject([{ seq: row.seq, mutation: { op: 'delete', version: 4 } }])
    expect(planUndo(actOn(put ?? []), { ...address, fields: recordB({ nama: 'B' }), rows: [row] })).toEqual({
      put: [row],
      remove: [],
    })
  })

  test('[OB9] brings back an unsent create, with what another tab saved over it meanwhile', () => {
    const made = rowOf(create(1, recordB({ nama: 'A' })))
    const saved = rowOf(update(1, { pt: ['P', 'Q'] }))
    const fields = recordB({ nama: 'A' })
    expect(planUndo(actOn([saved]), { ...address, fields, rows: [made] })).toEqual({
      put: [{ ...made, at: 5_000, mutation: create(1, recordB({ nama: 'A', pt: 'Q' })) }],
      remove: [saved.seq],
    })
  })

  test('[OB9] after the delete was sent the record is made again', () => {
    const plan = planUndo(actOn([]), { ...address, fields: recordB(), rows: [] })
    expect(plan.put).toMatchObject([{ mutation: { op: 'create', uid: uid(1), fields: recordB() } }])
  })

  test('[OB9] after the delete was refused, undoing it lets it go', () => {
    const row = rowOf(remove(1, 4), { attempted: true, parked: { outcome: 'rejected', issues: [] } })
    const plan = planUndo(actOn([row], 4), { ...address, fields: recordB(), rows: [] })
    expect(plan).toEqual({ put: [], remove: [row.seq] })
  })

  test('[OB9] [MG5] after the person was asked and wanted the delete all the same, it brings back the edits it took', () => {
    const seen = recordB({ nama: 'B' })
    const refused = rowOf(remove(1, 4), {
      base: { version: 4, fields: recordB({ nama: 'A' }) },
      took: { nama: ['A', 'B'] },
      attempted: true,
      parked: {
        outcome: 'conflict',
        reason: 'changed',
        fields: ['nama'],
        record: { ...address, ...notNoted, id: '7', version: 20, fields: recordB({ nama: 'T' }) },
      },
    })
    const { put = [] } = planResolution(actOn([refused]), refused, { kind: 'delete' })
    const wasOnItsWay = rowOf(update(1, { nama: ['A', 'B'] }), { attempted: true })
    const plan = planUndo(actOn(put), { ...address, fields: seen, rows: [wasOnItsWay] })
    expect(plan.put).toMatchObject([
      { seq: refused.seq, attempted: false, mutation: { op: 'update', changes: { nama: ['A', 'B'] } } },
    ])
  })

  test('[OB9] [MG5] and so it does when other edits had not been on their way', () => {
    const wasOnItsWay = rowOf(update(1, { nama: ['A', 'B'] }), { attempted: true })
    const wasNot = rowOf(update(1, { pt: ['P', 'Q'] }))
    const base = { version: 5, fields: recordB({ nama: 'T', pt: 'P' }) }
    const took = { nama: ['A', 'B'], pt: ['P', 'Q'] } as const
    const wanted = rowOf(remove(1, 5), { seq: wasOnItsWay.seq, base, took })
    const fields = recordB({ nama: 'B', pt: 'Q' })
    const plan = planUndo(actOn([wanted]), { ...address, fields, rows: [wasOnItsWay, wasNot] })
    expect(plan.put).toMatchObject([{ seq: wasOnItsWay.seq, mutation: { op: 'update', changes: took } }])
  })

  test('[OB9] what was typed into a record that was brought back behind a delete on its way goes with that delete', () => {
    const base = { version: 4, fields: recordB({ nama: 'A' }) }
    const onItsWay = rowOf(remove(1, 4), { base, attempted: true })
    const again = rowOf(create(1, recordB({ nama: 'B' })))
    const plan = planRemove(actOn([onItsWay, again]), address, recordB({ nama: 'B' }))
    expect(plan).toEqual({ put: [{ ...onItsWay, took: { nama: ['A', 'B'] } }], remove: [again.seq] })
  })

  test('[OB9] [MG4] an edit that was asked about, as others had deleted the record, is asked about again', () => {
    const row = rowOf(update(1, { nama: ['A', 'B'] }), {
      base: { version: 4, fields: recordB({ nama: 'A' }) },
      attempted: true,
      parked: { outcome: 'conflict', reason: 'deleted', fields: [], record: null },
    })
    const fields = recordB({ nama: 'B' })
    expect(planRemove(actOn([row]), address, fields)).toEqual({ put: [], remove: [row.seq] })
    expect(planUndo(actOn([]), { ...address, fields, rows: [row] })).toEqual({ put: [row] })
  })

  test('[OB9] an unsent create comes back also where the record, as its device last saw it, is not gone yet', () => {
    const row = rowOf(create(1, recordB({ nama: 'Añi' })))
    const undo = { ...address, fields: recordB({ nama: 'Añi' }), rows: [row] }
    expect(planUndo(actOn([], 7), undo)).toEqual({ put: [row] })
  })

  test('[OB9] a record that is alive again needs no undo', () => {
    expect(planUndo(actOn([], 4), { ...address, fields: recordB(), rows: [] })).toEqual({
      put: [],
      remove: [],
    })
  })
})
