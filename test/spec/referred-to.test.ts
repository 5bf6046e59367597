/** A record that others refer to cannot be deleted; its person decides what becomes of that. */
import { describe, expect, test } from 'vitest'
import { goneMark } from '../../client/contract-records.ts'
import {
  answer,
  deviceInUse,
  edit,
  list,
  make,
  online,
  type Person,
  removed,
  shown,
} from '../support/people.ts'
import { onlineUnheard } from '../support/places.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

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
      expect((await shown(ani, 1, 'device'))?.fields).toEqual({ name: 'Gerbang Utara', site_id: null })
      if (where === 'on its card') await answer(ani, { kind: 'discard' })
      else await edit(ani, 1, {}, 'device')
      expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
      await online(budi)
      expect((await shown(budi, 1, 'device'))?.fields).toEqual({ name: 'Gerbang Utara', site_id: null })
    },
  )
})

describe('A record that is deleted here while others refer to it', () => {
  const device = { uid: uid(1) }
  const referrers = ({ tab }: Person) => tab.engine.referrers('device', uid(1))
  const nameSeen = async (person: Person, number: number) =>
    (await shown(person, number, 'record_a'))?.titles['device_id']

  test('[UI42] is known to be in use, with unsent work laid over what the server holds', async () => {
    const { ani, budi } = await deviceInUse()
    expect(await referrers(ani)).toEqual([])
    await online(ani)
    ani.network.isDown = true
    const one = { kind: 'record_a', field: 'device_id' }
    expect(await referrers(ani)).toEqual([{ ...one, count: 1 }])
    await make(ani, 3, recordA({ device_id: device }), 'record_a')
    expect(await referrers(ani)).toEqual([{ ...one, count: 2 }])
    await make(ani, 4, { name: 'Pintu ñ' }, 'device')
    await edit(ani, 2, { device_id: { uid: uid(4) } }, 'record_a')
    expect(await referrers(ani)).toEqual([{ ...one, count: 1 }])
    await removed(ani, 3, 'record_a')
    expect(await referrers(ani)).toEqual([])
    expect(await referrers(budi)).toEqual([{ ...one, count: 1 }])
  })

  test('[UI42] is shown there by its last name, and as deleted, after a reload as well', async () => {
    const { ani } = await deviceInUse()
    await online(ani)
    ani.network.isDown = true
    await edit(ani, 1, { name: 'Gerbang Utara é' }, 'device')
    expect(await nameSeen(ani, 2)).toBe('Gerbang Utara é')
    await edit(ani, 1, { name: 'Gerbang Ñ' }, 'device')
    const undo = await removed(ani, 1, 'device')
    expect(await nameSeen(ani, 2)).toBe(`Gerbang Ñ${goneMark}`)
    expect((await shown(ani, 2, 'record_a'))?.references).toEqual({})
    const reloaded = { ...ani, tab: await ani.profile.tab(ani.userId) }
    expect(await nameSeen(reloaded, 2)).toBe(`Gerbang Ñ${goneMark}`)
    await ani.tab.engine.undo(undo)
    expect(await nameSeen(ani, 2)).toBe('Gerbang Ñ')
  })
})
