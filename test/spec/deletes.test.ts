/** What a delete does not take along, and two tabs that delete one record. */
import { describe, expect, test } from 'vitest'
import {
  edit,
  make,
  online,
  outOfReach,
  removed,
  shown,
  twoEditors,
  whilePushing,
} from '../support/people.ts'
import { recordA, recordB } from '../support/tables.ts'
import { bothOut, bring, holds, settled, undone } from '../support/places.ts'

describe('Deleting', () => {
  test('[MG5] behind an edit on its way: what another person changed in between is asked about', async () => {
    const { ani, budi } = await bothOut()
    await edit(ani, 1, { nama: 'Ani' })
    await bring(ani, 'on its way')
    await edit(budi, 1, { pt: 'BUDI' })
    await online(budi)
    await removed(ani, 1)
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { op: 'delete', outcome: 'conflict', conflicts: ['pt'] },
    ])
  })

  test('[MG5] behind an edit on its way that is refused, it does not take along what that had covered', async () => {
    const { ani, budi } = await twoEditors()
    for (const number of [1, 3]) await make(budi, number, { name: `Gerbang ${number}` }, 'device')
    await online(budi)
    const idOf = async (number: number) => (await shown(budi, number, 'device'))?.id ?? ''
    await make(budi, 2, recordA({ device_id: await idOf(1) }), 'record_a')
    await online(budi)
    await online(ani)
    await outOfReach(ani)
    await edit(ani, 2, { device_id: await idOf(3), name: 'Ani' }, 'record_a')
    await bring(ani, 'on its way')
    await removed(budi, 3, 'device')
    await edit(budi, 2, { name: 'Lain' }, 'record_a')
    await online(budi)
    await removed(ani, 2, 'record_a')
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { op: 'delete', outcome: 'conflict', theirs: { name: 'Lain' } },
    ])
  })

  test('[MG4] [MG5] behind an edit that finds the record deleted: nobody is asked', async () => {
    const { ani, budi } = await bothOut()
    await edit(ani, 1, { nama: 'Ani' })
    await removed(budi, 1)
    await online(budi)
    whilePushing(ani, () => removed(ani, 1))
    expect(await online(ani)).toMatchObject(settled)
  })

  test('[OB4] a new record that was not sent leaves nothing to send', async () => {
    const { budi } = await bothOut()
    await make(budi, 5, recordB({ nama: 'Baru' }))
    await removed(budi, 5)
    expect(await budi.tab.engine.outbox()).toEqual([])
    const before = budi.network.requests.length
    expect(await online(budi)).toMatchObject(settled)
    expect(budi.network.requests.slice(before).map(({ path }) => path)).not.toContain('/api/sync/push')
  })
})

describe('Two tabs, one of which has not heard of the other', () => {
  test.each(['not sent', 'applied'] as const)(
    '[OB9] both delete; the first delete is %s, and the second undone: the record is there',
    async place => {
      const { ani, budi } = await bothOut()
      const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
      await other.tab.sync()
      budi.profile.isDeaf = true
      await removed(budi, 1)
      await bring(budi, place)
      const undo = await removed(other, 1)
      await undone(other, undo)
      budi.profile.isDeaf = false
      await online(budi)
      expect(await online(other)).toMatchObject(settled)
      expect(await holds(ani)).toEqual(recordB({ nama: 'A', pt: 'P' }))
    },
  )

  test('[OB9] one deletes, and undoes it after the other has sent it', async () => {
    const { ani, budi } = await bothOut()
    const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
    await other.tab.sync()
    const undo = await removed(budi, 1)
    budi.profile.isDeaf = true
    await online(other)
    await undone(budi, undo)
    budi.profile.isDeaf = false
    expect(await online(budi)).toMatchObject(settled)
    expect(await holds(ani)).toEqual(recordB({ nama: 'A', pt: 'P' }))
  })
})
