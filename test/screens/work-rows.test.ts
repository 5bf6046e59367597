/** What was done, told in one row wherever it is listed, and the cards of what waits: their names, and where the focus goes. */
import { describe, expect, test } from 'vitest'
import type { AttentionItem, Engine } from '../../client/contract.ts'
import App from '../../client/screens/App.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import SyncView from '../../client/screens/views/SyncView.vue'
import { noForm } from '../support/drafts.ts'
import { recordA } from '../support/tables.ts'
import { filled, uid } from './forms.ts'
import { conflictB } from './questions.ts'
import { settle, stage } from './stage.ts'

const person = '018e174e-bd20-7335-91ff-cd0690ffe9c1'
const gate = '018e174e-bd20-7335-91ff-cd0690ffe9c2'
const shown = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

describe('What waits to be sent', () => {
  async function prepare(engine: Engine) {
    await engine.save({ ...noForm, kind: 'device', uid: gate, fields: { name: 'Gerbang é' } })
    const fields = recordA({ device_id: { uid: gate }, pin: '0042', name: 'Ñuri', passwd: 'rahasia' })
    await engine.save({ ...noForm, kind: 'record_a', uid: person, fields })
  }

  test('[UI40] is named by its record and by what else identifies it, with who and when', async () => {
    const { screen } = await stage(SyncView, { path: '/sync', prepare })
    const rows = screen.findAll('li.row').map(row => shown(row.text()))
    expect(rows.map(row => row.replace(/\d\d:\d\dTake back$/, ''))).toEqual([
      'To sendÑuriPIN 0042New · Record Ayou · ',
      'To sendGerbang éNew · Deviceyou · ',
    ])
  })

  test('[UI40] [MD4] says of each field what it was and what it is to be, and shows no secret', async () => {
    const changes = {
      passwd: ['rahasia', 'lain'],
      name: ['Nuri', 'Ñuri'],
      device_id: ['10', { uid: gate }],
      verify: [true, false],
    } as const
    const titles = { 10: 'Pintu', [gate]: 'Gerbang é' }
    const row = { kind: 'record_a', uid: person, op: 'update', title: 'Ñuri', at: 0, titles } as const
    const outbox: Engine['outbox'] = async () => [
      { ...row, identity: { pin: '0042' }, changes, state: 'unsent' },
    ]
    const { screen } = await stage(SyncView, { path: '/sync', engine: { outbox } })
    const lines = screen.findAll('.changes > span').map(line => shown(line.text()))
    expect(lines.slice(0, 2)).toEqual(['DevicePintu→Gerbang é', 'NameNuri→Ñuri'])
    expect(lines.join()).not.toMatch(/rahasia|lain/)
    expect(lines.at(-1)).toBe('and 1 more')
  })
})

describe('Taking back an entry', () => {
  async function onSync(more: Partial<Engine> = {}, role: 'editor' | 'viewer' = 'editor') {
    return stage(SyncView, {
      path: '/sync',
      role,
      engine: more,
      prepare: async engine => void (await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })),
    })
  }

  test('[OB20] shows first what would be lost, and can be undone', async () => {
    const on = await onSync()
    await on.screen.get('[aria-label="Take back Kantor Ñandú"]').trigger('click')
    await settle()
    const dialog = on.screen.get('dialog')
    for (const lost of ['NamaKantor Ñandú', 'PTABC', 'DivisiX']) expect(dialog.text()).toContain(lost)
    await dialog.findAll('button').at(-1)!.trigger('click')
    await settle()
    expect(await on.engine.record('record_b', uid)).toBeNull()
    expect(useDesk().toast?.text).toBe('Taken back: Kantor Ñandú')
    useDesk().undo()
    await settle()
    expect((await on.engine.record('record_b', uid))?.fields).toEqual(filled)
  })

  test('[UI41] [OB20] leaves the focus on the page', async () => {
    const on = await onSync()
    const button = on.screen.get<HTMLElement>('[aria-label="Take back Kantor Ñandú"]')
    button.element.focus()
    await button.trigger('click')
    await settle()
    await on.screen.findAll('dialog button').at(-1)!.trigger('click')
    await settle()
    expect(document.activeElement?.tagName).toBe('H1')
  })

  test('[OB20] that has left says so', async () => {
    const on = await onSync({ takeBack: async () => ({ outcome: 'left' }) })
    await on.screen.get('[aria-label^="Take back"]').trigger('click')
    await settle()
    await on.screen.findAll('dialog button').at(-1)!.trigger('click')
    await settle()
    expect(useDesk().toast).toMatchObject({ tone: 'alert', text: expect.stringContaining('on its way') })
  })

  test('[UI7] is not offered to viewers', async () => {
    const on = await onSync({}, 'viewer')
    expect(on.screen.find('[aria-label^="Take back"]').exists()).toBe(false)
  })
})

describe('A file of unsent work', () => {
  async function reading(text: string, more: Partial<Engine> = {}) {
    const on = await stage(SyncView, { path: '/sync', engine: more })
    const input = on.screen.get('input[type=file]')
    Object.defineProperty(input.element, 'files', { value: [new File([text], 'unsent.json')] })
    await input.trigger('change')
    await settle()
    return on
  }

  async function saved() {
    const { engine } = await stage(SyncView, {
      path: '/sync',
      prepare: async each => void (await each.save({ ...noForm, kind: 'record_b', uid, fields: filled })),
    })
    return engine.unsentFile()
  }

  test('[OB21] is shown before anything of it is added, and then once', async () => {
    const text = await saved()
    const on = await reading(text)
    expect(shown(on.screen.get('dialog').text())).toMatch(
      /^Unsent work of .*Kantor ÑandúPT ABCNew · Record B/,
    )
    expect(await on.engine.outbox()).toEqual([])
    await on.screen.findAll('dialog button').at(-1)!.trigger('click')
    await settle()
    expect((await on.engine.outbox()).map(({ title }) => title)).toEqual(['Kantor Ñandú'])
    expect(useDesk().toast?.text).toBe('Added: 1 record')
    await on.screen.get('input[type=file]').trigger('change')
    await settle()
    expect(on.screen.get('dialog').text()).toContain('Nothing in it is new here.')
    expect(on.screen.get('dialog').text()).toContain('waits here already')
  })

  test('[OB21] that is refused says why', async () => {
    await reading('no file of ours')
    expect(useDesk().toast).toMatchObject({ tone: 'alert', text: expect.stringContaining('no file') })
  })
})

describe('Cards', () => {
  const other = '018e174e-bd20-7335-91ff-cd0690ffe9d0'
  const third = '018e174e-bd20-7335-91ff-cd0690ffe9d1'
  const about = (of: string, pt: string) =>
    conflictB(['A', 'Budi', 'Ani'], { uid: of, asked: of, mine: { ...filled, nama: 'Budi', pt } })

  async function openCards(items: AttentionItem[]) {
    let open = items
    const app = await stage(App, {
      path: '/attention',
      engine: {
        attention: async () => open,
        resolve: async item => {
          open = open.filter(each => each.uid !== item.uid)
          return { outcome: 'saved', undo: null }
        },
      },
    })
    await useSession().open()
    await settle()
    /** As the browser does, what is taken away or disabled loses the focus. */
    const answer = async (of: string) => {
      const card = app.screen.get(`#item-${of}`)
      await card
        .findAll('button')
        .find(button => button.text() === 'All mine')!
        .trigger('click')
      const save = card.findAll('button').find(button => button.text() === 'Save this choice')!
      ;(save.element as HTMLButtonElement).focus()
      await save.trigger('click')
      await app.engine.setLanguage({ locale: 'en', yes: 'yes', no: 'no' })
      await app.engine.save({ ...noForm, kind: 'record_b', uid: person, fields: filled })
      await settle()
      return document.activeElement
    }
    return { ...app, answer }
  }

  test('[UI41] of one title have names of their own', async () => {
    const { screen } = await openCards([about(uid, 'P'), about(other, 'Q'), about(third, 'Q')])
    expect(screen.findAll('section.card').map(card => card.attributes('aria-label'))).toEqual([
      'Budi, PT P',
      'Budi, PT Q',
      'Budi, PT Q, number 2',
    ])
  })

  test('[UI41] the focus goes on to the next one, and at last to the heading', async () => {
    const { answer } = await openCards([about(uid, 'P'), about(other, 'Q'), about(third, 'R')])
    expect((await answer(other))?.id).toBe(`item-${third}`)
    expect((await answer(third))?.id).toBe(`item-${uid}`)
    expect((await answer(uid))?.tagName).toBe('H1')
  })
})

describe('On Sync', () => {
  const entry = { kind: 'record_b', at: 0, identity: {}, changes: {}, titles: {} } as const
  const outbox: Engine['outbox'] = async () => [
    { ...entry, uid: '4', op: 'update', title: 'Añi', state: 'unsent' },
    { ...entry, uid: '3', op: 'delete', title: 'Budi', state: 'unsent' },
    { ...entry, uid: '2', op: 'delete', title: 'Citra', state: 'conflict' },
    { ...entry, uid: '1', op: 'create', title: '', state: 'rejected' },
  ]

  test.each([
    ['en', 'Record B', 'Needs attention', ['Changed', 'Deleted', 'Deleted', 'New']],
    ['id', 'Rekaman B', 'Perlu perhatian', ['Diubah', 'Dihapus', 'Dihapus', 'Baru']],
  ] as const)(
    '[UI26] what waits for a person says so, and leads to what is asked: %s',
    async (language, kind, asks, ops) => {
      const { screen } = await stage(SyncView, { path: '/sync', language, engine: { outbox } })
      const lines = screen
        .findAll('li')
        .map(line => [line.get('small').text(), line.find('a').exists() && line.get('a').attributes('href')])
      expect(lines).toEqual([
        [`${ops[0]} · ${kind}`, '/record_b/4'],
        [`${ops[1]} · ${kind}`, false],
        [`${ops[2]} · ${kind} · ${asks}`, '/attention#item-2'],
        [`${ops[3]} · ${kind} · ${asks}`, '/attention#item-1'],
      ])
    },
  )
})
