/**
 * [WK3] The transactions of one connection take turns. Where a worker ends with two of them under way, WebKit ends neither, and
 * everybody who comes after waits for them without end (https://bugs.webkit.org/show_bug.cgi?id=324094).
 */
import { Dexie, type PromiseExtended } from 'dexie'
import { StorageError } from '../../storage/fault.ts'
import { abandon } from '../../storage/in-time.ts'
import type { Storage } from './schema.ts'

type Factory = Storage['indexedDB']

interface Waiting {
  /** To the turn of somebody else, who waits for it. */
  belongs: boolean
  begin(): void
  giveUp(error: StorageError): void
}

export class TransactionQueue {
  private waiting: Waiting[] = []
  private readonly underWay = new Set<IDBTransaction>()
  private isTaken = false

  /** Databases opened by this one tell of each transaction: of those that Dexie begins for itself, too. */
  watched(indexedDB: Factory): Factory {
    const open = (...given: Parameters<IDBFactory['open']>) => {
      const asked = (indexedDB as IDBFactory).open(...given)
      asked.addEventListener('success', () => this.watch(asked.result))
      return asked
    }
    // Where a browser has no list of its databases, Dexie would keep one, in a database of its own.
    const databases = () => Promise.resolve([])
    return { open, databases } as Factory
  }

  /** Runs it when nothing is under way any more. It may begin one transaction after the other. */
  run<T>(operation: () => PromiseLike<T>): PromiseExtended<T> {
    const release = () => {
      this.isTaken = false
      this.next()
    }
    const begin = () => new Dexie.Promise<T>(resolve => resolve(operation()))
    return this.place({ belongs: false }).then(() => begin().finally(release))
  }

  /** Runs it within the turn that somebody has, if anybody has one: Dexie opens a dead connection anew in the midst of it. */
  runWithin<T>(operation: () => PromiseLike<T>): PromiseExtended<T> {
    return this.place({ belongs: true }).then(operation)
  }

  /** What is under way comes to nothing. */
  abandon(): void {
    for (const transaction of this.underWay) abandon(transaction)
  }

  /** The connection is closed: nobody waits for its transactions, and whoever waited for a turn is told. */
  close(): void {
    this.underWay.clear()
    const waiting = this.waiting
    this.waiting = []
    for (const each of waiting) each.giveUp(new StorageError('connection'))
  }

  private place({ belongs }: Pick<Waiting, 'belongs'>): PromiseExtended<void> {
    return new Dexie.Promise<void>((begin, giveUp) => {
      this.waiting.push({ belongs, begin, giveUp })
      this.next()
    })
  }

  private next(): void {
    if (this.underWay.size > 0) return
    const next = this.waiting.find(({ belongs }) => belongs || !this.isTaken)
    if (!next) return
    this.waiting = this.waiting.filter(each => each !== next)
    this.isTaken ||= !next.belongs
    next.begin()
  }

  private watch(database: IDBDatabase): void {
    const begin = database.transaction.bind(database)
    database.transaction = (...given) => {
      const begun = begin(...given)
      this.underWay.add(begun)
      const over = () => {
        this.underWay.delete(begun)
        this.next()
      }
      for (const end of ['complete', 'abort']) begun.addEventListener(end, over)
      return begun
    }
  }
}
