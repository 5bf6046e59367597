/** Work on this device that cannot be opened any more: the rest goes on, and nobody is told that it is gone. */
import { describe, expect, test } from 'vitest'
import { dump, spoil } from '../support/indexed-db.ts'
import {
  answer,
  edit,
  list,
  make,
  online,
  outOfReach,
  type Person,
  removed,
  shown,
  twoEditors,
} from '../support/people.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

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

/** What stands at these places in the order of the acts becomes unreadable, or readable again. */
async function spoilActs(person: Person, ...places: number[]): Promise<void> {
  const { profile, userId } = person
  const rows = await stored(person, 'acts')
  await spoil(profile.indexedDB, { userId, table: 'acts', keys: places.map(at => Number(rows[at]?.['seq'])) })
}

async function open(person: Person): Promise<void> {
  person.tab = await person.profile.tab(person.userId)
}

const names = async (person: Person) =>
  (await list(person)).map(row => String(row.fields['nama'])).sort((a, b) => a.localeCompare(b))
const attention = ({ tab }: Person) => tab.engine.attention()

describe('An act that cannot be read', () => {
  async function threeEdits() {
    const { ani, budi } = await workOffline(async ani => {
      await edit(ani, 1, { nama: 'Diubah' })
      await make(ani, 2, recordB({ nama: 'Baru 🌋' }))
      await make(ani, 3, recordB({ nama: 'Juga baru' }))
    })
    await spoilActs(ani, 0, 1)
    return { ani, budi }
  }

  test('[OB12] keeps nobody from working: the rest shows, is sent, and it is said how many there are', async () => {
    const { ani, budi } = await threeEdits()
    await open(ani)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 1, attention: 0, unreadable: 2 })
    expect(await names(ani)).toEqual(['Asli', 'Juga baru'])
    expect(await make(ani, 4, recordB({ nama: 'Sesudahnya' }))).toMatchObject({ outcome: 'saved' })
    expect(await online(ani)).toMatchObject({ state: 'idle', unsent: 0, attention: 0, unreadable: 2 })
    await online(budi)
    expect(await names(budi)).toEqual(['Asli', 'Juga baru', 'Sesudahnya'])
  })

  test('[OB12] stays on the disk as it is, through everything else, and is said each time', async () => {
    const { ani } = await threeEdits()
    const [first, second] = await stored(ani, 'acts')
    await open(ani)
    await edit(ani, 1, { divisi: 'Ñ' })
    await online(ani)
    await ani.tab.engine.undo(await removed(ani, 1))
    await online(ani)
    expect(await stored(ani, 'acts')).toEqual([first, second])
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'Asli', divisi: 'Ñ' })
    await ani.tab.engine.close()
    await open(ani)
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 0, unreadable: 2 })
    expect(await ani.tab.engine.unreadable()).toEqual([
      { kind: 'record_b', uid: uid(1), title: 'Asli' },
      { kind: 'record_b', uid: uid(2), title: '' },
    ])
  })

  test('[OB12] is sent as any other when it can be read again', async () => {
    const { ani, budi } = await threeEdits()
    await open(ani)
    await online(ani)
    await ani.tab.engine.close()
    await spoilActs(ani, 0, 1)
    await open(ani)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, unreadable: 0 })
    await online(budi)
    expect(await names(budi)).toEqual(['Baru 🌋', 'Diubah', 'Juga baru'])
  })

  test('[OB12] is said in another tab as well, which sends the rest', async () => {
    const { ani } = await threeEdits()
    await open(ani)
    const other = await ani.profile.tab(ani.userId)
    await make(ani, 4, recordB({ nama: 'Dari tab lain' }))
    await expect.poll(async () => (await other.engine.status()).unsent).toBe(2)
    ani.network.isDown = false
    expect(await other.sync()).toMatchObject({ unsent: 0, unreadable: 2 })
    await expect.poll(async () => (await ani.tab.engine.status()).unsent).toBe(0)
    expect((await ani.tab.engine.status()).unreadable).toBe(2)
  })

  test('[OB12] that spoils under an open tab is said there, too', async () => {
    const { ani, budi } = await workOffline(async () => {})
    await open(ani)
    await outOfReach(ani)
    await edit(ani, 1, { nama: 'Diubah' })
    await spoilActs(ani, 0)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, unreadable: 1 })
    await online(budi)
    expect(await names(budi)).toEqual(['Asli'])
  })

  test('[OB13] is named in the file of unsent work', async () => {
    const { ani } = await threeEdits()
    await open(ani)
    const file = await ani.tab.engine.unsentFile()
    expect(file).toContain('Juga baru')
    expect(JSON.parse(file)).toMatchObject({
      records: [{ uid: uid(3) }],
      unreadable: [
        { seq: 1, kind: 'record_b', uid: uid(1) },
        { seq: 2, kind: 'record_b', uid: uid(2) },
      ],
    })
  })
})

describe('What was done after it', () => {
  test('[OB12] to a record that never reached the server waits for a person, who can still save all of it', async () => {
    const { ani, budi } = await workOffline(async ani => {
      await make(ani, 2, recordB({ nama: 'Baru' }))
      await edit(ani, 2, { nama: 'Baru, diubah' })
    })
    await spoilActs(ani, 0)
    await open(ani)
    expect((await shown(ani, 2))?.fields['nama']).toBe('Baru, diubah')
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 1, unreadable: 1 })
    await answer(ani, { kind: 'restore' })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    await online(budi)
    expect(await names(budi)).toEqual(['Asli', 'Baru, diubah'])
  })

  test('[OB12] to the same field meets the value before both, and the person chooses', async () => {
    const { ani, budi } = await workOffline(async ani => {
      await edit(ani, 1, { nama: 'Pertama' })
      await edit(ani, 1, { nama: 'Kedua' })
    })
    await spoilActs(ani, 0)
    await open(ani)
    await online(ani)
    expect(await attention(ani)).toMatchObject([
      { outcome: 'conflict', conflicts: ['nama'], mine: { nama: 'Kedua' }, theirs: { nama: 'Asli' } },
    ])
    await online(budi)
    expect(await names(budi)).toEqual(['Asli'])
  })

  test('[OB12] with a reference to its record waits for a person with all values', async () => {
    const { ani } = await workOffline(async ani => {
      await make(ani, 5, { name: 'Pintu' }, 'device')
      await make(ani, 6, recordA({ device_id: { uid: uid(5) } }), 'record_a')
    })
    await spoilActs(ani, 0)
    await open(ani)
    await online(ani)
    expect(await attention(ani)).toMatchObject([
      { uid: uid(6), outcome: 'rejected', issues: [{ field: 'device_id', code: 'unknown_reference' }] },
    ])
  })
})
