/** Storage that answers never: every operation ends all the same, and what was typed is not lost. */
import { IDBDatabase, IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { durableValue } from '../../client/storage/durable-value.ts'
import { edit, list, make, noForm, online, type Person, twoEditors } from '../support/people.ts'
import { SilentStorage } from '../support/silent-storage.ts'
import { recordB, uid } from '../support/tables.ts'

afterEach(() => vi.restoreAllMocks())

/** A morning's work that comes to nearly everything the app asks of its storage. */
async function work(ani: Person): Promise<unknown[]> {
  const outcomes: unknown[] = []
  const { engine } = ani.tab
  ani.network.isDown = true
  outcomes.push(await make(ani, 2, recordB({ nama: 'Añi' })))
  const { draft: _, ...form } = { ...noForm, kind: 'record_b', uid: uid(3), fields: recordB({ nama: '😀' }) }
  outcomes.push(await engine.keepDraft({ ...form, id: 'form' }), await engine.drafts())
  outcomes.push(await engine.takeDraft('form', 'other form'))
  outcomes.push(await edit(ani, 2, { pt: 'SBY' }))
  const done = await engine.remove('record_b', uid(1))
  outcomes.push(done)
  if (done.outcome === 'removed') outcomes.push(await engine.undo(done.undo))
  await online(ani)
  await engine.dropDraft('other form')
  outcomes.push(await engine.sent())
  return outcomes
}

async function begun() {
  const { server, ani, budi } = await twoEditors()
  await make(budi, 1, recordB({ nama: 'Budi' }))
  await online(budi)
  await online(ani)
  return { server, ani, budi }
}

async function callsOfWork(): Promise<string[]> {
  const storage = new SilentStorage()
  const { ani } = await begun()
  storage.calls.clear()
  await work(ani)
  // A new tab opens, and reads what is there.
  await ani.profile.tab(ani.userId)
  vi.restoreAllMocks()
  return [...storage.calls]
}

const calls = await callsOfWork()

const byName = (a: string, b: string) => a.localeCompare(b)
const namesOf = async (person: Person) =>
  (await list(person)).map(row => String(row.fields['nama'])).toSorted(byName)

describe('Storage that falls silent', () => {
  test('is tried at every kind of call that the app makes', () => {
    expect(calls.length).toBeGreaterThan(12)
    for (const kind of [
      'open',
      'begin readwrite',
      'end readwrite',
      'IDBObjectStore.put',
      'IDBObjectStore.get',
    ])
      expect(calls).toContain(kind)
  })

  test.each(calls)('[OB16] at %s: a new connection does what the old one did not, once', async call => {
    const storage = new SilentStorage()
    const { ani, budi } = await begun()
    storage.begin({ call, extent: 'connection', begun: () => setTimeout(() => ani.profile.tooLate()) })
    const outcomes = await work(ani)
    const again = storage.hasBegun ? ani.tab : await ani.profile.tab(ani.userId)
    expect(storage.hasBegun).toBe(true)
    expect(outcomes).not.toContainEqual(expect.objectContaining({ outcome: 'failed' }))
    expect(await again.sync()).toMatchObject({ unsent: 0, attention: 0, fault: null })
    await online(budi)
    expect(await namesOf(budi)).toEqual(['Añi', 'Budi'])
    expect((await list(budi)).map(row => row.fields['pt'])).toContain('SBY')
  })

  const atOpeningAlone = ['open', 'begin versionchange']
  test.each(calls.filter(call => !atOpeningAlone.includes(call)))(
    '[OB16] at %s, and for good: each act ends in words, and all goes on when it answers again',
    async call => {
      const storage = new SilentStorage()
      const { ani, budi } = await begun()
      let passing: NodeJS.Timeout | undefined
      storage.begin({
        call,
        extent: 'everything',
        begun: () => (passing = setInterval(() => ani.profile.tooLate(), 5)),
      })
      const outcomes = await work(ani)
      expect(storage.hasBegun).toBe(true)
      const failed = outcomes.filter(each => (each as { outcome: string }).outcome === 'failed')
      for (const each of failed) expect(each).toEqual({ outcome: 'failed', fault: 'blocked' })
      const { fault } = await ani.tab.engine.status()
      expect([...failed, fault].filter(Boolean)).not.toEqual([])
      clearInterval(passing)
      storage.heal()
      // Whoever was still waiting for what came to nothing.
      ani.profile.tooLate()
      // Nothing was said to be saved that is not.
      const isSaved = (outcomes[0] as { outcome: string }).outcome === 'saved'
      if (!isSaved) await make(ani, 2, recordB({ nama: 'Añi' }))
      expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, fault: null })
      await online(budi)
      expect(await namesOf(budi)).toContain('Añi')
    },
  )
})

describe('What was said not to be saved', () => {
  test.each(['begin readwrite', 'IDBObjectStore.add'])(
    '[OB16] is not saved later, when storage that was silent at %s goes on',
    async call => {
      const storage = new SilentStorage()
      const { ani } = await begun()
      ani.network.isDown = true
      let passing: NodeJS.Timeout | undefined
      const tooLate = () => (passing = setInterval(() => ani.profile.tooLate(), 5))
      storage.begin({ call, extent: 'everything', begun: tooLate })
      expect(await make(ani, 2, recordB({ nama: 'Añi' }))).toEqual({ outcome: 'failed', fault: 'blocked' })
      clearInterval(passing)
      storage.wake()
      ani.profile.tooLate()
      expect(await (await ani.profile.tab(ani.userId)).engine.outbox()).toEqual([])
      expect(await make(ani, 3, recordB({ nama: 'Baru' }))).toMatchObject({ outcome: 'saved' })
    },
  )
})

describe('Who is signed in', () => {
  const calls = ['open', 'begin readwrite', 'IDBObjectStore.get', 'IDBObjectStore.put', 'end readwrite']

  function signedIn(storage: SilentStorage, silence: Parameters<SilentStorage['begin']>[0] | null) {
    const waiting = new Set<() => void>()
    const value = durableValue<string>({
      name: 'records',
      indexedDB: new IDBFactory(),
      channel: new BroadcastChannel('records'),
      after(_, call) {
        waiting.add(call)
        return () => waiting.delete(call)
      },
    })
    const tooLate = () => waiting.forEach(call => call())
    // One wait runs out where one connection is silent: on a busy machine the next may take its while to answer.
    const pass = silence?.extent === 'everything' ? setInterval : setTimeout
    if (silence) storage.begin({ ...silence, begun: () => pass(tooLate, 5).unref() })
    return value
  }

  test.each(calls)('[OB16] is kept by a second try when the first is not answered at %s', async call => {
    const storage = new SilentStorage()
    const value = signedIn(storage, { call, extent: 'connection', begun: () => {} })
    expect(await value.change(() => 'Bu Dewi é')).toEqual({ outcome: 'stored', value: 'Bu Dewi é' })
    expect(storage.hasBegun).toBe(true)
    expect(await value.read()).toEqual({ outcome: 'stored', value: 'Bu Dewi é' })
  })

  test.each(calls)('[OB16] is said not to be kept when nothing answers from %s on', async call => {
    const storage = new SilentStorage()
    const value = signedIn(storage, { call, extent: 'everything', begun: () => {} })
    expect(await value.change(() => 'Bu Dewi')).toEqual({ outcome: 'failed', fault: 'blocked' })
    expect(await value.read()).toEqual({ outcome: 'failed', fault: 'blocked' })
  })

  const ofBoth = { outcome: 'stored', value: 'Bu Dewi dan Pak Budi' } as const
  const isCutOff = { outcome: 'failed', fault: 'connection' } as const

  test.each([
    ['read', 'begun', ofBoth],
    ['change', 'begun', isCutOff],
    ['change', 'asked', isCutOff],
  ] as const)(
    '[WK2] a page that is set aside lets go of it, and writes nothing over what came after: %s, %s',
    async (act, when, expected) => {
      const indexedDB = new IDBFactory()
      const page = () =>
        durableValue<string>({
          name: 'records',
          indexedDB,
          channel: { postMessage: () => {}, addEventListener: () => {} },
          // Nothing is waited out here.
          after: () => () => {},
        })
      const [left, next] = [page(), page()]
      const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
      await left.change(() => 'Bu Dewi')
      let isOver = false
      const asked = act === 'read' ? left.read() : left.change(now => `${now} é`)
      const over = asked.finally(() => (isOver = true))
      // What has begun is never answered by a frozen page.
      if (when === 'begun') await expect.poll(() => transactions.mock.calls.length).toBe(2)
      left.setAside()
      expect(await next.change(now => `${now} dan Pak Budi`)).toMatchObject({ outcome: 'stored' })
      expect(isOver).toBe(false)
      left.comeBack()
      expect(await over).toEqual(expected)
      expect(await next.read()).toEqual(ofBoth)
    },
  )
})
