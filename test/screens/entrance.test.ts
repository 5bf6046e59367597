/** Who the app takes a person for when it opens, and what it says when it cannot know. */
import { IDBDatabase, IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import App from '../../client/screens/App.vue'
import { durableValue, readAhead } from '../../client/storage/durable-value.ts'
import SettingsView from '../../client/screens/views/SettingsView.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { settle, stage } from './stage.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function valueIn(factory: IDBFactory) {
  const heard: (() => void)[] = []
  const channel = {
    postMessage: () => heard.forEach(each => each()),
    addEventListener: (_: 'message', listen: () => void) => heard.push(listen),
  }
  return durableValue<{ name: string }>({
    name: 'ruang é',
    indexedDB: factory,
    channel,
    after(milliseconds, call) {
      const timer = setTimeout(call, milliseconds)
      return () => clearTimeout(timer)
    },
  })
}

describe('Who is signed in', () => {
  test('[AC5] is written with strict durability, and there again', async () => {
    const factory = new IDBFactory()
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const value = valueIn(factory)
    expect(await value.read()).toEqual({ outcome: 'stored', value: null })
    await value.change(() => ({ name: 'Sri 🌺' }))
    expect(begin.mock.calls.at(-1)?.slice(1)).toEqual(['readwrite', { durability: 'strict' }])
    expect(await valueIn(factory).read()).toEqual({ outcome: 'stored', value: { name: 'Sri 🌺' } })
  })

  test('read ahead, it is asked of the disk once for the first who wants to know, and anew for the next', async () => {
    const value = valueIn(new IDBFactory())
    await value.change(() => ({ name: 'Sri' }))
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const ahead = readAhead(value)
    expect(await ahead.read()).toMatchObject({ value: { name: 'Sri' } })
    expect(begin.mock.calls).toHaveLength(1)
    await ahead.change(() => ({ name: 'Budi' }))
    expect(await ahead.read()).toMatchObject({ value: { name: 'Budi' } })
  })

  test('of two tabs that change it at once none undoes what the other did', async () => {
    const factory = new IDBFactory()
    const longer = (now: { name: string } | null) => ({ name: `${now?.name ?? ''}x` })
    await Promise.all([valueIn(factory).change(longer), valueIn(factory).change(longer)])
    expect(await valueIn(factory).read()).toMatchObject({ value: { name: 'xx' } })
  })

  test('[AC5] a disk that is full is an outcome, and what stood there stands', async () => {
    const value = valueIn(new IDBFactory())
    await value.change(() => ({ name: 'Sri' }))
    const full = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('injected', 'QuotaExceededError')
    })
    expect(await value.change(() => ({ name: 'Budi' }))).toEqual({ outcome: 'failed', fault: 'quota' })
    full.mockRestore()
    expect(await value.read()).toMatchObject({ value: { name: 'Sri' } })
  })

  test('[AC5] when the disk does not say, the app says so, and asks for no password', async () => {
    const { screen, router } = await stage(App, {
      path: '/record_a',
      signedIn: { read: async () => ({ outcome: 'failed', fault: 'blocked' }) },
    })
    expect(router.currentRoute.value.path).toBe('/record_a')
    expect(screen.text()).toContain('The data in this browser could not be opened')
  })

  test('[AC5] when signing out does not reach the disk, the person stays, and is told', async () => {
    await stage(SettingsView, {
      signedIn: { change: async () => ({ outcome: 'failed', fault: 'quota' }) },
    })
    expect(await useSession().signOut()).toBe('quota')
    await settle()
    expect(useSession().account?.username).toBe('sri')
  })
})
