/** An edit of a form that began before others changed its record: where it goes, their values stay. */
import { expect, test } from 'vitest'
import {
  letGoUncertainDelete,
  expectAsked,
  olderForm,
  olderFormOfRecordA,
  saveOlder,
} from '../support/older-forms.ts'
import { edit, online, outOfReach, removed, shown, whilePushing } from '../support/people.ts'

/** Budi's edit names a Device deleted meanwhile; `seen` is of before Ani named the record. */
async function refusedEdit() {
  const { ani, budi, seen, device_id } = await olderFormOfRecordA()
  await removed(ani, 3, 'device')
  await online(ani)
  await outOfReach(budi)
  await edit(budi, 2, { device_id }, 'record_a')
  return { ani, budi, seen }
}

test.each(['on its way', 'unsent'])(
  '[MG3] [OB15] an edit, an older form’s behind it, a delete of both that is set aside, and let go: %s',
  async where => {
    const { ani, budi, seen } = await olderForm()
    await outOfReach(budi)
    await edit(budi, 1, { pt: 'Q' })
    if (where === 'on its way') await budi.tab.sync()
    await saveOlder(budi, 1, seen, { nama: 'Budi' })
    await removed(budi, 1)
    await letGoUncertainDelete(budi)
    await expectAsked(ani, budi)
  },
)

test('[MG4] kept though others deleted it: what they had changed beside an older form’s edit is not set back', async () => {
  const { ani, budi, seen } = await olderForm()
  await outOfReach(budi)
  await saveOlder(budi, 1, seen, { pt: 'Budi' })
  await removed(ani, 1)
  await online(ani)
  await online(budi)
  const [item] = await budi.tab.engine.attention()
  await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'restore' })
  await online(budi)
  await online(ani)
  expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'Budi' })
})

test('[MG3] [OB15] over an unsent delete, deleted again, set aside, and let go', async () => {
  const { ani, budi, seen } = await olderForm()
  await outOfReach(budi)
  await removed(budi, 1)
  await saveOlder(budi, 1, seen, { nama: 'Budi' })
  await removed(budi, 1)
  await letGoUncertainDelete(budi)
  await expectAsked(ani, budi)
})

test('[MG3] [OB15] behind an edit that is refused, deleted with that, set aside, and let go', async () => {
  const { ani, budi, seen } = await refusedEdit()
  await budi.tab.sync()
  whilePushing(budi, () => saveOlder(budi, 2, seen, { name: 'Budi' }, 'record_a'))
  expect(await online(budi)).toMatchObject({ attention: 1 })
  await outOfReach(budi)
  await removed(budi, 2, 'record_a')
  await letGoUncertainDelete(budi)
  await online(budi)
  await online(ani)
  expect((await shown(ani, 2, 'record_a'))?.fields['name']).toBe('Ani')
})

test('[MG4] let go after a form was saved beside it: it does not come back with the record', async () => {
  const { ani, budi, seen } = await olderForm()
  const later = (await shown(budi, 1))?.fields ?? null
  await saveOlder(budi, 1, seen, { nama: 'Budi' })
  expect(await online(budi)).toMatchObject({ attention: 1 })
  await outOfReach(budi)
  await saveOlder(budi, 1, later, { pt: 'Q' })
  const [question] = await budi.tab.engine.attention()
  await budi.tab.engine.resolve(question?.seq ?? 0, { kind: 'discard' })
  expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'Q' })
  await removed(ani, 1)
  await online(ani)
  expect(await online(budi)).toMatchObject({ attention: 1 })
  const [deletion] = await budi.tab.engine.attention()
  await budi.tab.engine.resolve(deletion?.seq ?? 0, { kind: 'restore' })
  await online(budi)
  await online(ani)
  expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Ani', pt: 'Q' })
})
