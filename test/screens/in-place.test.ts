/** A value of a record, edited where it stands. */
import { describe, expect, test } from 'vitest'
import type { Edit, Engine } from '../../client/contract.ts'
import '../../client/screens/form/FieldForm.vue'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { noForm } from '../support/drafts.ts'
import { draftsOf, filled, pauseAfterTyping, recordB, uid } from './forms.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

async function detail(options: StageOptions = {}) {
  const saves: Edit[] = []
  const on = await stage(RecordDetail, {
    props: { kind: recordB, uid, isBeside: false },
    path: `/record_b/${uid}`,
    prepare: async (engine: Engine) => {
      await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })
    },
    ...options,
  })
  return { ...on, saves }
}

const line = ({ screen }: Pick<Stage, 'screen'>, label: string) =>
  screen.findAll('.line').find(each => each.get('dt').text() === label)!
const input = (on: Pick<Stage, 'screen'>, label: string) =>
  line(on, label).find<HTMLInputElement>('input:not([type=hidden])')

async function open(on: Stage, label: string) {
  await line(on, label).get('.value').trigger('click')
  await settle()
  await settle()
}

async function leave(on: Stage, label: string) {
  await input(on, label).trigger('focusout', { relatedTarget: document.body })
  await settle()
}

const stored = async ({ engine }: Stage) => (await engine.record('record_b', uid))?.fields

describe('A value is edited where it stands', () => {
  test('[UI80] pressed it becomes an input, and is saved as it is left', async () => {
    const on = await detail()
    await open(on, 'Nama')
    expect([input(on, 'Nama').element.value, document.activeElement === input(on, 'Nama').element]).toEqual([
      'Kantor Ñandú',
      true,
    ])
    await input(on, 'Nama').setValue('Gudang 😀')
    expect(await stored(on)).toEqual(filled)
    await leave(on, 'Nama')
    expect(await stored(on)).toEqual({ ...filled, nama: 'Gudang 😀' })
    expect([input(on, 'Nama').exists(), line(on, 'Nama').get('dd').text()]).toEqual([false, 'Gudang 😀'])
    expect(useDesk().toast?.text).toBe('Saved in this browser')
  })

  test('[UI80] [UI25] by Enter, after which the focus stays at its line, and with a way back', async () => {
    const on = await detail()
    await line(on, 'PT').get('button[aria-label="Edit PT"]').trigger('click')
    await settle()
    await settle()
    await input(on, 'PT').setValue('XY')
    await input(on, 'PT').trigger('keydown', { key: 'Enter' })
    await settle()
    await settle()
    expect((await stored(on))?.['pt']).toBe('XY')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit PT')
    useDesk().undo()
    await settle()
    expect(await stored(on)).toEqual(filled)
  })

  test('[UI80] Escape leaves it as it was, and the record open', async () => {
    const on = await detail()
    await open(on, 'PT')
    await input(on, 'PT').setValue('XY')
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    input(on, 'PT').element.dispatchEvent(escape)
    await settle()
    expect([input(on, 'PT').exists(), escape.defaultPrevented]).toEqual([false, true])
    await pauseAfterTyping()
    expect([await stored(on), await draftsOf(on)]).toEqual([filled, []])
  })

  test('[UI80] yes or no is saved with the choice', async () => {
    const on = await detail()
    await open(on, 'Unit')
    await input(on, 'Unit').setValue(false)
    await settle()
    expect((await stored(on))?.['unit']).toBe(false)
    expect(input(on, 'Unit').exists()).toBe(false)
  })

  test('[UI80] [UI4] what cannot be saved stays, with what is wrong, and waits as a draft when it is left', async () => {
    const on = await detail()
    await open(on, 'PT')
    await input(on, 'PT').setValue('TOOLONG')
    await leave(on, 'PT')
    expect(input(on, 'PT').element.value).toBe('TOOLONG')
    expect(line(on, 'PT').get('.issue').text()).toBe('At most 5 characters; this has 7.')
    expect(await stored(on)).toEqual(filled)
    on.screen.unmount()
    await settle()
    expect((await draftsOf(on)).map(({ fields }) => fields['pt'])).toEqual(['TOOLONG'])
  })

  test('[UI80] [UI2] a full device says so, keeps what was typed, and saves when tried again', async () => {
    let isFull = true
    const on = await detail()
    const { save } = on.engine
    on.engine.save = edit => (isFull ? Promise.resolve({ outcome: 'failed', fault: 'quota' }) : save(edit))
    await open(on, 'PT')
    await input(on, 'PT').setValue('XY')
    await leave(on, 'PT')
    expect(input(on, 'PT').element.value).toBe('XY')
    expect(line(on, 'PT').get('[role=alert]').text()).toMatch(/full|space/i)
    isFull = false
    await line(on, 'PT').get('[role=alert] button').trigger('click')
    await settle()
    expect((await stored(on))?.['pt']).toBe('XY')
  })

  test('[UI80] what is pressed in a value keeps its meaning, and marked text is marked', async () => {
    const on = await detail()
    const selection = getSelection()!
    selection.selectAllChildren(line(on, 'Nama').get('.value span').element)
    await line(on, 'Nama').get('.value').trigger('click')
    await settle()
    expect(input(on, 'Nama').exists()).toBe(false)
    selection.removeAllRanges()
  })

  test('[UI80] a button whose picture changes as it is pressed opens nothing', async () => {
    const on = await detail()
    const value = line(on, 'Nama').get('.value').element
    const [button, picture] = [document.createElement('button'), document.createElement('i')]
    button.append(picture)
    value.append(button)
    button.addEventListener('click', () => picture.remove())
    picture.click()
    await settle()
    expect(input(on, 'Nama').exists()).toBe(false)
  })

  test('[UI7] [UI80] viewers see no sign of it', async () => {
    const on = await detail({ role: 'viewer' })
    expect(on.screen.findAll('.value')).toEqual([])
  })
})
