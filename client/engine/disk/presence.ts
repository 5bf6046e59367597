/** What stands under a database's name, without making one, and its end. */
import { faultOf, StorageError } from '../../storage/fault.ts'
import { inTime } from '../../storage/in-time.ts'
import { openTimeoutMs } from './connection.ts'
import { attemptsAfter, type DatabaseOptions, pauseMs } from './database.ts'
import { removeFiles } from './files.ts'
import { isLeavingVersion } from './schema.ts'

type Place = Pick<DatabaseOptions, 'storage' | 'after' | 'pause'>

export interface Presence {
  name: string
  /** It has its client, and so everything that belongs to it. */
  isWhole: boolean
  isLocked: boolean
  /** [LK9] It had a lock, which was taken off. */
  wasLocked: boolean
  /** [LK5] Its data is moving into the other one, or has moved. */
  isLeft: boolean
}

const scratch = 'records-scratch'

/** Aborts the version that would make it. */
class Absent extends Error {}

/** null: nothing. Not by `databases()`, which Firefox has had since 126 alone. [OB16] */
export async function presenceOf(place: Place, name: string): Promise<Presence | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await look(place, name)
    } catch (error) {
      if (error instanceof Absent) return null
      const fault = faultOf(error)
      if (attempt >= (attemptsAfter[fault] ?? 1)) throw new StorageError(fault, { cause: error })
      await place.pause(pauseMs * attempt)
    }
  }
}

async function look(place: Place, name: string): Promise<Presence> {
  const database = await opened(place, name)
  try {
    const rows = await inTime(metaOf(database, ['client', 'locks', 'unlocked']), openTimeoutMs, place.after)
    const isLeft = isLeavingVersion(database.version)
    const [isWhole = false, isLocked = false, wasLocked = false] = rows.map(row => row !== undefined)
    return { name, isWhole, isLocked, wasLocked, isLeft }
  } finally {
    database.close()
  }
}

/** Whoever has it open closes it. [LK7] First what opens it: the rest is nothing without, should this be cut off. */
export async function destroy(place: Place, name: string): Promise<void> {
  const root = await place.storage.directory?.()
  if (root) await removeFiles(root, { of: name, pause: place.pause })
  const presence = await presenceOf(place, name)
  if (!presence) return
  const database = await opened(place, name)
  try {
    if (database.objectStoreNames.contains('meta'))
      await inTime(forgetKeys(database), openTimeoutMs, place.after)
  } finally {
    database.close()
  }
  await settleOnDisk(place)
  await remove(place, name)
  // The table that held it is taken away with the next change.
  await settleOnDisk(place)
}

async function remove({ storage, after }: Place, name: string): Promise<void> {
  // Dexie asks for no more than `open`.
  const indexedDB = storage.indexedDB as unknown as IDBFactory
  await inTime(settled(indexedDB.deleteDatabase(name)), openTimeoutMs, after)
}

/**
 * What Chromium still holds in its log goes into a table by this. Deleted from the log, a value and its deletion would go
 * into one table together, and stay there; deleted from a table it is gone, as a deleted database is compacted at once.
 */
async function settleOnDisk(place: Place): Promise<void> {
  const asked = place.storage.indexedDB.open(scratch, 1) as IDBOpenDBRequest
  asked.onupgradeneeded = () => asked.result.createObjectStore('nothing')
  const database = await inTime(settled(asked), openTimeoutMs, place.after)
  database.close()
  await remove(place, scratch)
}

async function opened({ storage, after }: Place, name: string): Promise<IDBDatabase> {
  const asked = storage.indexedDB.open(name)
  let isAbsent = false
  asked.onupgradeneeded = () => {
    isAbsent = true
    asked.transaction?.abort()
  }
  try {
    return await inTime(settled(asked), openTimeoutMs, after)
  } catch (error) {
    // A connection that nobody uses would block whoever comes next.
    asked.onsuccess = () => asked.result.close()
    throw isAbsent ? new Absent() : error
  }
}

function settled<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = event => {
      event.preventDefault()
      reject(asked.error ?? new StorageError('unknown'))
    }
  })
}

async function metaOf(database: IDBDatabase, names: string[]): Promise<unknown[]> {
  if (!database.objectStoreNames.contains('meta')) return []
  const rows = database.transaction('meta').objectStore('meta')
  return Promise.all(names.map(name => settled(rows.get(name))))
}

function forgetKeys(database: IDBDatabase): Promise<void> {
  const transaction = database.transaction('meta', 'readwrite', { durability: 'strict' })
  for (const name of ['locks', 'key']) transaction.objectStore('meta').delete(name)
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new StorageError('unknown'))
  })
}
