/** A first sync that is large: it is stored piece by piece, and each piece can be seen. */
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChangesLine } from '../../shared/protocol.ts'
import { offline, Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const lines = 200
const perLine = 512

async function* large(): AsyncGenerator<ChangesLine> {
  for (let line = 0; line < lines; line++) {
    const numbers = Array.from({ length: perLine }, (_, row) => line * perLine + row + 1)
    yield {
      kind: 'record_b',
      uid: numbers.map(uid),
      id: numbers.map(String),
      version: numbers,
      by: numbers.map(() => 'dewi'),
      at: numbers.map(() => '2026-01-05T08:30:00Z'),
      fields: Object.fromEntries(
        Object.entries(recordB()).map(([name, value]) => [name, numbers.map(() => value)]),
      ),
      deleted: [],
      cursor: `baris ${line}`,
      more: line < lines - 1,
    }
  }
}

/** How many pages each transaction puts. */
function pagesByTransaction(): Map<IDBTransaction, number> {
  const counts = new Map<IDBTransaction, number>()
  const original = IDBObjectStore.prototype.put
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'pages') counts.set(this.transaction, (counts.get(this.transaction) ?? 0) + 1)
    return original.apply(this, given)
  })
  return counts
}

describe('A large first sync', () => {
  test('[PG6] no transaction writes more than 65 pages, and what has come shows meanwhile', async () => {
    const counts = pagesByTransaction()
    const profile = new Profile()
    profile.transport = { ...offline, changes: large }
    const tab = await profile.tab()
    const { state, isComplete } = await tab.engine.status()
    expect([state, isComplete]).toEqual(['idle', true])
    expect([...counts.values()].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(lines)
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(65)
    const seen = tab.events.flatMap(event =>
      event.type === 'status' ? [event.status.counts['record_b']] : [],
    )
    expect(new Set(seen).size).toBeGreaterThanOrEqual(3)
  })
})
