/** Browsers of people on the screen, and what becomes of one that has been revoked. */
import { describe, expect, test, vi } from 'vitest'
import App from '../../client/screens/App.vue'
import BrowsersView from '../../client/screens/views/browsers/BrowsersView.vue'
import SetUpBrowserView from '../../client/screens/views/browsers/SetUpBrowserView.vue'
import type { BrowserRow } from '../../client/screens/browsers.ts'
import { keepTelling } from '../../client/screens/tell-browser.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import { settle, stage, type StageOptions } from './stage.ts'

const tablet: BrowserRow = {
  id: 'b-1',
  userId: 'user-2',
  username: 'budi',
  name: 'Gate 3 tablet',
  program: 'Chrome',
  system: 'Android',
  firstAt: '2025-12-01T07:00:00.000Z',
  lastAt: '2026-01-05T08:18:00.000Z',
  app: '0.1.0',
  records: 1240,
  unsent: 3,
  hasLock: true,
  isSignedIn: true,
  isHere: false,
  revocation: null,
  revokedAt: null,
  revokedBy: null,
  removedAt: null,
}
const laptop: BrowserRow = {
  ...tablet,
  ...{ id: 'b-2', userId: 'user-1', username: 'sri', name: '', program: 'Firefox', system: 'Windows' },
  ...{ records: null, unsent: null, hasLock: null, isHere: true },
}

async function browsersOf(rows: BrowserRow[], options: StageOptions = {}) {
  const browsers = { all: async () => rows, ...options.browsers }
  const on = await stage(BrowsersView, { role: 'admin', path: '/browsers', ...options, browsers })
  const press = async (text: string | RegExp) => {
    const isIt = (found: string) => (typeof text === 'string' ? found === text : text.test(found))
    await on.screen
      .findAll('button')
      .filter(button => isIt(button.text()))
      .at(-1)!
      .trigger('click')
    await on.settle()
  }
  return { ...on, press, said: () => on.screen.text().replace(/\s+/g, ' ') }
}

describe('The browsers of everybody', () => {
  test('[BP1] say whose each is, when it was there last, and what it holds', async () => {
    const { said } = await browsersOf([tablet, laptop])
    expect(said()).toContain('Gate 3 tablet')
    expect(said()).toContain('budi · Chrome on Android · Last here 12 minutes ago · since Dec 1, 2025')
    expect(said()).toContain('1,240 records · 3 not sent · with a lock')
    expect(said()).toContain('Firefox on Windowsthis browser')
    expect(said()).toContain('It has not said yet what it holds.')
  })

  test('[BP2] are found by name, person or program', async () => {
    const { screen, said } = await browsersOf([tablet, laptop])
    await screen.find('input[type="search"]').setValue('FIREFOX sri')
    expect([said().includes('Gate 3'), said().includes('Firefox on Windows')]).toEqual([false, true])
    await screen.find('input[type="search"]').setValue('Ωmega')
    expect(said()).toContain('No browser fits “Ωmega”.')
  })

  test('[BP3] are revoked with the choice to let what was not sent be sent', async () => {
    const revoke = vi.fn(async () => {})
    const { screen, press, said } = await browsersOf([tablet], { browsers: { revoke } })
    await press('Revoke…')
    expect(said()).toContain('It said last that 3 changes were not sent.')
    await screen.findAll('input[type="radio"]')[1]!.setValue(true)
    await press('Revoke…')
    await screen.find('dialog form').trigger('submit')
    await settle()
    expect(revoke.mock.calls).toEqual([[{ browser: 'b-1', userId: 'user-2', revocation: 'sending' }]])
  })

  test('[BP3] of a browser that several people use all data goes, unless an admin says otherwise', async () => {
    const revoke = vi.fn(async () => {})
    const other = { ...tablet, userId: 'user-3', username: 'citra' }
    const { screen, said } = await browsersOf([tablet, other], { browsers: { revoke } })
    const first = screen.findAll('button').find(button => button.text() === 'Revoke…')!
    await first.trigger('click')
    expect(said()).toContain('Also the data of citra in the same browser')
    await screen.find('dialog form').trigger('submit')
    await settle()
    expect(revoke.mock.calls).toEqual([[{ browser: 'b-1', revocation: 'now' }]])
  })

  test('[BP2] are for admins, and need a connection', async () => {
    expect((await browsersOf([tablet], { role: 'editor' })).said()).toContain('Only admins')
    const all = () => Promise.reject(new AppError('unreachable'))
    expect((await browsersOf([], { browsers: { all } })).said()).toContain('Connect to see them')
  })
})

describe('A browser that has been revoked', () => {
  const now = new AppError('revoked', { revoked: [{ userId: 'user-1', revocation: 'now' }] })

  async function open(options: StageOptions) {
    const wipe = vi.fn(async () => ({ outcome: 'wiped' as const }))
    const removed = vi.fn(async () => {})
    const on = await stage(App, {
      engine: { wipe },
      ...options,
      browsers: { removed, ...options.browsers },
    })
    const session = useSession()
    await session.open()
    await settle()
    return { ...on, wipe, removed, session, said: () => on.screen.text().replace(/\s+/g, ' ') }
  }

  test('[BP4] destroys the data at the next contact, says so, and tells the server', async () => {
    const { wipe, removed, session, said } = await open({
      accounts: { session: () => Promise.reject(now), signOut: async () => {} },
    })
    await session.check()
    await settle()
    expect(wipe.mock.calls).toEqual([['user-1']])
    expect(removed.mock.calls).toEqual([[['user-1']]])
    expect(session.account).toBeNull()
    expect(said()).toContain('An admin has revoked this browser: your data has been removed from it.')
  })

  test('[BP4] what cannot be destroyed is not reported as gone', async () => {
    const { removed, session } = await open({
      engine: { wipe: async () => ({ outcome: 'failed', fault: 'unknown' }) },
      accounts: { session: () => Promise.reject(now) },
    })
    await session.check()
    expect(removed).not.toHaveBeenCalled()
  })

  test('[BP4] the data of somebody else goes, and who is signed in goes on', async () => {
    const revoked = [{ userId: 'user-9', revocation: 'now' as const }]
    const { wipe, session } = await open({
      accounts: { session: async () => ({ account: session.account!, revoked }) },
    })
    await session.check()
    expect(wipe.mock.calls).toEqual([['user-9']])
    expect([session.account?.id, session.opening.state, session.isExpired]).toEqual(['user-1', 'open', false])
  })

  test('[BP5] with work to be sent says so, and goes by itself once nothing is left', async () => {
    const revoked = [{ userId: 'user-1', revocation: 'sending' as const }]
    const { wipe, session, said, engine } = await open({
      accounts: { session: async () => ({ account: session.account!, revoked }), signOut: async () => {} },
    })
    expect(await session.hasNothingUnsent()).toBe(true)
    await session.check()
    await settle()
    expect(said()).toContain('Save or discard your drafts: then your data is removed from here.')
    expect(wipe).not.toHaveBeenCalled()
    keepTelling({
      ...{ engine, kinds, app: '0', touchPoints: 0, now: () => 0, after: () => () => {} },
      browsers: { tell: async () => revoked } as never,
    })
    await settle()
    session.mustSend = false
    await settle()
    session.mustSend = true
    await settle()
    expect(wipe.mock.calls).toEqual([['user-1']])
  })
})

test('[BP6] a browser takes the code from behind the # of its address, and keeps it in no history', async () => {
  const setUpBrowser = vi.fn(async () => ({
    ...{ id: 'user-1', username: 'sri', name: 'Sri', role: 'editor' as const },
  }))
  const { screen, router } = await stage(SetUpBrowserView, {
    path: '/set-up#ABCD-2345-EFGH',
    accounts: { setUpBrowser },
  })
  expect(screen.find('input').element.value).toBe('ABCD-2345-EFGH')
  expect(router.currentRoute.value.fullPath).toBe('/set-up')
  await screen.find('form').trigger('submit')
  await settle()
  expect(setUpBrowser.mock.calls).toEqual([['ABCD-2345-EFGH']])
})
