/** One profile's IndexedDB, and what goes wrong with it: quota, aborted transactions, dead connections, eviction. */
import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { loseEnd } from '../support/lost-end.ts'
import { firstVersion } from './apps.ts'
import type { Chaos } from './chaos.ts'
import type { Mixture } from './mixture.ts'

type Transaction = InstanceType<typeof globalThis.IDBTransaction>

interface Connection {
  lane: string
  storage: SimStorage
  isDead: boolean
  active: Set<Transaction>
}

const faults = ['QuotaExceededError', 'UnknownError', 'InvalidStateError', 'abort'] as const
type Fault = (typeof faults)[number] | 'end lost'

/** Above every version that an app of today asks for. */
const newerVersion = 1_000

const connections = new WeakMap<object, Connection>()
const original = IDBDatabase.prototype.transaction

IDBDatabase.prototype.transaction = function (this: globalThis.IDBDatabase, ...given) {
  const connection = connections.get(this)
  const fault = connection && connection.storage.faultFor(connection, given[1])
  if (fault && fault !== 'abort' && fault !== 'end lost') throw new DOMException('injected', fault)
  const transaction = original.apply(this, given)
  if (!connection) return transaction
  connection.active.add(transaction)
  transaction.addEventListener('complete', () => connection.active.delete(transaction))
  transaction.addEventListener('abort', () => connection.active.delete(transaction))
  if (connection.storage.isSlow) delay(transaction, connection)
  if (fault === 'end lost') loseEnd(transaction)
  if (fault === 'abort') setImmediate(() => abort(transaction))
  return transaction
}

/** What fake-indexeddb does once it is the transaction's turn. */
interface Startable {
  _start(): void
  _started: boolean
}

/** Others get on before it begins; what overlaps it waits behind it all the same. */
function delay(transaction: Transaction, { lane, storage }: Connection): void {
  const startable = transaction as unknown as Startable
  const start = startable._start.bind(transaction)
  startable._start = () => {
    startable._started = true
    startable._start = start
    void storage.chaos.pass(lane, 'disk').then(start)
  }
}

function abort(transaction: Transaction): void {
  try {
    transaction.abort()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
  }
}

/** Transactions of a tab that go well after one whose end was lost: it mostly finds out what was written. */
const wellAfterLost = 3

/** One thing written, where it cannot be read again. */
export interface Spoilt {
  place: string
  value: unknown
}

export class SimStorage {
  /** Chance that a transaction fails. */
  faults = 0
  /** How many there were. */
  injected = 0
  /** How many transactions were written and could not say so. */
  private endsLost = 0
  /** Chance that what is written cannot be read again. */
  spoiling = 0
  /** What could not. */
  readonly spoilt: Spoilt[] = []
  /** Between any two transactions others may get on. */
  readonly isSlow: boolean
  readonly chaos: Chaos
  private readonly areEndsLost: boolean
  /** By tab. */
  private readonly goingWell = new Map<string, number>()
  private factory = new IDBFactory()
  private readonly open = new Set<Connection>()

  constructor(chaos: Chaos, { isDiskSlow, areEndsLost }: Pick<Mixture, 'isDiskSlow' | 'areEndsLost'>) {
    this.chaos = chaos
    this.isSlow = isDiskSlow
    this.areEndsLost = areEndsLost
  }

  /** What a tab sees as `indexedDB`, for an app whose database has that version. */
  forTab(
    lane: string,
    schemaVersion: number,
  ): { indexedDB: globalThis.IDBFactory; IDBKeyRange: typeof globalThis.IDBKeyRange } {
    const factory = this.factory
    const open = (name: string, version?: number) => {
      const request = factory.open(name, version === undefined ? undefined : schemaVersion)
      request.addEventListener('success', () => {
        // To an app that has been overtaken the database is newer than any it knows.
        const isOvertaken = request.result.version > schemaVersion
        Object.defineProperty(request.result, 'version', {
          value: isOvertaken ? newerVersion : firstVersion,
        })
        const connection: Connection = { lane, storage: this, isDead: false, active: new Set() }
        connections.set(request.result, connection)
        this.open.add(connection)
      })
      return request
    }
    const facade = {
      open,
      cmp: factory.cmp.bind(factory),
      deleteDatabase: factory.deleteDatabase.bind(factory),
    }
    return { indexedDB: facade as unknown as globalThis.IDBFactory, IDBKeyRange }
  }

  faultFor(connection: Connection, mode: IDBTransactionMode = 'readonly'): Fault | null {
    const { lane } = connection
    if (this.chaos.isDead(lane) || connection.isDead) return 'InvalidStateError'
    const well = this.goingWell.get(lane) ?? 0
    if (well > 0) {
      this.goingWell.set(lane, well - 1)
      return null
    }
    if (!this.chaos.chance(this.faults)) return null
    this.injected++
    const isEndLost = this.areEndsLost && mode === 'readwrite' && this.chaos.chance(0.3)
    const fault = isEndLost ? 'end lost' : this.chaos.pick(faults)
    this.chaos.tell(`    storage of ${lane}: ${fault}`)
    // A lost connection stays lost: only a new one helps.
    if (fault !== 'QuotaExceededError' && fault !== 'abort') connection.isDead = true
    if (isEndLost) {
      this.endsLost++
      this.goingWell.set(lane, wellAfterLost)
    }
    return fault
  }

  /** Of an act that begins now: whether it may be written though it is called failed. */
  watchEnds(): () => boolean {
    const { endsLost } = this
    return () => this.endsLost > endsLost
  }

  spoils(place: string, value: unknown): boolean {
    if (this.spoiling === 0 || !this.chaos.chance(this.spoiling)) return false
    this.spoilt.push({ place, value: structuredClone(value) })
    this.chaos.tell(`    spoilt: ${place}`)
    return true
  }

  /** Whether what cannot be read is of this record and holds this value. */
  hasSpoilt(uid: string, value: string): boolean {
    const texts = this.spoilt.map(each => JSON.stringify(each))
    return texts.some(text => text.includes(uid) && text.includes(value))
  }

  /** The tab is gone: what it had not committed is undone. */
  drop(lane: string): void {
    for (const connection of this.open)
      if (connection.lane === lane) {
        for (const transaction of connection.active) abort(transaction)
        this.open.delete(connection)
      }
  }

  /** The browser deletes everything of this origin. Its tabs must have gone. */
  evict(): void {
    this.factory = new IDBFactory()
  }
}
