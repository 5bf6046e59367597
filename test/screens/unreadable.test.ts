/** Work on this device that cannot be read: what the screens say of it, and what they no longer claim. */
import { describe, expect, test } from 'vitest'
import type { Engine, SyncStatus } from '../../client/contract.ts'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import RecordForm from '../../client/screens/form/RecordForm.vue'
import StatusLink from '../../client/screens/shell/StatusLink.vue'
import { useSync } from '../../client/screens/stores/sync.ts'
import { lastUnsettledOf, rememberUnsettled } from '../../client/screens/stores/traces.ts'
import SettingsView from '../../client/screens/views/SettingsView.vue'
import SyncView from '../../client/screens/views/SyncView.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { draftB, inputOf, pauseAfterTyping } from './forms.ts'
import { settle, stage, type Stage } from './stage.ts'

const kind = kindNamed(kinds, 'record_b')!
const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
const other = '018e174e-bd20-7335-91ff-cd0690ffe9cd'
const kantor = { pt: 'Ñ', divisi: 'X', unit: true, jenis: '1', nama: 'Kantor', divapp: 'Z', urutan: false }

async function told(on: Stage, status: Partial<SyncStatus>): Promise<void> {
  useSync().status = { ...(await on.engine.status()), lastSyncedAt: 1, ...status }
  await settle()
}
const buttonOf = ({ screen }: Stage, text: string) =>
  screen.findAll('button').find(button => button.text() === text)!

describe('Edits that cannot be read', () => {
  const entries = [
    { seq: 1, kind: 'record_b', uid, title: 'Kantor Ñ' },
    { seq: 2, kind: 'record_b', uid, title: 'Kantor Ñ' },
    { seq: 3, kind: 'record_b', uid: other, title: '' },
  ]
  const engine: Partial<Engine> = { unreadable: () => Promise.resolve(entries) }

  test.each([
    ['en', '3 changes that you saved can no longer be read', 'Nothing else waits', 'Record B that is not in'],
    [
      'id',
      '3 perubahan yang Anda simpan tidak dapat dibaca',
      'Tidak ada lagi yang menunggu',
      'yang tidak ada',
    ],
  ] as const)(
    '[OB12] Sync says how many, of which records, and what to do: %s',
    async (language, ...said) => {
      const on = await stage(SyncView, { path: '/sync', language, engine })
      await told(on, { unreadable: 3 })
      for (const each of said) expect(on.screen.text()).toContain(each)
      const links = on.screen.findAll('section li a').map(link => [link.text(), link.attributes('href')])
      expect(links).toEqual([['Kantor Ñ', `/record_b/${uid}`]])
    },
  )

  test('[OB12] its record says that it lacks something, and others do not', async () => {
    for (const [title, number, lacks] of [
      ['Kantor', uid, true],
      ['Gudang', other, false],
    ] as const) {
      const props = { kind, uid: number, isBeside: false }
      const on = await stage(RecordDetail, {
        props,
        prepare: async real =>
          void (await real.save({
            ...noForm,
            kind: 'record_b',
            uid: number,
            fields: { ...kantor, nama: title },
          })),
        engine: { unreadable: () => Promise.resolve(entries.slice(0, 1)) },
      })
      expect([on.screen.get('h1').text(), on.screen.text().includes('Enter again what is missing')]).toEqual([
        title,
        lacks,
      ])
    }
  })

  test('[OB13] the file of unsent work can be saved for their sake alone', async () => {
    const on = await stage(SyncView, { path: '/sync', engine })
    expect(buttonOf(on, 'Save unsent work as a file')).toBeUndefined()
    await told(on, { unreadable: 3 })
    expect(buttonOf(on, 'Save unsent work as a file').isVisible()).toBe(true)
    expect(on.screen.text()).toContain('Of changes that cannot be read it only names the records.')
  })

  test('[OB12] the line about one’s work is never calm beside them', async () => {
    const on = await stage(StatusLink, {})
    for (const state of ['idle', 'offline', 'running'] as const) {
      await told(on, { unreadable: 1, state })
      expect(on.screen.classes()).toContain('alert')
    }
  })

  test.each<[Partial<SyncStatus>, RegExp]>([
    [{ unreadable: 2 }, /^2 changes can no longer be read in this browser and have not been sent/],
    [{ unreadable: 1, unsent: 1, attention: 2 }, /^3 changes have not been sent.* 1 change can no longer be/],
    [
      { state: 'idle', error: null },
      /^Everything you saved has been sent\. Your data is removed from this browser, and comes back when you sign in\.$/,
    ],
    [
      { state: 'offline' },
      /^Everything you saved has been sent\..* There is no network: you can sign in again only/,
    ],
    [{ unsent: 1, error: 'unreachable' }, /^1 change has not been sent\..* There is no network: /],
  ])('[OB13] signing out with %o names them', async (status, text) => {
    const on = await stage(SettingsView, {})
    await told(on, status)
    await buttonOf(on, 'Sign out').trigger('click')
    expect(on.screen.get('dialog p').text()).toMatch(text)
  })

  test('[OB13] [RM2] they count among what a browser may take away', () => {
    rememberUnsettled('ani', { unsent: 3, attention: 1, unreadable: 2 })
    expect(lastUnsettledOf('ani')).toEqual({ lastUnsettled: 6 })
  })

  test('[OB14] Sync counts what was sent, and what a restored server was not offered', async () => {
    const sent: Engine['sent'] = () => Promise.resolve({ outcome: 'read', sent: [], unreadable: 4 })
    const on = await stage(SyncView, { path: '/sync', engine: { sent } })
    await told(on, { unoffered: 2 })
    expect(on.screen.text()).toContain('4 changes that were sent can no longer be read here.')
    expect(on.screen.text()).toContain('2 changes that this browser had sent could not be sent again')
    expect(on.screen.text()).not.toContain('Nothing was sent')
  })
})

describe('Drafts that cannot be read', () => {
  test('[UI13] a new form offers the others, and says how many there are', async () => {
    const draft = { ...draftB('Kantor'), at: 1 }
    const unreadable = ['record_b', 'device'].map(each => ({ id: each, kind: each, uid: other }))
    const on = await stage(RecordForm, {
      props: { kind, uid: null },
      engine: {
        drafts: () => Promise.resolve({ outcome: 'read', drafts: [draft], unreadable }),
        takeDraft: () => Promise.resolve({ outcome: 'read', draft }),
      },
    })
    expect(on.screen.text()).toContain('1 draft can no longer be read in this browser.')
    await buttonOf(on, 'Continue with it').trigger('click')
    await settle()
    expect(inputOf(on, 'Nama').element.value).toBe('Kantor')
  })

  test('[UI13] in its record’s form it keeps nobody from keeping and saving what they type', async () => {
    const on = await stage(RecordForm, {
      props: { kind, uid },
      prepare: async engine => void (await engine.save({ ...noForm, kind: 'record_b', uid, fields: kantor })),
      engine: { drafts: async () => ({ outcome: 'read', drafts: [], unreadable: [spoilt] }) },
    })
    expect(on.screen.text()).toContain('1 draft can no longer be read in this browser.')
    await inputOf(on, 'Nama').setValue('Gudang 🌺')
    await pauseAfterTyping()
    await on.screen.get('form').trigger('submit')
    await settle()
    expect((await on.engine.record('record_b', uid))?.fields['nama']).toBe('Gudang 🌺')
  })

  test('[UI13] it stays until its person discards it', async () => {
    const dropped: string[] = []
    const on = await stage(RecordForm, {
      props: { kind, uid: null },
      engine: {
        drafts: async () => ({ outcome: 'read', drafts: [], unreadable: [spoilt] }),
        dropDraft: async id => void dropped.push(id),
      },
    })
    const before = [...dropped]
    await buttonOf(on, 'Discard it').trigger('click')
    await settle()
    expect([before, dropped]).toEqual([[], [spoilt.id]])
    expect(on.screen.text()).not.toContain('can no longer be read')
  })

  const spoilt = { id: 'form', kind: 'record_b', uid }
})
