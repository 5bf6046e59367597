/** One transaction at a time: what is asked of the device's storage together is done one after the other. */
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { TransactionQueue } from '../../client/engine/disk/transaction-queue.ts'
import { StorageError } from '../../client/storage/fault.ts'
import { draftOf } from '../support/drafts.ts'
import { noForm } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { SilentStorage } from '../support/silent-storage.ts'
import { everything, recordB, uid } from '../support/tables.ts'

afterEach(() => vi.restoreAllMocks())

const formOf = (number: number) => ({
  ...{ ...noForm, kind: 'record_b', uid: uid(number) },
  fields: recordB({ nama: `Gudang ${number} é` }),
})

/** Of one connection, from now on. */
function countTogether(): { most: number; begun: number } {
  const seen = { most: 0, begun: 0 }
  const underWay = new Map<IDBDatabase, number>()
  const begin = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const begun = begin.apply(this, given)
    const count = (more: number) => underWay.set(this, (underWay.get(this) ?? 0) + more)
    count(1)
    seen.begun++
    seen.most = Math.max(seen.most, underWay.get(this) ?? 0)
    for (const end of ['complete', 'abort']) begun.addEventListener(end, () => count(-1))
    return begun
  })
  return seen
}

const savedIn = async (profile: Profile) => {
  const { engine } = await profile.tab()
  const { rows } = await engine.query('record_b', everything, 0, 100)
  return rows.map(row => String(row.fields['nama'])).sort()
}

describe('What is asked together', () => {
  test('[WK3] is done one after the other, and each is answered', async () => {
    const seen = countTogether()
    const profile = new Profile()
    const { engine } = await profile.tab()
    const numbers = [1, 2, 3, 4, 5]
    const outcomes = await Promise.all([
      ...numbers.map(number => engine.save(formOf(number))),
      ...numbers.map(number => engine.keepDraft(draftOf(number))),
      ...numbers.map(() => engine.sent()),
    ])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      ...Array<string>(10).fill('saved'),
      ...Array<string>(5).fill('read'),
    ])
    expect(seen.begun).toBeGreaterThanOrEqual(15)
    expect(seen.most).toBe(1)
    expect(await savedIn(profile)).toEqual(numbers.map(number => `Gudang ${number} é`))
  })

  test('[WK3] has its turn after one that could not even begin', async () => {
    const queue = new TransactionQueue()
    const failed = queue.run(() => {
      throw new StorageError('unknown')
    })
    const next = queue.run(() => Promise.resolve('Gudang é'))
    await expect(failed).rejects.toThrow('unknown')
    expect(await next).toBe('Gudang é')
  })

  test('[WK3, OB16] waits for nobody who is never answered, and is not done when that goes on', async () => {
    const storage = new SilentStorage()
    const profile = new Profile()
    const { engine } = await profile.tab()
    let passing: NodeJS.Timeout | undefined
    const tooLate = () => (passing = setInterval(() => profile.tooLate(), 5))
    storage.begin({ call: 'IDBObjectStore.add', extent: 'everything', begun: tooLate })
    const outcomes = await Promise.all([1, 2, 3, 4].map(number => engine.save(formOf(number))))
    clearInterval(passing)
    expect(outcomes).toEqual(Array(4).fill({ outcome: 'failed', fault: 'blocked' }))
    storage.wake()
    profile.tooLate()
    expect(await savedIn(profile)).toEqual([])
    expect(await engine.save(formOf(5))).toMatchObject({ outcome: 'saved' })
  })
})
