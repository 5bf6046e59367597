/** What its person did last stays theirs: taken back, kept, let go, or saved from an older form, beside other tabs and people. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { failTransactions } from '../support/indexed-db.ts'
import { expectAsked, olderForm } from '../support/older-forms.ts'
import {
  answer,
  bothHold,
  deviceInUse,
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
  twoEditors,
  twoTabs,
  undoOf,
  whileWaiting,
} from '../support/people.ts'
import { undone } from '../support/places.ts'
import { recordB } from '../support/tables.ts'

afterEach(() => vi.restoreAllMocks())

const quiet = { attention: 0, unsent: 0 }

const asked = async ({ tab }: Pick<Person, 'tab'>) =>
  (await tab.engine.attention()).map(item => (item.outcome === 'conflict' ? item.conflicts : 'refused'))

const namaAndPt = async (person: Person) => {
  const { nama, pt } = (await shown(person, 1))?.fields ?? {}
  return { nama, pt }
}

/** Budi changed nama and deleted the record; Ani has changed pt, and he is asked about his delete. */
async function deleteAsked() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  await outOfReach(budi)
  const form = await opened(budi, 1)
  await edit(budi, 1, { nama: 'Budi' })
  await removed(budi, 1)
  await edit(ani, 1, { pt: 'Q' })
  await online(ani)
  expect(await online(budi)).toMatchObject({ attention: 1 })
  return { ani, budi, form }
}

describe('Undo', () => {
  test('[OB9] of an edit of what others have deleted meanwhile asks nobody', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    const undo = undoOf(await edit(budi, 1, { nama: 'Budi' }))
    await removed(ani, 1)
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await budi.tab.engine.undo(undo)
    expect(await online(budi)).toMatchObject(quiet)
  })

  test('[OB9] of an edit of what another tab had deleted, unheard: it is deleted, as it was', async () => {
    const { ani, budi, other } = await twoTabs()
    await outOfReach(ani)
    ani.profile.isDeaf = true
    await removed(other, 1)
    const undo = undoOf(await edit(ani, 1, { nama: 'B' }))
    await ani.tab.engine.undo(undo)
    ani.profile.isDeaf = false
    await online(ani)
    await online(budi)
    expect(await list(budi)).toEqual([])
  })

  test('[OB9] of an edit of what its person has deleted since, in another tab, asks nobody, and leaves it deleted', async () => {
    const { ani, budi, other } = await twoTabs()
    const undo = undoOf(await edit(ani, 1, { nama: 'B' }))
    await online(ani)
    await removed(other, 1)
    await expect.poll(() => shown(ani, 1)).toBeNull()
    await ani.tab.engine.undo(undo)
    expect(await online(ani)).toMatchObject(quiet)
    await online(budi)
    expect(await list(budi)).toEqual([])
  })

  test('[OB9] takes back nothing that another tab did unheard, though the act left before that was read', async () => {
    const storage = failTransactions('UnknownError', 1, ['readonly'])
    const { ani, budi, other } = await twoTabs()
    await outOfReach(ani)
    ani.profile.isDeaf = true
    await outOfReach(other)
    await edit(other, 1, { pt: 'Q' })
    const form = await opened(ani, 1)
    whileWaiting(ani, () => online(other))
    storage.begin()
    const undo = undoOf(await saveForm(ani, form, { nama: 'B' }))
    expect(storage.failed()).toBe(1)
    await online(ani)
    await ani.tab.engine.undo(undo)
    await online(ani)
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'A', pt: 'Q' })
  })

  test('[OB9] [UI25] of keeping what the server would not delete asks again, also when that has left', async () => {
    const { ani } = await deviceInUse()
    await outOfReach(ani)
    await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 1 })
    const undo = undoOf(await answer(ani, { kind: 'discard' }))
    await online(ani)
    expect(await ani.tab.engine.undo(undo)).toMatchObject({ outcome: 'saved' })
  })

  test('[OB9] of an edit leaves what its person made of the field after it, in another tab', async () => {
    const { ani, other } = await twoTabs()
    await outOfReach(ani)
    const nama = async (person: Person) => (await shown(person, 1))?.fields['nama']
    const undo = undoOf(await edit(ani, 1, { nama: 'B' }))
    await expect.poll(() => nama(other)).toBe('B')
    await edit(other, 1, { nama: 'C' })
    await expect.poll(() => nama(ani)).toBe('C')
    await ani.tab.engine.undo(undo)
    expect(await nama(ani)).toBe('C')
  })

  test('[OB9] [UI25] of an edit that kept a record whose delete was asked about asks about that again', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await outOfReach(budi)
    await removed(budi, 1)
    await online(ani)
    await edit(ani, 1, { pt: 'ANI' })
    await online(ani)
    await online(budi)
    const saved = await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await undone(budi, undoOf(saved))
    await online(budi)
    expect(await asked(budi)).toEqual([['pt']])
  })

  test('[OB9] [MG5] of keeping a record asks about none of its person’s own values', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(budi, 1, { nama: 'Budi' })
    await removed(budi, 1)
    await online(ani)
    await edit(ani, 1, { pt: 'ANI' })
    await online(ani)
    await online(budi)
    const saved = await answer(budi, { kind: 'discard' })
    await online(budi)
    await undone(budi, undoOf(saved))
    expect(await asked(budi)).toEqual([['pt']])
  })
})

describe('A form that is older', () => {
  test('[MG3] than what its person kept asks nobody about that', async () => {
    const { ani, budi, form } = await deleteAsked()
    await answer(budi, { kind: 'discard' })
    expect(await online(budi)).toMatchObject(quiet)
    await saveForm(budi, form, { nama: 'Budi 2' })
    expect(await online(budi)).toMatchObject(quiet)
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Budi 2', pt: 'Q' })
  })

  test('[MG3] than what others did asks, though its person has deleted the record since, and undone that', async () => {
    const { ani, budi, form } = await olderForm()
    const undo = await removed(budi, 1)
    await online(budi)
    await budi.tab.engine.undo(undo)
    await online(budi)
    await saveForm(budi, form, { nama: 'Budi' })
    await expectAsked(ani, budi)
  })

  test('[MG3] than an edit of what was deleted, taken back, asks nobody about what nobody changed', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    const gone = await removed(ani, 1)
    await online(ani)
    await outOfReach(budi)
    const [older, form] = [await opened(budi, 1), await opened(budi, 1)]
    expect(await online(budi)).toMatchObject(quiet)
    await budi.tab.engine.undo(undoOf(await saveForm(budi, form, { nama: 'Budi' })))
    await ani.tab.engine.undo(gone)
    await online(ani)
    await online(budi)
    await saveForm(budi, older, { nama: 'Budi 2' })
    expect(await online(budi)).toMatchObject(quiet)
  })

  test('[OB4] than the delete of a new record keeps it, with all that was chosen', async () => {
    const { ani } = await twoEditors()
    await online(ani)
    await outOfReach(ani)
    await make(ani, 1, recordB({ nama: 'A', pt: 'P' }))
    const form = await opened(ani, 1)
    await edit(ani, 1, { nama: 'B' })
    await removed(ani, 1)
    await saveForm(ani, form, { pt: 'Q' })
    expect(await namaAndPt(ani)).toEqual({ nama: 'B', pt: 'Q' })
  })
})

describe('An answer', () => {
  test('[MG1] keeping a record that others have brought back sets nothing of theirs back', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    const undo = await removed(budi, 1)
    await edit(ani, 1, { nama: 'Ani' })
    await online(budi)
    await outOfReach(budi)
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await answer(ani, { kind: 'restore' })
    await online(ani)
    await budi.tab.engine.undo(undo)
    await removed(budi, 1)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await answer(budi, { kind: 'discard' })
    await online(budi)
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Ani' })
  })

  test('[OB3] [OB7] what another tab has saved unheard is not let go with what was asked', async () => {
    const { ani, budi } = await openConflict()
    const other = { ...budi, tab: await budi.profile.tab(budi.userId) }
    budi.profile.isDeaf = true
    await edit(other, 1, { pt: 'X' })
    await answer(budi, { kind: 'discard' })
    budi.profile.isDeaf = false
    const { attention } = await online(budi)
    await online(ani)
    const pt = (await shown(ani, 1))?.fields['pt']
    expect(attention === 1 || pt === 'X').toBe(true)
  })
})
