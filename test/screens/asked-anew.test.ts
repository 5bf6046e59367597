/** A question that reads otherwise by the time it is answered: nothing is written, and nothing that was typed is lost. */
import { describe, expect, test } from 'vitest'
import type { AttentionItem, Edit, Engine, EngineEvent } from '../../client/contract.ts'
import App from '../../client/screens/App.vue'
import RecordForm from '../../client/screens/form/RecordForm.vue'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import AttentionView from '../../client/screens/views/AttentionView.vue'
import { buttonOf, filled, inputOf, namesOf, press, recordB, uid } from './forms.ts'
import { conflictB } from './questions.ts'
import { settle, stage, type Stage, type StageOptions } from './stage.ts'

const first = conflictB(['Kantor', 'Budi', 'Ani'])
const second = conflictB(['Kantor', 'Budi', 'Citra Ñ'])

/** An engine that asks one thing, and tells the screens when it becomes another. */
function asking(item: AttentionItem, more: Partial<Engine> = {}) {
  const listeners: ((event: EngineEvent) => void)[] = []
  const engine: Partial<Engine> = {
    attention: async () => [item],
    subscribe: async listener => void listeners.push(listener),
    resolve: async ({ asked }) =>
      asked === item.asked ? { outcome: 'saved', undo: null } : { outcome: 'asked anew' },
    ...more,
  }
  const ask = async (next: AttentionItem, isHeard = true) => {
    item = next
    if (isHeard) for (const listener of listeners) listener({ type: 'work' })
    await settle()
  }
  return { engine, ask }
}

const noteIn = ({ screen }: Stage) => screen.findAll('[role=alert]').map(note => note.text())
const isChosen = ({ screen }: Stage) =>
  screen.findAll<HTMLInputElement>('input[type=radio]').map(({ element }) => element.checked)

describe('A card on screen', () => {
  test('[UI26] about which something else is asked meanwhile is shown anew, and says so', async () => {
    const { engine, ask } = asking(first)
    const on = await stage(AttentionView, { path: '/attention', engine })
    await press(on, 'All mine')
    const before = [isChosen(on), noteIn(on)]
    await ask(second)
    expect(before).toEqual([[true, false], []])
    expect([isChosen(on), noteIn(on)]).toEqual([
      [false, false],
      ['Budi has changed meanwhile. Look at it again.'],
    ])
    expect(on.screen.text()).toContain('Citra Ñ')
  })

  test('[UI26] stays as it is while the same is asked', async () => {
    const { engine, ask } = asking(first)
    const on = await stage(AttentionView, { path: '/attention', engine })
    await press(on, 'All mine')
    await ask({ ...first, since: 9 })
    expect([isChosen(on), noteIn(on)]).toEqual([[true, false], []])
  })

  test('[UI26] that was answered too late says that nothing was saved', async () => {
    const { engine, ask } = asking(first)
    const on = await stage(AttentionView, { path: '/attention', engine })
    await press(on, 'All theirs')
    await ask(second, false)
    await press(on, 'Save this choice')
    expect([useDesk().toast, useDesk().undoable]).toEqual([
      { tone: 'alert', text: expect.stringContaining('nothing was saved') as string },
      null,
    ])
  })
})

/** The form asks for each field in conflict. */
async function chooseMine({ screen }: Pick<Stage, 'screen'>) {
  await screen.get('input[type=radio]').setValue()
}

describe('A form that answers', () => {
  /** It answers the first question, while the second is asked already. */
  async function late(options: StageOptions = {}) {
    const edits: Edit[] = []
    const { engine, ask } = asking(first, {
      save: async edit => {
        edits.push(edit)
        return edit.asked === second.asked ? { outcome: 'saved', undo: null } : { outcome: 'asked anew' }
      },
    })
    const path = `/record_b/${uid}/edit?answers`
    const on = await stage(App, { path, ...options, engine: { ...engine, ...options.engine } })
    await useSession().open()
    await settle()
    await inputOf(on, 'PT').setValue('PTÉ')
    await chooseMine(on)
    await ask(second)
    await on.screen.get('form').trigger('submit')
    await settle()
    return { on, edits }
  }

  test('[UI26] keeps what was typed, says what happened, and has saved nothing', async () => {
    const { on } = await late()
    expect([inputOf(on, 'PT').element.value, noteIn(on)]).toEqual([
      'PTÉ',
      [expect.stringContaining('nothing was saved')],
    ])
    expect(buttonOf(on, 'Undo')).toBeUndefined()
  })

  test('[UI26] leads to the card, whose form offers what was typed, under the question of then', async () => {
    const { on, edits } = await late()
    const pressLink = async (text: string) => {
      await on.screen
        .findAll('a')
        .find(link => link.text() === text)!
        .trigger('click')
      await settle()
    }
    await pressLink('Look at it')
    await expect.poll(() => on.screen.text()).toContain('Citra Ñ')
    expect(await namesOf(on)).toEqual(['Budi'])
    await pressLink('Edit in form')
    await expect.poll(() => buttonOf(on, 'Continue with it')).toBeDefined()
    await press(on, 'Continue with it')
    expect(inputOf(on, 'PT').element.value).toBe('PTÉ')
    expect(noteIn(on)).toEqual([expect.stringContaining('nothing was saved')])
    await on.screen.get('form').trigger('submit')
    await settle()
    const [, again] = edits
    expect(again).toEqual({ ...edits[0], draft: again?.draft })
  })

  test('[UI26] leads to the record when it has been answered elsewhere, and nothing is asked any more', async () => {
    const asked = [first]
    const engine: Partial<Engine> = {
      attention: async () => asked,
      save: async () => ({ outcome: 'asked anew' }),
    }
    const form = await stage(RecordForm, { props: { kind: recordB, uid, answers: true }, engine })
    await chooseMine(form)
    asked.length = 0
    await form.screen.get('form').trigger('submit')
    await settle()
    expect([noteIn(form), form.screen.get('[role=alert] a').attributes('href')]).toEqual([
      [expect.stringContaining('nothing was saved')],
      `/record_b/${uid}`,
    ])
  })

  test('[UI26] that was saved, and is asked about all the same, says so', async () => {
    const { engine, ask } = asking(first, { save: async () => ({ outcome: 'saved', undo: null }) })
    const form = await stage(RecordForm, { props: { kind: recordB, uid, answers: true }, engine })
    await inputOf(form, 'PT').setValue('PTÉ')
    await chooseMine(form)
    await ask(second)
    await form.screen.get('form').trigger('submit')
    await settle()
    expect(useDesk().toast?.text).toContain('needs your attention still')
  })

  /** What it saves when both sides stand under the field. */
  async function deciding(more: Partial<AttentionItem> = {}) {
    const edits: Edit[] = []
    const save: Engine['save'] = async edit => {
      edits.push(edit)
      return { outcome: 'saved', undo: null }
    }
    const { engine } = asking({ ...first, ...more } as AttentionItem, { save })
    const form = await stage(RecordForm, { props: { kind: recordB, uid, answers: true }, engine })
    const submit = async () => {
      await form.screen.get('form').trigger('submit')
      await settle()
      return edits.map(({ fields }) => fields['nama'])
    }
    const sides = () => form.screen.findAll('input[type=radio]')
    return { form, submit, sides }
  }

  test('[UI8] saves nothing before each field in conflict is decided, and says so at the field', async () => {
    const { form, submit, sides } = await deciding()
    expect(form.screen.text()).toContain('Someone else changed the same thing.')
    expect(form.screen.findAll('.pick .value').map(value => value.text())).toEqual(['Budi', 'Ani'])
    expect(isChosen(form)).toEqual([false, false])
    expect(await submit()).toEqual([])
    expect(inputOf(form, 'Nama').attributes('aria-invalid')).toBe('true')
    expect(form.screen.text()).toContain('Choose yours or theirs, or type something else.')
    await sides()[0]!.setValue()
    expect(isChosen(form)).toEqual([true, false])
    expect(await submit()).toEqual(['Budi'])
  })

  test('[UI8] theirs goes into the field, and stays what is chosen until something else is typed', async () => {
    const { form, submit, sides } = await deciding()
    await sides()[1]!.setValue()
    expect([inputOf(form, 'Nama').element.value, isChosen(form)]).toEqual(['Ani', [false, true]])
    await inputOf(form, 'Nama').setValue('Budi dan Ani é')
    expect(isChosen(form)).toEqual([false, false])
    expect(await submit()).toEqual(['Budi dan Ani é'])
  })

  test('[UI8] of two fields both are asked about', async () => {
    const { submit, sides } = await deciding({
      changed: ['pt', 'nama'],
      conflicts: ['pt', 'nama'],
      theirs: { ...filled, pt: 'PTÑ', nama: 'Ani' },
    } as Partial<AttentionItem>)
    expect(sides()).toHaveLength(4)
    await sides()[2]!.setValue()
    expect(await submit()).toEqual([])
    await sides()[1]!.setValue()
    expect(await submit()).toEqual(['Budi'])
  })
})
