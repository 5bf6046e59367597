/** What the server does not take: it waits for a person, or for what it lacks, and keeps nothing else. */
import { describe, expect, test } from 'vitest'
import {
  answer,
  deviceInUse,
  edit,
  make,
  online,
  opened,
  outOfReach,
  removed,
  saveForm,
  shown,
  twoEditors,
  undoOf,
} from '../support/people.ts'
import { recordA, uid } from '../support/tables.ts'

describe('A refusal', () => {
  /** Ani's Record A 1 names a Device that Budi has deleted; `fresh` is another. */
  async function unknownDevice() {
    const { ani, budi } = await twoEditors()
    await make(ani, 9, { name: 'Gerbang' }, 'device')
    await online(ani)
    await online(budi)
    const device_id = (await shown(ani, 9, 'device'))?.id ?? ''
    await outOfReach(ani)
    await make(ani, 1, recordA({ device_id, name: 'Añi' }), 'record_a')
    const undo = await removed(budi, 9, 'device')
    await make(budi, 8, { name: 'Baru' }, 'device')
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    const fresh = (await shown(ani, 8, 'device'))?.id ?? ''
    return { ani, budi, undo, fresh }
  }

  test('[OB7] stands, and nothing of the record is sent, until the person does something about it', async () => {
    const { ani, budi, fresh } = await unknownDevice()
    const next = { ...ani, tab: await ani.profile.tab(ani.userId) }
    await next.tab.sync()
    const issues = [{ field: 'device_id', code: 'unknown_reference' }]
    expect(await next.tab.engine.attention()).toMatchObject([{ outcome: 'rejected', issues, op: 'create' }])
    await edit(next, 1, { device_id: fresh }, 'record_a')
    expect(await next.tab.sync()).toMatchObject({ attention: 0, unsent: 0 })
    await online(budi)
    expect((await shown(budi, 1, 'record_a'))?.fields).toMatchObject({ name: 'Añi', device_id: fresh })
    await edit(next, 1, { name: 'Lagi' }, 'record_a')
    expect(await next.tab.sync()).toMatchObject({ attention: 0, unsent: 0 })
  })

  test('[OB7] [OB9] is back when the correction is taken back', async () => {
    const { ani, fresh } = await unknownDevice()
    await outOfReach(ani)
    const undo = undoOf(await edit(ani, 1, { device_id: fresh }, 'record_a'))
    expect(await ani.tab.engine.attention()).toEqual([])
    await ani.tab.engine.undo(undo)
    expect(await ani.tab.engine.attention()).toMatchObject([{ outcome: 'rejected' }])
  })

  test('[OB7] of a reference goes out by itself when others have made that record again', async () => {
    const { ani, budi, undo } = await unknownDevice()
    await budi.tab.engine.undo(undo)
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
    await online(budi)
    expect((await shown(budi, 1, 'record_a'))?.fields).toMatchObject({ name: 'Añi' })
  })

  test('[OB7] of a delete of what is in use goes out by itself when it is not any more', async () => {
    const { ani, budi } = await deviceInUse()
    await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 1 })
    expect((await shown(ani, 1, 'device'))?.state).toBe('rejected')
    await removed(budi, 2, 'record_a')
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0, counts: { device: 0 } })
  })

  test.each([['discard'], ['retry']] as const)('[OB9] of a delete, answered with: %s', async kind => {
    const { ani, budi } = await deviceInUse()
    await outOfReach(ani)
    await edit(ani, 1, { name: 'Añi' }, 'device')
    await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await answer(ani, { kind })
    expect(await online(ani)).toMatchObject({ attention: kind === 'retry' ? 1 : 0, unsent: 0 })
    await online(budi)
    const name = kind === 'retry' ? 'Gerbang' : 'Añi'
    expect((await shown(budi, 1, 'device'))?.fields['name']).toBe(name)
  })

  test('[OB7] [MG3] corrected in a form that is older than another’s change: that is asked about', async () => {
    const { ani, budi } = await twoEditors()
    for (const number of [1, 3]) await make(budi, number, { name: `G${number}` }, 'device')
    await make(budi, 2, recordA({ device_id: { uid: uid(1) }, name: 'P' }), 'record_a')
    await online(budi)
    await online(ani)
    const older = await opened(ani, 2, 'record_a')
    const three = (await shown(ani, 3, 'device'))?.id ?? ''
    await outOfReach(ani)
    await edit(ani, 2, { device_id: three }, 'record_a')
    await edit(budi, 2, { name: 'Budi' }, 'record_a')
    await removed(budi, 3, 'device')
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await saveForm(ani, older, { name: 'Ani' })
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await online(budi)
    expect((await shown(budi, 2, 'record_a'))?.fields['name']).toBe('Budi')
  })
})
