/** Deletes that are refused for their version alone, or that meet a history that has been lost. */
import { expect, test } from 'vitest'
import type { Undo } from '../../client/contract.ts'
import { prune } from '../../server/db/clock.ts'
import { AppError } from '../../shared/errors.ts'
import {
  bothHold,
  bothSawVersion3,
  edit,
  make,
  online,
  removed,
  shown,
  twoEditors,
  whilePushing,
} from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

test('[MG5] [OB9] undone on its way, it does not go out again', async () => {
  const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
  await edit(budi, 1, { nama: 'X' })
  await online(budi)
  await edit(budi, 1, { nama: 'A' })
  await online(budi)
  const undo = await removed(ani, 1)
  const { transport } = ani.network
  let pushes = 0
  ani.profile.transport = {
    ...transport,
    async push(r) {
      if (++pushes === 1) await ani.tab.engine.undoRemove(undo)
      if (pushes > 2) throw new AppError('unreachable')
      return transport.push(r)
    },
  }
  await online(ani)
  await online(budi)
  expect((await shown(budi, 1))?.fields['nama']).toBe('A')
})

test('[MG5] [OB9] nor when another tab has saved the record behind it', async () => {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  await edit(budi, 1, { nama: 'X' })
  await online(budi)
  await edit(budi, 1, { nama: 'A' })
  await online(budi)
  const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
  const seen = (await shown(other, 1))?.fields ?? null
  await removed(ani, 1)
  whilePushing(ani, () =>
    other.tab.engine.save({ kind: 'record_b', uid: uid(1), seen, fields: { ...seen, pt: 'Q' } }),
  )
  const st = await online(ani)
  await online(budi)
  expect([st.attention, (await shown(budi, 1))?.fields['pt']]).toEqual([0, 'Q'])
})

test('[MG4] [MG5] behind an edit that finds the record deleted: nobody is asked', async () => {
  const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
  await edit(ani, 1, { nama: 'Ani' })
  await removed(budi, 1)
  await online(budi)
  whilePushing(ani, () => removed(ani, 1))
  expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
})

test.each([true, false])(
  '[PU2] applied unheard, and the record made again by another, it is not done twice; below the floor: %s',
  async is410 => {
    const { server, ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await removed(ani, 1)
    const { transport } = ani.network
    ani.profile.transport = {
      ...transport,
      async push(r) {
        await transport.push(r)
        throw new AppError('unreachable')
      },
    }
    await online(ani)
    ani.profile.transport = transport
    ani.network.isDown = true
    const undo = await removed(budi, 1)
    await online(budi)
    await budi.tab.engine.undoRemove(undo)
    await budi.tab.sync()
    expect((await shown(budi, 1))?.fields['nama']).toBe('A')
    if (is410) await prune(server.services.database, new Date(server.services.now().getTime() + 1))
    const st = await online(ani)
    await budi.tab.sync()
    expect([st.attention, (await shown(budi, 1))?.fields['nama']]).toEqual([0, 'A'])
  },
)

test('[RB4] refused, and wanted again after a restore, it takes along nothing unseen', async () => {
  const { server, ani, budi } = await twoEditors()
  for (const n of [2, 1]) {
    await make(budi, n, { name: 'A' }, 'device')
    await online(budi)
  }
  await edit(budi, 1, { name: 'Budi' }, 'device')
  await online(budi)
  await online(ani)
  const device_id = (await shown(budi, 1, 'device'))?.id ?? ''
  await make(budi, 3, recordA({ device_id }), 'record_a')
  await online(budi)
  ani.network.isDown = true
  await removed(ani, 1, 'device')
  expect(await online(ani)).toMatchObject({ attention: 1 })
  budi.network.isDown = true
  await edit(budi, 1, { name: 'Budi baru' }, 'device')
  await removed(budi, 3, 'record_a')
  await server.rollBackTo(1)
  await online(budi)
  await online(ani)
  const [item] = await ani.tab.engine.attention()
  expect(item).toMatchObject({ op: 'delete', outcome: 'rejected' })
  await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'retry' })
  const st = await ani.tab.sync()
  await online(budi)
  expect([st.attention, (await shown(budi, 1, 'device'))?.fields]).toEqual([1, { name: 'Budi baru' }])
})

async function restored(isEditing: boolean) {
  const { server, ani, budi } = await bothSawVersion3()
  budi.network.isDown = true
  await edit(budi, 1, { nama: 'Budi baru' })
  await server.rollBackTo(1)
  await online(budi)
  ani.network.isDown = true
  if (isEditing) await edit(ani, 1, { pt: 'ANI' })
  const { transport } = ani.network
  let is410 = false
  ani.profile.transport = {
    ...transport,
    push: request =>
      is410
        ? Promise.reject(new AppError('unreachable'))
        : transport.push(request).catch(e => {
            is410 = true
            throw e
          }),
    async *changes(c, h) {
      if (is410) throw new AppError('unreachable')
      try {
        yield* transport.changes(c, h)
      } catch (e) {
        is410 = true
        throw e
      }
    },
  }
  const s = await online(ani)
  expect([is410, s.error]).toEqual([true, 'unreachable'])
  ani.profile.transport = transport
  ani.network.isDown = true
  expect((await shown(ani, 1))?.fields['nama']).toBe('Budi')
  await removed(ani, 1)
  return { ani, budi }
}
test.each([false, true])(
  '[RB4] made while everything comes anew, it takes along nothing unseen; over an edit: %s',
  async isEditing => {
    const { ani, budi } = await restored(isEditing)
    const st = await online(ani)
    await online(budi)
    expect([st.attention, (await shown(budi, 1))?.fields['nama']]).toEqual([1, 'Budi baru'])
  },
)

test('[RB4] [OB9] behind an edit of a record that a restored server has lost, undone before all has come anew', async () => {
  const { server, ani, budi } = await twoEditors()
  for (const number of [2, 1]) {
    await make(budi, number, recordB({ nama: 'A' }))
    await online(budi)
  }
  await online(ani)
  budi.network.isDown = ani.network.isDown = true
  await edit(ani, 1, { nama: 'Ani' })
  await server.rollBackTo(1)
  const { transport } = ani.network
  const undos: Undo[] = []
  let pushes = 0
  ani.profile.transport = {
    ...transport,
    async push(sent) {
      if (++pushes === 1) undos.push(await removed(ani, 1))
      return transport.push(sent)
    },
    async *changes(cursor, history) {
      for (const undo of cursor === null ? undos.splice(0, 1) : []) await ani.tab.engine.undoRemove(undo)
      yield* transport.changes(cursor, history)
    },
  }
  await online(ani)
  await ani.tab.sync()
  expect((await shown(ani, 1))?.fields['nama']).toBe('Ani')
})
