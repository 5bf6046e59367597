/**
 * One small value in a database of its own, strictly durable and shared by all tabs. Without Dexie: the screens
 * read it before anything else, and only the worker loads Dexie.
 */
import type { StorageFault } from '../contract.ts'
import { faultOf, StorageError } from './fault.ts'
import { abandon, type After, inTime } from './in-time.ts'

export type Stored<T> = { outcome: 'stored'; value: T } | { outcome: 'failed'; fault: StorageFault }

export interface DurableValue<T> {
  /** null: never written, or removed by the browser. */
  read(): Promise<Stored<T | null>>
  /** Reads and writes in one transaction; `stored` means: on disk. */
  change(edit: (now: T | null) => T): Promise<Stored<T>>
  /** Another tab changed it. */
  onChange(listen: () => void): void
  /** Gives up what is under way. A `read` is done anew at `comeBack`; a `change` has failed: others may have written since. */
  setAside(): void
  comeBack(): void
}

export interface DurableValueOptions {
  name: string
  indexedDB: IDBFactory
  /** To the other tabs. */
  channel: {
    postMessage(message: unknown): void
    addEventListener(type: 'message', listen: () => void): void
  }
  after: After
}

const table = 'value'
const key = 0
/** [OB16] For opening it, and for what it is asked then. */
const timeoutMs = 5_000

export function durableValue<T>(options: DurableValueOptions): DurableValue<T> {
  const running = new Set<IDBTransaction>()
  let aside: Promise<void> | null = null
  let comeBack = () => {}
  let timesAside = 0

  async function once<R>(mode: IDBTransactionMode, act: (rows: IDBObjectStore) => Answer<R>): Promise<R> {
    const database = await open(options)
    try {
      if (aside) throw new StorageError('connection')
      const transaction = database.transaction(table, mode, { durability: 'strict' })
      running.add(transaction)
      const answer = act(transaction.objectStore(table))
      await inTime(completed(transaction), timeoutMs, options.after)
        .catch((error: unknown) => {
          abandon(transaction)
          throw error
        })
        .finally(() => running.delete(transaction))
      return answer()
    } finally {
      database.close()
    }
  }

  async function transact<R>(mode: IDBTransactionMode, act: (rows: IDBObjectStore) => Answer<R>) {
    for (let isAgain = false; ;) {
      if (aside) await aside
      const before = timesAside
      try {
        return { outcome: 'stored', value: await once(mode, act) } as const
      } catch (error) {
        if (timesAside > before) {
          if (mode === 'readonly') continue
          // Told when the page is there again to hear it.
          if (aside) await aside
          return { outcome: 'failed', fault: 'connection' } as const
        }
        const fault = faultOf(error)
        if (fault !== 'blocked' || isAgain) return { outcome: 'failed', fault } as const
        isAgain = true
      }
    }
  }

  return {
    read: () =>
      transact('readonly', rows => {
        const asked: IDBRequest<T | undefined> = rows.get(key)
        return () => asked.result ?? null
      }),
    async change(edit) {
      const answer = await transact('readwrite', rows => {
        let next: T
        const asked: IDBRequest<T | undefined> = rows.get(key)
        asked.onsuccess = () => rows.put((next = edit(asked.result ?? null)), key)
        return () => next
      })
      options.channel.postMessage(null)
      return answer
    },
    onChange: listen => options.channel.addEventListener('message', listen),
    setAside() {
      timesAside++
      aside = new Promise(resolve => {
        comeBack = resolve
      })
      for (const transaction of running) abandon(transaction)
    },
    comeBack() {
      aside = null
      comeBack()
    },
  }
}

/** The result of a transaction, once it is complete. */
type Answer<R> = () => R

/** The first `read` is under way before anybody asks. */
export function readAhead<T>(value: DurableValue<T>): DurableValue<T> {
  let ahead: ReturnType<typeof value.read> | null = value.read()
  return {
    ...value,
    read() {
      const answer = ahead ?? value.read()
      ahead = null
      return answer
    },
  }
}

async function open({ name, indexedDB, after }: DurableValueOptions): Promise<IDBDatabase> {
  const asked = indexedDB.open(name, 1)
  asked.onupgradeneeded = () => asked.result.createObjectStore(table)
  const opened = new Promise<IDBDatabase>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new StorageError('unknown'))
  })
  try {
    return await inTime(opened, timeoutMs, after)
  } catch (error) {
    // A connection that nobody uses would block whoever comes next.
    asked.onsuccess = () => asked.result.close()
    throw error
  }
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new StorageError('unknown'))
  })
}
