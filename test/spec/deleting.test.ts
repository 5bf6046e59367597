/** Deleting a record, undoing that, and undoing every other save: wherever it has got to, what was shown is there again. */
import { describe, expect, test } from 'vitest'
import { prune } from '../../server/db/clock.ts'
import {
  answer,
  deviceInUse,
  edit,
  list,
  make,
  online,
  opened,
  removed,
  saveForm,
  shown,
  undoOf,
} from '../support/people.ts'
import { recordB } from '../support/tables.ts'
import { bothOut, bring, holds, places, settled, undone } from '../support/places.ts'

describe('Undoing a delete', () => {
  test.each(places)('[OB9] that is %s: the record is there, with the edits before it', async place => {
    const { ani, budi } = await bothOut()
    await edit(budi, 1, { pt: 'Q' })
    const undo = await removed(budi, 1)
    expect(await shown(budi, 1)).toBeNull()
    await bring(budi, place)
    await undone(budi, undo)
    expect((await shown(budi, 1))?.fields).toEqual(recordB({ nama: 'A', pt: 'Q' }))
    expect(await online(budi)).toMatchObject(settled)
    expect(await holds(ani)).toEqual(recordB({ nama: 'A', pt: 'Q' }))
  })

  test.each(places)('[OB9] of a new record that is %s', async place => {
    const { ani, budi } = await bothOut()
    await make(budi, 5, recordB({ nama: 'Baru' }))
    const undo = await removed(budi, 5)
    await bring(budi, place)
    await undone(budi, undo)
    expect(await online(budi)).toMatchObject(settled)
    expect(await holds(ani, 5)).toEqual(recordB({ nama: 'Baru' }))
  })

  test.each(places)(
    '[OB9] that is %s, behind what another form has saved since: both are there',
    async place => {
      const { ani, budi } = await bothOut()
      const form = await opened(budi, 1)
      await edit(budi, 1, { pt: 'Q' })
      const undo = await removed(budi, 1)
      await bring(budi, place)
      await saveForm(budi, form, { nama: 'Budi' })
      await budi.tab.engine.undo(undo)
      await online(budi)
      // Of what never left, its person is asked what they want of a record that they had deleted.
      if (place === 'not sent') await answer(budi, { kind: 'choose', fields: { nama: 'mine' } })
      expect(await online(budi)).toMatchObject(settled)
      expect(await holds(ani)).toEqual(recordB({ nama: 'Budi', pt: 'Q' }))
    },
  )

  test('[OB9] is one act: what others changed meanwhile stays', async () => {
    const { ani, budi } = await bothOut()
    const undo = await removed(budi, 1)
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await undone(budi, undo)
    expect(await online(budi)).toMatchObject(settled)
    expect(await holds(ani)).toEqual(recordB({ nama: 'Ani', pt: 'P' }))
  })

  test('[OB9] that was refused lets it go', async () => {
    const { ani } = await deviceInUse()
    const undo = await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await undone(ani, undo)
    expect(await online(ani)).toMatchObject(settled)
    expect(await list(ani, 'device')).toHaveLength(1)
  })

  test('[OB9] [PU11] that was applied brings the record back under its id', async () => {
    const { ani, budi } = await bothOut()
    const id = (await shown(budi, 1))?.id
    const undo = await removed(budi, 1)
    await bring(budi, 'applied')
    await undone(budi, undo)
    await online(budi)
    await online(ani)
    expect((await shown(ani, 1))?.id).toBe(id)
  })

  test('[OB9] [PU10] of a record that somebody has made again meanwhile goes over nobody’s value', async () => {
    const { ani, budi } = await bothOut()
    await edit(ani, 1, { nama: 'Ani' })
    const undo = await removed(budi, 1)
    await bring(budi, 'applied')
    expect(await online(ani)).toMatchObject({ attention: 1 })
    await answer(ani, { kind: 'restore' })
    await online(ani)
    await undone(budi, undo)
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await budi.tab.engine.attention()).toMatchObject([{ conflicts: ['nama'], mine: { nama: 'A' } }])
    expect(await holds(ani)).toMatchObject({ nama: 'Ani' })
  })

  test.each([true, false])(
    '[CH4] [PU2] applied unheard, and made again by another: it is not done twice; forgotten since: %s',
    async isForgotten => {
      const { server, ani, budi } = await bothOut()
      await removed(ani, 1)
      await bring(ani, 'on its way, its answer lost')
      await online(budi)
      await make(budi, 1, recordB({ nama: 'Budi' }))
      await online(budi)
      if (isForgotten) await prune(server.services.database, new Date(server.services.now().getTime() + 1))
      expect(await online(ani)).toMatchObject(settled)
      for (const person of [ani, budi]) expect(await holds(person)).toMatchObject({ nama: 'Budi' })
    },
  )

  test('[OB9] twice: the second time nothing is left to undo', async () => {
    const { ani, budi } = await bothOut()
    const undo = await removed(budi, 1)
    await undone(budi, undo)
    expect(await budi.tab.engine.undo(undo)).toEqual({ outcome: 'too late' })
    expect(await online(budi)).toMatchObject(settled)
    expect(await holds(ani)).toEqual(recordB({ nama: 'A', pt: 'P' }))
  })
})

describe('Undoing an edit', () => {
  test('[OB9] [MG3] goes over nobody’s value: what others changed since is asked about', async () => {
    const { ani, budi } = await bothOut()
    const undo = undoOf(await edit(budi, 1, { nama: 'Budi', pt: 'Q' }))
    await bring(budi, 'applied')
    await online(ani)
    await edit(ani, 1, { nama: 'Ani' })
    await online(ani)
    await undone(budi, undo)
    expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await budi.tab.engine.attention()).toMatchObject([
      { conflicts: ['nama'], mine: { nama: 'A' }, theirs: { nama: 'Ani' } },
    ])
    expect(await holds(ani)).toMatchObject({ nama: 'Ani' })
  })
})
