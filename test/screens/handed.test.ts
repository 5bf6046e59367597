/** Work that its person cannot send any more, handed over; and what whoever receives it does about it. */
import { describe, expect, test } from 'vitest'
import type { AttentionItem, Resolution } from '../../client/contract.ts'
import RecordAttention from '../../client/screens/attention/RecordAttention.vue'
import { handedOfForm, wantedOf } from '../../client/screens/handed/handed-of.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import SyncView from '../../client/screens/views/SyncView.vue'
import AttentionView from '../../client/screens/views/AttentionView.vue'
import { AppError } from '../../shared/errors.ts'
import type { Handed, HandedWork } from '../../shared/handed-message.ts'
import type { Fields } from '../../shared/record.ts'
import { noForm } from '../support/drafts.ts'
import { draftB, draftsOf, filled, press, recordB, uid } from './forms.ts'
import { settle, stage, type StageOptions } from './stage.ts'
import { takenFiles } from './taken-files.ts'

const at = Date.parse('2026-01-05T02:40:00Z')
const refused: AttentionItem = {
  ...{ asked: 'a question', since: 7, kind: 'record_b', uid, title: 'Kantor', at, titles: {} },
  ...{ noted: { by: '', at: '' }, op: 'update', base: { ...filled, nama: 'Kantor' } },
  ...{ mine: { ...filled, nama: 'Kantor Ñ' }, changed: ['nama'] },
  ...{ outcome: 'rejected', issues: [{ field: '', code: 'out_of_scope' }] },
}

async function card(options: StageOptions, item: AttentionItem = refused) {
  const given: Handed[] = []
  const resolutions: Resolution[] = []
  const on = await stage(RecordAttention, {
    props: { item, kind: recordB },
    isLimited: true,
    handed: { give: async work => void given.push(structuredClone(work)) },
    ...options,
    engine: {
      async resolve(_, resolution) {
        resolutions.push(resolution)
        return { outcome: 'saved', undo: null }
      },
    },
  })
  return {
    ...on,
    given,
    resolutions,
    buttons: () => on.screen.findAll('footer button').map(each => each.text()),
  }
}

const taken = takenFiles()

describe('What waits for its person', () => {
  test('[SC10] is handed over, and goes from here once the server has it', async () => {
    const on = await card({})
    await press(on, 'Hand over')
    const work = { kind: 'record_b', uid, op: 'update', title: 'Kantor', at, titles: {} }
    expect(on.given).toEqual([{ ...work, changes: { nama: ['Kantor', 'Kantor Ñ'] } }])
    expect(on.resolutions).toEqual([{ kind: 'discard' }])
    expect(useDesk().toast?.text).toContain('Handed over')
  })

  test('[SC10] stays here where the server does not have it, and says why', async () => {
    const give = () => Promise.reject(new AppError('unreachable'))
    const on = await card({ handed: { give } })
    await press(on, 'Hand over')
    expect(on.resolutions).toEqual([])
    expect(useDesk().toast?.text).toMatch(/connection|network|reach/i)
  })

  test('[SC10] is handed over as a whole where it is new, and as nothing where it was to be deleted', async () => {
    const made = await card({}, { ...refused, op: 'create', base: null })
    await press(made, 'Hand over')
    expect(made.given[0]?.changes).toMatchObject({ pt: [null, 'ABC'], nama: [null, 'Kantor Ñ'] })
    const gone = await card({}, { ...refused, op: 'delete', mine: null, changed: [] })
    await press(gone, 'Hand over')
    expect(gone.given[0]).toMatchObject({ op: 'delete', changes: {} })
  })

  test('[SC10] is kept as a file', async () => {
    const on = await card({})
    await on.engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })
    await press(on, 'Save as a file')
    expect(taken[0]?.name).toBe('unsent-2026-01-05T08-30.json')
    expect(await taken[0]!.text).toContain(uid)
    expect(on.resolutions).toEqual([])
  })

  test('[SC10] is not handed over by whoever can answer it', async () => {
    // What lies outside as a whole is put right by no value.
    expect((await card({})).screen.text()).not.toContain('Fix in the form')
    const wrong: AttentionItem = {
      ...refused,
      issues: [{ field: 'nama', code: 'too_long', params: { max: 60 } }],
    }
    expect((await card({}, wrong)).buttons()).not.toContain('Hand over')
    expect((await card({ isLimited: false }, wrong)).buttons()).not.toContain('Hand over')
    expect((await card({ role: 'viewer', isLimited: false }, wrong)).buttons()).toContain('Hand over')
  })
})

describe('A form that was not saved', () => {
  const gone = '018e174e-bd20-7335-91ff-cd0690ffe9ff'
  async function onSync(options: StageOptions = {}) {
    const given: Handed[] = []
    const on = await stage(SyncView, {
      path: '/sync',
      isLimited: true,
      handed: { give: async work => void given.push(structuredClone(work)) },
      async prepare(engine) {
        await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })
        await engine.keepDraft(draftB('Gudang', { seen: filled }))
        await engine.keepDraft(draftB('Hilang é', { uid: gone, seen: filled }))
      },
      ...options,
    })
    return { ...on, given, titles: async () => (await draftsOf(on)).map(({ fields }) => fields['nama']) }
  }

  test('[SC10] whose record is not seen any more is handed over, and no other', async () => {
    const on = await onSync()
    expect(on.screen.findAll('button').filter(each => each.text() === 'Hand over')).toHaveLength(1)
    await press(on, 'Hand over')
    expect(on.given).toMatchObject([
      { uid: gone, op: 'update', changes: { nama: [filled['nama'], 'Hilang é'] } },
    ])
    expect(await on.titles()).toEqual(['Gudang'])
  })

  test('[SC10] stays where the server does not have it', async () => {
    const on = await onSync({ handed: { give: () => Promise.reject(new AppError('unreachable')) } })
    await press(on, 'Hand over')
    expect(await on.titles()).toHaveLength(2)
  })

  test('[SC10] is kept as a file, with all that was typed', async () => {
    await press(await onSync(), 'Save as a file')
    expect(taken[0]?.name).toBe('unsaved-2026-01-05T08-30.json')
    const { drafts } = JSON.parse(await taken[0]!.text) as { drafts: { fields: Fields }[] }
    expect(new Set(drafts.map(({ fields }) => fields['nama']))).toEqual(new Set(['Gudang', 'Hilang é']))
  })
})

test('[SC10] of a form that was not saved, what was typed is handed over', () => {
  const row = {
    kind: 'record_b',
    uid,
    op: 'update',
    title: 'Kantor',
    at,
    identity: {},
    changes: {},
    titles: {},
  } as const
  const fields = { ...filled, nama: 'Kantor Ñ' }
  expect(handedOfForm(row, { seen: filled, fields }).changes).toEqual({ nama: [filled['nama'], 'Kantor Ñ'] })
  expect(handedOfForm(row, { seen: null, fields }).changes['pt']).toEqual([null, 'ABC'])
  expect(wantedOf({ op: 'update', changes: { nama: ['a', 'b'] } }, null)).toBeNull()
})

describe('What others handed over', () => {
  const work: HandedWork = {
    ...{ kind: 'record_b', uid, op: 'update', title: 'Kantor', at, titles: {} },
    ...{ changes: { nama: [filled['nama']!, 'Kantor Baru'] } },
    ...{ userId: 'user-9', author: 'budi', receivedAt: '2026-01-05T03:00:00Z', token: 'first' },
  }

  async function attention({ of = [work], ...options }: StageOptions & { of?: HandedWork[] } = {}) {
    const open = [...of]
    const ends: [string, string][] = []
    const on = await stage(AttentionView, {
      role: 'manager',
      handed: {
        all: async () => [...open],
        async end({ token }, how) {
          ends.push([token, how])
          open.splice(0)
        },
      },
      prepare: async engine => void (await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })),
      ...options,
    })
    await settle()
    return { ...on, ends, nama: async () => (await on.engine.record('record_b', uid))?.fields['nama'] }
  }

  test('[SC10] is told under the name of its author, and taken as an edit of one’s own', async () => {
    const on = await attention()
    expect(on.screen.text()).toContain('budi')
    expect(on.screen.text()).toContain('Kantor Baru')
    await press(on, 'Take')
    expect([await on.nama(), on.ends]).toEqual(['Kantor Baru', [['first', 'taken']]])
    expect(on.screen.text()).not.toContain('budi')
  })

  test('[SC10] is let go of, after a question', async () => {
    const on = await attention()
    await press(on, 'Let go')
    expect(on.ends).toEqual([])
    const dialog = [...document.querySelectorAll('dialog button')].find(
      each => each.textContent?.trim() === 'Let go',
    )
    ;(dialog as HTMLButtonElement).click()
    await settle()
    expect([await on.nama(), on.ends]).toEqual([filled['nama'], [['first', 'dropped']]])
  })

  test('[SC10] says what somebody else has made of it since then', async () => {
    const on = await attention({ of: [{ ...work, changes: { nama: ['Lama', 'Kantor Baru'] } }] })
    expect(on.screen.text()).toContain(`Nama is ${String(filled['nama'])} by now`)
  })

  test('[SC10] of what is gone there is nothing to take; what cannot be saved says so, and stays', async () => {
    const gone = await attention({ of: [{ ...work, uid: '018e174e-bd20-7335-91ff-cd0690ffe9ff' }] })
    expect(gone.screen.text()).toContain('gone by now')
    expect(gone.screen.findAll('button').map(each => each.text())).not.toContain('Take')
    const wrong = await attention({ of: [{ ...work, changes: { nama: [filled['nama']!, ''] } }] })
    await press(wrong, 'Take')
    expect([useDesk().toast?.text, wrong.ends]).toEqual([expect.stringContaining('needs the form'), []])
  })

  test('[SC10] is asked for by nobody who does not grant', async () => {
    let asked = 0
    const all = async () => (asked++, [])
    await attention({ role: 'editor', handed: { all } })
    expect(asked).toBe(0)
  })
})
