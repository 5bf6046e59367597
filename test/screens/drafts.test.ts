/** Drafts on offer: each is taken up or let go by its person, and whatever else is typed stands beside it. */
import { describe, expect, test } from 'vitest'
import type { Edit } from '../../client/contract.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { noForm } from '../support/drafts.ts'
import {
  buttonOf,
  draftB,
  draftsOf,
  filled,
  inputOf,
  namesOf,
  newB,
  openForm,
  pauseAfterTyping,
  press,
  recordB,
  type,
  uid,
} from './forms.ts'
import { conflictB } from './questions.ts'
import { settle, type Stage } from './stage.ts'

const nameIn = (form: Stage) => inputOf(form, 'Nama').element.value
const submit = async ({ screen }: Stage) => {
  await screen.get('form').trigger('submit')
  await settle()
}

describe('A draft on offer', () => {
  const gudang = draftB('Gudang', { seen: filled })
  /** The form of a record, with these drafts of other forms. */
  const opened = (drafts = [gudang], props: object = {}) =>
    openForm({
      props: { kind: recordB, uid, ...props },
      prepare: async engine => {
        await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })
        for (const draft of drafts) await engine.keepDraft(draft)
      },
    })

  test('[UI3] is taken up, and goes with the save', async () => {
    const form = await opened()
    await press(form, 'Continue with it')
    expect(nameIn(form)).toBe('Gudang')
    await submit(form)
    expect(await namesOf(form)).toEqual([])
    expect((await form.engine.record('record_b', uid))?.fields['nama']).toBe('Gudang')
  })

  test('[UI3] is let go, and the form is as the record is', async () => {
    const form = await opened()
    await press(form, 'Discard it')
    expect([nameIn(form), await namesOf(form)]).toEqual([filled.nama, []])
  })

  test('[UI3] stays beside what is typed and saved instead', async () => {
    const form = await opened()
    await type(form, { Nama: 'Kantor lain' })
    await pauseAfterTyping()
    expect(await namesOf(form)).toEqual(['Gudang', 'Kantor lain'])
    await submit(form)
    expect(await namesOf(form)).toEqual(['Gudang'])
    expect((await form.engine.record('record_b', uid))?.fields['nama']).toBe('Kantor lain')
  })

  test('[UI3] is the newest of several, and then the next', async () => {
    const form = await opened([gudang, draftB('Loket é', { seen: { ...filled, divisi: 'D' } })])
    expect(form.screen.text()).toMatch(/: 2 fields\.\s*Loket é/)
    await press(form, 'Discard it')
    expect(form.screen.text()).toMatch(/: 1 field\.\s*Gudang/)
    await press(form, 'Continue with it')
    expect([nameIn(form), buttonOf(form, 'Continue with it')]).toEqual(['Gudang', undefined])
  })

  test('[UI3] taken up after something was typed leaves that as a draft, which is offered in its turn', async () => {
    const form = await opened()
    await type(form, { Nama: 'Kantor lain' })
    await press(form, 'Continue with it')
    expect([nameIn(form), await namesOf(form)]).toEqual(['Gudang', ['Gudang', 'Kantor lain']])
    await press(form, 'Continue with it')
    expect(nameIn(form)).toBe('Kantor lain')
    await submit(form)
    expect(await namesOf(form)).toEqual(['Gudang'])
  })

  test('[UI3] that another form has taken up meanwhile is offered no more, and what is typed stays', async () => {
    const form = await opened()
    await form.engine.takeDraft(gudang.id, 'another form')
    await form.engine.dropDraft('another form')
    await type(form, { Nama: 'Kantor lain' })
    await press(form, 'Continue with it')
    expect([nameIn(form), buttonOf(form, 'Continue with it')]).toEqual(['Kantor lain', undefined])
  })

  test('[UI3] cannot be taken up while what was typed cannot be kept: the form says why', async () => {
    const form = await openForm({
      props: { kind: recordB, uid },
      prepare: async engine => {
        await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })
        await engine.keepDraft(gudang)
      },
      engine: { keepDraft: async () => ({ outcome: 'failed', fault: 'quota' }) },
    })
    await type(form, { Nama: 'Kantor lain' })
    await press(form, 'Continue with it')
    expect([nameIn(form), await namesOf(form)]).toEqual(['Kantor lain', ['Gudang']])
    expect(form.screen.get('[role=alert]').text()).toContain('This tablet or computer is full.')
  })

  test('[UI3] two forms of one record keep two drafts', async () => {
    const first = await opened([])
    const second = await openForm({ props: { kind: recordB, uid }, engine: first.engine })
    await type(first, { Nama: 'Satu' })
    await type(second, { Nama: 'Dua' })
    await pauseAfterTyping()
    expect(await namesOf(first)).toEqual(['Dua', 'Satu'])
  })

  test('[UI3] of a record that is gone is at its address, and not in the form for a new one', async () => {
    const prepare = async (engine: Stage['engine']) => void (await engine.keepDraft(gudang))
    const forNew = await newB({ prepare })
    expect(buttonOf(forNew, 'Continue with it')).toBeUndefined()
    const form = await openForm({ props: { kind: recordB, uid }, prepare })
    expect(form.screen.findAll('.fields input')).toEqual([])
    await press(form, 'Continue with it')
    expect(nameIn(form)).toBe('Gudang')
    await submit(form)
    expect(await form.engine.outbox()).toMatchObject([{ uid, op: 'update' }])
  })

  test('[UI3] of a record that is gone is let go, and nothing is left there', async () => {
    const prepare = async (engine: Stage['engine']) => void (await engine.keepDraft(gudang))
    const form = await openForm({ props: { kind: recordB, uid }, prepare })
    await press(form, 'Discard it')
    expect([form.screen.text(), await namesOf(form)]).toEqual([
      expect.stringContaining('This record is not here') as string,
      [],
    ])
  })

  test('[UI3] of one kind is not offered in the form of another', async () => {
    const form = await newB({
      prepare: async engine => void (await engine.keepDraft(draftB('Lobi', { kind: 'device' }))),
    })
    expect(buttonOf(form, 'Continue with it')).toBeUndefined()
  })

  test('[UI3] that the address names is taken up at once, the others are offered', async () => {
    const form = await opened([gudang, draftB('Loket é', { seen: filled })], { draft: gudang.id })
    expect(nameIn(form)).toBe('Gudang')
    await press(form, 'Discard it')
    expect(await namesOf(form)).toEqual(['Gudang'])
  })

  test.each<[string, string | null, string[]]>([
    ['the question that stands answers it', 'Budi or Ani', []],
    ['another question answers none', 'Budi or Citra Ñ', [`/attention#item-${uid}`]],
    ['no question answers none', null, [`/attention#item-${uid}`]],
  ])('[MG3] [UI26] that was typed under %s, and goes over what it has seen', async (_, asked, links) => {
    const edits: Edit[] = []
    const typed = { seen: filled, fields: { ...filled, pt: 'BUDI' }, asked }
    const form = await openForm({
      props: { kind: recordB, uid, answers: true },
      prepare: async engine => void (await engine.keepDraft(draftB('Kantor', typed))),
      engine: {
        attention: async () => [
          conflictB(['Kantor', 'Budi', 'Ani'], { theirs: { ...filled, pt: 'ANI', nama: 'Ani' } }),
        ],
        save: async edit => (edits.push(edit), { outcome: 'saved', undo: null }),
      },
    })
    await press(form, 'Continue with it')
    expect(form.screen.findAll('[role=alert] a').map(link => link.attributes('href'))).toEqual(links)
    await submit(form)
    expect(edits).toMatchObject([{ seen: filled, fields: typed.fields, asked }])
  })
})

describe('A page that is left', () => {
  const page = (name: string, persisted: boolean) => () =>
    window.dispatchEvent(Object.assign(new Event(name), { persisted }))

  test.each<[string, () => unknown]>([
    ['another address is asked for', page('beforeunload', false)],
    ['the page goes', page('pagehide', false)],
  ])('[UI3] what was typed is kept at once when %s', async (_, leave) => {
    const form = await newB()
    await type(form, { Nama: 'Gudang é' })
    await settle()
    expect(await draftsOf(form)).toEqual([])
    await leave()
    await settle()
    expect(await namesOf(form)).toEqual(['Gudang é'])
  })

  /** A form whose worker does not answer drafts while `isDeaf`. */
  async function deafForm() {
    const worker = { isDeaf: true, asked: 0 }
    let real: Stage['engine']
    const form = await newB({
      prepare: async engine => void (real = engine),
      engine: {
        keepDraft: (...given) => {
          worker.asked++
          return worker.isDeaf ? new Promise(() => {}) : real.keepDraft(...given)
        },
      },
    })
    await type(form, { Nama: 'Gudang 😀' })
    page('beforeunload', false)()
    await tick()
    return { form, worker }
  }
  const tick = () => new Promise(resolve => setTimeout(resolve))

  test('[WK2] set aside, it asks its worker nothing more, and is kept by the next one whatever became of that', async () => {
    const { form, worker } = await deafForm()
    await type(form, { Nama: 'Gudang 😀 dua' })
    page('pagehide', true)()
    await tick()
    expect(worker.asked).toBe(1)
    worker.isDeaf = false
    expect(await useDesk().keepForms()).toBe(true)
    expect(await namesOf(form)).toEqual(['Gudang 😀 dua'])
  })

  test('[WK2, UI3] what cannot be kept is told so', async () => {
    const full = { outcome: 'failed', fault: 'quota' } as const
    const form = await newB({ engine: { keepDraft: async () => full } })
    await type(form, { Nama: 'Gudang' })
    expect(await useDesk().keepForms()).toBe(false)
    expect(inputOf(form, 'Nama').element.value).toBe('Gudang')
  })
})
