/** A date on the screen: shown, typed, and picked from a calendar. */
import { describe, expect, test } from 'vitest'
import FieldDisplay from '../../client/screens/fields/FieldDisplay.vue'
import FieldInput from '../../client/screens/fields/FieldInput.vue'
import { kinds } from '../../shared/kinds.ts'
import { type Field, fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { stage } from './stage.ts'

const field = (kind: string, name: string): Field => fieldNamed(kindNamed(kinds, kind)!, name)!
const show = (props: Record<string, unknown>) => stage(FieldDisplay, { props })

async function edit(props: { field: Field; modelValue: string }) {
  const on = await stage(FieldInput, { props })
  const emitted = () => on.screen.emitted('update:modelValue')?.map(([value]) => value)
  return { ...on, emitted, input: on.screen.get('input') }
}

describe('Datetime', () => {
  const start = field('record_a', 'start_datetime')

  test('[VA8] is shown as the reader writes it, in no time zone', async () => {
    const { screen } = await show({ field: start, value: '2026-01-05T23:30:00' })
    expect(screen.text()).toContain('5')
    expect(screen.text()).toContain('2026')
    expect(screen.text()).toContain('23:30')
  })

  test('[VA11, VA12] stands there as it is shown; another day keeps the time of day, and the form says so', async () => {
    const { screen, input, emitted } = await edit({ field: start, modelValue: '2026-01-05T08:30:15' })
    expect((input.element as HTMLInputElement).value).toBe('Jan 5, 2026, 08:30')
    expect(screen.text()).toContain('Monday, January 5, 2026, 08:30')
    await input.setValue('28 2 27')
    expect(emitted()).toEqual(['2027-02-28T08:30:15'])
  })

  test('[VA11] the time of day survives an emptied and retyped day', async () => {
    const { screen, input, emitted } = await edit({ field: start, modelValue: '2026-01-05T08:30:15' })
    await input.setValue('')
    await screen.setProps({ modelValue: '' })
    await input.setValue('1 1 0001')
    expect(emitted()).toEqual(['', '0001-01-01T08:30:15'])
  })

  test('[VA11] a new value gets midnight', async () => {
    const { screen, input, emitted } = await edit({ field: start, modelValue: '' })
    await input.setValue('31 12 9999')
    expect(emitted()).toEqual(['9999-12-31T00:00:00'])
    await screen.setProps({ modelValue: '9999-12-31T00:00:00' })
    expect(screen.get('p').text()).toBe('Friday, December 31, 9999')
  })

  test('[VA11] a new value of a field that ends something is the end of the day, and the form says so', async () => {
    const end = field('record_a', 'end_datetime')
    const { screen, input, emitted } = await edit({ field: end, modelValue: '' })
    expect(screen.text()).not.toContain('end of the day')
    await input.setValue('2026-12-31')
    expect(emitted()).toEqual(['2026-12-31T23:59:59'])
    await screen.setProps({ modelValue: '2026-12-31T23:59:59' })
    expect(screen.text()).toContain('Thursday, December 31, 2026, until the end of the day')
  })

  test('[VA11] one that ended at midnight, or at eight, ends then on another day, too', async () => {
    for (const time of ['00:00:00', '08:00:00']) {
      const end = field('record_a', 'end_datetime')
      const { screen, input, emitted } = await edit({ field: end, modelValue: `2026-12-31T${time}` })
      expect(screen.text()).not.toContain('until the end')
      await input.setValue('31 jan 27')
      expect(emitted()).toEqual([`2027-01-31T${time}`])
    }
  })
})

describe('A date that is typed', () => {
  const start = field('record_a', 'start_datetime')
  const end = field('record_a', 'end_datetime')
  const now = new Date('2026-01-05T08:30:00Z')

  test.each([
    ['8 3 23', '2023-03-08T00:00:00'],
    ['8 maret 23', '2023-03-08T00:00:00'],
    ['8 3 23 14:30', '2023-03-08T14:30:00'],
    ['hari ini', `2026-01-${String(now.getDate()).padStart(2, '0')}T00:00:00`],
    ['8 13 23', '8 13 23'],
    ['besok pagi', 'besok pagi'],
  ])('[VA12] «%s» comes out as %s', async (text, expected) => {
    const { input, emitted } = await edit({ field: start, modelValue: '' })
    await input.setValue(text)
    expect(emitted()).toEqual([expected])
  })

  test('[VA12] is written as dates are shown when its person goes on; what is none stays as it was typed', async () => {
    const { screen, input } = await edit({ field: start, modelValue: '' })
    const box = input.element as HTMLInputElement
    const after = async (text: string, modelValue: string) => {
      await input.setValue(text)
      await screen.setProps({ modelValue })
      const typing = box.value
      await input.trigger('blur')
      return [typing, box.value]
    }
    expect(await after('8 3 23', '2023-03-08T00:00:00')).toEqual(['8 3 23', 'Mar 8, 2023, 00:00'])
    expect(await after('8 3 23 x', '8 3 23 x')).toEqual(['8 3 23 x', '8 3 23 x'])
    expect(await after('1 1 0001', '0001-01-01T00:00:00')).toEqual(['1 1 0001', 'Jan 1, 0001, 00:00'])
  })

  test('[VA11] the minutes that stand there, typed again, keep their seconds', async () => {
    const { input, emitted } = await edit({ field: end, modelValue: '2026-12-31T23:59:59' })
    await input.setValue('31 12 27 23:59')
    await input.setValue('31 12 27 8:00')
    await input.setValue('31 12 27 8:00:07')
    expect(emitted()).toEqual(['2027-12-31T23:59:59', '2027-12-31T08:00:00', '2027-12-31T08:00:07'])
  })
})

describe('A calendar', () => {
  const end = field('record_a', 'end_datetime')

  async function opened(modelValue: string) {
    const on = await edit({ field: end, modelValue })
    const dialog = () => on.screen.find('dialog')
    const press = async (key: string, shiftKey = false) => {
      await on.screen.get('table').trigger('keydown', { key, shiftKey })
      await on.settle()
    }
    const active = () => on.screen.get('table [tabindex="0"]').attributes('aria-label')
    await on.input.trigger('keydown', { key: 'ArrowDown' })
    await on.settle()
    return { ...on, dialog, press, active }
  }

  test('[VA13] begins at the day that is chosen, and is walked by keys', async () => {
    const { press, active, screen } = await opened('2024-02-28T08:00:00')
    expect(active()).toBe('Wednesday, February 28, 2024')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(active())
    expect(screen.findAll('[aria-selected=true]')).toHaveLength(1)
    const walked: (string | undefined)[] = []
    for (const [key, shift] of [
      ...[['ArrowRight'], ['ArrowDown'], ['Home'], ['End'], ['ArrowLeft'], ['ArrowUp']],
      ...[['PageUp'], ['PageDown'], ['PageUp', true], ['PageDown', true]],
    ] as [string, boolean?][]) {
      await press(key, shift)
      walked.push(active()?.replace(/^\w+, /, ''))
    }
    expect(walked).toEqual([
      ...['February 29, 2024', 'March 7, 2024', 'March 4, 2024', 'March 10, 2024', 'March 9, 2024'],
      ...['March 2, 2024', 'February 2, 2024', 'March 2, 2024', 'March 2, 2023', 'March 2, 2024'],
    ])
  })

  test('[VA13, VA11] a day is picked with the time of day that was there; a new one ends with its day', async () => {
    for (const [modelValue, time] of [
      ['2024-02-28T08:00:00', '08:00:00'],
      ['', '23:59:59'],
    ] as const) {
      const { press, dialog, emitted, screen, settle } = await opened(modelValue)
      if (modelValue) await press('ArrowRight')
      const day = modelValue ? '2024-02-29' : '2026-01-05'
      await screen.get('table [tabindex="0"]').trigger('click')
      await settle()
      expect([dialog().exists(), emitted()]).toEqual([false, [`${day}T${time}`]])
    }
  })

  test('[VA13] its months and years turn by touch, and today is one touch', async () => {
    const { screen, emitted, active, settle } = await opened('9999-12-31T23:59:59')
    for (const name of ['Next month', 'Next year', 'Month before', 'Year before'])
      await screen.get(`dialog [aria-label="${name}"]`).trigger('click')
    expect(active()).toContain('November 30, 9998')
    await screen
      .findAll('dialog button')
      .find(each => each.text() === 'Today')!
      .trigger('click')
    await settle()
    expect(emitted()).toEqual(['2026-01-05T23:59:59'])
  })

  test('[VA13, UI4] to open it is not to leave the field', async () => {
    const { screen } = await opened('')
    const inside = screen.get('dialog button').element
    await screen.get('input').trigger('focusout', { relatedTarget: inside })
    expect(screen.emitted('leave')).toBeUndefined()
    await screen.get('input').trigger('focusout', { relatedTarget: null })
    expect(screen.emitted('leave')).toHaveLength(1)
  })
})
