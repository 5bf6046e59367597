/** Deletes and undos of records about which something was asked: it is asked again, and nothing goes over it. */
import { describe, expect, test } from 'vitest'
import { planUndo } from '../../client/engine/sync/plan-remove.ts'
import { actOn, create, remove, rowOf, update } from '../support/outbox.ts'
import {
  deviceInUse,
  edit,
  online,
  openConflict,
  type Person,
  removed,
  shown,
  whilePushing,
} from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

/** Ani was asked about the name of a Device, and has deleted it: a Record A that she does not know of referred to it. */
async function refusedDelete(before: (ani: Person) => Promise<unknown> = async () => {}) {
  const { ani, budi } = await deviceInUse()
  await edit(budi, 1, { name: 'Budi' }, 'device')
  await edit(ani, 1, { name: 'Ani' }, 'device')
  await online(budi)
  expect(await online(ani)).toMatchObject({ attention: 1 })
  await before(ani)
  const first = await removed(ani, 1, 'device')
  await online(ani)
  expect(await ani.tab.engine.attention()).toMatchObject([{ op: 'delete', outcome: 'rejected' }])
  await removed(budi, 2, 'record_a')
  await online(budi)
  return { ani, budi, first }
}

/** She is asked, and Budi's value stands. */
async function expectAsked(ani: Person, budi: Person) {
  await ani.tab.sync()
  await online(budi)
  const { length } = await ani.tab.engine.attention()
  expect([length, (await shown(budi, 1, 'device'))?.fields['name']]).toEqual([1, 'Budi'])
}

describe('A record of which something was asked', () => {
  test.each(['delete again', 'retry, first undo', 'delete again, on its way'])(
    '[MG3] [OB9] whose delete was refused: %s, applied, undone',
    async how => {
      const { ani, budi, first } = await refusedDelete()
      let undo = first
      if (how.startsWith('retry')) {
        const [item] = await ani.tab.engine.attention()
        await ani.tab.engine.resolve(item?.seq ?? 0, { kind: 'retry' })
      } else {
        if (how.endsWith('way')) ani.network.isDown = true
        undo = await removed(ani, 1, 'device')
      }
      if (how.endsWith('way')) whilePushing(ani, () => ani.tab.engine.undoRemove(undo))
      await online(ani)
      if (!how.endsWith('way')) await ani.tab.engine.undoRemove(undo)
      await expectAsked(ani, budi)
    },
  )

  test('[MG3] [OB9] with an edit behind the question: refused, deleted again, applied, undone', async () => {
    const { ani, budi } = await refusedDelete(ani => edit(ani, 1, { name: 'Ani 2' }, 'device'))
    const undo = await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
    await ani.tab.engine.undoRemove(undo)
    await expectAsked(ani, budi)
  })

  test.each(['edit', 'discard'])(
    '[MG3] [OB9] whose delete was refused: %s, deleted again, applied, undone',
    async how => {
      const { ani, budi } = await refusedDelete()
      ani.network.isDown = true
      if (how === 'edit') await edit(ani, 1, { name: 'Ani B' }, 'device')
      else await ani.tab.engine.resolve((await ani.tab.engine.attention())[0]?.seq ?? 0, { kind: 'discard' })
      const undo = await removed(ani, 1, 'device')
      await online(ani)
      await ani.tab.engine.undoRemove(undo)
      await expectAsked(ani, budi)
    },
  )

  test('[MG3] [OB9] answered with theirs, an edit behind: deleted before that is sent, applied, undone', async () => {
    const { ani, budi } = await openConflict()
    await edit(budi, 1, { nama: 'Budi 2' })
    const [item] = await budi.tab.engine.attention()
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'choose', fields: { nama: 'theirs' } })
    const undo = await removed(budi, 1)
    await online(budi)
    await budi.tab.engine.undoRemove(undo)
    await budi.tab.sync()
    await online(ani)
    expect([(await budi.tab.engine.attention()).length, (await shown(ani, 1))?.fields['nama']]).toEqual([
      1,
      'Ani',
    ])
  })

  test('[MG3] [OB9] deleted in one tab, and in another that had not heard of it and undid it', async () => {
    const { ani, budi } = await openConflict()
    const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
    await other.tab.sync()
    budi.profile.isDeaf = true
    await removed(budi, 1)
    budi.network.isDown = false
    whilePushing(budi, async () => {
      const undo = await removed(other, 1)
      await other.tab.engine.undoRemove(undo)
    })
    await budi.tab.sync()
    budi.profile.isDeaf = false
    const st = await budi.tab.sync()
    await online(ani)
    expect([st.attention, (await shown(ani, 1))?.fields['nama']]).toEqual([1, 'Ani'])
  })

  test('[OB9] what others changed beside it, and was shown, is there again', async () => {
    const { ani, budi } = await openConflict()
    await edit(ani, 1, { pt: 'R' })
    await online(ani)
    await online(budi)
    expect((await shown(budi, 1))?.fields['pt']).toBe('R')
    const undo = await removed(budi, 1)
    await online(budi)
    const [item] = await budi.tab.engine.attention()
    if (item) await budi.tab.engine.resolve(item.seq, { kind: 'delete' })
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await budi.tab.engine.undoRemove(undo)
    await budi.tab.sync()
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'R' })
  })

  test('[MG3] [OB9] whose creation met another’s while it was deleted: what it had chosen comes back, too', () => {
    const address = { kind: 'record_b', uid: uid(1) }
    const made = rowOf(create(1, recordB({ nama: 'A' })), { attempted: true })
    const typed = rowOf(update(1, { pt: ['ABC', 'Q'] }), {
      base: { version: 0, fields: recordB({ nama: 'A' }) },
    })
    const took = { nama: [null, 'A'], pt: ['ABC', 'Q'] } as const
    const gone = rowOf({ ...remove(1, 0), id: typed.mutation.id }, { seq: typed.seq, base: typed.base, took })
    const { put } = planUndo(actOn([gone], 7), {
      ...address,
      fields: recordB({ nama: 'A', pt: 'Q' }),
      rows: [made, typed],
    })
    expect(put).toMatchObject([{ mutation: { op: 'update', changes: took } }])
  })

  test('[MG5] whose delete was refused, and repeated over what others had changed and was shown: nobody is asked', async () => {
    const { ani, budi } = await deviceInUse()
    await removed(ani, 1, 'device')
    await online(ani)
    await edit(budi, 1, { name: 'Lain' }, 'device')
    await removed(budi, 2, 'record_a')
    await online(budi)
    await online(ani)
    await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
  })

  test('[OB5] [OB9] deleted again, and undone while it is made again: asked about nothing else', async () => {
    const { ani, budi } = await openConflict()
    const first = await removed(budi, 1)
    await online(budi)
    for (const { seq } of await budi.tab.engine.attention())
      await budi.tab.engine.resolve(seq, { kind: 'delete' })
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    budi.network.isDown = true
    await budi.tab.engine.undoRemove(first)
    const undo = await removed(budi, 1)
    const { transport } = budi.network
    budi.profile.transport = {
      ...transport,
      async push(sent) {
        if (!sent.mutations.some(m => m.op === 'create')) return transport.push(sent)
        budi.profile.transport = transport
        const answer = await transport.push(sent)
        await online(ani)
        await edit(ani, 1, { pt: 'R' })
        await online(ani)
        await budi.tab.engine.undoRemove(undo)
        return answer
      },
    }
    const st = await online(budi)
    const asked = await budi.tab.engine.attention()
    expect([
      st.attention,
      asked.map(i => (i.outcome === 'conflict' ? [i.op, i.conflicts] : [])),
      (await shown(ani, 1))?.fields,
    ]).toMatchObject([1, [['update', ['nama']]], { nama: 'Ani', pt: 'R' }])
  })
})
