/** What is asked about a record follows from the record and the work on it: it stands as long as its reason does. */
import { describe, expect, test } from 'vitest'
import {
  answer,
  bothHold,
  deviceInUse,
  edit,
  list,
  make,
  online,
  openConflict,
  outOfReach,
  type Person,
  removed,
  shown,
  twoEditors,
} from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

const settled = { attention: 0, unsent: 0, state: 'idle' }

/** Somebody else does this, and everybody hears of it; nobody answers anything. */
async function meanwhile(other: Person, person: Person, act: () => Promise<unknown>) {
  other.network.isDown = true
  await act()
  await online(other)
  return online(person)
}

/** Ani has deleted Record B 1; Budi is asked about his edit. */
async function deletedByAni() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
  await edit(budi, 1, { nama: 'Budi' })
  const undo = await removed(ani, 1)
  await online(ani)
  expect(await online(budi)).toMatchObject({ attention: 1 })
  return { ani, budi, undo }
}

/** Budi has deleted Record B 1, which Ani changed: he is asked. */
async function changedByAni() {
  const { ani, budi } = await bothHold(recordB({ nama: 'A' }))
  await removed(budi, 1)
  await edit(ani, 1, { nama: 'Ani' })
  await online(ani)
  expect(await online(budi)).toMatchObject({ attention: 1 })
  return { ani, budi }
}

/** Ani's Record A is refused, as Budi has deleted the Device it names. */
async function deviceGone() {
  const { ani, budi } = await twoEditors()
  await make(budi, 1, { name: 'Gerbang' }, 'device')
  await online(budi)
  await online(ani)
  await outOfReach(ani)
  const device_id = (await shown(ani, 1, 'device'))?.id ?? ''
  await make(ani, 2, recordA({ device_id }), 'record_a')
  const undo = await removed(budi, 1, 'device')
  await online(budi)
  expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
  expect(await ani.tab.engine.attention()).toMatchObject([
    { outcome: 'rejected', issues: [{ field: 'device_id', code: 'unknown_reference' }] },
  ])
  return { ani, budi, undo }
}

/** The ids under which something about this record was sent. */
function idsOf({ network }: Person, number: number): string[] {
  const pushes = network.requests.filter(({ path }) => path === '/api/sync/push')
  type Sent = { id: string; uid: string }
  const sent = pushes.flatMap(({ body }) => (JSON.parse(body) as { mutations: Sent[] }).mutations)
  return sent.filter(each => each.uid === uid(number)).map(({ id }) => id)
}

describe('It goes by itself, and the work goes out, when others', () => {
  test.each([
    ['put back what its person had seen', 'A'],
    ['come to the same value', 'Budi'],
  ])('[OB7] [MG3] %s', async (_, nama) => {
    const { ani, budi } = await openConflict()
    expect(await meanwhile(ani, budi, () => edit(ani, 1, { nama }))).toMatchObject(settled)
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Budi')
  })

  test('[OB7] [MG4] bring the deleted record back', async () => {
    const { ani, budi, undo } = await deletedByAni()
    expect(await meanwhile(ani, budi, () => ani.tab.engine.undo(undo))).toMatchObject(settled)
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Budi')
  })

  test.each(['bring back what was there', 'delete the record, too'])('[OB7] [MG5] %s', async how => {
    const { ani, budi } = await changedByAni()
    const act = () => (how.startsWith('bring') ? edit(ani, 1, { nama: 'A' }) : removed(ani, 1))
    expect(await meanwhile(ani, budi, act)).toMatchObject(settled)
    await online(ani)
    for (const person of [ani, budi]) expect(await shown(person, 1)).toBeNull()
  })

  test('[OB7] [PU14] bring back the Device that was missing: tried again under a new id', async () => {
    const { ani, budi, undo } = await deviceGone()
    expect(await meanwhile(budi, ani, () => budi.tab.engine.undo(undo))).toMatchObject(settled)
    await online(budi)
    expect(await shown(budi, 2, 'record_a')).toMatchObject({ state: 'settled' })
    const ids = idsOf(ani, 2)
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('[OB7] [PU8] [PU14] delete what referred to the Device: so is its delete', async () => {
    const { ani, budi } = await deviceInUse()
    await removed(ani, 1, 'device')
    expect(await online(ani)).toMatchObject({ attention: 1 })
    expect(await meanwhile(budi, ani, () => removed(budi, 2, 'record_a'))).toMatchObject(settled)
    expect(await list(ani, 'device')).toEqual([])
    const ids = idsOf(ani, 1)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('[OB7] [PU14] change something else: what was refused is not tried in vain', async () => {
    const { ani, budi } = await deviceGone()
    const before = idsOf(ani, 2)
    await meanwhile(budi, ani, () => make(budi, 5, recordB()))
    expect(await ani.tab.engine.status()).toMatchObject({ attention: 1, unsent: 0 })
    expect(idsOf(ani, 2)).toEqual(before)
  })

  test('[OB7] [PU8] the person themselves clears the way: nobody is asked', async () => {
    const { ani } = await twoEditors()
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    await online(ani)
    ani.network.isDown = true
    await removed(ani, 1, 'device')
    await removed(ani, 2, 'record_a')
    expect(await online(ani)).toMatchObject({ ...settled, counts: { device: 0, record_a: 0 } })
  })
})

describe('It is about', () => {
  test('[MG3] [OB8] what differs by then: others go on, the person goes on, and nobody’s value is gone over', async () => {
    const { ani, budi } = await openConflict()
    await edit(budi, 1, { nama: 'Budi 2', pt: 'BUDI' })
    await meanwhile(ani, budi, () => edit(ani, 1, { nama: 'Ani 2', pt: 'ANI', divisi: 'É' }))
    expect(await budi.tab.engine.attention()).toMatchObject([
      {
        conflicts: ['nama', 'pt'],
        base: { nama: 'A', pt: 'P' },
        mine: { nama: 'Budi 2', pt: 'BUDI' },
        theirs: { nama: 'Ani 2', pt: 'ANI', divisi: 'É' },
      },
    ])
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'Budi 2', pt: 'BUDI', divisi: 'É' })
  })

  test('[MG3] no two equal values: a field to which both came drops out', async () => {
    const { ani, budi } = await openConflict()
    await edit(budi, 1, { pt: 'SAMA' })
    await meanwhile(ani, budi, () => edit(ani, 1, { pt: 'SAMA' }))
    expect(await budi.tab.engine.attention()).toMatchObject([{ conflicts: ['nama'] }])
  })

  test('[PU7] [MG3] nor two names of one Device', async () => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, { name: 'Gerbang' }, 'device')
    await make(ani, 3, { name: 'Lama' }, 'device')
    await make(ani, 2, recordA({ device_id: { uid: uid(3) }, name: 'A' }), 'record_a')
    await online(ani)
    await online(budi)
    ani.network.isDown = budi.network.isDown = true
    await edit(ani, 2, { name: 'Ani', device_id: (await shown(ani, 1, 'device'))?.id ?? '' }, 'record_a')
    await edit(budi, 2, { name: 'Budi', device_id: { uid: uid(1) } }, 'record_a')
    await online(ani)
    await online(budi)
    expect(await budi.tab.engine.attention()).toMatchObject([{ conflicts: ['name'] }])
  })

  test('[MG4] another reason when that changes', async () => {
    const { ani, budi } = await openConflict()
    await meanwhile(ani, budi, () => removed(ani, 1))
    expect(await budi.tab.engine.attention()).toMatchObject([{ reason: 'deleted', mine: { nama: 'Budi' } }])
  })

  test('[OB7] all the work there is: it is the same after the app was closed, offline', async () => {
    const { budi } = await openConflict()
    const before = await budi.tab.engine.attention()
    await budi.tab.engine.close()
    budi.tab = await budi.profile.tab(budi.userId)
    expect(await budi.tab.engine.attention()).toEqual(before)
  })
})

describe('An answer to a question', () => {
  test('[OB7] is one in every tab', async () => {
    const { ani, budi } = await openConflict()
    const other = await budi.profile.tab(budi.userId)
    const [item] = await other.engine.attention()
    await answer(budi, { kind: 'choose', fields: { nama: 'mine' } })
    await expect.poll(async () => (await other.engine.status()).attention).toBe(0)
    expect(await other.engine.resolve(item!, { kind: 'discard' })).toEqual({ outcome: 'asked anew' })
    expect(await online(budi)).toMatchObject(settled)
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Budi')
  })

  test('[OB9] can be undone before it has left: the question is open again', async () => {
    const { budi } = await openConflict()
    const before = await budi.tab.engine.attention()
    const answered = await answer(budi, { kind: 'discard' })
    expect(await budi.tab.engine.attention()).toEqual([])
    if (answered.outcome === 'saved' && answered.undo) await budi.tab.engine.undo(answered.undo)
    expect(await budi.tab.engine.attention()).toMatchObject(before.map(({ since: _, ...item }) => item))
  })
})

describe('A record that is asked about, and deleted', () => {
  test.each(['before anything was sent', 'refused'])(
    '[MG3] [OB9] undone %s: the question is open again',
    async when => {
      const { ani, budi } = await openConflict()
      const undo = await removed(budi, 1)
      expect(await budi.tab.engine.attention()).toMatchObject([{ op: 'delete', theirs: { nama: 'Ani' } }])
      if (when === 'refused') await meanwhile(ani, budi, () => edit(ani, 1, { divapp: 'B' }))
      await budi.tab.engine.undo(undo)
      expect(await online(budi)).toMatchObject({ attention: 1, unsent: 0 })
      expect(await budi.tab.engine.attention()).toMatchObject([{ op: 'update', conflicts: ['nama'] }])
      await online(ani)
      expect((await shown(ani, 1))?.fields['nama']).toBe('Ani')
    },
  )

  test.each(['on its way', 'applied'])(
    '[OB9] all the same, and undone %s: it is there as its person saw it',
    async when => {
      const { ani, budi } = await openConflict()
      const undo = await removed(budi, 1)
      await answer(budi, { kind: 'delete' })
      await (when === 'applied' ? online(budi) : outOfReach(budi))
      expect(await budi.tab.engine.undo(undo)).toMatchObject({ outcome: 'saved' })
      expect(await online(budi)).toMatchObject(settled)
      await online(ani)
      expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Budi', pt: 'P' })
    },
  )
})
