/** Devices whose clocks are years off: what counts is what each person saw, and the server's counter. */
import { describe, expect, test } from 'vitest'
import { edit, make, online, shown, twoEditors } from '../support/people.ts'
import { recordB } from '../support/tables.ts'

describe('Wrong clocks', () => {
  test.each([
    ['behind', '1970-01-01T00:00:00Z', '2099-12-31T23:59:59Z'],
    ['ahead', '2099-12-31T23:59:59Z', '1970-01-01T00:00:00Z'],
  ])('[CH7] a device that is years %s wins nothing and loses nothing by it', async (_, anis, budis) => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Awal', pt: 'P' }))
    await online(ani)
    await online(budi)
    ani.network.isDown = budi.network.isDown = true
    ani.profile.now = Date.parse(anis)
    budi.profile.now = Date.parse(budis)
    await edit(budi, 1, { pt: 'Budi' })
    await edit(ani, 1, { nama: 'Ani é' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ unsent: 0, attention: 0 })
    await online(ani)
    const both = recordB({ nama: 'Ani é', pt: 'Budi' })
    for (const person of [ani, budi]) expect((await shown(person, 1))?.fields).toEqual(both)

    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Budi')
  })
})
