/** What a person decides about what waits for them, and what that does to the outbox. */
import { describe, expect, test } from 'vitest'
import type { Parked } from '../../client/engine/disk/outbox.ts'
import { planRemove } from '../../client/engine/sync/plan-remove.ts'
import { planSave } from '../../client/engine/sync/plan-save.ts'
import { planResolution } from '../../client/engine/sync/resolve.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { notNoted } from '../../shared/provenance.ts'
import { actOn, create, remove, rowOf, update } from '../support/outbox.ts'
import { recordB, uid } from '../support/tables.ts'

const address = { kind: 'record_b', uid: uid(1) }
const server = (fields = recordB(), version = 20): ServerRecord => ({
  ...address,
  ...notNoted,
  id: '7',
  version,
  fields,
})

describe("A person's decision about a conflict", () => {
  const base = { version: 4, fields: recordB({ nama: 'A', pt: 'P', jenis: 'J' }) }
  const theirs = server(recordB({ nama: 'T', pt: 'Q', jenis: 'J' }))
  const mutation = update(1, { nama: ['A', 'M'], pt: ['P', 'N'], jenis: ['J', 'K'] })
  const parked = {
    outcome: 'conflict' as const,
    reason: 'changed' as const,
    fields: ['nama', 'pt'],
    record: theirs,
  }
  const row = rowOf(mutation, { base, attempted: true, parked })

  test('[MG3] mine and theirs field by field, and what nobody else changed stays mine', () => {
    const plan = planResolution(actOn([row]), row, { kind: 'choose', fields: { nama: 'mine', pt: 'theirs' } })
    expect(plan.remove).toEqual([row.seq])
    expect(plan.put).toMatchObject([
      {
        seq: row.seq,
        attempted: false,
        parked: null,
        mutation: { op: 'update', changes: { nama: ['T', 'M'], jenis: ['J', 'K'] } },
      },
    ])
    expect(plan.put?.[0]?.mutation.id).not.toBe(mutation.id)
  })

  test('all theirs leaves nothing when nothing else was changed', () => {
    const only = {
      ...row,
      mutation: update(1, { nama: ['A', 'M'] }),
      parked: { ...parked, fields: ['nama'] },
    }
    expect(planResolution(actOn([only]), only, { kind: 'choose', fields: { nama: 'theirs' } })).toEqual({
      put: [],
      remove: [row.seq],
    })
  })

  test('[MG4] restore with my values is a create with all fields', () => {
    const gone = { ...row, parked: { ...parked, reason: 'deleted' as const, fields: [], record: null } }
    expect(planResolution(actOn([gone]), gone, { kind: 'restore' }).put).toMatchObject([
      { mutation: { op: 'create', uid: uid(1), fields: { ...base.fields, nama: 'M', pt: 'N', jenis: 'K' } } },
    ])
  })

  test('[MG5] delete anyway names the version the person now knows; keep it lets the delete go', () => {
    const gone = { ...row, mutation: remove(1, 4) }
    expect(planResolution(actOn([gone]), gone, { kind: 'delete' }).put).toMatchObject([
      { mutation: { op: 'delete', version: 20 } },
    ])
    expect(planResolution(actOn([gone]), gone, { kind: 'discard' })).toEqual({ put: [], remove: [row.seq] })
  })

  test('[OB8] [OB9] a delete that is let go gives back its edit, and what was seen when that was made', () => {
    const took = { nama: ['A', 'M'] as [string, string] }
    // Asked before, the person wanted the delete all the same.
    const gone = rowOf(remove(1, 20), { base: theirs, took, attempted: true, parked })
    expect(planResolution(actOn([gone]), gone, { kind: 'discard' }).put).toMatchObject([
      { base: { version: 20, fields: { nama: 'A', pt: 'Q' } }, mutation: { op: 'update', changes: took } },
    ])
  })

  test('edited in the form: the answer is an update from theirs', () => {
    const edit = {
      ...address,
      seen: theirs.fields,
      fields: recordB({ nama: 'Baru', pt: 'Q' }),
      answers: row.seq,
    }
    const plan = planSave(actOn([row]), edit)
    expect(plan).toMatchObject({
      remove: [row.seq],
      put: [{ mutation: { op: 'update', changes: { nama: ['T', 'Baru'] } } }],
    })
  })

  test('a rejected entry fixed in the form is sent again as a new mutation', () => {
    const rejected = rowOf(create(1, recordB({ pt: '' })), {
      attempted: true,
      parked: { outcome: 'rejected', issues: [] },
    })
    const plan = planSave(actOn([rejected]), {
      ...address,
      seen: null,
      fields: recordB(),
      answers: rejected.seq,
    })
    expect(plan).toMatchObject({
      remove: [rejected.seq],
      put: [{ parked: null, attempted: false, mutation: { op: 'create', fields: recordB() } }],
    })
  })
})

describe('A form that answers a rejected entry, with edits on their way behind it', () => {
  const rejected = rowOf(create(1, recordB({ nama: 'A', pt: '' })), {
    attempted: true,
    parked: { outcome: 'rejected', issues: [] },
  })
  const behind = rowOf(update(1, { nama: ['A', 'B'] }), {
    base: { version: 0, fields: recordB({ nama: 'A', pt: '' }) },
    attempted: true,
  })
  const act = actOn([rejected, behind])

  test('[OB5] [OB7] what was typed last comes after them', () => {
    const seen = recordB({ nama: 'B', pt: '' })
    const plan = planSave(act, { ...address, seen, fields: recordB({ nama: 'C', pt: 'P' }) })
    expect(plan.remove).toEqual([rejected.seq])
    expect(plan.put).toMatchObject([
      { seq: rejected.seq, mutation: { op: 'create', fields: recordB({ nama: 'A', pt: 'P' }) } },
      { seq: 0, mutation: { op: 'update', changes: { nama: ['B', 'C'] } } },
    ])
  })

  test('[OB5] [OB7] what the person left as it was is theirs to say', () => {
    const plan = planSave(act, {
      ...address,
      seen: null,
      fields: recordB({ nama: 'A', pt: 'P' }),
      answers: rejected.seq,
    })
    expect(plan.remove).toEqual([rejected.seq])
    expect(plan.put).toMatchObject([
      { seq: rejected.seq, mutation: { fields: recordB({ nama: 'A', pt: 'P' }) } },
    ])
  })

  test('[OB7] what another tab had typed before the entry was refused stays, beside what is typed now', () => {
    const merged = { ...rejected, mutation: create(1, recordB({ nama: 'B', pt: '' })) }
    const edit = { ...address, seen: recordB({ nama: 'A', pt: '' }), fields: recordB({ nama: 'A', pt: 'P' }) }
    expect(planSave(actOn([merged]), edit).put).toMatchObject([
      { seq: rejected.seq, mutation: { op: 'create', fields: recordB({ nama: 'B', pt: 'P' }) } },
    ])
  })

  test('[OB5] [OB7] a record that is being deleted by them is made once more', () => {
    const gone = rowOf(remove(1, 0), { attempted: true })
    const fields = recordB({ nama: 'C' })
    const plan = planSave(actOn([rejected, gone]), { ...address, seen: null, fields, answers: rejected.seq })
    expect(plan.remove).toEqual([rejected.seq])
    expect(plan.put).toMatchObject([{ seq: 0, mutation: { op: 'create', fields } }])
  })

  test('[OB5] [OB7] nor is anything sent before that delete, where another form was saved behind it', () => {
    const gone = rowOf(remove(1, 0), { attempted: true })
    const since = rowOf(update(1, { nama: ['A', 'Z'] }), { base: { version: 0, fields: recordB() } })
    const edit = { ...address, seen: null, fields: recordB({ nama: 'C' }), answers: rejected.seq }
    const plan = planSave(actOn([rejected, gone, since]), edit)
    expect(plan.remove).toEqual([rejected.seq])
    expect(plan.put).toMatchObject([{ seq: since.seq, mutation: { op: 'update' } }])
  })

  test('[OB5] [OB8] and what was seen when it was made once more is known', () => {
    const record = { ...address, ...notNoted, id: '7', version: 9, fields: recordB({ nama: 'T' }) }
    const conflict = { outcome: 'conflict', reason: 'changed', fields: ['nama'], record } satisfies Parked
    const parked = rowOf(update(1, { nama: ['A', 'B'] }), {
      base: { version: 4, fields: recordB({ nama: 'A' }) },
      attempted: true,
      parked: conflict,
    })
    const gone = rowOf(remove(1, 5), { attempted: true })
    const edit = { ...address, seen: record.fields, fields: recordB({ nama: 'C' }), answers: parked.seq }
    const plan = planSave(actOn([parked, gone], 9), edit)
    expect(plan.put).toMatchObject([{ seq: 0, base: { version: 9, fields: { nama: 'T' } } }])
  })

  test.each([
    ['as it was leaves what was typed into it since', {}, undefined],
    ['comes on top of what was typed into it since', { pt: 'Q' }, { nama: ['A', 'Z'], pt: ['P', 'Q'] }],
  ])(
    '[OB5] [OB7] a record that they make once more, after a delete that has gone out: the form %s',
    (_, typed, changes) => {
      const fields = recordB({ nama: 'A', pt: 'P' })
      const refused = rowOf(create(1, fields), {
        attempted: true,
        parked: { outcome: 'rejected', issues: [] },
      })
      const again = rowOf(create(1, fields, uid(9_050)), { attempted: true })
      const since = rowOf(update(1, { nama: ['A', 'Z'] }))
      const edit = {
        ...address,
        seen: null,
        begun: fields,
        fields: { ...fields, ...typed },
        answers: refused.seq,
      }
      const plan = planSave(actOn([refused, again, since]), edit)
      expect(plan.remove).toEqual([refused.seq])
      expect(plan.put ?? []).toMatchObject(
        changes ? [{ seq: since.seq, mutation: { op: 'update', changes } }] : [],
      )
    },
  )

  test('[OB5] [OB7] deleting the record deletes what they make of it', () => {
    const plan = planRemove(act, address, recordB({ nama: 'B', pt: '' }))
    expect(plan.remove).toEqual([rejected.seq])
    expect(plan.put).toMatchObject([{ seq: 0, mutation: { op: 'delete' } }])
  })
})
