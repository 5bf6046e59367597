/** A look into the device's storage past the app, and a hand on what it does. */
import { IDBDatabase } from 'fake-indexeddb'
import { vi } from 'vitest'
import { loseEnd } from './lost-end.ts'

/** Every table's rows, as the browser stores them. */
export async function dump(factory: IDBFactory, userId = 'user-1'): Promise<Record<string, unknown[]>> {
  const database = await request(factory.open(`records:${userId}`))
  const rows: Record<string, unknown[]> = {}
  for (const name of database.objectStoreNames)
    rows[name] = await request(database.transaction(name).objectStore(name).getAll())
  database.close()
  return rows
}

export function request<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('failed'))
  })
}

type Table = 'pages' | 'acts' | 'groups' | 'bodies' | 'flights' | 'refusals' | 'unsaved' | 'outbox' | 'sent'
interface SealedRow {
  sealed: { bytes: ArrayBuffer }
}

/** Other bytes where rows were sealed. The same once more gives back what was there. */
export async function spoil(
  factory: IDBFactory,
  { userId = 'user-1', table, keys }: { userId?: string; table: Table; keys: IDBValidKey[] },
): Promise<void> {
  const database = await request(factory.open(`records:${userId}`))
  const rows = database.transaction(table, 'readwrite').objectStore(table)
  for (const key of keys) {
    const row = (await request(rows.get(key))) as SealedRow
    const bytes = new Uint8Array(row.sealed.bytes)
    bytes[7] = (bytes[7] ?? 0) ^ 1
    await request(rows.put({ ...row, sealed: { ...row.sealed, bytes: bytes.buffer } }))
  }
  database.close()
}

interface RawStore {
  records: { get(range: IDBKeyRange): { value: object } | undefined }
}

/** As Chromium reads a large value whose file is damaged: not at all, nor anything that is asked for with it. */
export function breakValues(
  factory: IDBFactory,
  { userId, table, keys }: { userId: string; table: Table; keys: IDBValidKey[] },
): void {
  const { _databases: databases } = factory as unknown as {
    _databases: Map<string, { rawObjectStores: Map<string, RawStore> }>
  }
  const store = databases.get(`records:${userId}`)?.rawObjectStores.get(table)
  for (const key of keys) {
    const record = store?.records.get(key as never)
    if (!record) throw new Error(`nothing is stored at ${JSON.stringify(key)}`)
    Object.defineProperty(record.value, 'sealed', {
      enumerable: true,
      get() {
        throw new DOMException('Failed to read large IndexedDB value', 'DataError')
      },
    })
  }
}

/** Calls back before every transaction of a connection opened from now on. */
export function watchTransactions(before: (...given: Parameters<IDBDatabase['transaction']>) => void): void {
  // Dexie binds the method when it opens, so it must be in place by then.
  const original = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    before(...given)
    return original.apply(this, given)
  })
}

/** Once `begin` is called, every new transaction of these modes fails so, at most `times`. */
export function failTransactions(
  name: string,
  times = Infinity,
  modes: IDBTransactionMode[] = ['readwrite'],
) {
  let isFailing = false
  let count = 0
  watchTransactions((_, mode = 'readonly') => {
    if (!isFailing || !modes.includes(mode) || count >= times) return
    count++
    throw new DOMException('injected', name)
  })
  const begin = () => (isFailing = true)
  const heal = () => (isFailing = false)
  return { begin, heal, failed: () => count }
}

/** Once `begin` is called, the next change to this table is written, and its connection dies before it says so. */
export function loseOneEnd(table: Table) {
  const original = IDBDatabase.prototype.transaction
  let isLosing = false
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const [tables, mode] = given
    const transaction = original.apply(this, given)
    if (!isLosing || mode !== 'readwrite' || ![tables].flat().includes(table)) return transaction
    isLosing = false
    loseEnd(transaction)
    return transaction
  })
  return { begin: () => void (isLosing = true), isOver: () => !isLosing }
}
