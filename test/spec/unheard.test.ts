/** What a tab did a moment ago, and another one has not heard of while it deletes, undoes or sends. */
import { expect, test } from 'vitest'
import { bothHold, edit, make, online, removed, shown, twoEditors, whilePushing } from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

/** Ani's first tab has deleted the record, out of reach of the server; her other one has not heard of it. */
async function deletedUnheard() {
  const { ani } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'Ani' }))
  await online(ani)
  const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
  await other.tab.sync()
  ani.network.isDown = true
  await ani.tab.sync()
  await other.tab.sync()
  ani.profile.isDeaf = true
  await removed(ani, 1)
  return { ani, other }
}

test('[OB9] a delete in a tab that has not heard of one on its way: undone, the record is there again', async () => {
  const { ani, other } = await deletedUnheard()
  ani.network.isDown = false
  whilePushing(ani, async () => {
    const undo = await removed(other, 1)
    expect(await other.tab.engine.undoRemove(undo)).toEqual({ outcome: 'saved' })
  })
  await ani.tab.sync()
  ani.profile.isDeaf = false
  await ani.tab.sync()
  await other.tab.sync()
  expect((await shown(other, 1))?.fields['nama']).toBe('Ani')
})

test('[OB9] nor of one that was not sent', async () => {
  const { ani, other } = await deletedUnheard()
  const undo = await removed(other, 1)
  expect(await other.tab.engine.undoRemove(undo)).toEqual({ outcome: 'saved' })
  ani.profile.isDeaf = false
  await online(ani)
  await other.tab.sync()
  expect((await shown(other, 1))?.fields['nama']).toBe('Ani')
})

test('[OB6] an edit that names a Device made unheard during a run waits for it', async () => {
  const { ani } = await twoEditors()
  await make(ani, 3, { name: 'Lama' }, 'device')
  await online(ani)
  const old = (await shown(ani, 3, 'device'))?.id ?? ''
  await make(ani, 1, recordA({ device_id: old }), 'record_a')
  await online(ani)
  const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
  await other.tab.sync()
  ani.network.isDown = true
  await edit(ani, 1, { name: 'Satu' }, 'record_a')
  await ani.tab.sync()
  whilePushing(ani, async () => {
    await edit(ani, 1, { pin: '2' }, 'record_a')
    ani.profile.isDeaf = true
    await make(other, 4, { name: 'Baru' }, 'device')
    await edit(other, 1, { device_id: { uid: uid(4) } }, 'record_a')
  })
  ani.network.isDown = false
  await ani.tab.sync()
  ani.profile.isDeaf = false
  await ani.tab.sync()
  expect(await ani.tab.engine.attention()).toEqual([])
})

test('[OB7] [OB9] a form saved behind a delete on its way keeps the edit that the delete had taken along', async () => {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  await edit(ani, 1, { divapp: 'B' })
  await online(ani)
  const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
  await budi.tab.sync()
  await edit(budi, 1, { nama: 'Budi' })
  await expect.poll(async () => (await shown(other, 1))?.fields['nama']).toBe('Budi')
  // A form is open in the other tab.
  const seen = (await shown(other, 1))?.fields ?? null
  await removed(budi, 1)
  whilePushing(budi, () =>
    other.tab.engine.save({ kind: 'record_b', uid: uid(1), seen, fields: { ...seen, pt: 'BUDI' } }),
  )
  await online(budi)
  const attention = await budi.tab.engine.attention()
  await online(ani)
  const both = [(await shown(budi, 1))?.fields, (await shown(ani, 1))?.fields]
  expect([attention.length, ...both]).toMatchObject([
    0,
    { nama: 'Budi', pt: 'BUDI' },
    { nama: 'Budi', pt: 'BUDI' },
  ])
})

test('[OB7] a form whose conflict another tab has answered saves what was typed in it, and nothing over what came after', async () => {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  await edit(ani, 1, { nama: 'Ani' })
  await online(ani)
  await edit(budi, 1, { nama: 'Budi' })
  expect(await online(budi)).toMatchObject({ attention: 1 })
  budi.network.isDown = true
  const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
  const [item] = await other.tab.engine.attention()
  if (item?.outcome !== 'conflict') throw new Error('nobody is asked')
  const seen = item.theirs?.fields ?? null
  const begun = { ...seen, nama: 'Budi' }
  await budi.tab.engine.resolve(item.seq, { kind: 'choose', fields: { nama: 'mine' } })
  await edit(budi, 1, { nama: 'Budi lagi' })
  const form = { kind: 'record_b', uid: uid(1), seen, begun, answers: item.seq, asked: item.asked }
  await other.tab.engine.save({ ...form, fields: { ...begun, pt: 'é' } })
  expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
  await online(ani)
  expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Budi lagi', pt: 'é' })
})

test('[OB9] a tab that had not heard that another’s delete was applied deletes and undoes: the record is there', async () => {
  const { ani } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'Ani' }))
  await online(ani)
  const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
  await other.tab.sync()
  ani.profile.isDeaf = true
  await removed(ani, 1)
  await online(ani)
  ani.network.isDown = true
  expect((await shown(other, 1))?.fields['nama']).toBe('Ani')
  const undo = await removed(other, 1)
  await other.tab.engine.undoRemove(undo)
  ani.profile.isDeaf = false
  await online(ani)
  await other.tab.sync()
  expect((await shown(other, 1))?.fields['nama']).toBe('Ani')
})
