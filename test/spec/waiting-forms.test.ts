/** Saving the form of a record of which something waits for a person: on what the form had shown, and with all that waits. */
import { describe, expect, test } from 'vitest'
import { assert } from '../../shared/assert.ts'
import { AppError } from '../../shared/errors.ts'
import {
  bothHold,
  deviceInUse,
  edit,
  make,
  online,
  openConflict,
  removed,
  shown,
  twoEditors,
  whilePushing,
} from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

describe('The form of a record with', () => {
  test('[OB8] [OB9] a refused delete: typing the former value over another’s goes out', async () => {
    const { ani, budi } = await deviceInUse()
    await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await edit(budi, 1, { name: 'Lain' }, 'device')
    await online(budi)
    await online(ani)
    expect((await shown(ani, 1, 'device'))?.fields['name']).toBe('Lain')
    await edit(ani, 1, { name: 'Gerbang' }, 'device')
    const st = await online(ani)
    await online(budi)
    expect([st.attention, (await shown(budi, 1, 'device'))?.fields['name']]).toEqual([0, 'Gerbang'])
  })

  test('[OB8] a refused edit: so does that of another field', async () => {
    const { ani, budi } = await twoEditors()
    for (const n of [1, 3]) await make(budi, n, { name: `G${n}` }, 'device')
    await make(budi, 2, recordA({ device_id: { uid: uid(1) }, name: 'P' }), 'record_a')
    await online(budi)
    await online(ani)
    const three = (await shown(ani, 3, 'device'))?.id ?? ''
    ani.network.isDown = true
    await edit(ani, 2, { device_id: three }, 'record_a')
    await removed(budi, 3, 'device')
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await edit(budi, 2, { name: 'R' }, 'record_a')
    await online(budi)
    await online(ani)
    expect((await shown(ani, 2, 'record_a'))?.fields['name']).toBe('R')
    await edit(ani, 2, { name: 'P' }, 'record_a')
    await online(ani)
    expect((await shown(ani, 2, 'record_a'))?.fields['name']).toBe('P')
  })

  test('[MG3] a refused delete: what others changed while the form was open is asked about', async () => {
    const { ani, budi } = await deviceInUse()
    const seen = (await shown(ani, 1, 'device'))?.fields ?? null
    await edit(budi, 1, { name: 'Budi' }, 'device')
    await online(budi)
    await online(ani)
    await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await ani.tab.engine.save({
      kind: 'device',
      uid: uid(1),
      seen,
      begun: seen ?? {},
      fields: { name: 'Ani' },
    })
    const st = await online(ani)
    await online(budi)
    expect([st.attention, (await shown(budi, 1, 'device'))?.fields['name']]).toEqual([1, 'Budi'])
  })

  test('[MG3] a refused edit of another tab: nor does that go over what the form had not shown', async () => {
    const { ani, budi } = await twoEditors()
    for (const n of [1, 3]) await make(budi, n, { name: `G${n}` }, 'device')
    await make(budi, 2, recordA({ device_id: { uid: uid(1) }, name: 'P' }), 'record_a')
    await online(budi)
    await online(ani)
    const seen = (await shown(ani, 2, 'record_a'))?.fields ?? null
    const three = (await shown(ani, 3, 'device'))?.id ?? ''
    await edit(budi, 2, { name: 'R' }, 'record_a')
    await online(budi)
    await online(ani)
    const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
    ani.network.isDown = true
    await edit(other, 2, { device_id: three }, 'record_a')
    await removed(budi, 3, 'device')
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 1 })
    const [item] = await ani.tab.engine.attention()
    expect(item).toMatchObject({ outcome: 'rejected' })
    await ani.tab.engine.save({
      kind: 'record_a',
      uid: uid(2),
      seen,
      fields: { ...seen, name: 'Ani', device_id: seen?.['device_id'] ?? null },
    })
    await online(ani)
    await online(budi)
    expect((await shown(budi, 2, 'record_a'))?.fields['name']).toBe('R')
  })

  test('[MG3] a later question: a field typed beside it goes over nobody’s', async () => {
    const { ani, budi } = await openConflict()
    const [item] = await budi.tab.engine.attention()
    assert(item?.outcome === 'conflict', 'he is asked')
    const seen = item.theirs?.fields ?? null
    const begun = { ...seen, nama: 'Budi' }
    const form = { kind: 'record_b', uid: uid(1), seen, begun, answers: item.seq }
    const fields = { ...begun, pt: 'BUDI' }
    await edit(ani, 1, { nama: 'Ani lagi', pt: 'ANI' })
    await online(ani)
    await budi.tab.engine.resolve(item.seq, { kind: 'choose', fields: { nama: 'mine' } })
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await budi.tab.engine.save({ ...form, fields })
    await online(budi)
    await online(ani)
    expect((await shown(ani, 1))?.fields['pt']).toBe('ANI')
  })

  test('[MG3] a question with an edit behind it: that edit’s base is not sent as a choice', async () => {
    const { ani, budi } = await openConflict()
    const [item] = await budi.tab.engine.attention()
    assert(item?.outcome === 'conflict', 'he is asked')
    await edit(ani, 1, { pt: 'R' })
    await online(ani)
    await online(budi)
    expect((await shown(budi, 1))?.fields['pt']).toBe('R')
    await edit(budi, 1, { pt: 'BUDI' })
    await online(budi)
    await edit(ani, 1, { pt: 'P' })
    await online(ani)
    const seen = item.theirs?.fields ?? null
    const begun = { ...seen, nama: 'Budi' }
    await budi.tab.engine.save({
      kind: 'record_b',
      uid: uid(1),
      seen,
      begun,
      answers: item.seq,
      asked: item.asked,
      fields: { ...begun, nama: 'Budi2' },
    })
    await online(budi)
    await online(ani)
    expect((await shown(ani, 1))?.fields['pt']).toBe('P')
  })

  test('[OB9] a refused delete that is on its way again: the save does not wait under its refusal', async () => {
    const { ani, budi } = await deviceInUse()
    await removed(ani, 1, 'device')
    await online(ani)
    const [item] = await ani.tab.engine.attention()
    ani.network.isDown = true
    const seen = (await shown(ani, 1, 'device'))?.fields ?? null
    await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'retry' })
    whilePushing(ani, () =>
      ani.tab.engine.save({ kind: 'device', uid: uid(1), seen, fields: { name: 'Ani' } }),
    )
    const st = await online(ani)
    await online(budi)
    expect([st.attention, (await shown(budi, 1, 'device'))?.fields['name']]).toEqual([0, 'Ani'])
  })

  test('[OB9] undone on its way, and refused: the edit behind it goes out', async () => {
    const { ani, budi } = await deviceInUse()
    ani.network.isDown = true
    await edit(ani, 1, { name: 'Ani' }, 'device')
    const undo = await removed(ani, 1, 'device')
    whilePushing(ani, () => ani.tab.engine.undoRemove(undo))
    const st = await online(ani)
    await online(budi)
    expect([st.attention, (await shown(budi, 1, 'device'))?.fields['name']]).toEqual([0, 'Ani'])
  })

  test.each(['applied', 'on its way'])(
    '[MG3] a delete, undone while it is %s: an older form asks about what others had changed before that',
    async where => {
      const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
      const seen = (await shown(budi, 1))?.fields ?? null
      await edit(ani, 1, { nama: 'Ani' })
      await online(ani)
      await online(budi)
      const { transport } = budi.network
      if (where === 'on its way')
        budi.profile.transport = { ...transport, push: () => Promise.reject(new AppError('unreachable')) }
      const undo = await removed(budi, 1)
      await budi.tab.sync()
      budi.network.isDown = true
      budi.profile.transport = transport
      await budi.tab.engine.undoRemove(undo)
      await budi.tab.engine.save({ kind: 'record_b', uid: uid(1), seen, fields: { ...seen, nama: 'Budi' } })
      expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
      await online(ani)
      expect((await shown(ani, 1))?.fields['nama']).toBe('Ani')
    },
  )

  test('[MG3] [MG4] a record kept though others deleted it: an older form asks about what they had changed before that', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    const seen = (await shown(budi, 1))?.fields ?? null
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    await online(budi)
    budi.network.isDown = true
    await edit(budi, 1, { pt: 'Q' })
    await removed(ani, 1)
    await online(ani)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    assert(item, 'the record is gone, and his edit waits')
    budi.network.isDown = true
    await budi.tab.engine.resolve(item.seq, { kind: 'restore' })
    await budi.tab.engine.save({ kind: 'record_b', uid: uid(1), seen, fields: { ...seen, nama: 'Budi' } })
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'Q' })
  })
})
