/** What the server took, though its answers never came, and the person has thought better of. */
import { expect, test } from 'vitest'
import { edit, list, make, online, type Person, removed, twoEditors } from '../support/people.ts'
import { giveUp, hourMs, silence, tryToSend, word } from '../support/silence.ts'
import { recordB, uid } from '../support/tables.ts'

async function seenBy(person: Person) {
  await online(person)
  return (await list(person)).map(row => row.fields['nama'])
}

test('[OB15] a new record: its delete goes out all the same', async () => {
  const { ani, budi } = await twoEditors()
  silence(ani)
  await make(ani, 1, recordB({ nama: word }))
  await tryToSend(ani)
  await ani.tab.engine.remove('record_b', uid(1))
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(await seenBy(budi)).toEqual([])
})

test('[OB15] a new record that was set aside: so does its delete', async () => {
  const { ani, budi } = await twoEditors()
  silence(ani)
  await make(ani, 1, recordB({ nama: word }))
  expect(await giveUp(ani)).toMatchObject({ attention: 1 })
  await ani.tab.engine.remove('record_b', uid(1))
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(await seenBy(budi)).toEqual([])
})

test('[OB15] a new record that never arrived: its delete asks nobody anything', async () => {
  const { ani, budi } = await twoEditors()
  silence(ani, { isArriving: false })
  await make(ani, 1, recordB({ nama: word }))
  await tryToSend(ani)
  await ani.tab.engine.remove('record_b', uid(1))
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(await seenBy(budi)).toEqual([])
})

test('[OB15] a value: giving the field its former one goes out all the same', async () => {
  const { ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'Añi' }))
  await online(ani)
  silence(ani)
  await edit(ani, 1, { nama: word })
  await tryToSend(ani)
  await edit(ani, 1, { nama: 'Añi' })
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(await seenBy(budi)).toEqual(['Añi'])
})

test('[OB15] one value of two: giving its field the former one goes out all the same', async () => {
  const { ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'Añi', pt: 'P' }))
  await online(ani)
  silence(ani)
  await edit(ani, 1, { nama: word, pt: 'Q' })
  await tryToSend(ani)
  await edit(ani, 1, { nama: 'Añi' })
  expect(await giveUp(ani)).toMatchObject({ attention: 1 })
  ani.profile.transport = ani.network.transport
  for (const { seq } of await ani.tab.engine.attention()) await ani.tab.engine.resolve(seq, { kind: 'retry' })
  expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
  await online(budi)
  expect(await list(budi)).toMatchObject([{ fields: { nama: 'Añi', pt: 'Q' } }])
})

test('[OB15] [RB4] a record that a restored server has kept: its delete goes out all the same', async () => {
  const { server, ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: word }))
  await online(ani)
  await make(ani, 2, recordB({ nama: 'Kedua' }))
  await online(ani)
  await server.rollBackTo(1)
  silence(ani)
  await tryToSend(ani)
  await ani.tab.engine.remove('record_b', uid(1))
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(await seenBy(budi)).toEqual(['Kedua'])
})

test('[OB15] [RB4] a value that a restored server has kept: giving the field its former one goes out all the same', async () => {
  const { server, ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'Añi' }))
  await online(ani)
  await edit(ani, 1, { nama: word })
  await online(ani)
  await make(ani, 2, recordB({ nama: 'Kedua' }))
  await online(ani)
  await server.rollBackTo(2)
  silence(ani)
  await tryToSend(ani)
  await edit(ani, 1, { nama: 'Añi' })
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(new Set(await seenBy(budi))).toEqual(new Set(['Añi', 'Kedua']))
})

test('[OB15] a value that was set aside: typing its former one goes out', async () => {
  const { ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'Añi' }))
  await online(ani)
  silence(ani)
  await edit(ani, 1, { nama: word })
  expect(await giveUp(ani)).toMatchObject({ attention: 1 })
  await edit(ani, 1, { nama: 'Añi' })
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(await seenBy(budi)).toEqual(['Añi'])
})

test.each(['create', 'update'])('[OB15] a %s that was set aside, and is let go', async op => {
  const { ani, budi } = await twoEditors()
  if (op === 'update') await make(ani, 1, recordB({ nama: 'Añi' }))
  await online(ani)
  silence(ani)
  if (op === 'update') await edit(ani, 1, { nama: word })
  else await make(ani, 1, recordB({ nama: word }))
  expect(await giveUp(ani)).toMatchObject({ attention: 1 })
  for (const { seq } of await ani.tab.engine.attention())
    await ani.tab.engine.resolve(seq, { kind: 'discard' })
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(await seenBy(budi)).toEqual(op === 'update' ? ['Añi'] : [])
})

test.each(['discarded', 'undone'])('[OB15] [OB9] a delete that was set aside, and is %s', async how => {
  const { ani, budi } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'Añi' }))
  await online(ani)
  silence(ani, { isMeant: ({ op }) => op === 'delete' })
  const undo = await removed(ani, 1)
  expect(await giveUp(ani)).toMatchObject({ attention: 1 })
  if (how === 'undone') await ani.tab.engine.undoRemove(undo)
  for (const { seq } of await ani.tab.engine.attention())
    await ani.tab.engine.resolve(seq, { kind: 'discard' })
  expect(await giveUp(ani)).toMatchObject({ unsent: 0, attention: 0 })
  expect(await seenBy(budi)).toEqual(['Añi'])
})

test('[OB15] [OB9] a new record that never arrived: undoing its delete brings it back', async () => {
  const { ani, budi } = await twoEditors()
  silence(ani, { isArriving: false })
  await make(ani, 1, recordB({ nama: word }))
  await tryToSend(ani)
  const undo = await removed(ani, 1)
  // Until its creation is set aside, and the delete has not left yet.
  while ((await ani.tab.engine.outbox()).length > 1) {
    ani.profile.now += hourMs
    await ani.tab.sync()
  }
  expect(await ani.tab.engine.outbox()).toMatchObject([{ op: 'delete' }])
  await ani.tab.engine.undoRemove(undo)
  ani.profile.transport = ani.network.transport
  await ani.tab.sync()
  expect(await seenBy(budi)).toEqual([word])
})
