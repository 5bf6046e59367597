/** The form while it saves, is left or breaks: nothing that was typed gets lost. */
import { describe, expect, test } from 'vitest'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { noForm } from '../support/drafts.ts'
import { draftB, draftsOf, filled, inputOf, newB, openForm, recordB, type, uid } from './forms.ts'
import { settle } from './stage.ts'

const saved = { outcome: 'saved', undo: null } as const
const allTexts = { PT: 'ABC', Divisi: 'X', Jenis: '1', Nama: 'Kantor', Divapp: 'Z' }

describe('Saving', () => {
  test('[OB1] Ctrl+S saves, and the screen says so only then', async () => {
    const form = await newB()
    await type(form, allTexts)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true }))
    await settle()
    const [[saved]] = form.screen.emitted('saved') as [[string]]
    expect((await form.engine.record('record_b', saved))?.fields).toMatchObject({
      pt: 'ABC',
      nama: 'Kantor',
      unit: false,
    })
    expect(useDesk().toast?.text).toBe('Saved in this browser')
  })

  test('save and new empties the form and begins another record', async () => {
    const form = await newB()
    await type(form, allTexts)
    await form.screen
      .findAll('button')
      .find(button => button.text() === 'Save and new')!
      .trigger('click')
    await settle()
    expect(inputOf(form, 'Nama').element.value).toBe('')
    await type(form, { ...allTexts, Nama: 'Kedua' })
    await form.screen.get('form').trigger('submit')
    await settle()
    const query = { search: '', filters: [], sort: [], states: [] }
    const { rows } = await form.engine.query('record_b', query, 0, 10)
    expect(rows.map(row => row.fields['nama'])).toEqual(['Kedua', 'Kantor'])
  })

  test('[UI2] a full device loses nothing typed, says why and saves when tried again', async () => {
    let isFull = true
    const saves: string[] = []
    const form = await newB({
      engine: {
        save: edit => {
          saves.push(edit.uid)
          return Promise.resolve(isFull ? { outcome: 'failed', fault: 'quota' } : saved)
        },
      },
    })
    await type(form, allTexts)
    await form.screen.get('form').trigger('submit')
    await settle()
    expect(form.screen.get('[role=alert]').text()).toContain('This tablet or computer is full.')
    expect(inputOf(form, 'Nama').element.value).toBe('Kantor')
    expect(form.screen.emitted('saved')).toBeUndefined()
    isFull = false
    await form.screen
      .findAll('button')
      .find(button => button.text() === 'Try again')!
      .trigger('click')
    await settle()
    expect(form.screen.emitted('saved')).toHaveLength(1)
    expect(new Set(saves).size).toBe(1)
  })

  test('[MG1] an edit carries what the person was looking at', async () => {
    const edits: unknown[] = []
    const form = await openForm({
      props: { kind: recordB, uid },
      prepare: async engine => void (await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })),
      engine: { save: edit => (edits.push(edit), Promise.resolve(saved)) },
    })
    await type(form, { Nama: 'Kantor Baru' })
    await form.screen.get('form').trigger('submit')
    await settle()
    const fields = { ...filled, nama: 'Kantor Baru' }
    const draft = expect.any(String) as string
    expect(edits).toEqual([{ kind: 'record_b', uid, seen: filled, fields, since: 1, asked: null, draft }])
  })
})

describe('Leaving', () => {
  test('[UI3] Escape leaves at once when nothing would be lost', async () => {
    const form = await newB()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await settle()
    expect(form.screen.emitted('close')).toHaveLength(1)
  })

  test('[UI3] Escape asks when something would be lost, with how much', async () => {
    const form = await newB()
    await type(form, { PT: 'ABC', Nama: 'Kantor' })
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await settle()
    expect(form.screen.emitted('close')).toBeUndefined()
    expect(form.screen.get('dialog').text()).toContain('2 fields would be lost.')
  })

  test('[UI3] a draft of a crashed form is offered again with its time and size', async () => {
    const draft = draftB('Kantor Ñandú', { fields: { ...filled, unit: false } })
    const form = await newB({ prepare: async engine => void (await engine.keepDraft(draft)) })
    expect(form.screen.text()).toMatch(/You have unsaved work here from .+: 5 fields\./)
    expect(inputOf(form, 'Nama').element.value).toBe('')
    await form.screen
      .findAll('button')
      .find(button => button.text() === 'Continue with it')!
      .trigger('click')
    await settle()
    expect(inputOf(form, 'Nama').element.value).toBe('Kantor Ñandú')
    await form.screen.get('form').trigger('submit')
    await settle()
    expect(form.screen.emitted('saved')).toEqual([[uid]])
    expect(await draftsOf(form)).toEqual([])
  })

  test('[UI3] what is typed is kept as a draft without being asked', async () => {
    const form = await newB()
    await type(form, { Nama: 'Setengah' })
    await new Promise(resolve => setTimeout(resolve, 500))
    await settle()
    expect(await draftsOf(form)).toMatchObject([
      { kind: 'record_b', seen: null, fields: { nama: 'Setengah' } },
    ])
  })
})

describe('Meanwhile', () => {
  test('[UI2] what is typed while a save is under way is not taken for saved', async () => {
    const saving = Promise.withResolvers<typeof saved>()
    const form = await newB({ engine: { save: () => saving.promise } })
    await type(form, allTexts)
    await form.screen.get('form').trigger('submit')
    await type(form, { Nama: 'Kantor Pusat' })
    saving.resolve(saved)
    await settle()
    await (form.screen.vm as unknown as { putAside(): Promise<void> }).putAside()
    expect((await draftsOf(form)).map(draft => draft.fields['nama'])).toEqual(['Kantor Pusat'])
  })

  test('[UI3] Escape asks before it discards, and does not answer itself', async () => {
    const form = await newB()
    await type(form, { Nama: 'Kantor' })
    const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    inputOf(form, 'Nama').element.dispatchEvent(press)
    await settle()
    expect([press.defaultPrevented, form.screen.find('dialog').text()]).toEqual([
      true,
      expect.stringContaining('Discard what you typed?') as string,
    ])
  })

  test('[UI2] after a save that broke down one can save again', async () => {
    let attempts = 0
    const save = () => (++attempts === 1 ? Promise.reject(new Error('worker gone')) : Promise.resolve(saved))
    const bugs: unknown[] = []
    const form = await newB({ engine: { save }, onBug: error => bugs.push(error) })
    await type(form, allTexts)
    for (let n = 0; n < 2; n++) {
      await form.screen.get('form').trigger('submit')
      await settle()
    }
    expect([attempts, bugs.length, form.screen.emitted('saved')?.length]).toEqual([2, 1, 1])
  })
})
