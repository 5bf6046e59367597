/** What one device keeps, with no server in reach. */
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Profile } from '../support/profile.ts'
import { everything, recordA, recordB, uid } from '../support/tables.ts'

const names = async (profile: Profile, kind = 'record_b', field = 'nama') => {
  const { engine } = await profile.tab()
  const { rows } = await engine.query(kind, everything, 0, 100)
  return rows.map(row => [row.fields[field], row.state])
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('On this device, offline', () => {
  test('[OB1] what was saved is there again after the tab is closed', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    const nama = '😀'.repeat(60)
    const edit = { kind: 'record_b', uid: uid(1), seen: null, fields: recordB({ nama }) }
    expect(await engine.save(edit)).toEqual({ outcome: 'saved' })
    await engine.close()
    expect(await names(profile)).toEqual([[nama, 'unsent']])
  })

  test('[OB1] a save asks the disk for strict durability', async () => {
    const transaction = vi.fn()
    watchTransactions(transaction)
    const { engine } = await new Profile().tab()
    transaction.mockClear()
    await engine.save({ kind: 'record_b', uid: uid(1), seen: null, fields: recordB() })
    const writing = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite')
    expect(writing.map(call => call[2])).toEqual([{ durability: 'strict' }])
  })

  test('[PG4] nothing that was entered stands readable in the database', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    const fields = recordA({ passwd: 'Sangat-Rahasia', device_id: '5' })
    await engine.save({ kind: 'record_a', uid: uid(1), seen: null, fields })
    await engine.keepDraft({ kind: 'record_a', uid: uid(2), seen: null, fields })
    const stored = await dump(profile.indexedDB)
    expect(Object.keys(stored).toSorted()).toEqual(['drafts', 'meta', 'outbox', 'pages', 'sent'])
    expect(stored['outbox']).toHaveLength(1)
    expect(stored['drafts']).toHaveLength(1)
    expect(Buffer.from(JSON.stringify(stored, bytesAsText)).toString()).not.toContain('Rahasia')
  })

  test('[OB4] a record made and deleted offline leaves nothing behind', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    await engine.save({ kind: 'record_b', uid: uid(1), seen: null, fields: recordB() })
    await engine.remove('record_b', uid(1))
    expect(await engine.outbox()).toEqual([])
    expect(await names(profile)).toEqual([])
  })

  test('[OB9] and comes back when the delete is undone', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    await engine.save({ kind: 'record_b', uid: uid(1), seen: null, fields: recordB({ nama: 'Kembali' }) })
    const removed = await engine.remove('record_b', uid(1))
    if (removed.outcome === 'removed') await engine.undoRemove(removed.undo)
    expect(await names(profile)).toEqual([['Kembali', 'unsent']])
  })

  test('[VA1] an invalid edit is refused with its issues and nothing is written', async () => {
    const { engine } = await new Profile().tab()
    const edit = {
      kind: 'record_b',
      uid: uid(1),
      seen: null,
      fields: recordB({ pt: '   ', nama: 'n'.repeat(61) }),
    }
    expect(await engine.save(edit)).toEqual({
      outcome: 'invalid',
      issues: [
        { field: 'pt', code: 'required' },
        { field: 'nama', code: 'too_long', params: { max: 60 } },
      ],
    })
    expect(await engine.outbox()).toEqual([])
  })

  test('a draft is kept until its record is saved', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    const draft = { kind: 'record_b', uid: uid(1), seen: null, fields: recordB({ nama: 'Belum' }) }
    await engine.keepDraft(draft)
    const again = await profile.tab()
    expect(await again.engine.draft('record_b', uid(1))).toMatchObject(draft)
    await again.engine.save(draft)
    expect(await again.engine.drafts()).toEqual([])
  })

  test("another user's tab on the same profile sees none of it", async () => {
    const profile = new Profile()
    const { engine } = await profile.tab('ani')
    await engine.save({ kind: 'record_b', uid: uid(1), seen: null, fields: recordB() })
    const other = await profile.tab('budi')
    expect((await other.engine.status()).unsent).toBe(0)
    expect((await other.engine.query('record_b', everything, 0, 10)).total).toBe(0)
  })

  test('an edit in one tab shows in the other', async () => {
    const profile = new Profile()
    const [first, second] = [await profile.tab(), await profile.tab()]
    await first.engine.save({
      kind: 'record_b',
      uid: uid(1),
      seen: null,
      fields: recordB({ nama: 'Dari satu' }),
    })
    await expect.poll(async () => (await second.engine.query('record_b', everything, 0, 10)).total).toBe(1)
    expect(second.events).toContainEqual({ type: 'records', kinds: ['record_b'] })
  })
})

describe('When storage fails', () => {
  test.each([
    ['QuotaExceededError', 'quota', 1],
    ['UnknownError', 'connection', 3],
  ] as const)(
    '%s ends in a message, never in silence, and the next save works',
    async (name, fault, tries) => {
      const profile = new Profile()
      const failing = failTransactions(name)
      const { engine } = await profile.tab()
      failing.begin()
      const edit = { kind: 'record_b', uid: uid(1), seen: null, fields: recordB() }
      expect(await engine.save(edit)).toEqual({ outcome: 'failed', fault })
      expect(failing.failed()).toBe(tries)
      failing.heal()
      expect(await engine.save(edit)).toEqual({ outcome: 'saved' })
      expect(await names(profile)).toEqual([['Gudang', 'unsent']])
    },
  )

  test('a lost connection is replaced by a new one and nobody notices', async () => {
    const profile = new Profile()
    const failing = failTransactions('InvalidStateError', 1)
    const { engine } = await profile.tab()
    failing.begin()
    expect(await engine.save({ kind: 'record_b', uid: uid(1), seen: null, fields: recordB() })).toEqual({
      outcome: 'saved',
    })
    failing.heal()
    expect(failing.failed()).toBe(1)
  })

  test('a database of a later version is reported, not emptied', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    await engine.save({ kind: 'record_b', uid: uid(1), seen: null, fields: recordB() })
    await engine.close()
    await upgrade(profile.indexedDB, 1_000)
    await expect(profile.tab()).rejects.toThrow('newer')
    expect((await dump(profile.indexedDB))['outbox']).toHaveLength(1)
  })
})

/** Every table's rows, as the browser stores them. */
async function dump(factory: IDBFactory): Promise<Record<string, unknown[]>> {
  const database = await request(factory.open('records:user-1'))
  const rows: Record<string, unknown[]> = {}
  for (const name of database.objectStoreNames)
    rows[name] = await request(database.transaction(name).objectStore(name).getAll())
  database.close()
  return rows
}

function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('failed'))
  })
}

function bytesAsText(_: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer || value instanceof Uint8Array)
    return Buffer.from(value as Uint8Array).toString('latin1')
  return value
}

async function upgrade(factory: IDBFactory, version: number): Promise<void> {
  const database = await request(factory.open('records:user-1', version))
  database.close()
}

/** Calls back before every transaction of a connection opened from now on. */
function watchTransactions(before: (...given: Parameters<IDBDatabase['transaction']>) => void): void {
  // Dexie binds the method when it opens, so it must be in place by then.
  const original = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    before(...given)
    return original.apply(this, given)
  })
}

/** Once `begin` is called, every new writing transaction fails so, at most `times`. */
function failTransactions(name: string, times = Infinity) {
  let isFailing = false
  let count = 0
  watchTransactions((_, mode) => {
    if (!isFailing || mode !== 'readwrite' || count >= times) return
    count++
    throw new DOMException('injected', name)
  })
  const begin = () => (isFailing = true)
  const heal = () => (isFailing = false)
  return { begin, heal, failed: () => count }
}
