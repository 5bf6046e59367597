/** The Ready screen: the answer in one word, what to do first with its button, and what is not known said so. */
import { afterEach, expect, test } from 'vitest'
import type { Accounts } from '../../client/screens/accounts.ts'
import type { SyncStatus } from '../../client/contract.ts'
import { useReadiness } from '../../client/screens/stores/readiness.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import ReadyView from '../../client/screens/views/ReadyView.vue'
import SettingsView from '../../client/screens/views/SettingsView.vue'
import SyncView from '../../client/screens/views/SyncView.vue'
import { FakeBrowser } from './service-worker.ts'
import { settle, stage, type StageOptions } from './stage.ts'
import { calm, now } from './statuses.ts'

const dayMs = 86_400_000
const counts = { device: 50, record_a: 100_000, record_b: 2000 }

interface Given extends StageOptions {
  status?: Partial<SyncStatus>
  /** null: the page is not secure. */
  storage?: Partial<StorageManager> | null
}

const roomy = { estimate: () => Promise.resolve({ usage: 60_000_000, quota: 9_000_000_000 }) }
const keeping = { persisted: () => Promise.resolve(true), ...roomy }
const answering: Partial<Accounts> = {
  standing: () => Promise.resolve({ isSignedIn: true, endsAt: now + 30 * dayMs, serverAt: now }),
}

afterEach(() => Reflect.deleteProperty(navigator, 'storage'))

async function open({ status, storage = keeping, ...options }: Given = {}) {
  if (storage) Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
  const { screen } = await stage(ReadyView, { path: '/ready', accounts: answering, ...options })
  useSync().status = { ...calm, counts, ...status }
  useReadiness().begin(new FakeBrowser({ isControlled: true, answers: [] }))
  await settle()
  const verdict = () => screen.get('.verdict').text()
  return {
    screen,
    verdict,
    word: () => screen.get('.word').text(),
    rows: () => screen.findAll('.check').map(each => each.text()),
    press: async (text: string) => {
      await screen
        .findAll('button')
        .find(button => button.text() === text)!
        .trigger('click')
      await settle()
    },
  }
}

test('[UI100] it says plainly that all is ready, and what was looked at', async () => {
  const on = await open()
  expect([on.word(), on.rows().length]).toEqual(['Ready', 10])
  const text = on.rows().join('\n')
  for (const said of [
    'The app opens without a network',
    'Record A 100,000',
    /Last complete sync: \d\d:16/,
    /Signed in as Sri Wahyuni, until .*Feb.* 2026/,
    'Protected: the browser keeps this',
    '8.9 GB left',
    'Everything you saved has been sent',
    'The clock is right',
  ])
    expect(text).toMatch(said)
})

test('[UI100] it says what to do first, with its button, and how much more there is', async () => {
  let synced = 0
  const on = await open({
    status: { isComplete: false, lastSyncedAt: null, state: 'waiting' },
    storage: { ...keeping, estimate: () => Promise.resolve({ usage: 1, quota: 2 }) },
    engine: { syncNow: () => Promise.resolve(void synced++) },
  })
  expect(on.verdict()).toMatch(
    /^Not ready yet.*Do this first:.*Not all records are here.*Then 1 more thing below/,
  )
  await on.press('Sync now')
  expect(synced).toBe(1)
})

test('[UI100] unsent work holds nobody up: how much it is, since when, and a copy as a file', async () => {
  const on = await open({
    status: { unsent: 3, attention: 1, oldestUnsentAt: now - 2 * dayMs, state: 'offline' },
  })
  expect(on.screen.text()).not.toMatch(/[{}|]/)
  expect([on.word(), on.verdict()]).toEqual([
    'Ready',
    expect.stringMatching(
      /Better still:.*3 changes wait to be sent, the oldest since .*Jan.*2026.*Save as a file/,
    ),
  ])
})

test('[UI100] the newest change that was received is that of the server, whichever kind it is of', async () => {
  const rowAt = (at: string) => ({ rows: [{ at }], total: 1, all: 1 })
  const newest: Record<string, string> = { record_b: '2026-01-04T22:10:00Z', device: '2026-01-01T00:00:00Z' }
  const on = await open({
    engine: { query: kind => Promise.resolve(rowAt(newest[kind] ?? '') as never) },
  })
  expect(on.rows().join()).toMatch(/Newest change received: Jan 4, 2026, 22:10/)
})

test('[UI101] what is not known is said to be unknown: without an answer of the server, or of the browser', async () => {
  const on = await open({ accounts: {}, storage: null })
  expect(on.word()).toBe('Ready')
  for (const said of [
    'Until when is known once the server answers',
    'How much space is left is not known',
    'when space runs short is not known',
  ])
    expect(on.rows().join()).toContain(said)
  expect(on.rows().join()).toContain('Whether the clock is right is known once')
})

test('[UI101] a clock that is wrong is told by how much, and a session that ended leads to the sign-in', async () => {
  const slow = {
    standing: () => Promise.resolve({ isSignedIn: true, endsAt: now + dayMs, serverAt: now + 3_600_000 }),
  }
  expect((await open({ accounts: slow })).verdict()).toContain('The clock is slow by 1h')
  const gone = { standing: () => Promise.resolve({ isSignedIn: false, endsAt: null, serverAt: now }) }
  const on = await open({ accounts: gone })
  expect(on.word()).toBe('Not ready yet')
  expect(on.screen.get('.verdict a').attributes('href')).toBe('/sign-in')
})

test.each([
  ['home-screen', 'en', 'press Share, then Add to Home Screen'],
  ['home-screen', 'id', 'Tambah ke Layar Utama'],
  ['dock', 'en', 'choose File, then Add to Dock'],
] as const)('[UI23] it says what a browser removes, and that the %s keeps it (%s)', async (...given) => {
  const [safePlace, language, words] = given
  const on = await open({ safePlace, language, install: { way: safePlace } })
  expect(on.screen.text()).toMatch(new RegExp(words, 'i'))
  expect(on.screen.text()).toMatch(/unsent work too|juga yang belum terkirim/)
})

test('[UI23] where nothing is removed, nothing is said of it', async () => {
  expect((await open()).screen.text()).not.toMatch(/Home Screen|Dock|after a week/)
})

test('[BR1, UI10] where the browser cannot measure the space, it can still be asked to protect it', async () => {
  const on = await open({
    storage: { persisted: () => Promise.resolve(false), persist: () => Promise.resolve(true) },
  })
  await on.press('Protect it')
  expect(on.screen.text()).toContain('Protected: the browser keeps this')
})

test('[UI101] a browser that will not protect it says what usually helps', async () => {
  const on = await open({
    storage: { persisted: () => Promise.resolve(false), persist: () => Promise.resolve(false), ...roomy },
  })
  await on.press('Protect it')
  expect(on.screen.text()).toContain('The browser did not agree. Installing the app usually helps.')
})

test('[UI103] where the browser offers to install the app, a button takes that up', async () => {
  let asked = 0
  const on = await open({ install: { offer: () => () => Promise.resolve(asked++) } })
  await on.press('Install')
  expect(asked).toBe(1)
})

test('[UI100] Sync and the settings lead to it', async () => {
  for (const view of [SyncView, SettingsView]) {
    const { screen } = await stage(view, { path: '/sync' })
    expect(screen.get('a[href="/ready"]').text()).toBe('Ready for the field')
  }
})
