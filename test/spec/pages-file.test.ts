/** The pages once more in a file of the browser: read sooner, and never the only place where anything stands. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../client/engine/disk/database.ts'
import { prefixOf } from '../../client/engine/disk/files.ts'
import { nothingPulled, pulledIn, writePages } from '../../client/engine/disk/pages.ts'
import { writePagesFile } from '../../client/engine/disk/write-pages-file.ts'
import { emptyPage, type Page } from '../../client/engine/table/page.ts'
import { layOut } from '../../client/engine/table/page-bytes.ts'
import type { Fields } from '../../shared/record.ts'
import { MemoryFiles } from '../support/files.ts'
import { breakValues, dump, spoil } from '../support/indexed-db.ts'
import { Profile } from '../support/profile.ts'
import { everything, recordB, uid } from '../support/tables.ts'

const kind = 'record_b'
const pageCount = 40
const ofPage = 3
const userId = 'user-1'

function page(number: number, nama: (record: number) => string, stored = number): Page {
  const records = Array.from({ length: ofPage }, (_, slot) => number * ofPage + slot + 1)
  const rows = records.map(record => recordB({ nama: nama(record) }))
  return {
    ...emptyPage(kind, stored),
    uid: records.map(uid),
    id: records.map(String),
    version: records.map(record => record + (stored === number ? 0 : 1000)),
    fields: Object.fromEntries(Object.keys(rows[0]!).map(name => [name, rows.map(row => row[name]!)])),
  }
}

const name = (record: number) => `Nâma ${record} 🌋`

async function database({ indexedDB, files }: Profile) {
  const profile = new Profile()
  const world = profile.world([])
  return openDatabase({
    ...world,
    storage: { ...world.storage, indexedDB, directory: files && (async () => files) },
    userId,
  })
}

async function write(profile: Profile, pages: Page[]): Promise<void> {
  const db = await database(profile)
  const { revision } = await db.run(pulledIn)
  const counts = { [kind]: pageCount * ofPage }
  await writePages(
    db,
    pages.map(each => layOut({ ...each, revision: revision + 1 })),
    {
      ...nothingPulled,
      ...{ cursor: '1', completedAt: 1, verifiedAt: profile.now, counts, revision: revision + 1 },
    },
  )
  db.close()
}

/** Closed, without a network; its file is written when a run has ended. */
async function closedDevice(count = pageCount): Promise<Profile> {
  const profile = new Profile()
  profile.files = new MemoryFiles()
  await write(
    profile,
    Array.from({ length: count }, (_, number) => page(number, name)),
  )
  await openedIn(profile, tab => tab.sync())
  return profile
}

async function openedIn<T>(
  profile: Profile,
  act: (tab: Awaited<ReturnType<Profile['tab']>>) => Promise<T>,
): Promise<T> {
  const tab = await profile.tab(userId)
  try {
    return await act(tab)
  } finally {
    await tab.engine.close()
    expect(tab.bugs).toEqual([])
  }
}

const shownIn = (profile: Profile) =>
  openedIn(profile, async ({ engine }) => {
    const { rows } = await engine.query(kind, everything, 0, 10_000)
    expect((await engine.status()).isDamaged).toBe(false)
    return new Map(rows.map(({ uid, fields }: { uid: string; fields: Fields }) => [uid, fields['nama']]))
  })

const all = (nama = name) =>
  new Map(Array.from({ length: pageCount * ofPage }, (_, at) => [uid(at + 1), nama(at + 1)]))

const namesOf = (profile: Profile) => [...profile.files!.stored.keys()]

/** Nothing can be read of the pages where they stand. */
const breakDatabase = async ({ indexedDB }: Profile) => {
  const { pages = [] } = await dump(indexedDB)
  const keys = (pages as Page[]).map(row => [row.kind, row.page])
  await spoil(indexedDB, { table: 'pages', keys })
}

describe('The file of the pages', () => {
  test('[PG10] is there once a run has ended, and is what is read', async () => {
    const profile = await closedDevice()
    expect(namesOf(profile)).toEqual([expect.stringContaining(prefixOf(`records:${userId}`))])
    await breakDatabase(profile)
    expect(await shownIn(profile)).toEqual(all())
  })

  test('[PG10] few pages need none', async () => {
    expect(namesOf(await closedDevice(20))).toEqual([])
  })

  test('[PG4] nothing entered stands readable in it', async () => {
    const [{ bytes }] = (await closedDevice()).files!.stored.values() as unknown as [{ bytes: Uint8Array }]
    const text = new TextDecoder('latin1').decode(bytes)
    for (const needle of ['Gudang', 'Nâma', 'N\xE2ma', 'nama 1', 'divapp', uid(1)])
      expect(text).not.toContain(needle)
  })

  test('[PG10] a page that was written since comes from the database, and so does a patch', async () => {
    const profile = await closedDevice()
    await write(profile, [page(7, record => `Baru ${record}`), page(9, record => `Tambal ${record}`, -1)])
    const expected = all()
    for (const record of page(7, name).uid) expected.set(record, `Baru ${Number(record.slice(-6))}`)
    for (const record of page(9, name).uid) expected.set(record, `Tambal ${Number(record.slice(-6))}`)
    expect(await shownIn(profile)).toEqual(expected)
    expect(namesOf(profile)).toHaveLength(1)
  })

  test('[PG10] where many pages are newer it is written anew, and the old one goes', async () => {
    const profile = await closedDevice()
    const before = namesOf(profile)
    await write(
      profile,
      Array.from({ length: 6 }, (_, number) => page(number, name)),
    )
    await openedIn(profile, tab => tab.sync())
    expect(namesOf(profile)).toHaveLength(1)
    expect(namesOf(profile)).not.toEqual(before)
  })

  const faults: [string, (files: MemoryFiles, file: { bytes: Uint8Array<ArrayBuffer> }) => void][] = [
    ['is gone', files => files.stored.clear()],
    ['is empty', (_, file) => (file.bytes = new Uint8Array())],
    ['is shorter by a byte', (_, file) => (file.bytes = file.bytes.slice(0, -1))],
    ['is half of it', (_, file) => (file.bytes = file.bytes.slice(0, file.bytes.length / 2))],
    ['has another byte in its first page', (_, { bytes }) => (bytes[3]! ^= 1)],
    ['has another byte in its last page', (_, { bytes }) => (bytes[bytes.length >> 1]! ^= 1)],
    ['has another byte in what it says of itself', (_, { bytes }) => (bytes[bytes.length - 9]! ^= 1)],
    ['is full of zeros', (_, file) => file.bytes.fill(0)],
  ]
  const namesIn = (files: MemoryFiles) => [...files.stored.keys()][0]!

  test.each(faults)(
    '[PG10] one that %s is not believed: the database is read, and it is written anew',
    async (_, spoilIt) => {
      const profile = await closedDevice()
      const files = profile.files!
      spoilIt(files, files.stored.get(namesIn(files))!)
      expect(await shownIn(profile)).toEqual(all())
      await openedIn(profile, tab => tab.sync())
      expect(namesOf(profile)).toHaveLength(1)
      await breakDatabase(profile)
      expect(await shownIn(profile)).toEqual(all())
    },
  )

  test('[PG10] one that somebody else has open is left to them, and goes with the next', async () => {
    const profile = await closedDevice()
    const files = profile.files!
    const [held] = namesOf(profile)
    files.stored.get(held!)!.isWritten = true
    expect(await shownIn(profile)).toEqual(all())
    await openedIn(profile, tab => tab.sync())
    expect(namesOf(profile)).toEqual([held, expect.not.stringMatching(held!)])
    files.stored.get(held!)!.isWritten = false
    await write(
      profile,
      Array.from({ length: 6 }, (_, number) => page(number, name)),
    )
    await openedIn(profile, tab => tab.sync())
    expect(namesOf(profile)).toHaveLength(1)
  })

  test('[PG10] is not the database’s own while pages are written as it is made', async () => {
    const profile = await closedDevice()
    const [before] = namesOf(profile)
    const db = await database(profile)
    const { revision } = await db.run(pulledIn)
    await writePagesFile(db, revision - 1)
    db.close()
    expect(namesOf(profile)).toEqual([before])
    await breakDatabase(profile)
    expect(await shownIn(profile)).toEqual(all())
  })

  test('[PG10] where there is no room for it, work goes on', async () => {
    const profile = await closedDevice()
    profile.files!.stored.clear()
    profile.files!.isFull = true
    expect(await shownIn(profile)).toEqual(all())
    await openedIn(profile, tab => tab.sync())
    expect(namesOf(profile)).toEqual([])
  })

  test('[PG8] what the database cannot read is not written into it', async () => {
    const profile = await closedDevice()
    profile.files!.stored.clear()
    breakValues(profile.indexedDB, { userId, table: 'pages', keys: [[kind, 3]] })
    await openedIn(profile, async ({ engine, sync }) => {
      await sync()
      expect((await engine.status()).isDamaged).toBe(true)
    })
    expect(namesOf(profile)).toEqual([])
  })

  test('[LK7] [LK8] goes with the data of its person, and with nobody else’s', async () => {
    const profile = await closedDevice()
    const other = `${prefixOf('records:user-2')}1`
    profile.files!.stored.set(other, { bytes: new Uint8Array(), readers: 0, isWritten: false })
    await openedIn(profile, async ({ engine }) => {
      expect(await engine.wipe(userId)).toEqual({ outcome: 'wiped' })
    })
    expect(namesOf(profile)).toEqual([other])
  })
})
