/** [WK3] In every test: no connection of the app's begins a transaction while another of its own is under way. */
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, expect } from 'vitest'

/** As fake-indexeddb keeps a transaction. */
interface Raw extends IDBTransaction {
  _state: 'active' | 'inactive' | 'committing' | 'finished'
}

const begin = IDBDatabase.prototype.transaction
const last = new WeakMap<IDBDatabase, Raw>()
let together: string[] = []

/** Connections that tests open beside it are left alone. */
const isOfTheApp = (connection: IDBDatabase) => Object.hasOwn(connection, 'transaction')

// No spy: tests that put theirs in this place, and take them away, find this one beneath.
IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
  const before = last.get(this)
  if (before && before._state !== 'finished' && isOfTheApp(this)) {
    const { stack = '' } = new Error('begun')
    together.push(`${[...before.objectStoreNames].join()} | ${[given[0]].flat().join()} ${stack}`)
  }
  const begun = begin.apply(this, given) as Raw
  last.set(this, begun)
  return begun
}

afterEach(() => {
  const found = together
  together = []
  expect(found).toEqual([])
})
