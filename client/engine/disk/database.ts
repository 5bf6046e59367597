/** One user's database: opens it, keeps its connection alive, and hands out the seal. */
import type { Kinds } from '../../../shared/metadata.ts'
import type { StorageFault } from '../../contract.ts'
import { faultOf, StorageError } from '../../storage/fault.ts'
import { type After, inTime } from '../../storage/in-time.ts'
import { Connection } from './connection.ts'
import type { Files } from './files.ts'
import type { MetaRow, Schema, Storage } from './schema.ts'
import type { Seal, Sealing } from './seal.ts'

export interface DatabaseOptions {
  userId: string
  /** Which of the names that this person's database may have; absent: the first. */
  name?: string
  /** Its key, found with the database open; absent: the one that is stored there as it is, or a new one. */
  keyOf?: ((run: Run) => Promise<CryptoKey>) | undefined
  /** [LK5] On its way into the other one: whoever else has it open loses it, and cannot open it again. */
  isLeaving?: boolean
  /** [LK5] Counts as there once what is on its way has arrived: until then it has no client. */
  isArriving?: boolean
  kinds: Kinds
  storage: Storage & Files
  sealing: Sealing
  newUid(at?: number): string
  /** Unsettled edits last known to be in it. */
  lastUnsettled?: number | undefined
  /** Waits between attempts. */
  pause(milliseconds: number): Promise<void>
  after: After
}

/** Attempts at one operation, each on a fresh connection, before the person is told. */
export const attemptsAfter: Partial<Record<StorageFault, number>> = { connection: 3, blocked: 2 }
export const pauseMs = 100
/** Longer than any operation takes that will end; whoever holds the storage so long is frozen. */
export const operationTimeoutMs = 10_000

/** Runs an operation on an open connection. */
export type Run = <T>(operation: (schema: Schema) => Promise<T>) => Promise<T>

export interface Database {
  /** Its name in the browser. */
  readonly name: string
  /** Rows of an older version of the app are read as if these had been there then. */
  readonly kinds: Kinds
  readonly seal: Seal
  readonly key: CryptoKey
  readonly userId: string
  /** This browser profile's identity on the server. */
  readonly clientId: string
  /** Where its files are; absent: nowhere. */
  readonly directory: Files['directory']
  newUid(at?: number): string
  /** [OB16] Runs an operation; a connection that is dead or does not answer is replaced, and the operation run again. */
  run: Run
  close(): void
}

/** [LK5] A person's data stands in the one or in the other; sealed anew, it moves. */
export const namesOf = (userId: string) => [`records:${userId}`, `records:${userId}:2`] as const

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { kinds, userId, lastUnsettled, newUid, sealing, storage, after } = options
  const { name = namesOf(userId)[0], isLeaving = false, isArriving = false } = options
  let connection = null as Connection | null
  let clientId: string | null = null
  /** [LK7] For good: opened once more by what was under way, it would be there again, empty. */
  let isClosed = false

  const run: Run = async operation => {
    for (let attempt = 1; ; attempt++) {
      // Operations that come while it opens wait for the same opening.
      const used = (connection ??= new Connection({
        ...{ name, storage, after, isLeaving },
        owner: () => clientId,
        isClosed: () => isClosed,
      }))
      try {
        if (!used.isOpen()) await used.open()
        return await inTime(used.queued(operation), operationTimeoutMs, after)
      } catch (error) {
        const fault = faultOf(error)
        const attempts = attemptsAfter[fault]
        if (attempts !== undefined || !used.isOpen()) {
          if (fault === 'blocked') used.abandon()
          used.close()
          // By now others may have a better one.
          if (connection === used) connection = null
        }
        const isLast = isClosed || attempts === undefined || attempt >= attempts
        if (isLast) throw new StorageError(fault, { cause: error })
        await options.pause(pauseMs * attempt)
      }
    }
  }

  try {
    const key = await (options.keyOf ?? (() => ownKey(run, sealing)))(run)
    // [RM1] A new database where there had been one: that is kept, in the same transaction, until the person knows.
    const loss = lastUnsettled === undefined ? undefined : { name: 'lost', value: lastUnsettled }
    if (!isArriving) clientId = await ownValue(run, 'client', () => Promise.resolve(newUid()), loss)
    const seal = sealing.with(key)
    return {
      kinds,
      seal,
      key,
      name,
      userId,
      clientId: clientId ?? '',
      directory: storage.directory,
      newUid,
      run,
      close() {
        isClosed = true
        // One that is being opened finds that out by itself.
        if (connection?.isOpen()) connection.close()
      },
    }
  } catch (error) {
    // An open connection nobody uses would block the next attempt's upgrade.
    connection?.close()
    throw error
  }
}

export function ownKey(run: Run, sealing: Sealing): Promise<CryptoKey> {
  return ownValue(run, 'key', () => sealing.newKey())
}

/** [RM1] Edits that went when the browser removed the database before this one, until the person knows. */
export async function readLoss(db: Database): Promise<number | null> {
  const row = await db.run(schema => schema.meta.get('lost'))
  return (row?.value as number | undefined) ?? null
}

export async function deleteLoss(db: Database): Promise<void> {
  await db.run(schema => schema.meta.delete('lost'))
}

/** The stored value of that name, or a new one that is stored now, with a row beside it; of two tabs the first wins. */
async function ownValue<T>(run: Run, name: string, make: () => Promise<T>, beside?: MetaRow): Promise<T> {
  const stored = await run(schema => schema.meta.get(name))
  if (stored) return stored.value as T
  const value = await make()
  return run(schema =>
    schema.transaction('rw', schema.meta, async () => {
      const other = await schema.meta.get(name)
      if (other) return other.value as T
      // [RM3] Removed since the key was read: what is sealed with that could never be read.
      const isKeyless = (await schema.meta.bulkGet(['key', 'locks'])).every(row => row === undefined)
      if (name !== 'key' && isKeyless) throw new StorageError('removed')
      await schema.meta.put({ name, value })
      if (beside) await schema.meta.put(beside)
      return value
    }),
  )
}
