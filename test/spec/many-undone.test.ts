/** What was done to many records at once is taken back at once, and what was changed since stays. */
import { describe, expect, test } from 'vitest'
import type { ManyAct } from '../../client/contract.ts'
import { namesOf } from '../../client/engine/disk/database.ts'
import { AppError } from '../../shared/errors.ts'
import { request } from '../support/indexed-db.ts'
import { back, done, even, toBdg, toDelete, withMany } from '../support/many.ts'
import { edit, list, make, online, outOfReach, type Person, shown } from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

const pts = async (person: Person) => (await list(person)).map(({ fields }) => fields['pt'])

describe('One undo', () => {
  const acts: [string, ManyAct][] = [
    ['an edit', toBdg],
    ['a delete', toDelete],
  ]
  const moments = ['before it has left', 'on its way', 'after it was sent'] as const
  const table = acts.flatMap(([name, act]) => moments.map(moment => [name, moment, act] as const))
  test.each(table)('[MA3] takes %s back, %s', async (_, moment, act) => {
    const { ani, budi } = await withMany(9)
    const before = await list(ani)
    const { group } = await done(ani, even, act)
    if (moment === 'after it was sent') await online(ani)
    if (moment === 'on its way') {
      const lost = () => Promise.reject(new AppError('unreachable'))
      ani.profile.transport = { ...ani.network.transport, push: lost }
      await online(ani)
      ani.profile.transport = ani.network.transport
    }
    expect(await back(ani, group)).toEqual({ outcome: 'undone', taken: 4, left: 0 })
    const fields = (rows: typeof before) => rows.map(row => row.fields)
    expect(fields(await list(ani))).toEqual(fields(before))
    for (const person of [ani, budi]) {
      expect(await online(person)).toMatchObject({ unsent: 0, attention: 0 })
      expect(fields(await list(person))).toEqual(fields(before))
    }
  })

  test('[MA3] brings back what was made here and never left, also once nothing of it waits', async () => {
    const { ani } = await withMany(2)
    for (const number of [20, 22]) await make(ani, number, recordB({ nama: `Gudang genap ${number}` }))
    const { group } = await done(ani, even, toDelete)
    // Made and deleted comes to nothing, and leaves.
    await outOfReach(ani)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 1 })
    expect(await back(ani, group)).toEqual({ outcome: 'undone', taken: 3, left: 0 })
    expect((await shown(ani, 20))?.fields).toMatchObject({ nama: 'Gudang genap 20' })
    expect(await back(ani, group)).toMatchObject({ taken: 0 })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect(await list(ani)).toHaveLength(4)
  })

  test('[MA3] before it has left, all is as it was: nothing is to be sent any more', async () => {
    const { ani } = await withMany(9)
    const { group } = await done(ani, even, toBdg)
    await back(ani, group)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 0, oldestUnsentAt: null })
    expect(await ani.tab.engine.outbox()).toEqual([])
    const later = { ...ani, tab: await ani.profile.tab(ani.userId) }
    expect(await pts(later)).toEqual(await pts(ani))
  })

  test('[MA3] leaves what was changed since, and says so', async () => {
    const { ani } = await withMany(9)
    const { group } = await done(ani, even, toBdg)
    await edit(ani, 2, { nama: 'Gudang genap dua' })
    await online(ani)
    await edit(ani, 4, { pt: 'JKT' })
    expect(await back(ani, group)).toEqual({ outcome: 'undone', taken: 2, left: 2 })
    expect((await shown(ani, 2))?.fields).toMatchObject({ pt: 'BDG', nama: 'Gudang genap dua' })
    expect((await shown(ani, 4))?.fields).toMatchObject({ pt: 'JKT' })
    expect((await shown(ani, 6))?.fields).toMatchObject({ pt: 'SBY' })
  })

  test('[MA3] leaves what somebody else has changed since', async () => {
    const { ani, budi } = await withMany(5)
    const { group } = await done(ani, even, toBdg)
    await online(ani)
    await online(budi)
    await edit(budi, 2, { pt: 'JKT' })
    await online(budi)
    await online(ani)
    expect(await back(ani, group)).toEqual({ outcome: 'undone', taken: 1, left: 1 })
  })

  test('[MA3, OB9] takes back what the server refused, and the question with it', async () => {
    const { ani, budi } = await withMany(5)
    await online(budi)
    await edit(budi, 2, { pt: 'JKT' })
    await online(budi)
    const { group } = await done(ani, even, toBdg)
    expect(await online(ani)).toMatchObject({ attention: 1 })
    expect(await back(ani, group)).toEqual({ outcome: 'undone', taken: 2, left: 0 })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect((await shown(ani, 2))?.fields).toMatchObject({ pt: 'JKT' })
    expect((await shown(ani, 4))?.fields).toMatchObject({ pt: 'SBY' })
  })

  test('[MA3] in a tab that has not heard of it', async () => {
    const { ani, other } = await withMany(5)
    ani.profile.isDeaf = true
    const { group } = await done(ani, even, toBdg)
    expect(await back(other, group)).toEqual({ outcome: 'undone', taken: 2, left: 0 })
    expect(await pts(other)).not.toContain('BDG')
    await online(other)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect(await pts(ani)).not.toContain('BDG')
  })

  test('[MA3, MG3] a form that had shown what was taken back is its own person’s, and no conflict', async () => {
    const { ani } = await withMany(5)
    const { group } = await done(ani, even, toBdg)
    const record = await shown(ani, 2)
    const form = { kind: 'record_b', uid: uid(2), seen: record?.fields ?? null, since: record?.since ?? 0 }
    await back(ani, group)
    const fields = { ...recordB(record?.fields), pt: 'JKT' }
    await ani.tab.engine.save({ ...form, fields, asked: null, draft: null })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect((await shown(ani, 2))?.fields).toMatchObject({ pt: 'JKT' })
  })

  test('[RM1, UI81] of a database that the browser has removed takes nothing of the one after it', async () => {
    const { ani } = await withMany(5)
    const { group } = await done(ani, even, toBdg)
    await ani.tab.engine.close()
    await request(ani.profile.indexedDB.deleteDatabase(namesOf(ani.userId)[0]))
    const later = { ...ani, tab: await ani.profile.tab(ani.userId) }
    await online(later)
    for (let number = 20; number < 40; number++) await make(later, number, recordB({ nama: 'Baru' }))
    expect(await back(later, group)).toEqual({ outcome: 'undone', taken: 0, left: 0 })
    expect(await list(later)).toHaveLength(25)
  })

  test('[UI81] of which nothing is kept here any more says so, and not that it was changed', async () => {
    const { ani } = await withMany(5)
    const { group } = await done(ani, even, toBdg)
    await back(ani, group)
    await online(ani)
    ani.profile.now += 31 * 24 * 60 * 60 * 1000
    await online(ani)
    expect(await back(ani, group)).toEqual({ outcome: 'undone', taken: 0, left: 0 })
  })

  test('[MA3] of nothing that is known takes nothing', async () => {
    const { ani } = await withMany(2)
    for (const group of ['', 'x', '1-0', '900-901'])
      expect(await back(ani, { group })).toMatchObject({ outcome: 'undone', taken: 0 })
  })
})
