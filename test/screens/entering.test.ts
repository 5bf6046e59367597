/** Entering one record after the other: what the next one begins with, and where it begins. */
import { describe, expect, test, vi } from 'vitest'
import type { Engine } from '../../client/contract.ts'
import { goneMark } from '../../client/contract-records.ts'
import RecordForm from '../../client/screens/form/RecordForm.vue'
import KindView from '../../client/screens/views/KindView.vue'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { recordA as fieldsOfA } from '../support/tables.ts'
import { draftsOf, filled, inputOf, newB, openForm, pauseAfterTyping, press, type, uid } from './forms.ts'
import { stage } from './stage.ts'

const recordA = kindNamed(kinds, 'record_a')!
const recordB = kindNamed(kinds, 'record_b')!
const valueIn = (form: Parameters<typeof inputOf>[0], label: string) => inputOf(form, label).element.value
const saveB = (id: string, nama: string) => (engine: Engine) =>
  engine.save({ ...noForm, kind: 'record_b', uid: id, fields: { ...filled, nama } })

describe('A new record', () => {
  test('[UI34] begins today where the metadata say so, and left like that it is no draft', async () => {
    const form = await openForm({ props: { kind: recordA, uid: null } })
    expect([valueIn(form, 'Start'), valueIn(form, 'End')]).toEqual(['Jan 5, 2026, 00:00', ''])
    await pauseAfterTyping()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await form.settle()
    expect([form.screen.emitted('close'), await draftsOf(form)]).toEqual([[[]], []])
  })

  test('[UI34] what was pressed away from today counts as typed', async () => {
    const form = await openForm({ props: { kind: recordA, uid: null } })
    await type(form, { Start: '' })
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    await form.settle()
    expect(form.screen.get('dialog').text()).toContain('1 field would be lost.')
  })
})

describe('Pinned fields', () => {
  const all = { PT: 'ABC', Divisi: 'X', Jenis: '1', Nama: 'Kantor Ñ', Divapp: 'Z' }
  const pin = (form: Awaited<ReturnType<typeof newB>>, name: string) =>
    form.screen.get(`button[aria-label="Keep ${name} for the next new one"]`)

  test('[UI33] the next new record takes them along, and begins at what differs', async () => {
    const form = await newB()
    await type(form, all)
    for (const name of ['PT', 'Divisi', 'Unit', 'Jenis', 'Divapp']) await pin(form, name).trigger('click')
    await inputOf(form, 'Unit').setValue(true)
    await press(form, 'Save and new')
    const names = ['PT', 'Divisi', 'Jenis', 'Nama', 'Divapp']
    expect(names.map(name => valueIn(form, name))).toEqual(['ABC', 'X', '1', '', 'Z'])
    expect(inputOf(form, 'Unit').element.checked).toBe(true)
    expect(document.activeElement).toBe(inputOf(form, 'Nama').element)
    await pauseAfterTyping()
    expect(await draftsOf(form)).toEqual([])
  })

  test('[UI33] Enter passes them by; Ctrl+Enter saves and begins the next', async () => {
    const form = await newB()
    await type(form, all)
    for (const name of ['Divisi', 'Unit', 'Jenis']) await pin(form, name).trigger('click')
    inputOf(form, 'PT').element.focus()
    await inputOf(form, 'PT').trigger('keydown', { key: 'Enter' })
    expect(document.activeElement).toBe(inputOf(form, 'Nama').element)
    await inputOf(form, 'Nama').trigger('keydown', { key: 'Enter', ctrlKey: true })
    await form.settle()
    expect([valueIn(form, 'Nama'), valueIn(form, 'Divisi')]).toEqual(['', 'X'])
  })

  test('[UI33] Alt+P pins the field that is typed in; this device remembers which, and no value', async () => {
    const form = await newB()
    await type(form, all)
    await inputOf(form, 'Nama').trigger('keydown', { key: 'π', code: 'KeyP', altKey: true })
    expect(pin(form, 'Nama').attributes('aria-pressed')).toBe('true')
    await press(form, 'Save and new')
    expect(valueIn(form, 'Nama')).toBe('Kantor Ñ')
    const kept = JSON.stringify({ ...localStorage })
    expect([kept.includes('nama'), kept.includes('Kantor')]).toEqual([true, false])
  })

  test('[UI33] a record that is there has nothing to pin', async () => {
    const form = await openForm({ props: { kind: recordB, uid }, prepare: saveB(uid, 'Kantor') as never })
    expect(form.screen.find('.pin').exists()).toBe(false)
  })
})

describe('A duplicate', () => {
  test('[UI34] has all but what each has of its own, and begins there', async () => {
    const form = await openForm({
      props: { kind: recordB, uid: null, from: uid },
      prepare: saveB(uid, 'Kantor') as never,
    })
    const names = ['PT', 'Divisi', 'Jenis', 'Nama', 'Divapp']
    expect(names.map(name => valueIn(form, name))).toEqual(['ABC', 'X', '1', '', 'Z'])
    expect(document.activeElement).toBe(inputOf(form, 'Nama').element)
    await type(form, { Nama: 'Gudang' })
    await form.screen.get('form').trigger('submit')
    await form.settle()
    const [[made]] = form.screen.emitted('saved') as [[string]]
    expect(made).not.toBe(uid)
    expect((await form.engine.record('record_b', made))?.fields).toEqual({ ...filled, nama: 'Gudang' })
  })

  test('[UI34] [UI42] of a record whose reference is deleted names that as the record did', async () => {
    const engine = {
      record: async () => ({
        ...{ uid, id: '5', kind: 'record_a', state: 'settled', version: 1, since: 0, by: '', at: '' },
        ...{
          fields: fieldsOfA(),
          titles: { device_id: `Lobi${goneMark}` },
          references: {},
          marks: {},
          found: {},
        },
        changedAt: null,
      }),
    } as unknown as Partial<Engine>
    const form = await openForm({ props: { kind: recordA, uid: null, from: uid }, engine })
    expect(inputOf(form, 'Device').element.value).toBe('Lobi')
  })

  test('[UI34] of a person asks for name, PIN, cards and password anew', () => {
    const own = recordA.fields.filter(field => field.own).map(field => field.name)
    expect(own).toEqual(['pin', 'name', 'passwd', 'card', 'vice_card'])
  })
})

describe('Fingers', () => {
  test('[UI35] a form opens without a focus, and with no list open', async () => {
    const real = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation(query =>
      query === '(pointer: coarse)'
        ? Object.assign(new EventTarget(), { matches: true, media: query } as MediaQueryList)
        : real(query),
    )
    const form = await stage(RecordForm, { props: { kind: recordA, uid: null } })
    vi.restoreAllMocks()
    expect([document.activeElement, form.screen.find('[role=listbox]').exists()]).toEqual([
      document.body,
      false,
    ])
  })
})

describe('The hits of a list', () => {
  const uids = ['1', '2', '3', '4'].map(digit => uid.slice(0, -1) + digit)
  const names = ['Gudang 1', 'Gudang 2', 'Kantor', 'Gudang 4']
  const inList = (path: string) =>
    stage(KindView, {
      path: `/record_b/${path}?q=gudang&sort=nama`,
      prepare: async engine => {
        for (const [index, name] of names.entries()) await saveB(uids[index]!, name)(engine)
      },
    })

  test('[UI32] a record leads to the one before it and to the next', async () => {
    const { screen, router, settle } = await inList(uids[1]!)
    const links = () => screen.findAll('nav a').map(link => link.attributes('aria-label'))
    expect(links()).toEqual(['Hit before this one', 'Next hit'])
    await screen.get('[aria-label="Next hit"]').trigger('click')
    await settle()
    expect(router.currentRoute.value.path).toBe(`/record_b/${uids[3]}`)
    expect(links()).toEqual(['Hit before this one'])
    expect(router.currentRoute.value.query).toMatchObject({ q: 'gudang', sort: 'nama' })
  })

  test('[UI32] Save and next goes on at the same field, though what was saved is no hit any more', async () => {
    const on = await inList(`${uids[0]}/edit`)
    inputOf(on, 'Nama').element.focus()
    await type(on, { Nama: 'Toko' })
    await press(on, 'Save and next')
    expect(on.router.currentRoute.value.fullPath).toBe(`/record_b/${uids[1]}/edit?q=gudang&sort=nama`)
    expect(valueIn(on, 'Nama')).toBe('Gudang 2')
    expect(document.activeElement).toBe(inputOf(on, 'Nama').element)
    await inputOf(on, 'Nama').trigger('keydown', { key: 'Enter', ctrlKey: true })
    await on.settle()
    expect(valueIn(on, 'Nama')).toBe('Gudang 4')
    expect(on.screen.text()).not.toContain('Save and next')
    expect((await on.engine.record('record_b', uids[0]!))?.fields['nama']).toBe('Toko')
  })

  test('[UI32] the record that is no hit any more still leads to the next', async () => {
    const on = await inList(uids[0]!)
    const { since, fields } = (await on.engine.record('record_b', uids[0]!))!
    const edit = { ...noForm, kind: 'record_b', uid: uids[0]!, seen: fields, since }
    await on.engine.save({ ...edit, fields: { ...fields, nama: 'Toko' } })
    await on.settle()
    expect(on.screen.get('[aria-label="Next hit"]').attributes('href')).toContain(uids[1])
  })
})
