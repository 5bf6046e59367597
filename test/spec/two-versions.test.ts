/** Two people with apps of two versions: each is asked about nothing that their app did not show. */
import { describe, expect, test } from 'vitest'
import { entryOfWaited } from '../../client/engine/disk/version-1.ts'
import { startOf } from '../../client/screens/form/form-start.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { bothHold, edit, make, online, outOfReach, removed, shown, twoEditors } from '../support/people.ts'
import { settled, undone } from '../support/places.ts'
import {
  addFloor,
  kindsWithFloor,
  kindsWithGate,
  renameGate,
  secondKinds,
  updateApp,
  updateServer,
} from '../support/second-version.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

/** Ani's app knows the field that came; Budi's does not, and has received a value of it. */
async function oldAndNew() {
  const { server, ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  await addFloor(server)
  await updateApp(ani, kindsWithFloor)
  await online(ani)
  await edit(ani, 1, { lantai: 'tengah' })
  await online(ani)
  await online(budi)
  await outOfReach(budi)
  return { ani, budi }
}

describe('A delete by the older app', () => {
  test('[MG5] [PV4] unsent when it is updated, is about what was known then', async () => {
    const { server, ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await outOfReach(budi)
    await removed(budi, 1)
    await updateServer(server)
    await updateApp(ani)
    await online(ani)
    await edit(ani, 1, { lantai: 'atas' })
    await online(ani)
    await updateApp(budi)
    expect(await online(budi)).toMatchObject(settled)
    expect(await shown(budi, 1)).toBeNull()
  })

  test('[MG5] [PV6] asks about no field that it does not know', async () => {
    const { ani, budi } = await oldAndNew()
    await removed(budi, 1)
    await edit(ani, 1, { lantai: 'atas' })
    await online(ani)
    expect(await online(budi)).toMatchObject(settled)
    await online(ani)
    expect(await shown(ani, 1)).toBeNull()
  })

  test('[MG5] [UP4] left by version 1 of the database has seen what was known then, under today’s names', () => {
    const { nama, ...rest } = recordB({ nama: 'Añi' })
    const mutation = { id: uid(2), kind: 'record_b', uid: uid(1), op: 'delete', version: 3 } as const
    const waited = {
      seq: 4,
      at: 0,
      attempted: false,
      parked: null,
      base: { fields: { ...rest, nama: nama! } },
    }
    const { acts } = entryOfWaited(secondKinds, { ...waited, mutation })
    expect(acts.map(({ deed }) => deed)).toEqual([{ do: 'delete', shown: { ...rest, judul: 'Añi' } }])
  })
})

describe('A form of the older app', () => {
  test('[PV6] that answers what is asked begins with the fields it knows, and can be saved', async () => {
    const { ani, budi } = await oldAndNew()
    await edit(budi, 1, { pt: 'Q' })
    await removed(ani, 1)
    await online(ani)
    await online(budi)
    const kind = kindNamed(kinds, 'record_b')!
    const begun = await startOf(
      budi.tab.engine,
      { kind, uid: uid(1), answers: true, from: null },
      { today: '', kept: {} },
    )
    const { seen, fields, since, asked } = begun!
    const form = { kind: kind.name, uid: uid(1), seen, fields, since, asked, draft: null }
    expect(await budi.tab.engine.save(form)).toMatchObject({ outcome: 'saved' })
    expect(await online(budi)).toMatchObject(settled)
    await online(ani)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'A', pt: 'Q' })
  })
})

test('[OB7] [PV4] a refusal over a field that has another name by now goes when its reason does', async () => {
  const { server, ani, budi } = await twoEditors()
  await make(ani, 9, { name: 'Gerbang' }, 'device')
  await online(ani)
  await online(budi)
  const device_id = (await shown(ani, 9, 'device'))?.id ?? ''
  await outOfReach(ani)
  await make(ani, 1, recordA({ device_id }), 'record_a')
  const undo = await removed(budi, 9, 'device')
  await online(budi)
  expect(await online(ani)).toMatchObject({ attention: 1 })
  await renameGate(server)
  for (const person of [ani, budi]) await updateApp(person, kindsWithGate)
  const issues = [{ field: 'gerbang_id', code: 'unknown_reference' }]
  expect(await ani.tab.engine.attention()).toMatchObject([{ outcome: 'rejected', issues }])
  await undone(budi, undo)
  await online(budi)
  expect(await online(ani)).toMatchObject(settled)
  await online(budi)
  expect((await shown(budi, 1, 'record_a'))?.state).toBe('settled')
})
