/** Drafts on offer: the person says what becomes of them, and nothing takes their place before. */
import { describe, expect, test } from 'vitest'
import type { AttentionItem, DraftOutcome, Edit } from '../../client/contract.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import type { Fields } from '../../shared/record.ts'
import { notNoted } from '../../shared/provenance.ts'
import { draftsOf, filled, inputOf, newB, openForm, recordB, type, uid } from './forms.ts'
import { settle, type Stage } from './stage.ts'

describe('A draft on offer', () => {
  const gudang = { ...filled, nama: 'Gudang' }
  const opened = (prepare?: (engine: Stage['engine']) => Promise<unknown>) =>
    openForm({
      props: { kind: recordB, uid },
      prepare: async engine => {
        await engine.save({ kind: 'record_b', uid, seen: null, fields: filled })
        if (prepare) await prepare(engine)
        else await engine.keepDraft({ kind: 'record_b', uid, seen: filled, fields: gudang })
      },
    })
  const press = async ({ screen }: Stage, text: string) => {
    await screen
      .findAll('button')
      .find(each => each.text() === text)!
      .trigger('click')
    await settle()
  }
  const names = async (form: Stage) => (await draftsOf(form)).map(draft => draft.fields['nama'])

  test('[UI3] is answered first: nothing is typed or saved in its place before', async () => {
    const form = await opened()
    expect(form.screen.findAll('input')).toEqual([])
    await form.screen.get('form').trigger('submit')
    await settle()
    await (form.screen.vm as unknown as { putAside(): Promise<void> }).putAside()
    expect([await names(form), form.screen.emitted('saved')]).toEqual([['Gudang'], undefined])
  })

  test('[UI3] is taken up, and goes with the save', async () => {
    const form = await opened()
    await press(form, 'Continue with it')
    expect(inputOf(form, 'Nama').element.value).toBe('Gudang')
    await form.screen.get('form').trigger('submit')
    await settle()
    expect(await names(form)).toEqual([])
    expect((await form.engine.record('record_b', uid))?.fields).toEqual(gudang)
  })

  test('[UI3] is let go, and the form is as the record is', async () => {
    const form = await opened()
    await press(form, 'Discard it')
    expect([inputOf(form, 'Nama').element.value, await names(form)]).toEqual([filled.nama, []])
  })

  test('[UI3] that another tab has left meanwhile is not written over, nor taken along by a save', async () => {
    const form = await opened(async () => {})
    await form.engine.keepDraft({ kind: 'record_b', uid, seen: filled, fields: gudang })
    await type(form, { Nama: 'Kantor lain' })
    await new Promise(resolve => setTimeout(resolve, 500))
    await settle()
    expect([await names(form), form.screen.text()]).toEqual([
      ['Gudang'],
      expect.stringContaining('You have unsaved work here') as string,
    ])
    const mayGo = await (form.screen.vm as unknown as { putAside(): Promise<boolean> }).putAside()
    expect([mayGo, useDesk().toast?.text]).toEqual([false, expect.stringContaining('Say first')])
    await form.screen.get('form').trigger('submit')
    await settle()
    expect([await names(form), form.screen.emitted('saved')?.length]).toEqual([['Gudang'], 1])
  })

  test('[UI3] that is let go while something else is typed here makes room for that', async () => {
    const form = await opened(async () => {})
    await form.engine.keepDraft({ kind: 'record_b', uid, seen: filled, fields: gudang })
    await type(form, { Nama: 'Kantor lain' })
    await new Promise(resolve => setTimeout(resolve, 500))
    await settle()
    await press(form, 'Discard it')
    form.screen.unmount()
    await settle()
    expect(await names(form)).toEqual(['Kantor lain'])
  })

  test('[UI3] and is of another new record goes with the save, whatever was being kept when it was taken up', async () => {
    const kept = Promise.withResolvers<DraftOutcome>()
    const edits: Edit[] = []
    const form = await newB({
      prepare: async engine =>
        void (await engine.keepDraft({ kind: 'record_b', uid, seen: null, fields: gudang })),
      engine: {
        keepDraft: () => kept.promise,
        save: async edit => (edits.push(edit), { outcome: 'saved' }),
      },
    })
    const [{ at } = { at: 0 }] = await draftsOf(form)
    await type(form, { Nama: 'Baru' })
    await new Promise(resolve => setTimeout(resolve, 500))
    await press(form, 'Continue with it')
    kept.resolve({ outcome: 'saved', at: at + 1_000 })
    await settle()
    await form.screen.get('form').trigger('submit')
    await settle()
    expect(edits).toMatchObject([{ uid, draft: at, begun: gudang }])
  })

  test('[UI3] is there also when somebody has deleted its record: at its address, and in the form for a new one', async () => {
    const prepare = async (engine: Stage['engine']) =>
      void (await engine.keepDraft({ kind: 'record_b', uid, seen: filled, fields: gudang }))
    for (const props of [
      { kind: recordB, uid },
      { kind: recordB, uid: null },
    ]) {
      const form = await openForm({ props, prepare })
      await press(form, 'Continue with it')
      expect(inputOf(form, 'Nama').element.value).toBe('Gudang')
      await form.screen.get('form').trigger('submit')
      await settle()
      expect(await form.engine.outbox()).toMatchObject([{ uid, op: 'update' }])
      form.screen.unmount()
    }
  })

  test('[MG3] that was typed before a conflict is laid into its form, with what was typed and nothing else', async () => {
    const begun = { ...filled, pt: 'ANI' }
    const edits: Edit[] = []
    const form = await openForm({
      props: { kind: recordB, uid, answers: 5 },
      prepare: async engine =>
        void (await engine.keepDraft({
          kind: 'record_b',
          uid,
          seen: filled,
          fields: { ...filled, divisi: 'D' },
        })),
      engine: {
        attention: async () => [conflictOver(begun)],
        save: async edit => (edits.push(edit), { outcome: 'saved' }),
      },
    })
    await press(form, 'Continue with it')
    await form.screen.get('form').trigger('submit')
    await settle()
    const [edit] = edits
    const chosen = Object.keys(edit!.fields).filter(name => edit!.fields[name] !== edit!.begun?.[name])
    expect([chosen, edit!.fields['pt']]).toEqual([['divisi'], 'ANI'])
  })

  const conflictOver = (theirs: Fields): AttentionItem => ({
    ...{ seq: 5, asked: uid, kind: 'record_b', uid, op: 'update', title: 'Kantor', at: 0, titles: {} },
    ...{ base: filled, mine: { ...filled, nama: 'Budi' }, changed: ['nama'] },
    ...{ outcome: 'conflict', reason: 'changed', conflicts: ['nama'] },
    theirs: { kind: 'record_b', uid, id: '7', version: 9, ...notNoted, fields: { ...theirs, nama: 'Ani' } },
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
    expect((await draftsOf(form)).map(draft => draft.fields['nama'])).toEqual(['Gudang é'])
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
  const names = async (form: Stage) => (await draftsOf(form)).map(draft => draft.fields['nama'])

  test('[WK2] set aside, it asks its worker nothing more, and is kept by the next one whatever became of that', async () => {
    const { form, worker } = await deafForm()
    await type(form, { Nama: 'Gudang 😀 dua' })
    page('pagehide', true)()
    await tick()
    expect(worker.asked).toBe(1)
    worker.isDeaf = false
    expect(await useDesk().keepForms()).toBe(true)
    expect(await names(form)).toEqual(['Gudang 😀 dua'])
  })

  test('[WK2, UI3] what had been kept before is not written over what another tab has made of it since', async () => {
    const form = await newB()
    await type(form, { Nama: 'Gudang' })
    page('beforeunload', false)()
    await settle()
    const [draft] = await draftsOf(form)
    await form.engine.keepDraft({ ...draft!, fields: { ...draft!.fields, nama: 'Gudang lain' } })
    expect(await useDesk().keepForms()).toBe(true)
    expect(await names(form)).toEqual(['Gudang lain'])
  })

  test('[WK2, UI3] what cannot be kept is told so', async () => {
    const full = { outcome: 'failed', fault: 'quota' } as const
    const form = await newB({ engine: { keepDraft: async () => full } })
    await type(form, { Nama: 'Gudang' })
    expect(await useDesk().keepForms()).toBe(false)
    expect(inputOf(form, 'Nama').element.value).toBe('Gudang')
  })
})
