/** Many records at once: a rule says which, a preview what it would do, and one transaction does it. */
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import type { ManyAct, Selection } from '../../client/contract.ts'
import { namesOf } from '../../client/engine/disk/database.ts'
import { Schema } from '../../client/engine/disk/schema.ts'
import { edit, list, make, online, type Person, removed, shown, twoTabs } from '../support/people.ts'
import { done, even, toBdg, toDelete, withMany } from '../support/many.ts'
import { everything, recordA, recordB, uid } from '../support/tables.ts'

async function preview(person: Person, selection: Selection, act: ManyAct) {
  const answer = await person.tab.engine.previewMany(selection, act)
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer.preview
}

const found = async ({ tab }: Person, search: string) =>
  (await tab.engine.query('record_b', { ...everything, search }, 0, 1)).total
/** Rows of unsent acts on the disk. */
async function stored({ profile, userId }: Person) {
  const schema = new Schema(namesOf(userId)[0], { indexedDB: profile.indexedDB, IDBKeyRange })
  await schema.open()
  const counts = [await schema.acts.count(), await schema.groups.count(), await schema.bodies.count()]
  schema.close()
  return counts
}

describe('A selection', () => {
  test('[MA1] is all that a question finds, but for some', async () => {
    const { ani } = await withMany(9)
    expect(await preview(ani, even, toDelete)).toMatchObject({ total: 4 })
    expect(await preview(ani, { ...even, uids: [uid(4), uid(5)] }, toDelete)).toMatchObject({ total: 3 })
  })

  test('[MA1] or some alone, of those that are still there', async () => {
    const { ani } = await withMany(5)
    await removed(ani, 4)
    const some = { ...even, isAllBut: false, uids: [uid(3), uid(4), uid(777)] }
    expect(await preview(ani, some, toDelete)).toMatchObject({ total: 1 })
  })

  test('[MA1] is worked out when something is done: what has come since is in it', async () => {
    const { ani } = await withMany(5)
    await make(ani, 20, recordB({ nama: 'Gudang genap 20' }))
    expect(await done(ani, even, toBdg)).toMatchObject({ changed: 3 })
  })
})

describe('A preview', () => {
  test('[MA2] counts what is changed, what is so already, and what waits for an answer', async () => {
    const { ani, budi } = await withMany(9)
    await edit(ani, 2, { pt: 'BDG', unit: true })
    await edit(ani, 4, { divisi: 'X' })
    await online(budi)
    await edit(budi, 4, { divisi: 'Y' })
    await online(budi)
    await online(ani)
    expect(await preview(ani, even, toBdg)).toEqual({
      ...{ total: 4, changed: 2, unchanged: 1, issues: [] },
      refused: [{ code: 'asked', count: 1 }],
    })
    expect(await done(ani, even, toBdg)).toMatchObject({ changed: 2 })
    expect((await shown(ani, 4))?.fields).toMatchObject({ pt: 'SBY' })
  })

  test('[MA2] says which records others refer to: they are not deleted', async () => {
    const { ani } = await twoTabs()
    await make(ani, 11, { name: 'Gerbang' }, 'device')
    await make(ani, 12, { name: 'Pintu' }, 'device')
    await make(ani, 13, { name: 'Loket' }, 'device')
    await online(ani)
    const device_id = (await shown(ani, 11, 'device'))?.id ?? ''
    await make(ani, 21, recordA({ device_id }), 'record_a')
    await online(ani)
    await make(ani, 22, recordA({ device_id: { uid: uid(12) } }), 'record_a')
    const all: Selection = { kind: 'device', query: everything, isAllBut: true, uids: [] }
    expect(await preview(ani, all, toDelete)).toMatchObject({
      changed: 1,
      refused: [{ code: 'in_use', count: 2 }],
    })
    expect(await done(ani, all, toDelete)).toMatchObject({ changed: 1 })
    expect((await list(ani, 'device')).map(({ fields }) => fields['name'])).toEqual(['Pintu', 'Gerbang'])
  })

  test.each([
    [{ pt: 'TERLALU PANJANG' }, { field: 'pt', code: 'too_long', params: { max: 5 } }],
    [{ nama: ' ' }, { field: 'nama', code: 'required' }],
    [{ id: '7' }, { field: 'id', code: 'unknown_field' }],
  ])('[MA2] of %j says why no record may be so, and nothing is done', async (fields, issue) => {
    const { ani } = await withMany(3)
    const act: ManyAct = { do: 'edit', fields }
    expect(await preview(ani, even, act)).toMatchObject({ issues: [issue] })
    expect(await done(ani, even, act)).toEqual({ outcome: 'saved', group: null, changed: 0 })
    expect(await ani.tab.engine.outbox()).toEqual([])
  })
})

describe('Done to many', () => {
  test('[MA4] 1,100 acts stand in three rows; sent and answered, none is left', async () => {
    const { ani, budi, other } = await withMany(1_100)
    const all = { ...even, query: everything }
    expect(await done(ani, all, toBdg)).toMatchObject({ changed: 1_100 })
    expect(await stored(ani)).toEqual([0, 3, 3])
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 1_100 })
    // Another tab, and one that is opened later, have all of it.
    await expect.poll(async () => (await other.tab.engine.status()).unsent).toBe(1_100)
    const later = await ani.profile.tab(ani.userId)
    expect(await later.engine.status()).toMatchObject({ unsent: 1_100 })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect(await stored(ani)).toEqual([0, 0, 0])
    await online(budi)
    expect(await found(budi, 'pt:bdg')).toBe(1_100)
  }, 60_000)

  test('[MA4] an edit of one of them goes behind it, and an undo of that brings it back', async () => {
    const { ani } = await withMany(5)
    await done(ani, even, toBdg)
    const saved = await edit(ani, 2, { pt: 'JKT' })
    if (saved.outcome !== 'saved' || !saved.undo) throw new Error('saved')
    await ani.tab.engine.undo(saved.undo)
    expect((await shown(ani, 2))?.fields).toMatchObject({ pt: 'BDG' })
    await edit(ani, 4, { nama: 'Gudang genap empat' })
    await online(ani)
    expect((await shown(ani, 4))?.fields).toMatchObject({ pt: 'BDG', nama: 'Gudang genap empat' })
    expect(await stored(ani)).toEqual([0, 0, 0])
  })

  test('[MA4] one of them is taken back alone', async () => {
    const { ani } = await withMany(5)
    const { group } = await done(ani, even, toBdg)
    const [first] = (group?.group ?? '').split('-').map(Number)
    for (const seq of [first ?? 0, (first ?? 0) + 1]) {
      const which = seq === first ? 4 : 2
      const answer = await ani.tab.engine.undoOf({ kind: 'record_b', uid: uid(which), seq })
      if (answer.outcome === 'read' && answer.undo) await ani.tab.engine.undo(answer.undo)
    }
    expect(await ani.tab.engine.outbox()).toEqual([])
    expect(await stored(ani)).toEqual([0, 0, 0])
  })

  test('[MA4] a refused one is free again, by itself', async () => {
    const { ani, budi } = await withMany(5)
    await online(budi)
    await edit(budi, 2, { pt: 'JKT' })
    await online(budi)
    await done(ani, even, toBdg)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 1 })
    expect(await stored(ani)).toEqual([1, 0, 0])
    expect((await shown(ani, 4))?.fields).toMatchObject({ pt: 'BDG' })
  })

  test('[MA4] a file of unsent work holds them, and brings them to another browser once', async () => {
    const { ani } = await withMany(5)
    await done(ani, even, toBdg)
    const text = await ani.tab.engine.unsentFile()
    expect(await ani.tab.engine.addUnsent(text)).toMatchObject({ outcome: 'added', count: 0 })
    await online(ani)
    expect(await ani.tab.engine.addUnsent(text)).toMatchObject({ outcome: 'added', count: 0 })
  })

  test('[MA5] what somebody else changed first becomes a question of its own', async () => {
    const { ani, budi } = await withMany(9)
    await online(budi)
    for (const number of [2, 4]) await edit(budi, number, { pt: 'JKT' })
    await online(budi)
    await done(ani, even, toBdg)
    expect(await online(ani)).toMatchObject({ attention: 2, unsent: 0 })
    const cards = await ani.tab.engine.attention()
    expect(cards.map(card => card.outcome === 'conflict' && card.conflicts)).toEqual([['pt'], ['pt']])
  })
})
