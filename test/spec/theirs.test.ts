/** What the server said a record is, beside a conflict: it shows at once, and stays. */
import { describe, expect, test, vi } from 'vitest'
import { watchTransactions } from '../support/indexed-db.ts'
import {
  answer,
  bothHold,
  edit,
  list,
  make,
  online,
  outOfReach,
  removed,
  shown,
  twoEditors,
  whilePushing,
} from '../support/people.ts'
import { onlineUnheard, settled, undone } from '../support/places.ts'
import { offline, Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

describe('What the server holds', () => {
  test('[RB5] what the server said in a conflict is what the record shows, before anything else has come', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { nama: 'Budi', pt: 'BUDI' })
    await online(ani)
    budi.profile.transport = { ...budi.network.transport, changes: offline.changes }
    await online(budi)
    await answer(budi, { kind: 'choose', fields: { nama: 'theirs' } })
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'BUDI' })
    await edit(budi, 1, { nama: 'Budi again' })
    budi.profile.transport = budi.network.transport
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Budi again', pt: 'BUDI' })
  })

  test('[RB5] nobody is asked before it is on the disk', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { nama: 'Budi' })
    await online(ani)
    let writes = -Infinity
    watchTransactions((_, mode) => {
      if (mode === 'readwrite' && ++writes === 2) throw new DOMException('injected', 'QuotaExceededError')
    })
    const { transport } = budi.network
    budi.profile.transport = {
      ...transport,
      push: request => transport.push(request).finally(() => (writes = 0)),
    }
    budi.tab = await budi.profile.tab(budi.userId)
    expect(await online(budi)).toMatchObject({ fault: 'quota', attention: 0, unsent: 1 })
    budi.profile.transport = transport
    expect(await online(budi)).toMatchObject({ fault: null, attention: 1 })
    vi.restoreAllMocks()
  })

  test('[RB5] so is a deletion', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await ani.tab.engine.remove('record_b', uid(1))
    await edit(budi, 1, { nama: 'Budi' })
    await online(ani)
    budi.profile.transport = { ...budi.network.transport, changes: offline.changes }
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ reason: 'deleted', base: recordB({ nama: 'A' }) })
    await answer(budi, { kind: 'discard' })
    expect(await list(budi)).toEqual([])
  })

  test('[RB5] a deletion takes along what was sent before it and has not come back yet', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    budi.profile.transport = { ...budi.network.transport, changes: offline.changes }
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await online(ani)
    await ani.tab.engine.remove('record_b', uid(1))
    await online(ani)
    await edit(budi, 1, { nama: 'Budi again' })
    await online(budi)
    expect(await shown(budi, 1)).toMatchObject({ version: 0, fields: recordB({ nama: 'Budi again' }) })
    await answer(budi, { kind: 'discard' })
    expect(await list(budi)).toEqual([])
  })

  test('[RB5] [CH5] a conflict before the first sync asks nobody; what was deleted before that is gone', async () => {
    const { server, ani } = await twoEditors()
    await server.addUser('citra', 'editor')
    const { network, userId } = await server.signIn('citra')
    const profile = new Profile()
    profile.transport = { ...network.transport, changes: offline.changes }
    const citra = { profile, network, userId, tab: await profile.tab(userId) }
    await make(citra, 1, recordB({ nama: 'A' }))
    await online(citra)
    await online(ani)
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    await edit(citra, 1, { nama: 'Budi' })
    expect(await online(citra)).toMatchObject({ attention: 0, unsent: 1 })
    await ani.tab.engine.remove('record_b', uid(1))
    await online(ani)
    citra.profile.transport = citra.network.transport
    expect(await online(citra)).toMatchObject({ attention: 1 })
    await answer(citra, { kind: 'discard' })
    expect(await list(citra)).toEqual([])
  })
})

describe('A conflict that is answered again, as its answer was lost', () => {
  /** Budi's edit of nama is in conflict with Ani's, and he has not heard of that. */
  async function conflictUnheard() {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await outOfReach(budi)
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    await edit(budi, 1, { nama: 'Budi' })
    await onlineUnheard(budi)
    await outOfReach(budi)
    return { ani, budi }
  }

  test('[RB5] [MG4] does not bring back what was deleted since', async () => {
    const { ani, budi } = await conflictUnheard()
    await removed(ani, 1)
    await online(ani)
    await online(budi)
    expect(await budi.tab.engine.attention()).toMatchObject([{ reason: 'deleted', theirs: null }])
  })

  test('[RB5] does not take away what is back since', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await outOfReach(budi)
    const gone = await removed(ani, 1)
    await online(ani)
    await edit(budi, 1, { nama: 'Budi' })
    await onlineUnheard(budi)
    await outOfReach(budi)
    await undone(ani, gone)
    await online(ani)
    expect(await online(budi)).toMatchObject(settled)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Budi', pt: 'P' })
  })

  test('[OB7] is tried anew where its reason is gone', async () => {
    const { ani, budi } = await conflictUnheard()
    await edit(ani, 1, { nama: 'A' })
    await online(ani)
    expect(await online(budi)).toMatchObject(settled)
  })

  test('[OB7] is asked about as the record is by now', async () => {
    const { ani, budi } = await conflictUnheard()
    await edit(ani, 1, { nama: 'Ani 2' })
    await online(ani)
    budi.profile.transport = { ...budi.network.transport, changes: offline.changes }
    await online(budi)
    expect(await budi.tab.engine.attention()).toMatchObject([{ theirs: { nama: 'Ani 2' } }])
  })
})

test('[RB5] [PU14] a delete that is answered again does not hide what others have made of the record since', async () => {
  const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
  await edit(budi, 1, { nama: 'Budi' })
  await removed(ani, 1)
  const { losing, transport } = ani.network
  const push: typeof transport.push = sent => transport.push((losing.add('/api/sync/push'), sent))
  ani.profile.transport = { ...transport, push }
  await online(ani)
  await online(budi)
  await answer(budi, { kind: 'restore' })
  await online(budi)
  expect(await online(ani)).toMatchObject({ unsent: 1 })
  ani.profile.transport = transport
  whilePushing(ani, async () => void (ani.profile.transport = { ...transport, changes: offline.changes }))
  expect(await online(ani)).toMatchObject({ unsent: 0 })
  expect(await shown(ani, 1)).toMatchObject({ fields: { nama: 'Budi' }, state: 'settled' })
})
