/** A delete names the version that its person saw: of a history that a restored server has lost, that says nothing. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { arrive, bothSawVersion3, edit, make, online, removed, shown, twoEditors } from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

describe('A delete of a version that was lost', () => {
  test.each([
    ['unsent', false],
    ['sent, and offered again', true],
  ])(
    '[RB4] [MG5] %s, it is asked about where that was given out anew for something else',
    async (_, isSent) => {
      const { server, ani, budi } = await bothSawVersion3()
      ani.network.isDown = !isSent
      await ani.tab.engine.remove('record_b', uid(1))
      await ani.tab.sync()
      budi.network.isDown = true
      await edit(budi, 1, { nama: 'Budi baru' })
      await server.rollBackTo(1)
      await online(budi)
      expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
      expect(await ani.tab.engine.attention()).toMatchObject([
        { op: 'delete', theirs: { version: 3, fields: { nama: 'Budi baru' } } },
      ])
    },
  )

  test('[RB4] [MG5] on its way when the server was restored, so it is, though all has come anew since', async () => {
    const { server, ani, budi } = await bothSawVersion3()
    const { transport } = ani.network
    const failing = (code: 'unreachable' | 'forbidden') => ({
      ...transport,
      push: () => Promise.reject(new AppError(code)),
    })
    ani.profile.transport = failing('unreachable')
    await ani.tab.engine.remove('record_b', uid(1))
    await ani.tab.sync()
    budi.network.isDown = true
    await edit(budi, 1, { nama: 'Budi baru' })
    await server.rollBackTo(1)
    await online(budi)
    // She may read for a while, and not write.
    ani.profile.transport = failing('forbidden')
    await ani.tab.sync()
    ani.profile.transport = transport
    expect(await ani.tab.sync()).toMatchObject({ attention: 1, unsent: 0 })
    expect((await shown(budi, 1))?.fields['nama']).toBe('Budi baru')
  })

  test('[RB4] [MG5] in the place of an edit that the restored server has refused, so it is', async () => {
    const { server, ani, budi } = await twoEditors()
    await server.addUser('citra', 'editor')
    const citra = await arrive(server, 'citra')
    await make(budi, 1, { name: 'Gerbang' }, 'device')
    await online(budi)
    await make(budi, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    await online(budi)
    await make(citra, 3, { name: 'Lain' }, 'device')
    await online(citra)
    await online(budi)
    const lost = (await shown(budi, 3, 'device'))?.id ?? ''
    for (const fields of [{ name: 'Sari' }, { device_id: lost }]) {
      await edit(budi, 2, fields, 'record_a')
      await online(budi)
    }
    await server.rollBackTo(1)
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    budi.network.isDown = true
    await make(ani, 4, recordB())
    await online(ani)
    await edit(ani, 2, { name: 'Ani' }, 'record_a')
    await online(ani)
    await removed(budi, 2, 'record_a')
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await budi.tab.engine.attention()).toMatchObject([
      { op: 'delete', theirs: { version: 4, fields: { name: 'Ani' } } },
    ])
  })
})
