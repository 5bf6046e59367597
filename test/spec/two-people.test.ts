/** Two people change the same things: what goes together does, and of the rest one of them is asked, once. */
import { describe, expect, test } from 'vitest'
import type { Resolution } from '../../client/contract.ts'
import {
  answer,
  bothHold,
  edit,
  type Form,
  online,
  openConflict,
  type Person,
  removed,
  saveForm,
  shown,
  whilePushing,
} from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

/** All is settled, and everybody holds this; null: no record. */
async function expectAgreed(people: Person[], fields: object | null) {
  for (const person of people) expect(await online(person)).toMatchObject({ attention: 0, unsent: 0 })
  for (const person of people) {
    await online(person)
    expect((await shown(person, 1))?.fields ?? null).toEqual(fields)
  }
}

/** The form that a card leads to: theirs, with mine in the fields that are asked about. */
async function formOfQuestion({ tab }: Person): Promise<Form> {
  const [item] = await tab.engine.attention()
  if (item?.outcome !== 'conflict') throw new Error('nobody is asked')
  const mine = item.conflicts.map(name => [name, item.mine?.[name] ?? null])
  const seen = { ...(item.theirs ?? item.mine), ...Object.fromEntries(mine) }
  return { kind: item.kind, uid: item.uid, seen, since: item.since, asked: item.asked, draft: null }
}

/** Ani has deleted Record B 1, and Budi changed it: he is asked. */
async function editOfDeleted() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
  const id = (await shown(ani, 1))?.id
  await edit(budi, 1, { nama: 'Budi' })
  await removed(ani, 1)
  await online(ani)
  expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
  return { ani, budi, id }
}

/** Ani has changed Record B 1, and Budi deleted it, with an edit of his before: he is asked. */
async function deleteOfChanged() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  await edit(budi, 1, { pt: 'BUDI' })
  await removed(budi, 1)
  await edit(ani, 1, { nama: 'Ani' })
  await online(ani)
  expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
  return { ani, budi }
}

describe('Different fields', () => {
  test('[MG1] of one record go together without a question', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { pt: 'BUDI' })
    await online(ani)
    await expectAgreed([budi, ani], recordB({ nama: 'Ani', pt: 'BUDI' }))
  })

  test('[MG2] so does the same value in one field', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    for (const person of [ani, budi]) await edit(person, 1, { nama: 'Sama 🌋' })
    await online(ani)
    await expectAgreed([budi, ani], recordB({ nama: 'Sama 🌋' }))
  })

  test('[MG1] what was taken back while it was on its way is not asked about; the rest goes out', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Ani', divisi: 'X' })
    await online(ani)
    await edit(budi, 1, { pt: 'BUDI', divisi: 'Y' })
    whilePushing(budi, () => edit(budi, 1, { divisi: 'D' }))
    const { attention } = await online(budi)
    expect(attention).toBe(1)
    expect(await budi.tab.engine.attention()).toMatchObject([
      { conflicts: ['divisi'], mine: { divisi: 'D' } },
    ])
  })
})

describe('The same field', () => {
  test.each([
    ['mine', 'Budi'],
    ['theirs', 'Ani'],
  ] as const)('[MG3] [OB8] is asked about, and %s is what was chosen on the card', async (choice, nama) => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', unit: true }))
    await edit(ani, 1, { nama: 'Ani' })
    await edit(budi, 1, { nama: 'Budi', unit: false })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0, state: 'idle' })
    expect(await budi.tab.engine.attention()).toMatchObject([
      {
        ...{ outcome: 'conflict', reason: 'changed', op: 'update' },
        ...{ conflicts: ['nama'], changed: ['unit', 'nama'] },
        base: recordB({ nama: 'A' }),
        mine: recordB({ nama: 'Budi', unit: false }),
        theirs: recordB({ nama: 'Ani' }),
        noted: { by: 'ani', at: expect.stringMatching(/Z$/) as string },
      },
    ])
    expect(await shown(budi, 1)).toMatchObject({ state: 'conflict', fields: { nama: 'Budi' } })
    await answer(budi, { kind: 'choose', fields: { nama: choice } })
    await expectAgreed([budi, ani], recordB({ nama, unit: false }))
  })

  test('[OB7] and in its form with anything; what the form does not change stays', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(budi, 1, { nama: 'Budi' })
    await edit(ani, 1, { nama: 'Ani', pt: 'ANI' })
    await online(ani)
    await online(budi)
    const form = await formOfQuestion(budi)
    expect(await saveForm(budi, form, { nama: 'Keduanya', divisi: 'É' })).toMatchObject({ outcome: 'saved' })
    await expectAgreed([budi, ani], recordB({ nama: 'Keduanya', pt: 'ANI', divisi: 'É' }))
  })

  test('[OB7] or it is let go', async () => {
    const { ani, budi } = await openConflict()
    await answer(budi, { kind: 'discard' })
    await expectAgreed([budi, ani], recordB({ nama: 'Ani', pt: 'P' }))
  })

  test('[MG3] [OB8] what was typed while an edit was on its way is asked about with it', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'Ani', pt: 'ANI' })
    await online(ani)
    await edit(budi, 1, { nama: 'Budi' })
    whilePushing(budi, () => edit(budi, 1, { pt: 'BUDI' }))
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await budi.tab.engine.attention()).toMatchObject([
      { conflicts: ['nama', 'pt'], mine: { nama: 'Budi', pt: 'BUDI' } },
    ])
    await answer(budi, { kind: 'choose', fields: { nama: 'mine', pt: 'theirs' } })
    await expectAgreed([budi, ani], recordB({ nama: 'Budi', pt: 'ANI' }))
  })
})

describe('An edit of a record that somebody deleted', () => {
  test('[MG4] is asked about, with the record as it would be; restored, it has the id it had', async () => {
    const { ani, budi, id } = await editOfDeleted()
    const mine = recordB({ nama: 'Budi' })
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ outcome: 'conflict', reason: 'deleted', mine, theirs: null })
    expect(await shown(budi, 1)).toMatchObject({ state: 'conflict', fields: mine })
    await answer(budi, { kind: 'restore' })
    await expectAgreed([budi, ani], mine)
    expect((await shown(ani, 1))?.id).toBe(id)
  })

  test('[MG4] or restored as its form says', async () => {
    const { ani, budi } = await editOfDeleted()
    await saveForm(budi, await formOfQuestion(budi), { pt: 'BARU' })
    await expectAgreed([budi, ani], recordB({ nama: 'Budi', pt: 'BARU' }))
  })

  test('[MG4] or it is let go', async () => {
    const { ani, budi } = await editOfDeleted()
    await answer(budi, { kind: 'discard' })
    await expectAgreed([budi, ani], null)
  })
})

describe('A delete of a record that somebody changed', () => {
  test.each<[Resolution['kind'], object | null]>([
    ['delete', null],
    ['discard', recordB({ nama: 'Ani', pt: 'BUDI' })],
  ])('[MG5] is asked about: %s; an edit before it stays wanted', async (kind, left) => {
    const { ani, budi } = await deleteOfChanged()
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ reason: 'changed', op: 'delete', conflicts: ['nama'], mine: null })
    expect(await shown(budi, 1)).toMatchObject({ state: 'conflict', fields: { nama: 'Ani' } })
    await answer(budi, { kind } as Resolution)
    await expectAgreed([budi, ani], left)
  })

  test('[MG5] saved in its form instead, it is there', async () => {
    const { ani, budi } = await deleteOfChanged()
    await edit(budi, 1, { divisi: 'Ñ' })
    await expectAgreed([budi, ani], recordB({ nama: 'Ani', pt: 'BUDI', divisi: 'Ñ' }))
  })

  test('[MG5] that its person has seen, goes out, whoever changed it how often before', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    for (const nama of ['Ani', 'A']) {
      await edit(ani, 1, { nama })
      await online(ani)
    }
    await removed(budi, 1)
    await expectAgreed([budi, ani], null)
  })

  test('[MG5] behind an older form of its person: it does not take along what they were never shown', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    const { fields, since } = (await shown(budi, 1))!
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    await online(budi)
    budi.network.isDown = true
    const form = { kind: 'record_b', uid: uid(1), seen: fields, since, asked: null, draft: null }
    await saveForm(budi, form, { nama: 'Budi' })
    await removed(budi, 1)
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await budi.tab.engine.attention()).toMatchObject([{ op: 'delete', theirs: { nama: 'Ani' } }])
  })

  test('[MG4] of one that they deleted, too, asks nobody', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await edit(budi, 1, { nama: 'Budi' })
    await removed(ani, 1)
    await online(ani)
    await removed(budi, 1)
    await expectAgreed([budi, ani], null)
  })
})
