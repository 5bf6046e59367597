/** Taking back the last act: by the message about it, and by Ctrl/⌘+Z wherever the keys belong to nothing else. */
import { describe, expect, test } from 'vitest'
import type { Engine, Undo } from '../../client/contract.ts'
import App from '../../client/screens/App.vue'
import FieldInput from '../../client/screens/fields/FieldInput.vue'
import type { Account } from '../../client/screens/accounts.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { kinds } from '../../shared/kinds.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { buttonOf, filled, inputOf, press, uid } from './forms.ts'
import { conflictB } from './questions.ts'
import { settle, stage, type Stage, type StageOptions } from './stage.ts'

const recordPath = `/record_b/${uid}`
const prepare = async (engine: Engine) =>
  void (await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled }))

/** The whole app with that record. */
async function openApp(path: string, options: StageOptions = {}): Promise<Stage> {
  const app = await stage(App, { path, prepare, ...options })
  await useSession().open()
  await settle()
  return app
}

/** Presses Ctrl+Z there, where nothing has the focus otherwise. Returns whether it was used. */
async function ctrlZ(at: EventTarget = document.body, keys: KeyboardEventInit = { ctrlKey: true }) {
  const event = new KeyboardEvent('keydown', { key: 'z', bubbles: true, cancelable: true, ...keys })
  at.dispatchEvent(event)
  await settle()
  return event.defaultPrevented
}

const nameIn = async ({ engine }: Stage) => (await engine.record('record_b', uid))?.fields['nama']

/** The form has saved another name, and led to the record. */
async function renamed(options: StageOptions = {}): Promise<Stage> {
  const app = await openApp(`${recordPath}/edit`, options)
  await inputOf(app, 'Nama').setValue('Gudang é')
  await app.screen.get('form').trigger('submit')
  await expect.poll(() => app.router.currentRoute.value.path).toBe(recordPath)
  await settle()
  return app
}

describe('Taking back', () => {
  test('[UI25] a save: by the message, which then names the record', async () => {
    const app = await renamed()
    const before = await nameIn(app)
    await press(app, 'Undo')
    expect([before, await nameIn(app)]).toEqual(['Gudang é', 'Kantor Ñandú'])
    expect(useDesk().toast?.text).toBe('Taken back: Kantor Ñandú')
  })

  test.each([
    ['Ctrl', { ctrlKey: true }],
    ['⌘', { metaKey: true }],
    ['Ctrl and capitals', { ctrlKey: true, key: 'Z' }],
  ])('[UI25] a save: by %s+Z, when the message has gone', async (_, keys) => {
    const app = await renamed()
    await app.screen.get('.toast [aria-label=Close]').trigger('click')
    expect(app.screen.find('.toast').exists()).toBe(false)
    expect([await ctrlZ(document.body, keys), await nameIn(app)]).toEqual([true, 'Kantor Ñandú'])
  })

  test.each([
    ['Shift', { ctrlKey: true, shiftKey: true }],
    ['Alt', { ctrlKey: true, altKey: true }],
    ['neither Ctrl nor ⌘', {}],
  ])('[UI25] with %s the keys mean something else', async (_, keys) => {
    const app = await renamed()
    expect([await ctrlZ(document.body, keys), await nameIn(app)]).toEqual([false, 'Gudang é'])
  })

  test('[UI25] once', async () => {
    const app = await renamed()
    const pressed = [await ctrlZ(), await ctrlZ(), await ctrlZ()]
    expect([pressed, await nameIn(app), await app.engine.outbox()]).toEqual([
      [true, false, false],
      'Kantor Ñandú',
      [expect.objectContaining({ op: 'create', title: 'Kantor Ñandú' })],
    ])
  })

  test('[UI25] a delete', async () => {
    const app = await openApp(recordPath)
    await press(app, 'Delete')
    const gone = await app.engine.record('record_b', uid)
    expect([gone, await ctrlZ(), await nameIn(app)]).toEqual([null, true, 'Kantor Ñandú'])
  })

  test('[UI25] an answer on a card', async () => {
    const values = { before: { nama: 'Budi' }, after: { nama: 'Ani' } }
    const done: Undo = { kind: 'record_b', uid, seq: 3, givenId: null, ...values, wanted: null }
    const undone: Undo[] = []
    const app = await openApp('/attention', {
      engine: {
        attention: async () => [conflictB(['Kantor', 'Budi', 'Ani'])],
        resolve: async () => ({ outcome: 'saved', undo: done }),
        undo: async each => (undone.push(each), { outcome: 'saved', undo: null }),
      },
    })
    await press(app, 'All theirs')
    await press(app, 'Save this choice')
    await press(app, 'Undo')
    expect([undone, useDesk().toast?.text]).toEqual([[done], 'Taken back: Budi'])
  })

  test('[UI25] a record added while another was typed: the field is as it was', async () => {
    const field = fieldNamed(kindNamed(kinds, 'record_a')!, 'device_id')!
    const on = await stage(FieldInput, { props: { field, modelValue: '42', title: 'Lobi' } })
    await on.screen.get('input').setValue('Pos 7 é')
    await settle()
    await on.screen.get('[role=option]').trigger('click')
    await settle()
    const [[value]] = on.screen.emitted('update:modelValue') as [[{ uid: string }]]
    await on.screen.setProps({ modelValue: value })
    const added = useDesk().toast
    added?.action?.run()
    await settle()
    expect([added?.text, await on.engine.record('device', value.uid)]).toEqual(['Pos 7 é added', null])
    expect(on.screen.emitted('update:modelValue')?.at(-1)).toEqual(['42'])
  })

  test('[UI25] is not said of what has become so on the server', async () => {
    const app = await renamed({ engine: { undo: async () => ({ outcome: 'too late' }) } })
    await press(app, 'Undo')
    expect([useDesk().toast, await ctrlZ()]).toEqual([
      {
        tone: 'alert',
        text: 'Kantor Ñandú stays as you decided. Open the record to change it.',
      },
      false,
    ])
  })

  test('[UI25] what could not be written can be taken back after all', async () => {
    let isFull = true
    let real: Engine
    const app = await renamed({
      prepare: async engine => {
        real = engine
        await prepare(engine)
      },
      engine: { undo: async done => (isFull ? { outcome: 'failed', fault: 'quota' } : real.undo(done)) },
    })
    await press(app, 'Undo')
    expect([useDesk().toast?.text, await nameIn(app)]).toEqual([
      expect.stringContaining('This tablet or computer is full.') as string,
      'Gudang é',
    ])
    isFull = false
    await press(app, 'Undo')
    expect(await nameIn(app)).toBe('Kantor Ñandú')
  })
})

describe('Not taken back', () => {
  test.each(['input', 'textarea', 'select', 'input role=combobox', 'div contenteditable'])(
    '[UI25] anything, where the keys belong to %s',
    async name => {
      const app = await renamed()
      const [tag = '', attribute] = name.split(' ')
      const field = document.createElement(tag)
      field.setAttribute(...((attribute ?? 'x').split('=').concat('').slice(0, 2) as [string, string]))
      document.body.append(field)
      const isUsed = await ctrlZ(field)
      field.remove()
      expect([isUsed, await nameIn(app)]).toEqual([false, 'Gudang é'])
    },
  )

  test('[UI25] anything, while a question stands in front', async () => {
    const app = await renamed()
    await app.router.push('/settings')
    await settle()
    await press(app, 'Sign out')
    expect([document.querySelectorAll('dialog[open]').length, await ctrlZ()]).toEqual([1, false])
    expect(await nameIn(app)).toBe('Gudang é')
  })

  test('[UI25, UI81] by the message of something that changed nothing, but by the keys what was done before', async () => {
    const app = await renamed()
    await app.router.push(`${recordPath}/edit`)
    await settle()
    await app.screen.get('form').trigger('submit')
    await settle()
    expect([buttonOf(app, 'Undo'), await nameIn(app)]).toEqual([undefined, 'Gudang é'])
    expect([await ctrlZ(), await nameIn(app)]).toEqual([true, 'Kantor Ñandú'])
  })

  test('[UI25, AC5] what somebody else did who was signed in before', async () => {
    let account: Account = { id: 'user-1', username: 'sri', name: 'Sri Wahyuni', role: 'editor' }
    const undone: Undo[] = []
    const app = await renamed({
      signedIn: { read: async () => ({ outcome: 'stored', value: { account, owesFarewell: false } }) },
      engine: { undo: async each => (undone.push(each), { outcome: 'saved', undo: null }) },
    })
    account = { id: 'user-2', username: 'ñusa', name: 'Ñusa', role: 'editor' }
    await useSession().follow()
    await settle()
    expect([buttonOf(app, 'Undo'), await ctrlZ(), undone]).toEqual([undefined, false, []])
  })
})
