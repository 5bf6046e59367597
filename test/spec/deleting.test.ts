/** Deletes that meet what others did, or what was on its way: nobody's work goes with them unasked. */
import { describe, expect, test } from 'vitest'
import { prune } from '../../server/db/clock.ts'
import { AppError } from '../../shared/errors.ts'
import { bothHold, deviceInUse, edit, make, online, removed, shown, twoEditors } from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

describe('A delete', () => {
  test('[MG5] a delete behind an edit on its way does not take along what another person changed in between', async () => {
    const { ani, budi } = await twoEditors()
    await make(budi, 3, { name: 'Lain' }, 'device')
    await online(budi)
    await online(ani)
    const other = (await shown(budi, 3, 'device'))?.id ?? ''
    ani.network.isDown = true
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    const { transport } = ani.network
    let pushes = 0
    ani.profile.transport = {
      ...transport,
      async push(sent) {
        pushes++
        if (pushes === 1) await edit(ani, 2, { name: 'Ani' }, 'record_a')
        if (pushes === 2) {
          await online(budi)
          await edit(budi, 2, { device_id: other }, 'record_a')
          await online(budi)
        }
        const answer = await transport.push(sent)
        if (pushes !== 2) return answer
        ani.network.isDown = true
        return transport.push(sent)
      },
    }
    ani.network.isDown = false
    await ani.tab.sync()
    ani.profile.transport = transport
    expect(await ani.tab.engine.remove('record_a', uid(2))).toMatchObject({ outcome: 'removed' })
    expect(await online(ani)).toMatchObject({ attention: 1 })
  })

  test('[CH4] [OB9] applied unheard by a server that has forgotten deletions since, it can be undone', async () => {
    const { server, ani } = await bothHold(recordB({ nama: 'A' }))
    const undo = await removed(ani, 1)
    const { transport } = ani.network
    // Applied and not heard; then the word that the device knows too little; then nothing.
    let pushes = 0
    const push: typeof transport.push = async request => {
      if (++pushes > 2) throw new AppError('unreachable')
      await transport.push(request)
      await prune(server.services.database, new Date(server.services.now().getTime() + 1))
      throw new AppError('unreachable')
    }
    ani.profile.transport = { ...transport, push }
    ani.network.isDown = false
    for (let run = 0; run < 3; run++) await ani.tab.sync()
    expect(pushes).toBeGreaterThan(2)
    await ani.tab.engine.undoRemove(undo)
    ani.profile.transport = transport
    expect(await ani.tab.sync()).toMatchObject({ attention: 0, unsent: 0 })
    expect((await shown(ani, 1))?.fields).toEqual(recordB({ nama: 'A' }))
  })

  test('[MG5] behind an edit on its way that is refused, it does not take along what that edit had covered', async () => {
    const { ani, budi } = await twoEditors()
    for (const number of [1, 3]) await make(budi, number, { name: `Gerbang ${number}` }, 'device')
    await make(budi, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    await online(budi)
    await online(ani)
    const { transport } = ani.network
    const push = () => Promise.reject(new AppError('unreachable'))
    ani.profile.transport = { ...transport, push }
    await edit(ani, 2, { device_id: (await shown(ani, 3, 'device'))?.id ?? '', name: 'Ani' }, 'record_a')
    await ani.tab.sync()
    await removed(budi, 3, 'device')
    await edit(budi, 2, { name: 'Lain' }, 'record_a')
    await online(budi)
    await ani.tab.sync()
    await removed(ani, 2, 'record_a')
    ani.profile.transport = transport
    expect(await ani.tab.sync()).toMatchObject({ attention: 1 })
    const [item] = await ani.tab.engine.attention()
    expect(item).toMatchObject({ op: 'delete', outcome: 'rejected' })
    await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'retry' })
    await ani.tab.sync()
    expect(await ani.tab.engine.attention()).toMatchObject([
      { op: 'delete', outcome: 'conflict', theirs: { fields: { name: 'Lain' } } },
    ])
  })

  test('[MG5] over an edit from a form that had been open while others changed the record, it is asked about', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    const seen = (await shown(ani, 1))?.fields ?? null
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await online(ani)
    ani.network.isDown = true
    await ani.tab.engine.save({ kind: 'record_b', uid: uid(1), seen, fields: { ...seen, nama: 'Ani' } })
    await ani.tab.engine.remove('record_b', uid(1))
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { op: 'delete', theirs: { fields: { nama: 'Budi' } } },
    ])
  })

  test('[OB7] [OB9] a refused delete that is let go gives back the edit that it had taken along', async () => {
    const { ani, budi } = await deviceInUse()
    ani.network.isDown = true
    await edit(ani, 1, { name: 'Gerbang Utara' }, 'device')
    await ani.tab.engine.remove('device', uid(1))
    expect(await online(ani)).toMatchObject({ attention: 1 })
    expect((await shown(ani, 1, 'device'))?.fields).toEqual({ name: 'Gerbang Utara' })
    const [item] = await ani.tab.engine.attention()
    await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'discard' })
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
    await online(budi)
    expect((await shown(budi, 1, 'device'))?.fields).toEqual({ name: 'Gerbang Utara' })
  })

  test('[OB7] [OB9] nor is that edit lost when the record is saved in its form instead', async () => {
    const { ani, budi } = await deviceInUse()
    ani.network.isDown = true
    await edit(ani, 1, { name: 'Gerbang Utara' }, 'device')
    await ani.tab.engine.remove('device', uid(1))
    await online(ani)
    const [item] = await ani.tab.engine.attention()
    const fields = (await shown(ani, 1, 'device'))?.fields ?? {}
    const answers = item?.seq ?? 0
    await ani.tab.engine.save({ kind: 'device', uid: uid(1), seen: fields, fields, begun: fields, answers })
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
    await online(budi)
    expect((await shown(budi, 1, 'device'))?.fields).toEqual({ name: 'Gerbang Utara' })
  })

  test('[OB5] [OB9] undone while it is tried again, it gives back the edit under an id that was never sent', async () => {
    const { ani, budi } = await deviceInUse()
    ani.network.isDown = true
    await edit(ani, 1, { name: 'Gerbang Utara' }, 'device')
    const removed = await ani.tab.engine.remove('device', uid(1))
    await online(ani)
    const [item] = await ani.tab.engine.attention()
    ani.network.isDown = true
    await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'retry' })
    if (removed.outcome === 'failed') throw new Error(removed.fault)
    await ani.tab.engine.undoRemove(removed.undo)
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
    await online(budi)
    expect((await shown(budi, 1, 'device'))?.fields).toEqual({ name: 'Gerbang Utara' })
    const sent = ani.network.requests
      .filter(({ path }) => path === '/api/sync/push')
      .flatMap(({ body }) => (JSON.parse(body) as { mutations: { id: string }[] }).mutations)
    expect(sent.map(({ id }) => id)).toEqual([...new Set(sent.map(({ id }) => id))])
  })

  test('[OB7] [OB9] a delete takes along what waits in a conflict and what was typed after it, and gives back both', async () => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'A', pt: 'P', jenis: 'J' }))
    await online(ani)
    await online(budi)
    budi.network.isDown = true
    await edit(budi, 1, { nama: 'Budi' })
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    budi.network.isDown = true
    await edit(budi, 1, { pt: 'BUDI' })
    await budi.tab.engine.remove('record_b', uid(1))
    await edit(ani, 1, { divapp: 'B' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ op: 'delete', outcome: 'conflict' })
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'discard' })
    expect(await online(budi)).toMatchObject({ attention: 1 })
    const mine = { nama: 'Budi', pt: 'BUDI' }
    expect(await budi.tab.engine.attention()).toMatchObject([{ op: 'update', conflicts: ['nama'], mine }])
  })

  test('[OB7] [OB9] so does one that followed an edit on its way which met a conflict', async () => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'A', pt: 'P' }))
    await online(ani)
    await online(budi)
    ani.network.isDown = budi.network.isDown = true
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await edit(ani, 1, { nama: 'Ani', pt: 'ANI' })
    const { transport } = ani.network
    let removed: Promise<unknown> | undefined
    ani.profile.transport = {
      ...transport,
      async push(sent) {
        removed ??= ani.tab.engine.remove('record_b', uid(1))
        await removed
        return transport.push(sent)
      },
    }
    expect(await online(ani)).toMatchObject({ attention: 1 })
    const [item] = await ani.tab.engine.attention()
    expect(item).toMatchObject({ op: 'delete', outcome: 'conflict', reason: 'changed' })
    await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'discard' })
    await online(ani)
    const [edited] = await ani.tab.engine.attention()
    expect(edited).toMatchObject({ op: 'update', outcome: 'conflict', mine: { nama: 'Ani', pt: 'ANI' } })
  })
})
