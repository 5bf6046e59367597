/** Whether the app opens without a network, as the status and Ready say it; the browser's service worker is given. */
import { describe, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { SyncStatus } from '../../client/contract.ts'
import StatusLabel from '../../client/screens/shell/StatusLabel.vue'
import { type Keeper, useReadiness } from '../../client/screens/stores/readiness.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import ReadyView from '../../client/screens/views/ReadyView.vue'
import type { LanguageCode } from '../../client/screens/words/catalogue.ts'
import { FakeBrowser, FakeRegistration } from './service-worker.ts'
import { settle, stage } from './stage.ts'
import { calm, now } from './statuses.ts'

const refused = new TypeError('A bad HTTP response code (503) was received when fetching the script.')

const shortly: Record<string, string | null> = {
  'The app opens without a network': 'ready',
  'The app does not open without a network yet': 'not yet',
  'The app does not open without a network': 'no',
  'Aplikasi belum dapat dibuka tanpa jaringan': 'belum',
  'Whether the app opens without a network is not known': null,
}
const both = defineComponent(() => () => [h(StatusLabel), h(ReadyView)])

async function open(keeper: Keeper | null, language: LanguageCode = 'en') {
  const { screen } = await stage(both, { path: '/ready', language })
  const readiness = useReadiness()
  useSync().status = calm
  readiness.begin(keeper)
  await settle()
  return {
    readiness,
    line: () => ['b', 'small'].map(part => screen.findAll(`.status ${part}`)[0]?.text() ?? ''),
    /** What Ready says of the app's files, in short, and why. */
    panel: () => {
      const row = screen.findAll('.check').find(each => /aplikasi|app (opens|does)/i.test(each.text()))
      const [, why = ''] = screen
        .get('.verdict')
        .text()
        .split(row?.text() ?? '')
      return [row ? shortly[row.get('.title').text()] : null, row?.classes('fine') ? '' : why]
    },
    press: async () => {
      await screen
        .findAll('button')
        .find(button => button.text() === 'Try again')!
        .trigger('click')
      await settle()
    },
    goOnline: async () => {
      window.dispatchEvent(new Event('online'))
      await settle()
    },
    begin: async () => {
      readiness.keep()
      await settle()
    },
    tell: async (status: Partial<SyncStatus>) => {
      useSync().status = { ...calm, ...status }
      await settle()
    },
  }
}

const allSent = expect.stringMatching(/^All sent, \d\d:\d\d$/)
const notYet = ['Not ready for offline yet', allSent]
const never = ['Not ready for offline', allSent]

describe('Ready for offline', () => {
  test('[UI18] on a first visit only when the files are on the device, and then without a reload', async () => {
    const registration = new FakeRegistration()
    registration.find()
    const browser = new FakeBrowser({ answers: [registration] })
    const on = await open(browser)
    expect([on.line(), on.panel()[0], browser.asked]).toEqual([notYet, 'not yet', []])
    await on.begin()
    expect([on.line(), browser.asked]).toEqual([notYet, ['/sw.js']])
    expect(on.panel()).toEqual(['not yet', expect.stringContaining('still being stored')])
    for (const [from, to] of [
      ['installing', 'waiting'],
      ['waiting', 'active'],
    ] as const) {
      expect(on.line()).toEqual(notYet)
      registration.move(from, to)
      await settle()
    }
    expect([on.line(), on.panel()]).toEqual([
      [allSent, ''],
      ['ready', ''],
    ])
  })

  test('[UI18] from the first moment where the page came out of these files, with or without a network', async () => {
    const on = await open(new FakeBrowser({ isControlled: true, answers: [refused] }))
    expect(on.line()).toEqual([allSent, ''])
    await on.begin()
    expect([on.line(), on.panel()]).toEqual([
      [allSent, ''],
      ['ready', ''],
    ])
  })

  test('[UI18] beside what is graver, and in front of "all sent"', async () => {
    const on = await open(new FakeBrowser({ answers: [] }))
    const unsent = { unsent: 3, oldestUnsentAt: now }
    const lines: [Partial<SyncStatus>, string[]][] = [
      [{ attention: 1 }, ['Needs attention: 1', 'Not ready for offline yet']],
      [unsent, ['To send: 3', 'Not ready for offline yet']],
      [{ state: 'offline' }, ['Offline', 'Not ready for offline yet']],
      [
        { lastSyncedAt: null, state: 'running', received: 512 },
        ['Receiving… 512', 'Not ready for offline yet'],
      ],
    ]
    for (const [status, line] of lines) {
      await on.tell(status)
      expect(on.line()).toEqual(line)
    }
  })

  test('[UI18] when the files do not come, it says so, and tries again when the browser is online', async () => {
    const registration = new FakeRegistration()
    registration.find()
    const browser = new FakeBrowser({ answers: [refused, refused, registration] })
    const on = await open(browser)
    await on.begin()
    expect(on.line()).toEqual(never)
    expect(on.panel()).toEqual(['not yet', expect.stringMatching(/Check the connection.*by itself/)])
    await on.goOnline()
    expect([on.line(), browser.asked.length]).toEqual([never, 2])
    await on.goOnline()
    expect([on.line(), browser.asked.length]).toEqual([notYet, 3])
    await on.goOnline()
    registration.move('installing', 'active')
    await on.goOnline()
    expect([on.line(), browser.asked.length]).toEqual([[allSent, ''], 3])
  })

  test('[UI18] a worker that gives up is no worker: tried again after a sync, and by hand', async () => {
    const registrations = [new FakeRegistration(), new FakeRegistration(), new FakeRegistration()]
    for (const registration of registrations) registration.find()
    const browser = new FakeBrowser({ answers: [...registrations] })
    const on = await open(browser)
    await on.begin()
    registrations[0]!.move('installing', null)
    await settle()
    expect([on.line(), on.panel()[0]]).toEqual([never, 'not yet'])
    await on.tell({ lastSyncedAt: now })
    expect([on.line(), browser.asked.length]).toEqual([notYet, 2])
    registrations[1]!.move('installing', null)
    await settle()
    await on.press()
    expect([on.line(), browser.asked.length]).toEqual([notYet, 3])
    registrations[2]!.move('installing', 'active')
    await settle()
    expect(on.panel()).toEqual(['ready', ''])
  })

  test('[UI18] not any more when the browser takes the files away under the open page', async () => {
    const registration = new FakeRegistration()
    registration.find()
    const on = await open(new FakeBrowser({ answers: [registration] }))
    await on.begin()
    registration.move('installing', 'active')
    await settle()
    expect(on.panel()[0]).toBe('ready')
    registration.move('active', null)
    await settle()
    expect(on.line()).toEqual(never)
  })

  test.each([
    [{ quota: 10_000_000, usage: 9_000_000 }, 'This tablet or computer has no room'],
    [{ quota: 10_000_000, usage: 1_000_000 }, 'Check the connection'],
    [{}, 'Check the connection'],
  ])('[UI18] a device with %o says why the files are not stored: %s', async (estimate, why) => {
    const browser = new FakeBrowser({ answers: [refused] })
    browser.storage = { estimate: () => Promise.resolve(estimate) }
    const on = await open(browser)
    await on.begin()
    expect(on.panel()).toEqual(['not yet', expect.stringContaining(why)])
  })

  test('[UI18, BR1] where the browser cannot measure the space, the connection may be why', async () => {
    const browser = new FakeBrowser({ answers: [refused] })
    browser.storage = {}
    const on = await open(browser)
    await on.begin()
    expect(on.panel()).toEqual(['not yet', expect.stringContaining('Check the connection')])
  })

  test('[UI18] a browser that has no service worker, as in a private window, never will, and why', async () => {
    const on = await open({ serviceWorker: undefined, storage: undefined })
    await on.begin()
    await on.goOnline()
    expect(on.line()).toEqual(never)
    expect(on.panel()).toEqual(['no', expect.stringContaining('A private window')])
    expect(on.panel()[1]).not.toContain('Try again')
  })

  test.each(['SecurityError', 'NotAllowedError', 'NotSupportedError'])(
    '[UI18] a browser that forbids it (%s) is asked again when its person says so',
    async name => {
      const registration = new FakeRegistration()
      registration.find()
      const browser = new FakeBrowser({ answers: [new DOMException('no', name), registration] })
      const on = await open(browser)
      await on.begin()
      expect(on.panel()).toEqual(['no', expect.stringContaining('does not let the app store')])
      await on.press()
      expect(on.panel()[0]).toBe('not yet')
    },
  )

  test('[UI18] it speaks Indonesian', async () => {
    const on = await open(new FakeBrowser({ answers: [refused] }), 'id')
    await on.begin()
    expect(on.line()[0]).toBe('Tidak siap dipakai luring')
    expect(on.panel()).toEqual(['belum', expect.stringContaining('Periksa sambungan')])
  })

  test('[UI18] where nobody keeps files, as on the development server, it claims nothing', async () => {
    const on = await open(null)
    await on.begin()
    expect([on.line(), on.panel()]).toEqual([
      [allSent, ''],
      [null, ''],
    ])
  })
})
