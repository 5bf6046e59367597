/** IndexedDB that stops answering at a call of one kind: no error, no event, nothing. */
import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBObjectStore,
  IDBOpenDBRequest,
} from 'fake-indexeddb'
import { vi } from 'vitest'

/** As fake-indexeddb keeps a transaction. */
interface Raw extends IDBTransaction {
  _start(): void
  _abort(name: string): void
  _state: string
  db: IDBTransaction['db'] & { _rawDatabase: { processTransactions(): void } }
}

/** What falls silent: this connection, which a new one replaces, or all that is asked until it heals. */
export type Extent = 'connection' | 'everything'

interface Silence {
  call: string
  extent: Extent
  /** At the moment of the first call of that kind. */
  begun(): void
}

const owners = { IDBObjectStore, IDBIndex, IDBCursor } as const

function transactionOf(owner: IDBObjectStore | IDBIndex | IDBCursor): Raw {
  const source = owner instanceof IDBCursor ? owner.source : owner
  return (source instanceof IDBIndex ? source.objectStore : source).transaction as Raw
}

export class SilentStorage {
  /** Every kind of call that was made, in the order of their first. */
  readonly calls = new Set<string>()
  #silence: Silence | null = null
  #hasBegun = false
  /** Transactions that came to a stop, and what ends them. */
  readonly #stopped = new Map<Raw, () => void>()

  constructor() {
    for (const [name, owner] of Object.entries(owners)) this.#watch(name, owner.prototype)
    const { open } = IDBFactory.prototype
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation((...given) => {
      const self = vi.mocked(IDBFactory.prototype.open).mock.contexts.at(-1) as IDBFactory
      return this.#falls('open') ? new IDBOpenDBRequest() : open.apply(self, given)
    })
    this.#watchTransactions()
  }

  begin(silence: Silence): void {
    this.#silence = silence
    this.#hasBegun = false
  }

  /** What had come to a stop has come to nothing, and everything is answered again. */
  heal(): void {
    this.#silence = null
    for (const end of this.#stopped.values()) end()
    this.#stopped.clear()
  }

  /** Whoever held everything up lets go: what nobody has abandoned is done now. */
  wake(): void {
    this.#silence = null
    for (const transaction of this.#stopped.keys()) {
      for (const name of ['_start', 'dispatchEvent'] as const) Reflect.deleteProperty(transaction, name)
      if (transaction._state !== 'finished') transaction._start()
      transaction.db._rawDatabase.processTransactions()
    }
    this.#stopped.clear()
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Whether this call gets no answer. */
  #falls(call: string): boolean {
    this.calls.add(call)
    const silence = this.#silence
    if (!silence) return false
    if (this.#hasBegun) return silence.extent === 'everything'
    if (silence.call !== call) return false
    this.#hasBegun = true
    silence.begun()
    return true
  }

  #stop(transaction: Raw): void {
    if (this.#stopped.has(transaction)) return
    const { db } = transaction
    transaction._start = () => {}
    transaction.dispatchEvent = () => true
    this.#stopped.set(transaction, () => {
      if (transaction._state !== 'finished') transaction._abort('AbortError')
      db._rawDatabase.processTransactions()
    })
  }

  #watch(name: string, prototype: object): void {
    for (const [method, { value: original }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof original !== 'function' || ['constructor', 'index', 'toString'].includes(method)) continue
      if (/^(createIndex|deleteIndex|_)/.test(method)) continue
      const [falls, stop] = this.#hands()
      vi.spyOn(prototype as Record<string, () => unknown>, method).mockImplementation(function (
        this: IDBObjectStore,
        ...given: unknown[]
      ) {
        const isSilent = falls(`${name}.${method}`)
        const asked: unknown = original.apply(this, given)
        if (isSilent) stop(transactionOf(this))
        return asked
      })
    }
  }

  #watchTransactions(): void {
    const { transaction: begin, close } = IDBDatabase.prototype
    const [falls, stop] = this.#hands()
    const afterClose = (closed: IDBDatabase) => this.#endWith(closed)
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      const made = begin.apply(this, given) as Raw
      if (falls(`begin ${given[1] ?? 'readonly'}`)) stop(made)
      const tell = made.dispatchEvent.bind(made)
      made.dispatchEvent = event => {
        if (event.type !== 'complete' || !falls(`end ${made.mode}`)) return tell(event)
        made.db._rawDatabase.processTransactions()
        return true
      }
      return made
    })
    vi.spyOn(IDBDatabase.prototype, 'close').mockImplementation(function (this: IDBDatabase) {
      close.apply(this)
      afterClose(this)
    })
  }

  /** For functions that stand in another's place, and have its `this`. */
  #hands() {
    return [(call: string) => this.#falls(call), (transaction: Raw) => this.#stop(transaction)] as const
  }

  /** What a closed connection had under way comes to nothing, unless everything is silent. */
  #endWith(closed: IDBDatabase): void {
    if (this.#silence?.extent === 'everything') return
    for (const [transaction, end] of this.#stopped) {
      if (transaction.db !== (closed as unknown)) continue
      this.#stopped.delete(transaction)
      end()
    }
  }
}
