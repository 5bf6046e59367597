/** Every act can be taken back, before it has left and after, in whichever tab. */
import { describe, expect, test } from 'vitest'
import type { Undo } from '../../client/contract.ts'
import { AppError } from '../../shared/errors.ts'
import {
  answer,
  edit,
  list,
  make,
  online,
  openConflict,
  opened,
  outOfReach,
  type Person,
  removed,
  saveForm,
  shown,
  twoTabs,
  undoOf,
} from '../support/people.ts'
import { recordB } from '../support/tables.ts'

const when = ['before it has left', 'on its way', 'after it was sent'] as const
const acts: [string, (person: Person) => Promise<Undo>][] = [
  ['an edit', async person => undoOf(await edit(person, 1, { nama: 'B', pt: 'Q' }))],
  ['a delete', person => removed(person, 1)],
  ['a new record', async person => undoOf(await make(person, 2, recordB({ nama: 'Baru' })))],
]

describe('Undo of', () => {
  const table = acts.flatMap(([name, act]) =>
    when.flatMap(moment => ['its', 'another'].map(tab => [name, moment, tab, act] as const)),
  )
  test.each(table)('[OB9] %s, %s, in %s tab: all is as it was', async (_, moment, tab, act) => {
    const { ani, budi, other } = await twoTabs()
    const before = (await list(ani)).map(row => row.fields)
    await outOfReach(ani)
    const undo = await act(ani)
    const from = tab === 'its' ? ani : other
    if (tab !== 'its') await expect.poll(() => other.tab.engine.outbox()).toHaveLength(1)
    if (moment === 'after it was sent') await online(ani)
    if (moment === 'on its way') {
      ani.profile.transport = {
        ...ani.network.transport,
        push: () => Promise.reject(new AppError('unreachable')),
      }
      await online(ani)
      ani.profile.transport = ani.network.transport
    }
    expect(await from.tab.engine.undo(undo)).toMatchObject({ outcome: 'saved' })
    expect((await list(from)).map(row => row.fields)).toEqual(before)
    await online(ani)
    for (const person of [ani, budi]) {
      expect(await online(person)).toMatchObject({ unsent: 0, attention: 0 })
      expect((await list(person)).map(row => row.fields)).toEqual(before)
    }
  })

  test('[OB9] an act that has not left takes it away: nothing is to be sent any more', async () => {
    const { ani } = await twoTabs()
    await outOfReach(ani)
    await ani.tab.engine.undo(undoOf(await edit(ani, 1, { nama: 'B' })))
    expect(await ani.tab.engine.outbox()).toEqual([])
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 0, oldestUnsentAt: null })
  })

  test('[OB9] a save in another tab that this one has not heard of', async () => {
    const { ani, other } = await twoTabs()
    await outOfReach(ani)
    ani.profile.isDeaf = true
    const undo = undoOf(await edit(ani, 1, { nama: 'B' }))
    expect(await other.tab.engine.outbox()).toEqual([])
    expect(await other.tab.engine.undo(undo)).toEqual({ outcome: 'saved', undo: null })
    expect((await shown(other, 1))?.fields).toMatchObject({ nama: 'A' })
    expect(await online(other)).toMatchObject({ attention: 0, unsent: 0 })
    expect((await shown(other, 1))?.fields).toMatchObject({ nama: 'A' })
  })

  test('[OB9] an answer asks the question again', async () => {
    const { budi } = await openConflict()
    const [asked] = await budi.tab.engine.attention()
    const undo = undoOf(await answer(budi, { kind: 'choose', fields: { nama: 'theirs' } }))
    expect(await budi.tab.engine.attention()).toEqual([])
    await budi.tab.engine.undo(undo)
    expect(await budi.tab.engine.attention()).toMatchObject([{ asked: asked?.asked }])
  })

  test('[UI25] an answer that has left says that it is too late, and nothing changes', async () => {
    const { ani, budi } = await openConflict()
    const undo = undoOf(await answer(budi, { kind: 'choose', fields: { nama: 'mine' } }))
    await online(budi)
    expect(await budi.tab.engine.undo(undo)).toEqual({ outcome: 'too late' })
    expect(await online(budi)).toMatchObject({ unsent: 0, attention: 0 })
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Budi' })
  })

  test('[OB9] [MG3] what others did to the record at that moment stays', async () => {
    const { ani, budi, other } = await twoTabs()
    ani.profile.isDeaf = true
    await outOfReach(ani)
    const form = await opened(other, 1)
    await edit(ani, 1, { pt: 'Q' })
    const undo = undoOf(await saveForm(other, form, { nama: 'B' }))
    await online(ani)
    expect(await other.tab.engine.undo(undo)).toMatchObject({ outcome: 'saved' })
    await online(ani)
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'A', pt: 'Q' })
  })
})
