/** Acts in shared rows, as the device's storage treats them: lost ends, damage, other tabs, another database. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { GroupRef, ManyAct, Selection } from '../../client/contract.ts'
import type { GroupRow } from '../../client/engine/disk/schema.ts'
import { dump, loseOneEnd, request, spoil } from '../support/indexed-db.ts'
import { start } from '../support/locked.ts'
import {
  edit,
  make,
  online,
  outOfReach,
  type Person,
  shown,
  twoTabs,
  whileWaiting,
} from '../support/people.ts'
import { whileSealing } from '../support/sealing.ts'
import { everything, recordB, uid } from '../support/tables.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const all: Selection = { kind: 'record_b', query: everything, isAllBut: true, uids: [] }
const toBdg: ManyAct = { do: 'edit', fields: { pt: 'BDG' } }

/** Record Bs 1 to 4 on the server, and nobody in its reach. */
async function four() {
  const people = await twoTabs()
  const { ani, other } = people
  for (const number of [2, 3, 4]) await make(ani, number, recordB({ nama: `Gudang ${number}` }))
  await online(ani)
  await other.tab.sync()
  await outOfReach(ani)
  return people
}

async function done({ tab }: Person): Promise<GroupRef> {
  const answer = await tab.engine.actOnMany(all, toBdg)
  if (answer.outcome === 'failed' || !answer.group) throw new Error(answer.outcome)
  return answer.group
}

const rows = async ({ profile, userId }: Person, table: 'groups' | 'bodies') =>
  (await dump(profile.indexedDB, userId))[table] as GroupRow[]

describe('Many acts whose end was not heard of', () => {
  test('[OB16, MA4] are there once', async () => {
    const storage = loseOneEnd('groups')
    const { ani, budi } = await four()
    storage.begin()
    await done(ani)
    expect(storage.isOver()).toBe(true)
    expect(await rows(ani, 'groups')).toHaveLength(1)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 4 })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    await online(budi)
    expect((await shown(budi, 3))?.fields).toMatchObject({ pt: 'BDG' })
  })

  test('[OB16, MA4] and were sent by another tab meanwhile: they are not done twice', async () => {
    const storage = loseOneEnd('groups')
    const { ani, other } = await four()
    whileWaiting(ani, () => online(other))
    storage.begin()
    const group = await done(ani)
    expect(await rows(ani, 'groups')).toEqual([])
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect(await ani.tab.engine.undoGroup(group)).toMatchObject({ taken: 4, left: 0 })
    expect((await shown(ani, 3))?.fields).toMatchObject({ pt: 'ABC' })
  })

  test('[OB16, MA3] taken back, they are taken back once', async () => {
    const storage = loseOneEnd('groups')
    const { ani, other } = await four()
    const group = await done(ani)
    storage.begin()
    expect(await ani.tab.engine.undoGroup(group)).toEqual({ outcome: 'undone', taken: 4, left: 0 })
    expect(storage.isOver()).toBe(true)
    await other.tab.sync()
    for (const person of [ani, other]) {
      expect(await person.tab.engine.outbox()).toEqual([])
      expect((await shown(person, 3))?.fields).toMatchObject({ pt: 'ABC' })
    }
  })
})

describe('Many acts', () => {
  test('[MG3, MA4] come after what their person did while they were sealed', async () => {
    const { ani, other } = await four()
    whileSealing(async () => {
      await edit(other, 3, { pt: 'JKT' })
      await online(other)
    })
    await done(ani)
    expect((await shown(ani, 3))?.fields).toMatchObject({ pt: 'BDG' })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect((await shown(ani, 3))?.fields).toMatchObject({ pt: 'BDG' })
    expect(ani.tab.bugs).toEqual([])
  })
})

describe('A shared row', () => {
  test('[OB12, MA4] that cannot be read is told act by act, and goes on once it can be', async () => {
    const { ani, budi } = await four()
    await done(ani)
    await make(ani, 9, recordB({ nama: 'Sesudahnya' }))
    await ani.tab.engine.close()
    const [{ seq } = { seq: 0 }] = await rows(ani, 'bodies')
    const { indexedDB } = ani.profile
    await spoil(indexedDB, { userId: ani.userId, table: 'bodies', keys: [seq] })
    ani.tab = await ani.profile.tab(ani.userId)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 1, unreadable: 4 })
    expect(await online(ani)).toMatchObject({ unsent: 0, unreadable: 4 })
    await ani.tab.engine.close()
    await spoil(indexedDB, { userId: ani.userId, table: 'bodies', keys: [seq] })
    ani.tab = await ani.profile.tab(ani.userId)
    expect(await online(ani)).toMatchObject({ unsent: 0, unreadable: 0, attention: 0 })
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ pt: 'BDG' })
  })

  test('[LK2, MA4] whose head names other records does not open: nobody’s act becomes another record’s', async () => {
    const { ani } = await four()
    await done(ani)
    await ani.tab.engine.close()
    const [head] = await rows(ani, 'groups')
    const database = await request(ani.profile.indexedDB.open(`records:${ani.userId}`))
    const store = database.transaction('groups', 'readwrite').objectStore('groups')
    await request(store.put({ ...head, uids: head?.uids.toReversed() }))
    database.close()
    ani.tab = await ani.profile.tab(ani.userId)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 0, unreadable: 4 })
    expect(await online(ani)).toMatchObject({ unreadable: 4 })
    expect((await shown(ani, 3))?.fields).toMatchObject({ pt: 'ABC' })
  })

  test('[LK5, MA4] goes along into a database that has a lock', async () => {
    const { ani, budi } = await four()
    const group = await done(ani)
    await ani.tab.engine.undo((await removedFirst(ani)).undo)
    await ani.tab.engine.close()
    const tab = start(ani.profile)
    const opened = await tab.open({
      userId: ani.userId,
      protect: { passphrase: 'kuda baterai', isPassword: false },
    })
    expect(opened).toMatchObject({ outcome: 'open' })
    expect(await tab.engine.status()).toMatchObject({ unsent: 4, unreadable: 0 })
    expect(await tab.engine.undoGroup(group)).toEqual({ outcome: 'undone', taken: 4, left: 0 })
    expect(await tab.engine.outbox()).toEqual([])
    expect(await online(budi)).toMatchObject({ attention: 0 })
    await tab.engine.close()
  })
})

async function removedFirst({ tab }: Person) {
  const answer = await tab.engine.remove('record_b', uid(1))
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer
}

test('[MA4] once nothing waits of it and forms so old are gone, a shared row leaves', async () => {
  const { ani } = await four()
  const group = await done(ani)
  await ani.tab.engine.undoGroup(group)
  await online(ani)
  expect(await rows(ani, 'groups')).toHaveLength(1)
  ani.profile.now += 31 * 24 * 60 * 60 * 1000
  await online(ani)
  expect(await rows(ani, 'groups')).toEqual([])
  expect(await rows(ani, 'bodies')).toEqual([])
})
