/** Opening a device that holds many records: the first screen first. */
import { afterEach, expect, test, vi } from 'vitest'
import { createEngine } from '../../client/engine/engine.ts'
import type { SyncTransport } from '../../client/engine/sync/outside.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { ChangesLine } from '../../shared/protocol.ts'
import { failTransactions } from '../support/indexed-db.ts'
import { noForm } from '../support/people.ts'
import { offline, Profile } from '../support/profile.ts'
import { everything, recordB, uid } from '../support/tables.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const count = 3 * pageRecords
const english = { locale: 'en', yes: 'Yes', no: 'No' }

/** A server that holds so many records, named by their number. */
const full: SyncTransport = {
  ...offline,
  async *changes() {
    for (let first = 0; first < count; first += pageRecords) yield lineFrom(first)
  },
}

function lineFrom(first: number): ChangesLine {
  const numbers = Array.from({ length: pageRecords }, (_, i) => first + i + 1)
  const records = numbers.map(number => recordB({ nama: `Nama ${number}` }))
  const names = Object.keys(recordB())
  return {
    kind: 'record_b',
    uid: numbers.map(uid),
    id: numbers.map(String),
    version: numbers,
    by: numbers.map(() => 'dewi'),
    at: numbers.map(() => '2026-01-05T08:30:00Z'),
    fields: Object.fromEntries(names.map(name => [name, records.map(record => record[name])])),
    deleted: [],
    cursor: String(first),
    more: first + pageRecords < count,
  }
}

async function* nothingNew(): AsyncGenerator<ChangesLine> {
  yield { ...lineFrom(0), uid: [], id: [], version: [], by: [], at: [], fields: {}, more: false }
}

async function filled(): Promise<Profile> {
  const profile = new Profile()
  profile.transport = full
  const { engine, sync } = await profile.tab()
  await sync()
  await engine.close()
  profile.transport = offline
  return profile
}

async function opened(profile: Profile) {
  const engine = createEngine(profile.world([]))
  await engine.open({ userId: 'user-1', language: english })
  return engine
}

test('[PG5] the list, a record in it and the counts are there while the other pages cannot be read', async () => {
  const profile = await filled()
  const failing = failTransactions('UnknownError', Infinity, ['readonly'])
  const engine = await opened(profile)
  failing.begin()
  const window = await engine.query('record_b', everything, 0, 100)
  expect(window).toMatchObject({ total: count, all: count })
  expect(window.rows.map(row => row.fields['nama'])).toEqual(
    Array.from({ length: 100 }, (_, i) => `Nama ${count - i}`),
  )
  expect((await engine.record('record_b', uid(count - 7)))?.id).toBe(String(count - 7))
  expect((await engine.status()).counts['record_b']).toBe(count)

  await expect.poll(async () => (await engine.status()).fault).toBe('connection')
  failing.heal()
  const found = engine.query('record_b', { ...everything, search: `"nama ${count}"` }, 0, 10)
  await engine.syncNow()
  expect((await found).rows.map(row => row.uid)).toEqual([uid(count)])
})

test('[PG5] what was changed here keeps its place in the list', async () => {
  const profile = await filled()
  const before = await opened(profile)
  const seen = recordB({ nama: 'Nama 1' })
  await before.save({ ...noForm, kind: 'record_b', uid: uid(1), seen, fields: { ...seen, nama: 'Baru' } })
  await before.close()
  const engine = await opened(profile)
  const { rows } = await engine.query('record_b', everything, 0, count)
  expect(rows.at(-1)).toMatchObject({ uid: uid(1), state: 'unsent', fields: { nama: 'Baru' } })
  expect(rows).toHaveLength(count)
})

test('[PG5] [SE8] the newest are there first, in whichever page they stand, and however many are hidden', async () => {
  const profile = await filled()
  const before = await opened(profile)
  const newest = Array.from({ length: 5 }, (_, i) => uid(count - i))
  for (const each of newest) await before.remove('record_b', each)
  await before.save({ ...noForm, kind: 'record_b', uid: uid(9_000), seen: null, fields: recordB() })
  await before.close()
  const failing = failTransactions('UnknownError', Infinity, ['readonly'])
  const engine = await opened(profile)
  failing.begin()
  const { rows } = await engine.query('record_b', everything, 0, 100)
  const expected = Array.from({ length: 99 }, (_, i) => uid(count - 5 - i))
  expect(rows.map(row => row.uid)).toEqual([uid(9_000), ...expected])
  failing.heal()
})

test('[PG5] [UP1] pages of an app that did not keep which hold the newest: the next run does', async () => {
  const profile = await filled()
  const [{ name = '' } = {}] = await profile.indexedDB.databases()
  const { promise, resolve } = Promise.withResolvers<void>()
  const open = profile.indexedDB.open(name)
  open.onsuccess = () => {
    const meta = open.result.transaction('meta', 'readwrite').objectStore('meta')
    const asked = meta.get('pulled')
    asked.onsuccess = () => {
      const row = asked.result as { value: { newest?: unknown } }
      delete row.value.newest
      meta.put(row)
    }
    meta.transaction.oncomplete = () => resolve(open.result.close())
  }
  await promise
  profile.transport = { ...offline, changes: nothingNew }
  const { engine: next, sync } = await profile.tab()
  await sync()
  await next.close()
  profile.transport = offline
  const failing = failTransactions('UnknownError', Infinity, ['readonly'])
  const engine = await opened(profile)
  failing.begin()
  const { rows } = await engine.query('record_b', everything, 0, 1)
  expect(rows.map(row => row.uid)).toEqual([uid(count)])
  failing.heal()
})
