/** A device whose own storage fails: what a person does ends on disk or in a message. */
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dump, request, failTransactions, loseOneEnd } from '../support/indexed-db.ts'
import { edit, make, noForm, online, shown, twoEditors } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { everything, recordB, uid } from '../support/tables.ts'

const names = async (profile: Profile, kind = 'record_b', field = 'nama') => {
  const { engine } = await profile.tab()
  const { rows } = await engine.query(kind, everything, 0, 100)
  return rows.map(row => [row.fields[field], row.state])
}

const formOf = (number: number) => ({ ...noForm, kind: 'record_b', uid: uid(number), fields: recordB() })

function draftOf(number: number) {
  const { draft: _, ...form } = formOf(number)
  return { ...form, id: `form ${number}` }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('When storage fails', () => {
  test.each([
    ['QuotaExceededError', 'quota', 1],
    ['UnknownError', 'connection', 3],
  ] as const)(
    '%s ends in a message, never in silence, and the next save works',
    async (name, fault, tries) => {
      const profile = new Profile()
      const failing = failTransactions(name)
      const { engine } = await profile.tab()
      failing.begin()
      const edit = formOf(1)
      expect(await engine.save(edit)).toEqual({ outcome: 'failed', fault })
      expect(failing.failed()).toBe(tries)
      failing.heal()
      expect(await engine.save(edit)).toMatchObject({ outcome: 'saved' })
      expect(await names(profile)).toEqual([['Gudang', 'unsent']])
    },
  )

  test('a lost connection is replaced by a new one and nobody notices', async () => {
    const profile = new Profile()
    const failing = failTransactions('InvalidStateError', 1)
    const { engine } = await profile.tab()
    failing.begin()
    expect(await engine.save(formOf(1))).toMatchObject({ outcome: 'saved' })
    failing.heal()
    expect(failing.failed()).toBe(1)
  })

  test('[OB1] [OB5] a save that is written, though its connection dies before it says so, is written once', async () => {
    const losing = loseOneEnd('acts')
    const { ani } = await twoEditors()
    ani.network.isDown = true
    await ani.tab.sync()
    losing.begin()
    expect(await make(ani, 1, recordB({ nama: 'Ani' }))).toMatchObject({ outcome: 'saved' })
    expect(losing.isOver()).toBe(true)
    expect(await ani.tab.engine.outbox()).toHaveLength(1)
    await edit(ani, 1, { nama: 'Añi' })
    expect(await online(ani)).toMatchObject({ attention: 0, unsent: 0 })
    expect((await shown(ani, 1))?.fields['nama']).toBe('Añi')
  })

  test("[UI3] so is a draft: it is the form's own", async () => {
    const losing = loseOneEnd('unsaved')
    const { engine } = await new Profile().tab()
    losing.begin()
    expect(await engine.keepDraft(draftOf(1))).toMatchObject({ outcome: 'saved' })
    expect(losing.isOver()).toBe(true)
  })

  test('[UI2] a save that loses its connection, and gets no new one, says so; the next save works', async () => {
    const profile = new Profile()
    const losing = loseConnection()
    const { engine } = await profile.tab()
    const openings = vi.spyOn(profile.indexedDB, 'open').mockImplementation(unheard)
    const passing = setInterval(() => profile.tooLate(), 5)
    losing.begin()
    expect(await engine.save(formOf(1))).toEqual({ outcome: 'failed', fault: 'blocked' })
    openings.mockRestore()
    clearInterval(passing)
    expect(await engine.save(formOf(1))).toMatchObject({ outcome: 'saved' })
    expect(await names(profile)).toEqual([['Gudang', 'unsent']])
  })

  test('a lost connection is replaced once, however many acts were under way', async () => {
    const profile = new Profile()
    const losing = loseConnection()
    const { engine } = await profile.tab()
    const openings = vi.spyOn(profile.indexedDB, 'open')
    losing.begin()
    const saves = [1, 2, 3].map(number => engine.save(formOf(number)))
    const drafts = [4, 5, 6].map(number => engine.keepDraft(draftOf(number)))
    const outcomes = await Promise.all([...saves, ...drafts])
    expect(outcomes).toMatchObject(outcomes.map(() => ({ outcome: 'saved' })))
    expect(openings).toHaveBeenCalledTimes(1)
  })

  test('[UI3] a draft that cannot be read is not taken for none, and the status says that storage fails', async () => {
    const profile = new Profile()
    const failing = failTransactions('UnknownError', Infinity, ['readonly', 'readwrite'])
    const { engine } = await profile.tab()
    await engine.keepDraft(draftOf(1))
    failing.begin()
    expect(await engine.drafts()).toEqual({ outcome: 'failed', fault: 'connection' })
    expect(await engine.takeDraft(draftOf(1).id, 'other')).toMatchObject({ outcome: 'failed' })
    await expect.poll(async () => (await engine.status()).fault).not.toBeNull()
    failing.heal()
    expect(await engine.drafts()).toMatchObject({ outcome: 'read', drafts: [{ uid: uid(1) }] })
  })

  test('[RM1] what cannot be marked as read is told again, and what was sent is not taken for nothing', async () => {
    const profile = new Profile()
    const failing = failTransactions('UnknownError', Infinity, ['readonly', 'readwrite'])
    const { engine } = await profile.tab('user-1', { lastUnsettled: 3 })
    failing.begin()
    expect(await engine.forgetLoss()).toEqual({ outcome: 'failed', fault: 'connection' })
    expect(await engine.sent()).toEqual({ outcome: 'failed', fault: 'connection' })
    await expect.poll(async () => (await engine.status()).fault).toBe('connection')
    expect((await engine.status()).lost).toBe(3)
    failing.heal()
    expect(await engine.forgetLoss()).toEqual({ outcome: 'forgotten' })
    expect(await engine.sent()).toMatchObject({ outcome: 'read', sent: [] })
  })

  test('a database of a later version is reported, not emptied', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    await engine.save(formOf(1))
    await engine.close()
    await upgrade(profile.indexedDB, 1_000)
    await expect(profile.tab()).rejects.toThrow('newer')
    expect((await dump(profile.indexedDB))['acts']).toHaveLength(1)
  })
})

/** Once `begin` is called, the connection ends at the next transaction, as browsers end it. */
function loseConnection() {
  let isLosing = false
  const original = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    if (isLosing) this.close()
    isLosing = false
    return original.apply(this, given)
  })
  return { begin: () => void (isLosing = true) }
}

/** A request of which nothing is ever heard. */
const unheard = () => new EventTarget() as unknown as IDBOpenDBRequest

async function upgrade(factory: IDBFactory, version: number): Promise<void> {
  const database = await request(factory.open('records:user-1', version))
  database.close()
}
