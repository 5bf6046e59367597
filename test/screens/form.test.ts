/** The form: how it opens, what it checks, and when. */
import { describe, expect, test } from 'vitest'
import type { Engine } from '../../client/contract.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import type { Fields } from '../../shared/record.ts'
import { asReadBy } from '../../shared/read-by.ts'
import { recordA as fieldsOfA } from '../support/tables.ts'
import { draftB, inputOf, namesOf, newB, openForm, pauseAfterTyping, press, recordB, type } from './forms.ts'
import { settle, type Stage } from './stage.ts'

const recordA = kindNamed(kinds, 'record_a')!

const issuesOn = ({ screen }: Stage) => screen.findAll('.issue').map(issue => issue.text())

describe('Opening', () => {
  test('[UI12] nothing can be typed before it is known whether there is a draft', async () => {
    const drafts = Promise.withResolvers<{ outcome: 'read'; drafts: []; unreadable: [] }>()
    const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
    const fields = {
      pt: 'Ñ',
      divisi: 'X',
      unit: true,
      jenis: '1',
      nama: 'Kantor',
      divapp: 'Z',
      urutan: false,
    }
    const form = await openForm({
      props: { kind: recordB, uid },
      prepare: async engine => void (await engine.save({ ...noForm, kind: 'record_b', uid, fields })),
      engine: { drafts: () => drafts.promise },
    })
    const early = form.screen.findAll('.fields input').length
    drafts.resolve({ outcome: 'read', drafts: [], unreadable: [] })
    await settle()
    expect([early, document.activeElement]).toEqual([0, inputOf(form, 'PT').element])
  })

  test('[UI12] a draft that cannot be read keeps nobody from typing', async () => {
    const bugs: unknown[] = []
    const form = await newB({
      engine: { drafts: () => Promise.resolve({ outcome: 'failed', fault: 'connection' }) },
      onBug: error => bugs.push(error),
    })
    await type(form, { Nama: 'Kantor Ñandú' })
    expect([bugs, inputOf(form, 'Nama').element.value]).toEqual([[], 'Kantor Ñandú'])
  })

  test('[UI12] after Save and new nothing can be typed before the next record is there', async () => {
    const second = Promise.withResolvers<string>()
    const first = ['018e174e-bd20-7335-91ff-cd0690ffe9cc', '018e174e-bd20-7335-91ff-cd0690ffe9ce']
    const form = await newB({ engine: { newUid: async () => first.shift() ?? second.promise } })
    await type(form, { PT: 'ABC', Divisi: 'X', Jenis: '1', Nama: 'Kantor', Divapp: 'Z' })
    await form.screen
      .findAll('button')
      .find(button => button.text() === 'Save and new')!
      .trigger('click')
    await settle()
    const early = form.screen.findAll('.fields input').length
    second.resolve('018e174e-bd20-7335-91ff-cd0690ffe9cd')
    await settle()
    expect([early, document.activeElement]).toEqual([0, inputOf(form, 'PT').element])
  })
})

describe('The Enter key', () => {
  test('[UI20] is called what it does: next, and done in the last field', async () => {
    const note = { ...recordB.fields[1]!, name: 'catatan', label: { en: 'Note', id: 'Catatan' } }
    const longer = { ...recordB, fields: [...recordB.fields, note] }
    const form = await openForm({ props: { kind: longer, uid: null } })
    const named = form.screen.findAll('input[type=text]').map(input => input.attributes('enterkeyhint'))
    expect(named).toEqual(['next', 'next', 'next', 'next', 'next', 'done'])
  })
})

describe('Checking', () => {
  test('[UI4] leaving an empty required field says what is wrong, and only there', async () => {
    const form = await newB()
    await inputOf(form, 'Nama').trigger('focusout')
    expect(issuesOn(form)).toEqual(['Nama must be filled in.'])
  })

  test('[UI4] the words are the reader’s', async () => {
    const form = await newB({ language: 'id' })
    await inputOf(form, 'Nama').trigger('focusout')
    expect(issuesOn(form)).toEqual(['Nama wajib diisi.'])
  })

  test('[UI4] saving tells every issue and focuses the first', async () => {
    const form = await newB()
    await type(form, { PT: 'ABCDEF', Jenis: '1', Nama: ' ' })
    await form.screen.get('form').trigger('submit')
    await settle()
    expect(issuesOn(form)).toEqual([
      'At most 5 characters; this has 6.',
      'Divisi must be filled in.',
      'Nama must be filled in.',
      'Divapp must be filled in.',
    ])
    expect(document.activeElement).toBe(inputOf(form, 'PT').element)
    expect(form.screen.emitted('saved')).toBeUndefined()
  })

  test('an end before its start is worth a word, and is saved', async () => {
    const form = await openForm({ props: { kind: recordA, uid: null } })
    await type(form, { Start: '2027-01-05', End: '2026-01-05' })
    expect(form.screen.text()).toContain('End lies before Start.')
    expect(issuesOn(form)).toEqual([])
  })
})

describe('A draft that cannot be read', () => {
  const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
  const fields = { pt: 'ABC', divisi: 'X', unit: true, jenis: '1', nama: 'Ñandú', divapp: 'Z', urutan: false }

  async function failing() {
    const bugs: unknown[] = []
    const storage = { fails: true }
    let real: Engine
    const form = await openForm({
      props: { kind: recordB, uid },
      onBug: error => bugs.push(error),
      prepare: async engine => {
        real = engine
        await engine.save({ ...noForm, kind: 'record_b', uid, fields })
        await engine.keepDraft(draftB('Gudang', { seen: fields }))
      },
      engine: {
        drafts: (...given) =>
          storage.fails ? Promise.resolve({ outcome: 'failed', fault: 'connection' }) : real.drafts(...given),
      },
    })
    return { form, bugs, storage }
  }
  const leave = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await pauseAfterTyping()
  }

  test('[UI3] the form opens without it, and what is typed is kept beside it', async () => {
    const { form, bugs, storage } = await failing()
    expect(inputOf(form, 'Nama').element.value).toBe('Ñandú')
    await type(form, { Nama: 'Kantor' })
    await leave()
    storage.fails = false
    expect(await namesOf(form)).toEqual(['Gudang', 'Kantor'])
    expect(bugs).toEqual([])
  })

  test('[UI3] it is offered as soon as it can be read', async () => {
    const { form, storage } = await failing()
    storage.fails = false
    await type(form, { Nama: 'Kantor' })
    await leave()
    expect(form.screen.text()).toContain('You have unsaved work here')
  })
})

describe('A field that is for some roles alone', () => {
  const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'

  async function openUnread() {
    let saved: Fields | undefined
    const form = await openForm({
      props: { kind: asReadBy('editor', recordA), uid },
      engine: {
        record: async () => ({
          ...{ uid, kind: 'record_a', id: '7', version: 3, fields: fieldsOfA({ passwd: null }) },
          ...{ titles: { device_id: 'Gerbang' }, references: {}, changedAt: null, since: 0 },
          ...{ state: 'settled', by: 'ani', at: '2026-11-20T08:00:00Z', marks: {}, found: {} },
        }),
        async save({ fields }) {
          saved = fields
          return { outcome: 'saved', undo: null }
        },
      },
    })
    return { form, saved: () => saved?.['passwd'] }
  }

  test('[SC9] says that it is not shown, and stays as it is where nothing is typed, or no more', async () => {
    const { form, saved } = await openUnread()
    expect(form.screen.text()).toContain('Not shown to you')
    await type(form, { Passwd: 'salah ketik' })
    expect(form.screen.text()).not.toContain('Not shown to you')
    await type(form, { Passwd: '', Name: 'Dewi' })
    await inputOf(form, 'Passwd').trigger('focusout')
    await press(form, 'Save')
    expect([issuesOn(form), saved()]).toEqual([[], null])
  })

  test('[SC9] is set anew by what is typed', async () => {
    const { form, saved } = await openUnread()
    await type(form, { Passwd: 'rahasia baru' })
    await press(form, 'Save')
    expect(saved()).toBe('rahasia baru')
  })
})
