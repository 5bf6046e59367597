/** A device whose own storage fails: what a person does ends on disk or in a message. */
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { draftOf } from '../support/drafts.ts'
import { dump, request, failTransactions, loseOneEnd } from '../support/indexed-db.ts'
import { edit, make, online, shown, twoEditors } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { everything, recordB, uid } from '../support/tables.ts'

const names = async (profile: Profile, kind = 'record_b', field = 'nama') => {
  const { engine } = await profile.tab()
  const { rows } = await engine.query(kind, everything, 0, 100)
  return rows.map(row => [row.fields[field], row.state])
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
      const edit = { kind: 'record_b', uid: uid(1), seen: null, fields: recordB() }
      expect(await engine.save(edit)).toEqual({ outcome: 'failed', fault })
      expect(failing.failed()).toBe(tries)
      failing.heal()
      expect(await engine.save(edit)).toEqual({ outcome: 'saved' })
      expect(await names(profile)).toEqual([['Gudang', 'unsent']])
    },
  )

  test('a lost connection is replaced by a new one and nobody notices', async () => {
    const profile = new Profile()
    const failing = failTransactions('InvalidStateError', 1)
    const { engine } = await profile.tab()
    failing.begin()
    expect(await engine.save({ kind: 'record_b', uid: uid(1), seen: null, fields: recordB() })).toEqual({
      outcome: 'saved',
    })
    failing.heal()
    expect(failing.failed()).toBe(1)
  })

  test('[OB1] [OB5] a save that is written, though its connection dies before it says so, is written once', async () => {
    const losing = loseOneEnd('outbox')
    const { ani } = await twoEditors()
    ani.network.isDown = true
    await ani.tab.sync()
    losing.begin()
    expect(await make(ani, 1, recordB({ nama: 'Ani' }))).toEqual({ outcome: 'saved' })
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
    const draft = draftOf(1, { fields: recordB({ nama: 'Añi' }) })
    expect(await engine.keepDraft(draft)).toMatchObject({ outcome: 'saved' })
    expect(losing.isOver()).toBe(true)
    losing.begin()
    expect(await engine.takeDraft(draft.id, 'other')).toMatchObject({ draft: { ...draft, id: 'other' } })
    expect(losing.isOver()).toBe(true)
  })

  test.each([
    ['at its first transaction', 0],
    ['after it has looked', 1],
  ])(
    '[UI2] a save that loses its connection %s, and gets no new one, says so; the next save works',
    async (_, after) => {
      const profile = new Profile()
      const losing = loseConnection()
      const { engine } = await profile.tab()
      const openings = vi.spyOn(profile.indexedDB, 'open').mockImplementation(unheard)
      const passing = setInterval(() => profile.tooLate(), 5)
      losing.begin(after)
      const edit = { kind: 'record_b', uid: uid(1), seen: null, fields: recordB() }
      expect(await engine.save(edit)).toEqual({ outcome: 'failed', fault: 'blocked' })
      openings.mockRestore()
      clearInterval(passing)
      expect(await engine.save(edit)).toEqual({ outcome: 'saved' })
      expect(await names(profile)).toEqual([['Gudang', 'unsent']])
    },
  )

  test('a lost connection is replaced once, however many acts were under way', async () => {
    const profile = new Profile()
    const losing = loseConnection()
    const { engine } = await profile.tab()
    const openings = vi.spyOn(profile.indexedDB, 'open')
    losing.begin(0)
    const saves = [1, 2, 3].map(number =>
      engine.save({ kind: 'record_b', uid: uid(number), seen: null, fields: recordB() }),
    )
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
    expect(await engine.drafts(draftOf(1))).toEqual({ outcome: 'failed', fault: 'connection' })
    expect(await engine.drafts()).toMatchObject({ outcome: 'failed' })
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
    await engine.save({ kind: 'record_b', uid: uid(1), seen: null, fields: recordB() })
    await engine.close()
    await upgrade(profile.indexedDB, 1_000)
    await expect(profile.tab()).rejects.toThrow('newer')
    expect((await dump(profile.indexedDB))['outbox']).toHaveLength(1)
  })
})

/** Once `begin` is called, the connection ends at the transaction after so many more, as browsers end it. */
function loseConnection() {
  let left = Infinity
  const original = IDBDatabase.prototype.transaction
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    if (left-- === 0) this.close()
    return original.apply(this, given)
  })
  return { begin: (after: number) => (left = after) }
}

/** A request of which nothing is ever heard. */
const unheard = () => new EventTarget() as unknown as IDBOpenDBRequest

async function upgrade(factory: IDBFactory, version: number): Promise<void> {
  const database = await request(factory.open('records:user-1', version))
  database.close()
}
