/** When a page locks, what it leaves for the one that comes after it, and what it does while it is not known to be open. */
import { describe, expect, test, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { keepListsInStep } from '../../client/screens/account-lists.ts'
import type { Opened } from '../../client/contract.ts'
import { useLeft } from '../../client/screens/stores/left.ts'
import { useListPreferences } from '../../client/screens/stores/list-preferences.ts'
import { useLock } from '../../client/screens/stores/lock.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { usePins } from '../../client/screens/stores/pins.ts'
import { AppError } from '../../shared/errors.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { hourMs, lock, opened, openPage, sri } from './locked-page.ts'
import { settle, type StageOptions } from './stage.ts'

const views = { 'view record_a v1': { value: { query: { q: 'Dewi Anggraini' } }, at: 5 } }

/** A form with something typed. */
async function typeIn(isKept: boolean): Promise<void> {
  const isDirty = ref(false)
  const form = { isDirty: () => isDirty.value, keepAnew: async () => isKept, draftId: () => 'draft-1' }
  effectScope(true).run(() => useDesk().watchForm(form))
  isDirty.value = true
  await nextTick()
}

const key = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))

describe('After a sleep', () => {
  test.each([
    ['a touch here', () => key()],
    ['a touch in another tab', (say: (data: unknown) => void) => say('touched')],
    ['the window in front', () => window.dispatchEvent(new Event('focus'))],
    ['the page that is thawed', () => document.dispatchEvent(new Event('resume'))],
  ])('[LK3] %s counts for nothing: it locks', async (_, act) => {
    const { close, pass, say } = await openPage()
    key()
    pass(12 * hourMs)
    act(say)
    await settle()
    expect(close).toHaveBeenCalledOnce()
  })

  test('[LK3] with a clock that was set back it locks', async () => {
    const { close, pass } = await openPage()
    pass(-365 * 24 * hourMs)
    key()
    await settle()
    expect(close).toHaveBeenCalledOnce()
  })

  test('[LK3] within its minutes it goes on', async () => {
    const { close, pass } = await openPage()
    pass(hourMs / 60)
    key()
    pass(hourMs / 60)
    window.dispatchEvent(new Event('focus'))
    await settle()
    expect(close).not.toHaveBeenCalled()
  })
})

describe('A page that locks', () => {
  test('[LK11] is loaded anew, with its drafts and its place kept behind the lock', async () => {
    const steps: string[] = []
    const kept: unknown[] = []
    const { say } = await openPage({
      startAnew: async () => (steps.push('anew'), true),
      engine: {
        keepNote: async (name, value) => (kept.push(name.split(' ')[0], value), { outcome: 'saved' }),
        close: async () => void steps.push('closed'),
      },
    })
    useLeft().begin({ now: () => ({ path: '/record_a?q=Dewi' }), takeUp: async () => {} })
    await typeIn(true)
    say('lock')
    await settle()
    expect(steps).toEqual(['closed', 'anew'])
    const left = { page: { path: '/record_a?q=Dewi' }, forms: ['draft-1'], at: expect.any(Number) }
    expect(kept).toEqual(['left', left])
  })

  test('[LK3] [LK11] the next one takes that up before anything is shown, once', async () => {
    const takenUp: unknown[] = []
    const dropped: unknown[] = []
    const page = { path: '/record_a?q=Dewi' }
    const left = { page, forms: ['draft-1'], at: Date.parse('2026-01-05T08:00:00Z') }
    const { session } = await openPage({
      engine: {
        open: async () => ({ ...opened, notes: { 'left tab-1': left } }),
        keepNote: async (name, value) => (dropped.push(name, value), { outcome: 'saved' }),
      },
    })
    useLeft().begin({ now: () => null, takeUp: async it => void takenUp.push(it, session.opening.state) })
    history.replaceState({ left: 'left tab-1' }, '')
    await session.open()
    expect(takenUp).toEqual([page, 'opening'])
    expect(dropped.slice(0, 2)).toEqual(['left tab-1', undefined])
    expect(useDesk().wasLeft('draft-1')).toBe(true)
  })

  test('[LK10] that hears it while it opens locks when it is open', async () => {
    let answer = Promise.resolve(opened)
    const { close, session, say } = await openPage({ engine: { open: () => answer } })
    const slow = Promise.withResolvers<Opened>()
    answer = slow.promise
    void session.open()
    say('lock')
    expect(session.opening.state).toBe('opening')
    slow.resolve(opened)
    await settle()
    expect(close).toHaveBeenCalledOnce()
  })

  test('[LK3] with something typed that cannot be kept stays, and its worker knows', async () => {
    const stayOpen = vi.fn(async () => {})
    const { close, say } = await openPage({ engine: { stayOpen } })
    await typeIn(false)
    say('lock')
    await settle()
    expect([stayOpen.mock.calls.length, close.mock.calls.length, useLock().isStuck]).toEqual([1, 0, true])
  })
})

describe('While it is not known to be open', () => {
  test.each<[string, Awaited<ReturnType<NonNullable<NonNullable<StageOptions['engine']>['open']>>>]>([
    ['locked', { outcome: 'locked', lock }],
    ['without a lock that it has to have', { outcome: 'unprotected' }],
    ['not to be read', { outcome: 'failed', fault: 'connection' }],
  ])('[LK12] %s, no views are fetched, and none are written', async (_, answer) => {
    const preferences = vi.fn(async () => views)
    await openPage({ engine: { open: async () => answer } })
    const stop = keepListsInStep({ preferences }, 10)
    document.dispatchEvent(new Event('visibilitychange'))
    useListPreferences().receive(views)
    await settle()
    stop()
    expect(preferences).not.toHaveBeenCalled()
    expect(Object.keys(localStorage).filter(name => name.includes('lists'))).toEqual([])
  })

  test('[LK2] [LK12] opened behind a lock they are fetched, and kept behind it alone', async () => {
    const keepNote = vi.fn(async () => ({ outcome: 'saved' as const }))
    await openPage({ engine: { keepNote } })
    const stop = keepListsInStep({ preferences: async () => views }, 10)
    await settle()
    stop()
    expect(keepNote.mock.calls).toEqual([['lists', views]])
    expect(localStorage.getItem('records.lists.user-1')).toBe(null)
  })
})

describe('A browser that is to be emptied', () => {
  const revoked = new AppError('revoked', { revoked: [{ userId: 'user-9', revocation: 'now' }] })

  async function nobodyHere(ask: () => Promise<never>) {
    const wipe = vi.fn(async () => ({ outcome: 'wiped' as const }))
    const on = await openPage({
      signedIn: { read: async () => ({ outcome: 'stored', value: { account: null, owesFarewell: false } }) },
      accounts: { session: ask },
      browsers: { removed: async () => {} },
      engine: { wipe },
    })
    return { ...on, wipe }
  }

  test('[BP4] asks while data of anybody stands there, though nobody is signed in, and says so', async () => {
    const ask = vi.fn(() => Promise.reject<never>(revoked))
    const { wipe, session } = await nobodyHere(ask)
    await session.check()
    expect(ask).not.toHaveBeenCalled()
    for (const name of ['records.unsettled', 'records.recents', 'records.undo'])
      localStorage.setItem(name, JSON.stringify({ 'user-9': 1, 'user-8': 2 }))
    localStorage.setItem('records.lists.user-9', '{}')
    await session.checkWhileClosed()
    expect(wipe.mock.calls).toEqual([['user-9']])
    expect(session.isRevoked).toBe(true)
    // [LK8] With all that was kept beside it.
    expect(JSON.stringify({ ...localStorage })).not.toContain('user-9')
    expect(localStorage.getItem('records.recents')).toBe('{"user-8":2}')
  })

  test('[BP4] [LK6] asks now and then while it is locked, and not while it is open', async () => {
    const session = vi.fn(async () => ({ account: sri, revoked: [] }))
    const on = await openPage({
      accounts: { session },
      engine: { open: async () => ({ outcome: 'locked', lock }) },
    })
    await on.session.checkWhileClosed()
    expect(session).toHaveBeenCalledOnce()
    on.session.opening = { state: 'open' }
    await on.session.checkWhileClosed()
    expect(session).toHaveBeenCalledOnce()
  })
})

test('[LK1] a lock that is required since it was opened without one is asked for at once', async () => {
  const { session } = await openPage({
    engine: { open: async () => ({ ...opened, isLocked: false }) },
    signedIn: {
      read: async () => ({
        outcome: 'stored',
        value: { account: { ...sri, policy: { ...defaultPolicy, deviceLock: 'off' } }, owesFarewell: false },
      }),
    },
  })
  expect(session.opening.state).toBe('open')
  session.account = sri
  await settle()
  expect(session.opening.state).toBe('unprotected')
})

test('[LK11] who signs out leaves another page, and nothing of theirs in the old one', async () => {
  const startAnew = vi.fn(async () => true)
  const { session } = await openPage({ startAnew, accounts: { signOut: async () => {} } })
  usePins().keep('record_a', { name: 'Siti' })
  await session.signOut()
  expect(startAnew).toHaveBeenCalledOnce()
})
