/** What a device knows of a record's history by itself, and how a deleted record comes back. */
import { describe, expect, test } from 'vitest'
import { deletedRecords, history } from '../../server/history.ts'
import type { OwnChange } from '../../client/contract.ts'
import { timeIn } from '../../shared/uid-time.ts'
import { uuidV7 } from '../../client/engine/uid.ts'
import {
  bothHold,
  edit,
  list,
  make,
  online,
  openConflict,
  opened,
  outOfReach,
  type Person,
  removed,
  saveForm,
  shown,
  twoEditors,
} from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'
import { everything } from '../support/everything.ts'

async function ownOf({ tab }: Person, number = 1, kind = 'record_b') {
  const answer = await tab.engine.ownHistory(kind, uid(number))
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer
}

async function goneOf({ tab }: Person, kind = 'record_b') {
  const answer = await tab.engine.ownDeletions(kind)
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer.records
}

const names = (changes: readonly OwnChange[]) =>
  changes.map(({ before, after }) => [before?.['nama'], after?.['nama']])

describe('The time of a change', () => {
  test.each([0, 1_700_000_000_123, 2 ** 48 - 1])('[HI2] stands in front of its id: %d', at => {
    expect(timeIn(uuidV7(at, new Uint8Array(16).fill(255)))).toBe(at)
  })

  test('[HI2] a random id says nothing of it', () => {
    expect(timeIn('0b5d4b4e-9c5f-4a3b-8a7e-1f2e3d4c5b6a')).toBeNull()
  })

  test('[HI2] is that of its newest act, however late it leaves', async () => {
    const { server, ani } = await bothHold(recordB({ nama: 'A' }))
    await edit(ani, 1, { nama: 'B' })
    await edit(ani, 1, { pt: 'Ñ' })
    const [newest] = (await ownOf(ani)).changes
    ani.profile.now += 7 * 24 * 60 * 60 * 1000
    await online(ani)
    const { entries } = await history(
      { ...server.services, scope: everything },
      { kind: 'record_b', uid: uid(1) },
    )
    expect(entries.map(({ made }) => Date.parse(made ?? ''))[0]).toBe(newest!.at)
  })
})

describe('A device without a server', () => {
  test('[HI5] knows each act that has not left, and what it sent, newest first', async () => {
    const { server, ani } = await bothHold(recordB({ nama: 'A' }))
    await edit(ani, 1, { nama: 'B' })
    await edit(ani, 1, { nama: 'C', pt: 'PQRST' })
    const { changes } = await ownOf(ani)
    expect(names(changes)).toEqual([
      ['B', 'C'],
      ['A', 'B'],
      [undefined, 'A'],
    ])
    expect(changes.map(({ id }) => id === null)).toEqual([true, true, false])
    expect(changes[0]!.after).toEqual(recordB({ nama: 'C', pt: 'PQRST' }))
    await online(ani)
    const sent = (await ownOf(ani)).changes
    expect(names(sent)).toEqual([
      ['A', 'C'],
      [undefined, 'A'],
    ])
    // The same mutations and versions as the server tells of: nothing is listed twice.
    const { entries } = await history(
      { ...server.services, scope: everything },
      { kind: 'record_b', uid: uid(1) },
    )
    const both = [sent, entries].map(each => each.map(({ id, version }) => [id, version]))
    expect(both[0]).toEqual(both[1])
  })

  test('[HI5] knows nothing of what others did', async () => {
    const { budi } = await bothHold(recordB())
    expect((await ownOf(budi)).changes).toEqual([])
  })

  test('[HI5] a reference that was made here has its title', async () => {
    const { ani } = await twoEditors()
    await outOfReach(ani)
    await make(ani, 1, { name: 'Gerbang Ñ' }, 'device')
    await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    const { titles } = await ownOf(ani, 2, 'record_a')
    expect(titles).toEqual({ device_id: { [uid(1)]: 'Gerbang Ñ' } })
  })

  test('[HI5] knows the records that it deleted, sent or not, until they are back', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A' }))
    await make(ani, 2, recordB({ nama: 'Dua' }))
    await online(ani)
    ani.network.isDown = true
    await edit(ani, 1, { nama: 'B' })
    await removed(ani, 1)
    const [unsent] = await goneOf(ani)
    expect(unsent).toMatchObject({ uid: uid(1), isSent: false, fields: { nama: 'B' } })
    await online(ani)
    await removed(ani, 2)
    await online(ani)
    const records = await goneOf(ani)
    expect(records.map(each => [each.uid, each.isSent, each.id !== null])).toEqual([
      [uid(2), true, true],
      [uid(1), true, true],
    ])
    expect(await goneOf(ani, 'device')).toEqual([])
    await ani.tab.engine.restore('record_b', uid(2), records[0]!)
    expect((await goneOf(ani)).map(each => each.uid)).toEqual([uid(1)])
  })
})

describe('A deleted record', () => {
  test('[HI4] comes back as it was last, under its uid and id, whoever deleted it', async () => {
    const { server, ani, budi } = await bothHold(recordB({ nama: 'A' }))
    await online(ani)
    const before = await shown(ani, 1)
    await removed(ani, 1)
    await online(ani)
    await online(budi)
    expect(await shown(budi, 1)).toBeNull()
    const { records } = await deletedRecords({ ...server.services, scope: everything }, { kind: 'record_b' })
    budi.network.isDown = true
    const answer = await budi.tab.engine.restore('record_b', uid(1), records[0]!)
    expect(answer.outcome).toBe('saved')
    expect(await shown(budi, 1)).toMatchObject({ state: 'unsent', fields: before!.fields })
    for (const person of [budi, ani]) {
      expect(await online(person)).toMatchObject({ unsent: 0, attention: 0 })
      expect(await shown(person, 1)).toMatchObject({ id: before!.id, fields: before!.fields })
    }
    expect(
      (await deletedRecords({ ...server.services, scope: everything }, { kind: 'record_b' })).records,
    ).toEqual([])
  })

  test('[HI4] what comes back can be taken back', async () => {
    const { ani } = await bothHold(recordB())
    await online(ani)
    await removed(ani, 1)
    await online(ani)
    const [gone] = await goneOf(ani)
    const restored = await ani.tab.engine.restore('record_b', uid(1), gone!)
    await online(ani)
    if (restored.outcome !== 'saved' || !restored.undo) throw new Error(restored.outcome)
    expect((await ani.tab.engine.undo(restored.undo)).outcome).toBe('saved')
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect(await shown(ani, 1)).toBeNull()
  })

  test('[HI4] a delete that was not sent comes to nothing, and unsent edits are there again', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A' }))
    await edit(ani, 1, { nama: 'B' })
    await removed(ani, 1)
    const [gone] = await goneOf(ani)
    expect((await ani.tab.engine.restore('record_b', uid(1), gone!)).outcome).toBe('saved')
    expect(await shown(ani, 1)).toMatchObject({ state: 'unsent', fields: { nama: 'B' } })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect((await shown(ani, 1))?.version).toBe(2)
  })

  test('[HI4] one that is there, or asked about, is not brought back over itself', async () => {
    const { budi } = await openConflict()
    const restored = await budi.tab.engine.restore('record_b', uid(1), { id: '1', fields: recordB() })
    expect(restored).toEqual({ outcome: 'too late' })
  })

  test('[HI4] brings no field along that the app does not know', async () => {
    const { server, ani } = await bothHold(recordB({ nama: 'A' }))
    await online(ani)
    await removed(ani, 1)
    await online(ani)
    const [gone] = (await deletedRecords({ ...server.services, scope: everything }, { kind: 'record_b' }))
      .records
    const fields = { ...gone!.fields, later: 'x', id: '1' }
    await ani.tab.engine.restore('record_b', uid(1), { ...gone!, fields })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
  })
})

describe('Back to an earlier change', () => {
  test('[HI6] is an edit like any other: judged by what was seen', async () => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    await edit(ani, 1, { nama: 'B' })
    await online(ani)
    const [, first] = (await ownOf(ani)).changes
    const form = await opened(ani, 1)
    ani.network.isDown = true
    await edit(budi, 1, { pt: 'Q' })
    await online(budi)
    await saveForm(ani, form, { nama: first!.after!['nama']! })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'A', pt: 'Q' })
  })

  test('[HI5] is among them also when an edit before it is on its way', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A' }))
    await edit(ani, 1, { nama: 'B' })
    ani.network.losing.add('/api/sync/push')
    await online(ani)
    await outOfReach(ani)
    await removed(ani, 1)
    expect(await shown(ani, 1)).toBeNull()
    expect(await goneOf(ani)).toMatchObject([{ uid: uid(1), isSent: false }])
  })

  test('[SE8] stands where it stood, brought back, before it is sent and after', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A' }))
    await make(ani, 2, recordB({ nama: 'B' }))
    await online(ani)
    const order = async () => (await list(ani)).map(row => row.uid)
    expect(await order()).toEqual([uid(2), uid(1)])
    const undo = await removed(ani, 1)
    await online(ani)
    await outOfReach(ani)
    await ani.tab.engine.undo(undo)
    expect(await order()).toEqual([uid(2), uid(1)])
    await online(ani)
    expect(await order()).toEqual([uid(2), uid(1)])
  })
})
