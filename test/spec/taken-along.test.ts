/** What a delete takes along comes back with its undo, or when it is let go. */
import { describe, expect, test } from 'vitest'
import { assert } from '../../shared/assert.ts'
import { AppError } from '../../shared/errors.ts'
import {
  arrive,
  bothHold,
  edit,
  make,
  online,
  outOfReach,
  removed,
  shown,
  twoEditors,
  whilePushing,
} from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

describe('A delete takes along', () => {
  test('[OB9] a new record, deleted in two tabs: undone in the first, it is there', async () => {
    const { ani, budi } = await bothHold(recordB())
    const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
    await outOfReach(budi)
    await other.tab.sync()
    await make(budi, 5, recordB({ nama: 'Baru' }))
    while (!(await shown(other, 5))) await new Promise(resolve => setTimeout(resolve, 1))
    budi.profile.isDeaf = true
    const undo = await removed(budi, 5)
    await removed(other, 5)
    await budi.tab.engine.undoRemove(undo)
    budi.profile.isDeaf = false
    await online(budi)
    await online(ani)
    expect((await shown(ani, 5))?.fields['nama']).toBe('Baru')
  })

  test.each(['applied', 'on its way'])(
    '[OB9] an edit: undone behind what a form has saved since, both are there; the delete is %s',
    async where => {
      const { budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
      const seen = (await shown(budi, 1))?.fields ?? null
      await outOfReach(budi)
      await edit(budi, 1, { pt: 'Q' })
      const undo = await removed(budi, 1)
      const act = async () => {
        await budi.tab.engine.save({ kind: 'record_b', uid: uid(1), seen, fields: { ...seen, nama: 'Budi' } })
        await budi.tab.engine.undoRemove(undo)
      }
      if (where === 'applied') {
        await online(budi)
        await outOfReach(budi)
        await act()
      } else whilePushing(budi, act)
      expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
      expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Budi', pt: 'Q' })
    },
  )

  test('[OB9] so they are where somebody else has made the record again', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await outOfReach(budi)
    await outOfReach(ani)
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { pt: 'Q' })
    const undo = await removed(budi, 1)
    await online(budi)
    await online(ani)
    const [item] = await ani.tab.engine.attention()
    await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'restore' })
    await online(ani)
    await online(budi)
    await outOfReach(budi)
    await edit(budi, 1, { divisi: 'X' })
    await budi.tab.engine.undoRemove(undo)
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'Q', divisi: 'X' })
  })

  test('[OB7] [OB9] two questions about one record: when the refused delete is let go, both are asked', async () => {
    const { server, ani, budi } = await twoEditors()
    await server.addUser('citra', 'editor')
    const citra = await arrive(server, 'citra')
    await make(budi, 1, { name: 'Gerbang' }, 'device')
    await online(budi)
    await make(budi, 2, recordA({ device_id: { uid: uid(1) }, name: 'A' }), 'record_a')
    await online(budi)
    await make(citra, 3, { name: 'Lain' }, 'device')
    await online(citra)
    await online(budi)
    await edit(budi, 2, { device_id: (await shown(budi, 3, 'device'))?.id ?? '' }, 'record_a')
    await online(budi)
    await online(ani)
    budi.network.isDown = true
    await edit(ani, 2, { name: 'Ani' }, 'record_a')
    await online(ani)
    ani.network.isDown = true
    await edit(budi, 2, { name: 'Typed' }, 'record_a')
    await online(budi)
    await server.rollBackTo(1)
    expect(await online(budi)).toMatchObject({ attention: 2, unsent: 0 })
    await removed(budi, 2, 'record_a')
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ op: 'delete' })
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'discard' })
    await online(budi)
    expect(await budi.tab.engine.attention()).toMatchObject([{ changed: ['device_id', 'name'] }])
  })

  test.each([{}, { pt: 'Q' }])(
    '[MG5] [OB9] a record brought back behind a delete that others’ edit refuses, with %o: undone, it can be deleted still',
    async typed => {
      const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
      await edit(ani, 1, { nama: 'Ani' })
      await online(ani)
      const { transport } = budi.network
      budi.profile.transport = { ...transport, push: () => Promise.reject(new AppError('unreachable')) }
      budi.network.isDown = false
      const first = await removed(budi, 1)
      await budi.tab.sync()
      await outOfReach(budi)
      await budi.tab.engine.undoRemove(first)
      await edit(budi, 1, typed)
      const second = await removed(budi, 1)
      budi.profile.transport = transport
      await online(budi)
      const [item] = await budi.tab.engine.attention()
      assert(item?.op === 'delete', 'Ani’s edit is asked about')
      await outOfReach(budi)
      await budi.tab.engine.resolve(item.seq, { kind: 'discard' })
      await budi.tab.engine.undoRemove(second)
      expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'P', ...typed })
      await removed(budi, 1)
      await online(budi)
      expect(await shown(budi, 1)).toBeNull()
    },
  )

  test.each([{ divisi: 'X' }, {}])(
    '[OB9] a record brought back, made again by somebody else, and edited since with %o: undone, that edit goes to it',
    async typed => {
      const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
      await edit(ani, 1, { nama: 'Ani' })
      const first = await removed(budi, 1)
      await online(budi)
      await outOfReach(budi)
      await budi.tab.engine.undoRemove(first)
      const second = await removed(budi, 1)
      await online(ani)
      const [item] = await ani.tab.engine.attention()
      await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'restore' })
      await online(ani)
      await online(budi)
      await outOfReach(budi)
      await edit(budi, 1, typed)
      await budi.tab.engine.undoRemove(second)
      const { attention } = await online(budi)
      await online(ani)
      expect([attention, (await shown(ani, 1))?.fields]).toMatchObject([0, { nama: 'Ani', ...typed }])
    },
  )

  test('[OB9] a new record, made by another form and edited since: undone, that edit goes to it', async () => {
    const { ani, budi } = await bothHold(recordB())
    await outOfReach(budi)
    await make(budi, 5, recordB({ nama: 'Baru' }))
    const begun = (await shown(budi, 5))?.fields ?? {}
    const undo = await removed(budi, 5)
    const dua = { kind: 'record_b', uid: uid(5), seen: begun, fields: { ...begun, nama: 'Dua' } }
    await budi.tab.engine.save(dua)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'restore' })
    await online(budi)
    await outOfReach(budi)
    await edit(budi, 5, { pt: 'Z' })
    await budi.tab.engine.undoRemove(undo)
    const { attention } = await online(budi)
    await online(ani)
    expect([attention, (await shown(ani, 5))?.fields]).toMatchObject([0, { nama: 'Dua', pt: 'Z' }])
  })

  test('[OB9] a refused edit: taken back in a form saved over that delete, it does not come back with the undo', async () => {
    const { ani, budi } = await twoEditors()
    for (const number of [1, 3, 4]) await make(ani, number, { name: `Gerbang ${number}` }, 'device')
    await make(ani, 2, recordA({ device_id: { uid: uid(1) }, name: 'A' }), 'record_a')
    await online(ani)
    await online(budi)
    const idOf = async (number: number) => (await shown(budi, number, 'device'))?.id ?? ''
    await outOfReach(budi)
    await edit(budi, 2, { device_id: await idOf(3), name: 'X' }, 'record_a')
    await removed(ani, 3, 'device')
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    const [item] = await budi.tab.engine.attention()
    assert(item, 'its Device is gone')
    await outOfReach(budi)
    const begun = (await shown(budi, 2, 'record_a'))?.fields ?? {}
    const undo = await removed(budi, 2, 'record_a')
    const fields = { ...begun, name: 'A', device_id: await idOf(4) }
    const answer = { answers: item.seq, asked: item.asked, seen: begun, begun }
    await budi.tab.engine.save({ kind: 'record_a', uid: uid(2), ...answer, fields })
    await budi.tab.engine.undoRemove(undo)
    await online(budi)
    await online(ani)
    expect((await shown(ani, 2, 'record_a'))?.fields).toEqual(fields)
  })
})
