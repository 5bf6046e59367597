/** What is done where the browser says that there is no network. */
import { expect, test } from 'vitest'
import { edit, make, online, shown, twoEditors } from '../support/people.ts'
import { recordB } from '../support/tables.ts'

test('[OB9] without a network an act stays where it can be taken back, until the server answers', async () => {
  const { ani } = await twoEditors()
  await make(ani, 1, recordB({ nama: 'Ä' }))
  await online(ani)
  ani.network.isDown = true
  await ani.tab.engine.hint('offline')
  const saved = await edit(ani, 1, { nama: 'B' })
  await ani.tab.sync()
  if (saved.outcome !== 'saved' || !saved.undo) throw new Error('it is saved')
  await ani.tab.engine.undo(saved.undo)
  expect(await ani.tab.engine.outbox()).toEqual([])
  await edit(ani, 1, { nama: 'C' })
  await ani.tab.sync()
  expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, error: null })
  expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'C' })
})
