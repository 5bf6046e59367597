/** Flights and drafts that cannot be opened any more: the rest goes on, and nobody is told that they are gone. */
import { describe, expect, test } from 'vitest'
import { draftOf, draftsIn } from '../support/drafts.ts'
import { dump, spoil } from '../support/indexed-db.ts'
import {
  edit,
  list,
  make,
  noForm,
  online,
  outOfReach,
  type Person,
  shown,
  twoEditors,
} from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

/** Ani knows of `Asli`, works on, offline, and closes the app. */
async function workOffline(work: (ani: Person) => Promise<unknown>) {
  const { server, ani, budi } = await twoEditors()
  await make(budi, 1, recordB({ nama: 'Asli' }))
  await online(budi)
  await online(ani)
  // Nothing departs by itself from now on.
  await outOfReach(ani)
  await work(ani)
  await ani.tab.engine.close()
  return { server, ani, budi }
}

type Rows = Record<string, unknown>[]

const stored = async ({ profile, userId }: Person, table: 'acts' | 'flights') =>
  (await dump(profile.indexedDB, userId))[table] as Rows

/** The last flight. */
async function spoilFlight(person: Person): Promise<void> {
  const { profile, userId } = person
  const row = (await stored(person, 'flights')).at(-1)
  await spoil(profile.indexedDB, { userId, table: 'flights', keys: [String(row?.['id'])] })
}

async function open(person: Person): Promise<void> {
  person.tab = await person.profile.tab(person.userId)
}

const names = async (person: Person) =>
  (await list(person)).map(row => String(row.fields['nama'])).sort((a, b) => a.localeCompare(b))

describe('A flight that cannot be read', () => {
  /** Ani's edit has left, and nobody has answered. */
  async function onItsWay() {
    const { ani, budi } = await workOffline(async ani => {
      await edit(ani, 1, { nama: 'Di jalan' })
      await ani.tab.sync()
    })
    expect(await stored(ani, 'acts')).toEqual([])
    await spoilFlight(ani)
    await open(ani)
    return { ani, budi }
  }

  test('[OB12] is said like an act, and holds up nothing, not even its record', async () => {
    const { ani, budi } = await onItsWay()
    await make(ani, 2, recordB({ nama: 'Lain' }))
    await edit(ani, 1, { pt: 'ANI' })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, unreadable: 1, unoffered: 0 })
    expect(await ani.tab.engine.unreadable()).toMatchObject([
      { kind: 'record_b', uid: uid(1), title: 'Asli' },
    ])
    await online(budi)
    expect(await names(budi)).toEqual(['Asli', 'Lain'])
    expect((await shown(budi, 1))?.fields['pt']).toBe('ANI')
  })

  test('[OB12] [OB5] is sent when it can be read again', async () => {
    const { ani, budi } = await onItsWay()
    await online(ani)
    await ani.tab.engine.close()
    await spoilFlight(ani)
    await open(ani)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, unreadable: 0 })
    await online(budi)
    expect(await names(budi)).toEqual(['Di jalan'])
  })
})

describe('What was sent and cannot be read', () => {
  async function sentAndSpoilt() {
    const { server, ani, budi } = await twoEditors()
    for (const nama of ['Satu', 'Dua', 'Tiga']) {
      await make(ani, nama.length + nama.charCodeAt(0), recordB({ nama }))
      await online(ani)
    }
    await outOfReach(ani)
    await ani.tab.engine.close()
    await spoilFlight(ani)
    await open(ani)
    return { server, ani, budi }
  }

  test('[OB14] is counted where the others are listed', async () => {
    const { ani } = await sentAndSpoilt()
    expect(await ani.tab.engine.sent()).toMatchObject({ outcome: 'read', sent: [{}, {}], unreadable: 1 })
    expect(await ani.tab.engine.status()).toMatchObject({ unreadable: 0, unoffered: 0 })
  })

  test('[OB14] [RB4] is not offered to a restored server, which is said, and the others are', async () => {
    const { server, ani, budi } = await sentAndSpoilt()
    await server.rollBackTo(1)
    await make(ani, 9, recordB({ nama: 'Baru' }))
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, unreadable: 0, unoffered: 1 })
    await online(budi)
    expect(await list(budi)).toHaveLength(3)
    await ani.tab.engine.close()
    await open(ani)
    expect((await ani.tab.engine.status()).unoffered).toBe(1)
  })
})

describe('A draft that cannot be read', () => {
  async function spoiltDraft() {
    const profile = new Profile()
    const { engine } = await profile.tab()
    for (const number of [1, 2]) await engine.keepDraft(draftOf(number))
    await spoil(profile.indexedDB, { table: 'unsaved', keys: ['form 1'] })
    return { profile, engine }
  }

  test('[UI13] hides no other, and is told from none and from storage that fails', async () => {
    const { engine } = await spoiltDraft()
    expect(await engine.drafts()).toMatchObject({
      outcome: 'read',
      drafts: [{ uid: uid(2) }],
      unreadable: [{ id: 'form 1', kind: 'record_b', uid: uid(1) }],
    })
    expect((await engine.status()).fault).toBeNull()
  })

  test('[UI13] stays when its record is saved by somebody who could not see it', async () => {
    const { profile, engine } = await spoiltDraft()
    const { id: _, ...form } = draftOf(1)
    expect(await engine.save({ ...noForm, ...form, draft: 'form 3' })).toMatchObject({ outcome: 'saved' })
    await spoil(profile.indexedDB, { table: 'unsaved', keys: ['form 1'] })
    expect(await draftsIn(engine, form)).toMatchObject([draftOf(1)])
  })
})
