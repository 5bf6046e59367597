/** A record made again, saved in a form that began before others changed it: nothing goes over what that has not shown. */
import { describe, expect, test } from 'vitest'
import { assert } from '../../shared/assert.ts'
import { AppError } from '../../shared/errors.ts'
import {
  expectAsked,
  letGoUncertainDelete,
  olderForm,
  olderFormOfRecordA,
  saveOlder,
} from '../support/older-forms.ts'
import { edit, online, outOfReach, type Person, removed, whilePushing } from '../support/people.ts'

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

/** A Record A made again that names a Device deleted meanwhile. */
async function refusedCreate() {
  const { ani, budi, seen, device_id } = await olderFormOfRecordA()
  const undo = await removed(budi, 2, 'record_a')
  await online(budi)
  await online(ani)
  await removed(ani, 1, 'device')
  await online(ani)
  await outOfReach(budi)
  await budi.tab.engine.undoRemove(undo)
  return { ani, budi, seen, device_id }
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

  test('[MG3] [OB9] refused with that edit behind it, deleted, and undone while the delete is on its way', async () => {
    const { ani, budi, seen, device_id } = await refusedCreate()
    await saveOlder(budi, 2, seen, { name: 'Budi' }, 'record_a')
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await outOfReach(budi)
    const undo = await removed(budi, 2, 'record_a')
    whilePushing(budi, () => budi.tab.engine.undoRemove(undo))
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await edit(budi, 2, { device_id }, 'record_a')
    await expectAsked(ani, budi, { name: 'Ani' }, 2, 'record_a')
  })
})
