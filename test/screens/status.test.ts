/** The one line about one's work: which words outrank which, in both languages. */
import { describe, expect, test } from 'vitest'
import type { SyncStatus } from '../../client/contract.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import { statusLine } from '../../client/screens/stores/status-line.ts'
import SyncView from '../../client/screens/views/SyncView.vue'
import StatusLink from '../../client/screens/shell/StatusLink.vue'
import { en } from '../../client/screens/words/en.ts'
import { id } from '../../client/screens/words/id.ts'
import { formatsOf } from '../../client/screens/words/formats.ts'
import { localeOf, preferredLanguage } from '../../client/screens/words/catalogue.ts'
import { settle, stage } from './stage.ts'
import { calm, now } from './statuses.ts'

const sending = { state: 'running', phase: 'push' } as const
const unsent = { unsent: 3, oldestUnsentAt: now - 2 * 3_600_000 }

async function words(status: Partial<SyncStatus>, language: 'en' | 'id' = 'en') {
  const { screen } = await stage(StatusLink, { language })
  useSync().status = { ...calm, ...status }
  await settle()
  return [screen.get('b').text(), screen.find('small').exists() ? screen.get('small').text() : '']
}

describe('The status', () => {
  test.each<[Partial<SyncStatus>, string, string]>([
    [
      { fault: 'quota', attention: 1, ...unsent },
      'This browser cannot save',
      'Needs attention: 1 · To send: 3 · oldest 2h',
    ],
    [{ attention: 2, ...unsent, state: 'offline' }, 'Needs attention: 2', 'To send: 3 · Offline · oldest 2h'],
    [{ ...unsent, state: 'offline' }, 'To send: 3', 'Offline · oldest 2h'],
    [{ ...unsent, state: 'waiting', error: 'unreachable' }, 'To send: 3', 'Server not reachable · oldest 2h'],
    [{ ...unsent, ...sending }, 'Sending…', 'oldest 2h'],
    [{ unsent: 1, oldestUnsentAt: now - 59_999, ...sending }, 'Sending…', ''],
    [{ state: 'offline' }, 'Offline', ''],
    [{ state: 'waiting', error: 'unreachable' }, 'Server not reachable', ''],
    [{ state: 'running', phase: 'pull', lastSyncedAt: null, received: 12_800 }, 'Receiving… 12,800', ''],
    [{ lastSyncedAt: null }, 'Not synced yet', ''],
    [{ lastSyncedAt: null, state: 'offline' }, 'Offline', 'Not synced yet'],
    [{ unreadable: 2 }, 'Cannot be read here: 2', ''],
    [{ unreadable: 2, ...unsent }, 'To send: 3', 'oldest 2h · Cannot be read here: 2'],
    [{ unreadable: 1, attention: 4 }, 'Needs attention: 4', 'Cannot be read here: 1'],
    [{ unreadable: 1, state: 'offline' }, 'Offline', 'Cannot be read here: 1'],
  ])('[UI1] %o is said as %s', async (status, text, also) => {
    expect(await words(status)).toEqual([text, also])
  })

  test.each<[Partial<SyncStatus>, string, string]>([
    [{ ...unsent, unsent: 12, blockedOn: 'sign-in' }, 'Sign in to send 12 changes', 'oldest 2h'],
    [{ ...unsent, unsent: 1, blockedOn: 'sign-in' }, 'Sign in to send 1 change', 'oldest 2h'],
    [{ blockedOn: 'sign-in', state: 'offline' }, 'Session ended', 'Offline'],
    [{ ...unsent, blockedOn: 'upgrade' }, 'Update to send 3 changes', 'oldest 2h'],
    [{ blockedOn: 'upgrade' }, 'Update needed', ''],
    [{ ...unsent, unsent: 1, blockedOn: 'server-upgrade' }, '1 change waits for the server’s', 'oldest 2h'],
    [{ ...unsent, blockedOn: 'permission', ...sending }, 'Your role may not send 3 changes', 'oldest 2h'],
    [{ ...unsent, state: 'blocked' }, 'The server refuses 3 changes', 'oldest 2h'],
    [{ ...unsent, connectedAt: now - 599_999 }, 'To send: 3', 'oldest 2h'],
    [{ ...unsent, connectedAt: now - 600_000 }, 'Not leaving: 3', 'The server answers · oldest 2h'],
    [{ ...unsent, oldestUnsentAt: now - 599_999, connectedAt: 1 }, 'To send: 3', 'oldest 10m'],
    [{ ...unsent, connectedAt: 1, ...sending }, 'Sending…', 'oldest 2h'],
    [{ ...unsent, connectedAt: 1, state: 'offline' }, 'To send: 3', 'Offline · oldest 2h'],
  ])('[UI17] %o is said as %s, and so it is beside an open question', async (status, text, also) => {
    const [front, ...beside] = await words(status)
    expect([front, beside]).toEqual([expect.stringContaining(text), [also]])
    const [question, rest] = await words({ ...status, attention: 1 })
    expect([question, rest]).toEqual(['Needs attention: 1', [front, also].filter(Boolean).join(' · ')])
  })

  test.each([
    [{ blockedOn: 'sign-in' }, 'Your session has ended.'],
    [{ blockedOn: 'upgrade' }, 'The server needs a newer version of this app.'],
    [{ blockedOn: 'server-upgrade' }, 'This app is newer than the server'],
    [{ blockedOn: 'permission' }, 'Your role does not allow sending.'],
    [{ state: 'blocked', error: 'cross_site' }, 'it seemed to come from another page'],
    [{ connectedAt: now - 3_600_000 }, 'They are safe in this browser. Press Sync now'],
  ] satisfies [Partial<SyncStatus>, string][])(
    '[UI17, UI11] while a question is open, Sync says for %o what to do',
    async (status, text) => {
      const { screen } = await stage(SyncView, { path: '/sync' })
      useSync().status = { ...calm, ...unsent, attention: 1, ...status }
      await settle()
      expect(screen.text()).toContain(text)
    },
  )

  test('[UI1] a server that refuses is said on Sync, and that trying again by itself is no help', async () => {
    const { screen } = await stage(SyncView, { path: '/sync' })
    useSync().status = { ...calm, ...unsent, state: 'blocked', error: 'cross_site' }
    await settle()
    expect(screen.text()).toContain('The server refused the last try.')
    expect(screen.text()).not.toContain('tried again by itself')
  })

  test.each([
    [
      'en',
      'The server failed. Try again in a while. Whoever looks after the server finds it by the number a1b2c3d4.',
    ],
    [
      'id',
      'Server mengalami kesalahan. Coba lagi nanti. Pengelola server menemukannya dengan nomor a1b2c3d4.',
    ],
  ] as const)(
    '[OP8] Sync says in %s by which number the server knows of its failure',
    async (language, text) => {
      const { screen } = await stage(SyncView, { path: '/sync', language })
      const requestId = 'a1b2c3d4-0000-4000-8000-000000000000'
      useSync().status = { ...calm, ...unsent, state: 'waiting', error: 'internal', requestId }
      await settle()
      expect(screen.text()).toContain(text)
    },
  )

  test('[UI11] after a day, the oldest is named by its day', async () => {
    const oldestUnsentAt = Date.parse('2025-12-31T10:00:00Z')
    const [, also] = await words({ ...unsent, oldestUnsentAt, state: 'offline' })
    expect(also).toMatch(/^Offline · oldest waits since .*31.*2025/)
  })

  test('[UI1] when all is sent, it says since when', async () => {
    expect((await words({}))[0]).toMatch(/^All sent, \d\d:\d\d$/)
  })

  test('[UI1] it speaks Indonesian', async () => {
    expect((await words({ ...unsent, state: 'offline' }, 'id'))[0]).toBe('Belum terkirim: 3')
  })

  test('[ST4] an expired session is said before the engine has noticed', () => {
    const { front, tone } = statusLine(
      { status: { ...calm, ...unsent }, isExpired: true, readiness: null },
      now,
    )
    expect([front, tone]).toEqual([{ key: 'sign-in', count: 3, at: 0 }, 'unsent'])
  })
})

describe('The catalogue', () => {
  const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
  function pairs(a: object, b: object, path = ''): [string, unknown, unknown][] {
    return Object.entries(a).flatMap(([key, value]) => {
      const other = (b as Record<string, unknown>)[key]
      return typeof value === 'object'
        ? pairs(value, other as object, `${path}${key}.`)
        : [[path + key, value, other]]
    })
  }

  test('says the same things with the same blanks in both languages', () => {
    for (const [key, inEnglish, inIndonesian] of pairs(en, id))
      expect([key, placeholders(String(inIndonesian))]).toEqual([key, placeholders(String(inEnglish))])
  })

  test.each([
    [['id-ID', 'en'], 'id', 'id-ID'],
    [['fr', 'de'], 'en', 'en-GB'],
    [['en-US', 'id'], 'en', 'en-US'],
    [[], 'en', 'en-GB'],
  ])('a browser that wants %o gets %s (%s)', (wanted, language, locale) => {
    const chosen = preferredLanguage(wanted)
    expect([chosen, localeOf(chosen, wanted)]).toEqual([language, locale])
  })

  test('writes numbers and ages as people there do', () => {
    expect([formatsOf('id-ID').number(100_000), formatsOf('en-GB').number(100_000)]).toEqual([
      '100.000',
      '100,000',
    ])
    expect([
      formatsOf('en-GB').ago(now - 720_000, now),
      formatsOf('en-GB').age(now - 3 * 86_400_000, now),
    ]).toEqual(['12 minutes ago', '3d'])
  })
})
