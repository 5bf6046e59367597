/** What happens when two people change the same things, told with the real engine and the real server. */
import { describe, expect, test } from 'vitest'
import { assert } from '../../shared/assert.ts'
import { draftOf, draftsIn } from '../support/drafts.ts'
import { bothHold, deviceInUse, edit, list, make, online, shown, whilePushing } from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

describe('Two people', () => {
  test('[MG1] different fields of one record merge without a question', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { pt: 'BUDI' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    for (const person of [ani, budi])
      expect((await shown(person, 1))?.fields).toEqual(recordB({ nama: 'Ani', pt: 'BUDI' }))
  })

  test.each([
    ['mine', 'Budi'],
    ['theirs', 'Ani'],
  ] as const)('[MG3] [OB8] the same field conflicts, and %s is what was chosen', async (choice, winner) => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', unit: true }))
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { nama: 'Budi', unit: false })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0, state: 'idle' })
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({
      outcome: 'conflict',
      reason: 'changed',
      conflicts: ['nama'],
      changed: ['unit', 'nama'],
      base: recordB({ nama: 'A' }),
      mine: recordB({ nama: 'Budi', unit: false }),
      theirs: { fields: recordB({ nama: 'Ani' }) },
    })
    expect(await shown(budi, 1)).toMatchObject({ state: 'conflict', fields: { nama: 'Budi' } })
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'choose', fields: { nama: choice } })
    await online(budi)
    await online(ani)
    for (const person of [ani, budi])
      expect((await shown(person, 1))?.fields).toEqual(recordB({ nama: winner, unit: false }))
    expect(await budi.tab.engine.status()).toMatchObject({ attention: 0, unsent: 0 })
  })

  test('[MG3] [OB8] what was typed while an edit was on its way is asked about with it, not sent over another change', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Ani', pt: 'ANI' })
    await online(ani)
    await edit(budi, 1, { nama: 'Budi' })
    whilePushing(budi, () => edit(budi, 1, { pt: 'BUDI' }))
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ conflicts: ['nama', 'pt'], mine: { nama: 'Budi', pt: 'BUDI' } })
    const theirs = { nama: 'theirs', pt: 'theirs' } as const
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'choose', fields: theirs })
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    expect((await shown(budi, 1))?.fields).toEqual(recordB({ nama: 'Ani', pt: 'ANI' }))
  })

  test('[MG1] what was taken back while it was on its way is not asked about; the rest goes out', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    await edit(budi, 1, { nama: 'Budi' })
    whilePushing(budi, () => edit(budi, 1, { nama: 'A', pt: 'BUDI' }))
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    expect((await shown(budi, 1))?.fields).toEqual(recordB({ nama: 'Ani', pt: 'BUDI' }))
  })

  test('[MG4] an edit of a deleted record: restore with my values, under the id it had', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    const id = (await shown(ani, 1))?.id
    await edit(budi, 1, { nama: 'Budi' })
    await ani.tab.engine.remove('record_b', uid(1))
    await online(ani)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ outcome: 'conflict', reason: 'deleted', mine: recordB({ nama: 'Budi' }) })
    expect(await shown(budi, 1)).toMatchObject({ state: 'conflict', fields: recordB({ nama: 'Budi' }) })
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'restore' })
    await online(budi)
    await online(ani)
    expect(await shown(ani, 1)).toMatchObject({ id, state: 'settled', fields: recordB({ nama: 'Budi' }) })
  })

  test('[MG4] an edit of a deleted record: let it go', async () => {
    const { ani, budi } = await bothHold(recordB())
    await edit(budi, 1, { nama: 'Budi' })
    await ani.tab.engine.remove('record_b', uid(1))
    await online(ani)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'discard' })
    await online(budi)
    expect(await list(budi)).toEqual([])
    expect(await budi.tab.engine.outbox()).toEqual([])
  })

  test.each([
    ['delete', 0],
    ['discard', 1],
  ] as const)('[MG5] a delete of a record changed since: %s leaves %i', async (choice, left) => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await ani.tab.engine.remove('record_b', uid(1))
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await online(ani)
    const [item] = await ani.tab.engine.attention()
    expect(item).toMatchObject({ outcome: 'conflict', reason: 'changed', op: 'delete', mine: null })
    expect(await shown(ani, 1)).toMatchObject({ state: 'conflict', fields: { nama: 'Budi' } })
    await ani.tab.engine.resolve(item?.seq ?? 0, { kind: choice })
    await online(ani)
    await online(budi)
    expect(await list(ani)).toHaveLength(left)
    expect(await list(budi)).toHaveLength(left)
  })

  test('[PU8] [OB7] a Device that others still use cannot be deleted; the rest goes on', async () => {
    const { ani } = await deviceInUse()
    await ani.tab.engine.remove('device', uid(1))
    await make(ani, 3, recordB())
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { outcome: 'rejected', issues: [{ code: 'in_use', params: { count: 1 } }] },
    ])
    expect(await shown(ani, 1, 'device')).toMatchObject({ state: 'rejected', fields: { name: 'Gerbang' } })
  })

  test('[OB7] a form that names the question it shows answers it, and what it does not change stays', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(budi, 1, { nama: 'Budi' })
    await edit(ani, 1, { nama: 'Ani', pt: 'ANI' })
    await online(ani)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    assert(item?.outcome === 'conflict' && item.theirs, 'a conflict')
    const seen = { ...item.theirs.fields, nama: 'Budi' }
    const form = { kind: 'record_b', uid: uid(1), seen, asked: item.asked }
    await budi.tab.engine.save({ ...form, fields: { ...seen, divisi: 'É' } })
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    expect((await shown(ani, 1))?.fields).toEqual(recordB({ nama: 'Budi', pt: 'ANI', divisi: 'É' }))
  })

  test('[OB7] a form kept as a draft, and saved over a later conflict of the same edit, takes nothing back, and its person is asked', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(budi, 1, { nama: 'Budi' })
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    assert(item?.outcome === 'conflict' && item.theirs, 'a conflict')
    const seen = { ...item.theirs.fields, nama: 'Budi' }
    const { asked } = item
    await budi.tab.engine.keepDraft(draftOf(1, { seen, asked, fields: { ...seen, nama: 'Budi jua' } }))
    await edit(ani, 1, { nama: 'Ani lagi', pt: 'ANI' })
    await online(ani)
    await budi.tab.engine.resolve(item.seq, { kind: 'choose', fields: { nama: 'mine' } })
    expect(await online(budi)).toMatchObject({ attention: 1 })
    const { at: _, id, ...taken } = (await draftsIn(budi.tab.engine))[0]!
    expect(await budi.tab.engine.save({ ...taken, draft: id })).toEqual({ outcome: 'saved' })
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await online(ani)
    expect((await shown(budi, 1))?.fields['nama']).toBe('Budi jua')
    expect((await shown(ani, 1))?.fields).toEqual(recordB({ nama: 'Ani lagi', pt: 'ANI' }))
  })
})
