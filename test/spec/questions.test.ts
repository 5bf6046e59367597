/** Deleting a record about which its person is asked something, and undoing that: the question stays open. */
import { describe, expect, test } from 'vitest'
import type { Undo } from '../../client/contract.ts'
import { assert } from '../../shared/assert.ts'
import {
  bothHold,
  deviceInUse,
  edit,
  list,
  online,
  openConflict,
  removed,
  shown,
  whilePushing,
} from '../support/people.ts'
import { recordB } from '../support/tables.ts'

/** Ani has a record that Budi, who met its deletion, has made again; she undoes that deletion. */
async function metCreate() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
  await edit(budi, 1, { nama: 'Budi' })
  const undo = await removed(ani, 1)
  await online(ani)
  await online(budi)
  const [item] = await budi.tab.engine.attention()
  await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'restore' })
  await online(budi)
  ani.network.isDown = true
  await ani.tab.engine.undoRemove(undo)
  return { ani, budi }
}

describe('A record with a question', () => {
  test('[MG3] [OB9] deleted and brought back before anything is sent', async () => {
    const { ani, budi } = await openConflict()
    await budi.tab.sync()
    const undo = await removed(budi, 1)
    await budi.tab.engine.undoRemove(undo)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Ani')
  })

  test('[MG3] [OB9] whose delete is refused and undone', async () => {
    const { ani, budi } = await openConflict()
    const undo = await removed(budi, 1)
    await edit(ani, 1, { pt: 'ANI' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await budi.tab.engine.undoRemove(undo)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Ani')
  })

  test('[MG3] [OB9] whose delete is refused, and which is typed over in the form', async () => {
    const { ani, budi } = await deviceInUse()
    await edit(budi, 1, { name: 'Budi' }, 'device')
    await edit(ani, 1, { name: 'Ani' }, 'device')
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await removed(ani, 1, 'device')
    await online(ani)
    expect(await ani.tab.engine.attention()).toMatchObject([{ op: 'delete', outcome: 'rejected' }])
    await edit(ani, 1, { name: 'Ani B' }, 'device')
    await online(ani)
    expect(await ani.tab.engine.attention()).toMatchObject([
      { conflicts: ['name'], mine: { name: 'Ani B' }, theirs: { fields: { name: 'Budi' } } },
    ])
  })

  test('[MG3] [OB9] whose delete is undone on its way, and refused', async () => {
    const { ani, budi } = await openConflict()
    const undo = await removed(budi, 1)
    await edit(ani, 1, { pt: 'ANI' })
    await online(ani)
    whilePushing(budi, () => budi.tab.engine.undoRemove(undo))
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Ani')
  })

  test('[MG3] [OB9] brought back after its delete was applied', async () => {
    const { ani, budi } = await openConflict()
    const undo = await removed(budi, 1)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await budi.tab.engine.undoRemove(undo)
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await budi.tab.engine.attention()).toMatchObject([{ conflicts: ['nama'], mine: { nama: 'Budi' } }])
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Ani')
  })

  test('[OB7] [OB9] with an edit behind the question: both are there after a refused delete is undone', async () => {
    const { ani, budi } = await openConflict()
    await edit(budi, 1, { pt: 'BUDI' })
    const undo = await removed(budi, 1)
    await edit(ani, 1, { divapp: 'B' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await budi.tab.engine.undoRemove(undo)
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Budi', pt: 'BUDI' })
  })

  test('[MG4] [OB9] deleted while others had deleted it, and brought back after they made it again', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await edit(budi, 1, { nama: 'Budi' })
    const undoOfAni = await removed(ani, 1)
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    const undo = await removed(budi, 1)
    await ani.tab.engine.undoRemove(undoOfAni)
    await online(ani)
    await online(budi)
    await budi.tab.engine.undoRemove(undo)
    await online(budi)
    expect((await shown(budi, 1))?.fields['nama']).toBe('Budi')
  })

  test('[OB7] [MG5] whose creation meets another one while it is deleted again: the delete is asked about', async () => {
    const { ani } = await metCreate()
    ani.network.isDown = false
    whilePushing(ani, () => removed(ani, 1))
    expect(await ani.tab.sync()).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([{ op: 'delete', outcome: 'conflict' }])
  })

  test('[OB7] [OB9] whose creation met another one: what was typed comes back when its delete is refused and let go', async () => {
    const { ani, budi } = await metCreate()
    await edit(ani, 1, { pt: 'ANI' })
    expect(await online(ani)).toMatchObject({ attention: 1 })
    ani.network.isDown = true
    await removed(ani, 1)
    await edit(budi, 1, { divapp: 'B' })
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 1 })
    const [asked] = await ani.tab.engine.attention()
    await ani.tab.engine.resolve(asked?.seq ?? 0, { kind: 'discard' })
    await online(ani)
    expect((await shown(ani, 1))?.fields['pt']).toBe('ANI')
  })

  test('[OB7] [OB9] and what was typed comes back with an undo of that', async () => {
    const { ani } = await metCreate()
    await edit(ani, 1, { pt: 'ANI' })
    ani.network.isDown = false
    let undo: Undo | undefined
    whilePushing(ani, async () => {
      undo = await removed(ani, 1)
    })
    expect(await ani.tab.sync()).toMatchObject({ attention: 1, unsent: 0 })
    assert(undo, 'it was deleted')
    await ani.tab.engine.undoRemove(undo)
    await ani.tab.sync()
    expect((await shown(ani, 1))?.fields['pt']).toBe('ANI')
  })

  test.each([false, true])(
    '[MG3] [OB9] whose creation met another one, deleted and brought back: on its way, %s',
    async isOnItsWay => {
      const { ani, budi } = await metCreate()
      await edit(ani, 1, { pt: 'ANI' })
      expect(await online(ani)).toMatchObject({ attention: 1 })
      ani.network.isDown = true
      const undo = await removed(ani, 1)
      if (isOnItsWay) whilePushing(ani, () => ani.tab.engine.undoRemove(undo))
      await online(ani)
      if (!isOnItsWay) {
        await ani.tab.engine.undoRemove(undo)
        await ani.tab.sync()
      }
      const attention = await ani.tab.engine.attention()
      await online(budi)
      expect([attention.length, (await shown(budi, 1))?.fields['nama']]).toEqual([1, 'Budi'])
    },
  )

  test('[MG4] which others have made again: deleting it is judged', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await edit(budi, 1, { nama: 'Budi' })
    const undoAni = await removed(ani, 1)
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await ani.tab.engine.undoRemove(undoAni)
    await online(ani)
    await online(budi)
    await removed(budi, 1)
    const st = await online(budi)
    expect([st.attention, (await list(budi)).length]).not.toEqual([0, 1])
  })

  async function parkedDelete() {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(budi, 1, { nama: 'Budi' })
    await removed(budi, 1)
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    budi.network.isDown = true
    const undo = await removed(budi, 1)
    return { ani, budi, undo }
  }

  test('[MG3] [OB9] whose refused delete was repeated, and then undone', async () => {
    const { ani, budi, undo } = await parkedDelete()
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await budi.tab.engine.undoRemove(undo)
    const st = await budi.tab.sync()
    await online(ani)
    expect([st.attention, (await shown(ani, 1))?.fields['nama']]).toEqual([1, 'Ani'])
  })

  test('[MG3] [OB9] nor when others have made it again meanwhile', async () => {
    const { ani, budi, undo } = await parkedDelete()
    ani.network.isDown = true
    const undoAni = await removed(ani, 1)
    await online(ani)
    await online(budi)
    await ani.tab.engine.undoRemove(undoAni)
    await online(ani)
    await budi.tab.sync()
    await budi.tab.engine.undoRemove(undo)
    const st = await budi.tab.sync()
    expect([st.attention, (await shown(budi, 1))?.fields['nama']]).toEqual([1, 'Budi'])
  })
})
