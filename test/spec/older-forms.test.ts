/** Saving a form that began before others changed its record: nothing goes over what it has not shown. [MG3] */
import { describe, expect, test } from 'vitest'
import { assert } from '../../shared/assert.ts'
import { AppError } from '../../shared/errors.ts'
import type { Fields } from '../../shared/record.ts'
import {
  bothHold,
  edit,
  make,
  online,
  outOfReach,
  type Person,
  removed,
  shown,
  twoEditors,
} from '../support/people.ts'
import { giveUp, silence } from '../support/silence.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

const saveOlder = ({ tab }: Person, number: number, seen: Fields | null, fields: Fields, kind = 'record_b') =>
  tab.engine.save({ kind, uid: uid(number), seen, fields: { ...seen, ...fields } })

/** Budi's form has seen A; he holds Ani's later value. */
async function olderForm() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  const seen = (await shown(budi, 1))?.fields ?? null
  await edit(ani, 1, { nama: 'Ani' })
  await online(ani)
  await online(budi)
  return { ani, budi, seen }
}

/** He has deleted the record since, and brought it back unsent. */
async function broughtBack(before: (budi: Person) => Promise<unknown> = async () => {}) {
  const { ani, budi, seen } = await olderForm()
  const undo = await removed(budi, 1)
  await budi.tab.sync()
  await outOfReach(budi)
  await before(budi)
  await budi.tab.engine.undoRemove(undo)
  return { ani, budi, seen }
}

/** He is asked, and Ani's value stands. */
async function expectAsked(
  ani: Person,
  budi: Person,
  fields: Fields = { nama: 'Ani' },
  number = 1,
  kind = 'record_b',
) {
  const { attention } = await online(budi)
  await online(ani)
  expect([attention, (await shown(ani, number, kind))?.fields]).toMatchObject([1, fields])
}

/** A Record A made again that names a Device deleted meanwhile. */
async function refusedCreate() {
  const { ani, budi } = await twoEditors()
  for (const n of [1, 3]) await make(ani, n, { name: `G${n}` }, 'device')
  await online(ani)
  const idOf = async (n: number) => (await shown(ani, n, 'device'))?.id ?? ''
  await make(ani, 2, recordA({ device_id: await idOf(1), name: 'A' }), 'record_a')
  await online(ani)
  await online(budi)
  const seen = (await shown(budi, 2, 'record_a'))?.fields ?? null
  await edit(ani, 2, { name: 'Ani' }, 'record_a')
  await online(ani)
  await online(budi)
  const undo = await removed(budi, 2, 'record_a')
  await online(budi)
  await online(ani)
  const device_id = await idOf(3)
  await removed(ani, 1, 'device')
  await online(ani)
  await outOfReach(budi)
  await budi.tab.engine.undoRemove(undo)
  return { ani, budi, seen, device_id }
}

async function letGoUncertainDelete(budi: Person) {
  budi.network.isDown = false
  silence(budi, { isMeant: ({ op }) => op === 'delete' })
  await giveUp(budi)
  budi.profile.transport = budi.network.transport
  const [item] = await budi.tab.engine.attention()
  expect(item).toMatchObject({ op: 'delete', isUncertain: true })
  await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'discard' })
}

describe('A record made again, saved in an older form', () => {
  test('[MG3] refused with that edit behind it, and corrected: that edit is asked about', async () => {
    const { ani, budi, seen, device_id } = await refusedCreate()
    await saveOlder(budi, 2, seen, { name: 'Budi' }, 'record_a')
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await edit(budi, 2, { device_id }, 'record_a')
    await expectAsked(ani, budi, { name: 'Ani' }, 2, 'record_a')
  })

  test('[MG3] set aside with that edit behind it, and tried again: so it is', async () => {
    const { ani, budi, seen } = await broughtBack()
    await saveOlder(budi, 1, seen, { nama: 'Budi' })
    budi.network.isDown = false
    budi.profile.transport = {
      ...budi.network.transport,
      push: () => Promise.reject(new AppError('internal')),
    }
    for (let run = 0; run < 8; run++) await budi.tab.sync()
    budi.profile.transport = budi.network.transport
    const [item] = await budi.tab.engine.attention()
    await budi.tab.engine.resolve(item?.seq ?? 0, { kind: 'retry' })
    await expectAsked(ani, budi)
  })

  test('[MG3] refused, and corrected in the older form: what else was typed there is asked about', async () => {
    const { ani, budi, seen, device_id } = await refusedCreate()
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await saveOlder(budi, 2, seen, { name: 'Budi', device_id }, 'record_a')
    await expectAsked(ani, budi, { name: 'Ani' }, 2, 'record_a')
  })

  test('[MG3] [OB9] deleted again, saved, and the delete undone', async () => {
    const { ani, budi, seen } = await broughtBack()
    const undo = await removed(budi, 1)
    await saveOlder(budi, 1, seen, { nama: 'Budi' })
    await budi.tab.engine.undoRemove(undo)
    await expectAsked(ani, budi)
  })

  test('[MG3] [OB9] deleted with that edit, and undone while the delete is on its way', async () => {
    const { ani, budi, seen } = await broughtBack()
    await saveOlder(budi, 1, seen, { nama: 'Budi' })
    const undo = await removed(budi, 1)
    const { transport } = budi.network
    budi.profile.transport = {
      ...transport,
      async push(sent) {
        if (sent.mutations.some(({ op }) => op === 'delete')) {
          budi.profile.transport = transport
          await budi.tab.engine.undoRemove(undo)
        }
        return transport.push(sent)
      },
    }
    await expectAsked(ani, budi)
  })

  test('[OB5] [OB9] edited before and deleted after, all sent, and undone: both edits are there again', async () => {
    const { ani, budi, seen } = await broughtBack()
    await edit(budi, 1, { pt: 'Q' })
    await saveOlder(budi, 1, seen, { nama: 'Budi' })
    const undo = await removed(budi, 1)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await budi.tab.engine.undoRemove(undo)
    await expectAsked(ani, budi, { nama: 'Ani', pt: 'Q' })
  })

  test('[OB9] so they are when another tab has saved meanwhile', async () => {
    const { ani, budi, seen } = await broughtBack()
    await saveOlder(budi, 1, seen, { nama: 'Budi' })
    const undo = await removed(budi, 1)
    await online(budi)
    await outOfReach(budi)
    await saveOlder(budi, 1, seen, { pt: 'Z' })
    await budi.tab.engine.undoRemove(undo)
    await expectAsked(ani, budi)
    expect(await budi.tab.engine.attention()).toMatchObject([{ mine: { nama: 'Budi', pt: 'Z' } }])
  })

  test('[OB9] deleted with that edit in two tabs, and undone in the second', async () => {
    let other: Person | undefined
    const { ani, budi, seen } = await broughtBack(async budi => {
      other = { ...budi, tab: await budi.profile.tab(budi.userId) }
      await other.tab.sync()
    })
    assert(other, 'opened')
    await saveOlder(budi, 1, seen, { nama: 'Budi' })
    budi.profile.isDeaf = true
    await removed(budi, 1)
    await other.tab.engine.undoRemove(await removed(other, 1))
    budi.profile.isDeaf = false
    await expectAsked(ani, budi)
  })

  test('[MG3] [OB15] deleted with that edit, the delete set aside, and let go', async () => {
    const { ani, budi, seen } = await broughtBack()
    await saveOlder(budi, 1, seen, { nama: 'Budi' })
    await removed(budi, 1)
    await letGoUncertainDelete(budi)
    await expectAsked(ani, budi)
  })
})

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
