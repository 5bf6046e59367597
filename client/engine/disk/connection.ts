/** One connection to a person's database: whole when it is open, and with one transaction at a time. */
import { Dexie, type PromiseExtended } from 'dexie'
import { StorageError } from '../../storage/fault.ts'
import { type After, inTime } from '../../storage/in-time.ts'
import { databaseVersion, leavingVersion, Schema, type Storage, versionsOfDexie } from './schema.ts'
import { TransactionQueue } from './transaction-queue.ts'

/** An upgrade or a delete by another tab that does not let go in this time is reported. */
export const openTimeoutMs = 5_000

interface ConnectionOptions {
  name: string
  storage: Storage
  after: After
  isLeaving: boolean
  /** Whose database it is, once that is known. */
  owner(): string | null
  isClosed(): boolean
}

/** Opens in time, or not at all: also when Dexie itself finds its connection dead and opens another. */
export class Connection extends Schema {
  private readonly after: After
  private readonly newest: number
  private readonly isClosed: () => boolean
  private readonly queue: TransactionQueue

  constructor({ name, storage, after, isLeaving, owner, isClosed }: ConnectionOptions) {
    const queue = new TransactionQueue()
    super(name, { ...storage, indexedDB: queue.watched(storage.indexedDB) }, { isLeaving })
    this.queue = queue
    this.after = after
    this.isClosed = isClosed
    this.newest = isLeaving ? leavingVersion : databaseVersion
    // [RM3] Removed under an open tab it would be there again, empty: what is written now could never be read.
    const isOwn = (found: unknown) => owner() === null || found === owner()
    const check = () => {
      this.expectLife()
      return this.meta.get('client').then(row => {
        if (!isOwn(row?.value)) throw new StorageError('removed')
      })
    }
    this.on('ready', () => queue.runWithin(check), true)
  }

  override open(): PromiseExtended<Dexie> {
    if (this.isClosed()) return Dexie.Promise.reject(new StorageError('connection'))
    return Dexie.Promise.resolve(inTime(super.open(), openTimeoutMs, this.after))
      .then(() => {
        if (this.isClosed() || !this.isOpen()) throw new StorageError('connection')
        // Dexie would open a database of a later version; its rows may mean something else by now.
        if (this.backendDB().version > this.newest * versionsOfDexie) throw new StorageError('newer')
        this.expectLife()
        // What Dexie began to look at the tables is over before anybody else begins.
        return this.queue.runWithin(() => Dexie.Promise.resolve(this))
      })
      .catch((error: unknown) => {
        this.close()
        throw error
      })
  }

  /** [WK3] What an operation does, it does in one transaction, or in one after the other. */
  queued<T>(operation: (schema: Schema) => Promise<T>): PromiseExtended<T> {
    return this.queue.run(() => operation(this))
  }

  override close(...how: Parameters<Dexie['close']>): void {
    super.close(...how)
    this.queue.close()
  }

  /** Nothing of what it has under way is done any more. */
  abandon(): void {
    this.queue.abandon()
  }

  /** Dexie counts as open although the connection died while it looked at the tables; it would never work. */
  private expectLife(): void {
    if (this.tables.some(table => (table.core as unknown) === undefined)) throw new StorageError('connection')
  }
}
