/** A form that was open while its record changed: nothing goes over a value that its person was not shown. */
import { describe, expect, test } from 'vitest'
import { expectAsked, olderForm } from '../support/older-forms.ts'
import {
  answer,
  bothHold,
  edit,
  type Form,
  make,
  online,
  opened,
  outOfReach,
  type Person,
  removed,
  saveForm,
  shown,
  twoEditors,
  twoTabs,
  undoOf,
} from '../support/people.ts'
import { bring } from '../support/places.ts'
import { recordB } from '../support/tables.ts'

type Step = (budi: Person, ani: Person) => Promise<unknown>
const send: Step = budi => online(budi)
const away: Step = budi => outOfReach(budi)
const inOrder =
  (...steps: Step[]): Step =>
  async (budi, ani) => {
    for (const step of steps) await step(budi, ani)
  }

const deleteAndUndo =
  (between: Step): Step =>
  async (budi, ani) => {
    const undo = await removed(budi, 1)
    await between(budi, ani)
    await budi.tab.engine.undo(undo)
  }
const besides: Step = budi => edit(budi, 1, { pt: 'Q' })
const letGo: Step = async (budi, ani) => {
  await edit(budi, 1, { nama: 'Budi' })
  await edit(ani, 1, { nama: 'Ani' })
  await online(ani)
  await online(budi)
  await answer(budi, { kind: 'discard' })
}

describe('The form of a record that others changed while it was open', () => {
  const table: [string, Step][] = [
    ['nothing', async () => {}],
    ['an edit beside it', besides],
    ['one that is sent', inOrder(besides, send)],
    [
      'a delete, undone at once',
      inOrder(
        away,
        deleteAndUndo(async () => {}),
      ),
    ],
    ['a delete, unsent', inOrder(away, budi => removed(budi, 1))],
    ['an edit, undone', async budi => budi.tab.engine.undo(undoOf(await edit(budi, 1, { pt: 'Q' })))],
    ['a new start of the app', async budi => void (budi.tab = await budi.profile.tab(budi.userId))],
  ]
  test.each(table)('[MG3] asks, whatever its person did since: %s', async (_, since) => {
    const { ani, budi, form } = await olderForm()
    await since(budi, ani)
    await saveForm(budi, form, { nama: 'Budi' })
    await expectAsked(ani, budi)
  })

  test('[MG3] asks, when it was saved in another tab than the delete, and its undo, unheard', async () => {
    const { ani, budi, form } = await olderForm()
    const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
    await outOfReach(other)
    budi.profile.isDeaf = true
    await budi.tab.engine.undo(await removed(budi, 1))
    await saveForm(other, form, { nama: 'Budi' })
    budi.profile.isDeaf = false
    await expectAsked(ani, budi)
  })

  test('[MG4] kept though others deleted it: what they had changed before that is not set back', async () => {
    const { ani, budi, form } = await olderForm()
    await outOfReach(budi)
    await saveForm(budi, form, { pt: 'Q' })
    await removed(ani, 1)
    await online(ani)
    await online(budi)
    await answer(budi, { kind: 'restore' })
    await online(budi)
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'Q' })
  })
})

describe('The form of a record that its person has changed while it was open', () => {
  async function own(): Promise<{ ani: Person; budi: Person; form: Form }> {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    return { ani, budi, form: await opened(budi, 1) }
  }
  const rename: Step = budi => edit(budi, 1, { nama: 'Budi 1' })
  const table: [string, Step][] = [
    ['unsent', rename],
    ['sent', inOrder(rename, send)],
    [
      'sent, and not received again',
      inOrder(rename, budi => (budi.network.losing.add('/api/sync/changes'), online(budi))),
    ],
    ['its answer lost', inOrder(rename, budi => (budi.network.losing.add('/api/sync/push'), online(budi)))],
    ['and back', inOrder(rename, send, budi => edit(budi, 1, { nama: 'A' }), send)],
    [
      'in an answer',
      async (budi, ani) => {
        await rename(budi, ani)
        await edit(ani, 1, { nama: 'Ani' })
        await online(ani)
        await online(budi)
        await answer(budi, { kind: 'choose', fields: { nama: 'mine' } })
        await online(budi)
      },
    ],
    [
      'in another tab, unheard',
      async budi => {
        budi.profile.isDeaf = true
        await rename({ ...budi, tab: await budi.profile.tab(budi.userId) }, budi)
      },
    ],
    ['made again, after one’s own delete', deleteAndUndo(inOrder(send, away))],
    [
      'before a new start of the app',
      inOrder(rename, send, async budi => void (budi.tab = await budi.profile.tab(budi.userId))),
    ],
  ]
  test.each(table)('[MG3] goes over one’s own value without a question: %s', async (_, since) => {
    const { ani, budi, form } = await own()
    await since(budi, ani)
    await saveForm(budi, form, { nama: 'Budi 2' })
    budi.profile.isDeaf = false
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Budi 2')
  })

  test('[MG3] refused over another’s value in a later run, is asked about that, and not about its person’s own', async () => {
    const { ani, budi, form } = await own()
    await inOrder(rename, send, away)(budi, ani)
    await saveForm(budi, form, { nama: 'Budi 2', pt: 'BUDI' })
    await bring(budi, 'on its way')
    await online(ani)
    await edit(ani, 1, { pt: 'ANI' })
    await online(ani)
    await online(budi)
    expect(await budi.tab.engine.attention()).toMatchObject([{ conflicts: ['pt'] }])
  })

  test.each<[string, Step]>([
    ['deleted', inOrder(budi => removed(budi, 1), send)],
    ['let go', letGo],
  ])('[MG3] but what was %s since is asked about', async (_, since) => {
    const { ani, budi, form } = await own()
    await since(budi, ani)
    await saveForm(budi, form, { nama: 'Budi 2' })
    expect(await online(budi)).toMatchObject({ attention: 1 })
  })

  test('[MG3] begun while a save reads what another tab did unheard: nobody is asked about that', async () => {
    const { ani, other } = await twoTabs()
    await outOfReach(ani)
    ani.profile.isDeaf = true
    await edit(ani, 1, { nama: 'B' })
    await online(ani)
    await outOfReach(ani)
    const { since } = await opened(other, 1)
    const saving = make(other, 2, recordB({ nama: 'Lain' }))
    let form = await opened(other, 1)
    for (let turn = 0; turn < 10_000 && form.since === since; turn++) {
      await new Promise(resolve => setImmediate(resolve))
      form = await opened(other, 1)
    }
    await saving
    await saveForm(other, form, { nama: 'C' })
    await online(other)
    expect(await other.tab.engine.attention()).toEqual([])
  })

  test('[UI3] two forms with one draft of a new record: the second asks nobody, though the first was sent', async () => {
    const { ani } = await twoEditors()
    await make(ani, 1, recordB({ pt: 'P', nama: 'Draf' }))
    await online(ani)
    await outOfReach(ani)
    await make(ani, 1, recordB({ pt: 'P', nama: 'Selesai é' }))
    expect(await ani.tab.engine.attention()).toEqual([])
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect((await shown(ani, 1))?.fields).toMatchObject({ pt: 'P', nama: 'Selesai é' })
  })

  test('[UI3] [MG4] and asks, when others have deleted the record since', async () => {
    const { ani, budi } = await bothHold(recordB({ pt: 'P', nama: 'Draf' }))
    await removed(budi, 1)
    await online(budi)
    await online(ani)
    await outOfReach(ani)
    await make(ani, 1, recordB({ pt: 'P', nama: 'Selesai é' }))
    expect(await ani.tab.engine.attention()).toMatchObject([{ reason: 'deleted' }])
  })

  test('[UI3] two forms with one draft of a new record: what the first has saved stays', async () => {
    const { ani } = await twoEditors()
    await outOfReach(ani)
    const other = { ...ani, tab: await ani.profile.tab(ani.userId) }
    const form = await opened(ani, 1)
    await make(ani, 1, recordB({ pt: 'P', nama: 'Draf' }))
    await saveForm(other, { ...form, seen: recordB({ pt: 'x', nama: 'Draf' }) }, { nama: 'Selesai é' })
    expect((await shown(other, 1))?.fields).toMatchObject({ pt: 'P', nama: 'Selesai é' })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
  })
})
