/** A form that is left or taken away: what was typed in it is kept. */
import { describe, expect, test } from 'vitest'
import App from '../../client/screens/App.vue'
import type { SaveOutcome } from '../../client/contract.ts'
import RecordForm from '../../client/screens/form/RecordForm.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import type { Account } from '../../client/screens/accounts.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { inputOf, namesOf, pauseAfterTyping } from './forms.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

const recordB = kindNamed(kinds, 'record_b')!
const uid = '018e174e-bd20-7335-91ff-cd0690ffe9cc'
const kantor = { pt: 'Ñ', divisi: 'X', unit: true, jenis: '1', nama: 'Kantor', divapp: 'Z', urutan: false }
const prepare = async (engine: Stage['engine']) =>
  void (await engine.save({ ...noForm, kind: 'record_b', uid, fields: kantor }))
const editPath = `/record_b/${uid}/edit`

const open = (options: StageOptions = {}) =>
  stage(RecordForm, { props: { kind: recordB, uid }, prepare, ...options })
/** The whole app, with the form at its address. */
async function openApp(options: StageOptions = {}): Promise<Stage> {
  const app = await stage(App, { path: editPath, prepare, ...options })
  await useSession().open()
  await settle()
  return app
}

const pathOf = ({ router }: Stage) => router.currentRoute.value.path

describe('Taken away', () => {
  test('[UI3] a form that is taken away at once keeps what was typed', async () => {
    const form = await open()
    await inputOf(form, 'Nama').setValue('Gudang 🌺')
    form.screen.unmount()
    await settle()
    expect(await namesOf(form)).toEqual(['Gudang 🌺'])
  })

  test('[UI3] a save of the same record in another tab does not take the draft of this form along', async () => {
    const form = await open()
    await inputOf(form, 'Nama').setValue('Gudang 🌺')
    await pauseAfterTyping()
    const { fields: seen } = (await form.engine.record('record_b', uid))!
    const fields = { ...seen, pt: 'LAIN' }
    await form.engine.save({ ...noForm, kind: 'record_b', uid, seen, fields, draft: 'another form' })
    expect(await namesOf(form)).toEqual(['Gudang 🌺'])
  })

  test('[UI3] a form that was saved leaves no draft when it goes', async () => {
    const form = await open()
    await inputOf(form, 'Nama').setValue('Gudang 🌺')
    await form.screen.get('form').trigger('submit')
    await settle()
    form.screen.unmount()
    await settle()
    expect(await form.engine.drafts()).toMatchObject({ outcome: 'read', drafts: [] })
  })

  test('[UI3, AC5] signing out in another tab keeps what is being typed, and then closes the data', async () => {
    let account: Account | null = { id: 'user-1', username: 'sri', name: 'Sri Wahyuni', role: 'editor' }
    const told: string[] = []
    const app = await openApp({
      signedIn: { read: async () => ({ outcome: 'stored', value: { account, owesFarewell: false } }) },
      engine: {
        keepDraft: async ({ fields }) => (told.push(String(fields['nama'])), { outcome: 'saved' }),
        close: async () => void told.push('closed'),
      },
    })
    await inputOf(app, 'Nama').setValue('Gudang 🌺')
    account = null
    await useSession().follow()
    // Its screen is loaded first.
    await expect.poll(() => pathOf(app)).toBe('/sign-in')
    expect(told).toEqual(['Gudang 🌺', 'closed'])
  })
})

describe('Save and new', () => {
  test('[UI3] what was typed while it saved waits as a draft of the record that was saved', async () => {
    const save = Promise.withResolvers<SaveOutcome>()
    const form = await open({ props: { kind: recordB, uid: null }, engine: { save: () => save.promise } })
    for (const label of ['PT', 'Divisi', 'Jenis', 'Nama', 'Divapp']) await inputOf(form, label).setValue('1')
    const button = form.screen.findAll('button').find(each => each.text() === 'Save and new')!
    await button.trigger('click')
    await inputOf(form, 'Nama').setValue('Gudang 🌺')
    save.resolve({ outcome: 'saved', undo: null })
    await settle()
    expect(inputOf(form, 'Nama').element.value).toBe('')
    expect(await form.engine.drafts()).toMatchObject({
      drafts: [{ seen: { nama: '1' }, fields: { nama: 'Gudang 🌺' } }],
    })
  })
})

describe('On the way elsewhere', () => {
  test('[UI2, UI3] a draft that cannot be kept keeps the person at the form, and says why', async () => {
    const app = await openApp({ engine: { keepDraft: async () => ({ outcome: 'failed', fault: 'quota' }) } })
    await inputOf(app, 'Nama').setValue('Gudang 🌺')
    await app.router.push('/settings')
    await settle()
    expect([pathOf(app), inputOf(app, 'Nama').element.value]).toEqual([editPath, 'Gudang 🌺'])
    expect(app.screen.get('form [role=alert]').text()).toContain('This tablet or computer is full.')
  })

  test('[UI3] a save under way is waited for, and leads nowhere else', async () => {
    const save = Promise.withResolvers<SaveOutcome>()
    const app = await openApp({ engine: { save: () => save.promise } })
    await inputOf(app, 'Nama').setValue('Gudang 🌺')
    await app.screen.get('form').trigger('submit')
    const going = app.router.push('/settings')
    await settle()
    const meanwhile = pathOf(app)
    save.resolve({ outcome: 'saved', undo: null })
    await going
    await settle()
    expect([meanwhile, pathOf(app)]).toEqual([editPath, '/settings'])
  })

  test('[UI2, UI3] when that save fails, what was typed waits as a draft', async () => {
    const save = Promise.withResolvers<SaveOutcome>()
    const app = await openApp({ engine: { save: () => save.promise } })
    await inputOf(app, 'Nama').setValue('Gudang 🌺')
    await app.screen.get('form').trigger('submit')
    const going = app.router.push('/settings')
    save.resolve({ outcome: 'failed', fault: 'quota' })
    await going
    await settle()
    expect(pathOf(app)).toBe('/settings')
    expect(await namesOf(app)).toEqual(['Gudang 🌺'])
  })
})
