/** One person with the app open twice: what one tab did a moment ago counts in the other, heard of or not. */
import { describe, expect, test } from 'vitest'
import type { AttentionItem } from '../../client/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { bothHold, edit, list, make, online, type Person, shown, twoEditors } from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

describe('Two tabs', () => {
  /** The second tab hears nothing of what the first one does from now on. */
  async function deaf() {
    const { ani, server } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Ani' }))
    await online(ani)
    const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
    await other.tab.sync()
    ani.network.isDown = true
    return { ani, other, server }
  }
  const names = async (person: Person) => (await list(person)).map(row => row.fields['nama'])

  test.each([
    ['and received what came of it', []],
    ['and received nothing since', ['/api/sync/changes']],
  ])(
    '[OB9] an undo makes the record again when the other tab has sent the delete already, %s',
    async (_, losing) => {
      const { ani, other } = await deaf()
      const removed = await ani.tab.engine.remove('record_b', uid(1))
      await expect.poll(() => shown(other, 1)).toBeNull()
      ani.profile.isDeaf = true
      for (const path of losing) ani.network.losing.add(path)
      await online(ani)
      if (removed.outcome === 'failed') throw new Error(removed.fault)
      expect(await other.tab.engine.undoRemove(removed.undo)).toEqual({ outcome: 'saved' })
      ani.profile.isDeaf = false
      await other.tab.sync()
      await ani.tab.sync()
      for (const each of [ani, other]) expect(await names(each)).toEqual(['Ani'])
    },
  )

  test('[OB9] what the other tab has changed and sent is deleted without a question, and an undo gives it back', async () => {
    const { ani, other } = await deaf()
    ani.profile.isDeaf = true
    await edit(ani, 1, { nama: 'Ani baru' })
    await online(ani)
    ani.network.isDown = true
    const removed = await other.tab.engine.remove('record_b', uid(1))
    ani.profile.isDeaf = false
    await online(other)
    expect(await other.tab.engine.status()).toMatchObject({ attention: 0, unsent: 0 })
    if (removed.outcome === 'failed') throw new Error(removed.fault)
    await other.tab.engine.undoRemove(removed.undo)
    await other.tab.sync()
    expect(await names(other)).toEqual(['Ani baru'])
  })

  test('[ST2] what the other tab did unheard is there after a sync, though a restored server takes nothing it is offered', async () => {
    const { ani, other, server } = await deaf()
    const { transport } = ani.network
    const push: typeof transport.push = request =>
      request.ids ? Promise.reject(new AppError('unreachable')) : transport.push(request)
    ani.profile.transport = { ...transport, push }
    await server.rollBackTo(0)
    await online(other)
    ani.profile.isDeaf = true
    await edit(ani, 1, { nama: 'Ani baru' })
    const { length } = other.tab.events
    expect(await online(other)).toMatchObject({ error: 'unreachable' })
    expect(await names(other)).toEqual(['Ani baru'])
    const told = other.tab.events.slice(length).map(event => event.type)
    expect(told).toEqual(expect.arrayContaining(['records', 'work']))
  })

  test('[OB7] [OB9] what the other tab has undone unheard, while a push is under way, is not parked with its conflict', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'Semula' }))
    const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await edit(ani, 1, { nama: 'Ani' })
    const { transport } = ani.network
    const push: typeof transport.push = async request => {
      const removed = await ani.tab.engine.remove('record_b', uid(1))
      await expect.poll(() => shown(other, 1)).toBeNull()
      ani.profile.isDeaf = true
      if (removed.outcome === 'failed') throw new Error(removed.fault)
      expect(await other.tab.engine.undoRemove(removed.undo)).toEqual({ outcome: 'saved' })
      return transport.push(request)
    }
    ani.profile.transport = { ...transport, push }
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 1 })
    expect(await ani.tab.engine.attention()).toMatchObject([{ op: 'update', mine: { nama: 'Ani' } }])
  })

  test('[OB9] a delete of what the other tab has deleted and sent is undone with what was seen', async () => {
    const { ani, other } = await deaf()
    ani.profile.isDeaf = true
    await ani.tab.engine.remove('record_b', uid(1))
    await online(ani)
    const removed = await other.tab.engine.remove('record_b', uid(1))
    if (removed.outcome === 'failed') throw new Error(removed.fault)
    ani.profile.isDeaf = false
    await other.tab.sync()
    expect(await other.tab.engine.undoRemove(removed.undo)).toEqual({ outcome: 'saved' })
    expect(await other.tab.sync()).toMatchObject({ attention: 0, unsent: 0 })
    expect(await names(other)).toEqual(['Ani'])
  })

  test('[OB11] a tab frozen while it holds the outbox: a save ends in a message, and nothing of it is written later', async () => {
    const { ani } = await twoEditors()
    await ani.tab.sync()
    const { pause } = ani.profile
    const frozen = Promise.withResolvers<void>()
    const held = ani.profile
      .world([])
      .locksOf(ani.userId)
      .run('outbox', () => frozen.promise)
    ani.profile.pause = () => pause(10)
    expect(await make(ani, 1, recordB({ nama: 'Dicoba' }))).toEqual({ outcome: 'failed', fault: 'blocked' })
    const removed = await ani.tab.engine.remove('record_b', uid(1))
    expect(removed).toEqual({ outcome: 'failed', fault: 'blocked' })
    frozen.resolve()
    await held
    expect(await ani.tab.engine.outbox()).toEqual([])
    ani.profile.pause = pause
    expect(await make(ani, 1, recordB({ nama: 'Sekali é' }))).toEqual({ outcome: 'saved' })
    await ani.tab.sync()
    expect(await names(ani)).toEqual(['Sekali é'])
  })

  test('[OB7] two forms of one refused new record: what the second tab typed elsewhere stays', async () => {
    const { ani, budi } = await twoEditors()
    await make(ani, 9, { name: 'Gerbang' }, 'device')
    await online(ani)
    await online(budi)
    const id = (await shown(ani, 9, 'device'))?.id ?? ''
    ani.network.isDown = true
    await make(ani, 1, recordA({ device_id: id, name: 'Ani', pin: '1' }), 'record_a')
    await budi.tab.engine.remove('device', uid(9))
    await make(budi, 8, { name: 'Baru' }, 'device')
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 1 })
    const fresh = (await shown(ani, 8, 'device'))?.id ?? ''
    ani.network.isDown = true
    const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
    const [item] = await ani.tab.engine.attention()
    const begun = { ...item?.mine }
    const form = { kind: 'record_a', uid: uid(1), seen: null, answers: item?.seq ?? 0, begun }
    const mended = { ...begun, device_id: fresh }
    await other.tab.engine.save({ ...form, fields: { ...mended, pin: '4711' } })
    await ani.tab.engine.save({ ...form, fields: { ...mended, name: 'Añi' } })
    await online(ani)
    expect((await shown(ani, 1, 'record_a'))?.fields).toMatchObject({
      pin: '4711',
      name: 'Añi',
      device_id: fresh,
    })
  })

  /** Budi's two tabs show a conflict; the first answers it, and Ani has changed the record once more meanwhile. */
  async function askedAgain() {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'A', pt: 'P' }))
    await online(ani)
    await online(budi)
    budi.network.isDown = true
    await edit(budi, 1, { nama: 'Budi', pt: 'BUDI' })
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    await online(budi)
    const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
    const [item] = await other.tab.engine.attention()
    budi.profile.isDeaf = true
    await edit(ani, 1, { pt: 'ANI' })
    await online(ani)
    const mine = { kind: 'choose', fields: { nama: 'mine' } } as const
    await budi.tab.engine.resolve(item?.seq ?? 0, mine)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    return { ani, budi, other, item: item as Extract<AttentionItem, { outcome: 'conflict' }>, mine }
  }

  test('[OB7] [UI8] a choice answers the conflict that was shown, and no later one of the same edit', async () => {
    const { budi, other, item, mine } = await askedAgain()
    expect(await other.tab.engine.resolve(item.seq, mine)).toEqual({ outcome: 'saved' })
    expect(await budi.tab.sync()).toMatchObject({ attention: 1 })
    expect(await other.tab.engine.attention()).toMatchObject([{ conflicts: ['pt'], mine: { pt: 'BUDI' } }])
  })

  test('[OB7] [UI8] nor does a form: what it holds waits behind that one', async () => {
    const { ani, budi, other, item } = await askedAgain()
    const seen = item.theirs?.fields ?? null
    const begun = { ...seen, nama: 'Budi', pt: 'BUDI' }
    const form = { kind: 'record_b', uid: uid(1), seen, begun, answers: item.seq, asked: item.asked }
    await other.tab.engine.save({ ...form, fields: { ...begun, divisi: 'Z' } })
    expect(await budi.tab.sync()).toMatchObject({ attention: 1 })
    const [again] = await other.tab.engine.attention()
    expect(again).toMatchObject({ theirs: { fields: { pt: 'ANI' } }, mine: { pt: 'BUDI' } })
    await other.tab.engine.resolve(again!.seq, { kind: 'choose', fields: { pt: 'theirs' } })
    expect(await budi.tab.sync()).toMatchObject({ unsent: 0, attention: 1 })
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ pt: 'ANI' })
  })

  test('[UI3] two forms with the draft of one new record: what the first has saved stays', async () => {
    const { ani } = await twoEditors()
    ani.network.isDown = true
    const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
    const draft = recordB({ pt: 'x', nama: 'Draf é' })
    const form = { kind: 'record_b', uid: uid(1), seen: null, begun: draft }
    await ani.tab.engine.save({ ...form, fields: { ...draft, pt: 'P' } })
    await other.tab.engine.save({ ...form, fields: { ...draft, nama: 'Selesai é' } })
    expect((await shown(other, 1))?.fields).toMatchObject({ pt: 'P', nama: 'Selesai é' })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
  })
})
