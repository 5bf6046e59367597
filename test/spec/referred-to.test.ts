/** A record that others refer to cannot be deleted; its person decides what becomes of that. */
import { describe, expect, test } from 'vitest'
import { answer, deviceInUse, edit, list, make, online, removed, shown } from '../support/people.ts'
import { onlineUnheard } from '../support/places.ts'
import { recordB } from '../support/tables.ts'

describe('What others refer to', () => {
  test('[PU8] [OB7] cannot be deleted; everything else goes on', async () => {
    const { ani } = await deviceInUse()
    await removed(ani, 1, 'device')
    await make(ani, 3, recordB())
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { op: 'delete', outcome: 'rejected', issues: [{ code: 'in_use', params: { count: 1 } }] },
    ])
    expect(await shown(ani, 1, 'device')).toMatchObject({ state: 'rejected', fields: { name: 'Gerbang' } })
    expect(await list(ani)).toMatchObject([{ state: 'settled' }])
  })

  test('[OB7] and are deleted once nobody refers to them, also when the refusal is heard too late', async () => {
    const { ani, budi } = await deviceInUse()
    await removed(ani, 1, 'device')
    await onlineUnheard(ani)
    await removed(budi, 2, 'record_a')
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
    await online(budi)
    expect(await shown(budi, 1, 'device')).toBeNull()
  })

  test.each(['on its card', 'in its form'])(
    '[OB7] let go %s, what was changed before the delete goes out',
    async where => {
      const { ani, budi } = await deviceInUse()
      ani.network.isDown = true
      await edit(ani, 1, { name: 'Gerbang Utara' }, 'device')
      await removed(ani, 1, 'device')
      expect(await online(ani)).toMatchObject({ attention: 1 })
      expect((await shown(ani, 1, 'device'))?.fields).toEqual({ name: 'Gerbang Utara' })
      if (where === 'on its card') await answer(ani, { kind: 'discard' })
      else await edit(ani, 1, {}, 'device')
      expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
      await online(budi)
      expect((await shown(budi, 1, 'device'))?.fields).toEqual({ name: 'Gerbang Utara' })
    },
  )
})
