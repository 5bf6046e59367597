/** A day that is chosen, said in words, in a form and in a filter. */
import { describe, expect, test } from 'vitest'
import FieldInput from '../../client/screens/fields/FieldInput.vue'
import DatetimeFilter from '../../client/screens/fields/datetime/Filter.vue'
import type { LanguageCode } from '../../client/screens/words/catalogue.ts'
import { formatsOf } from '../../client/screens/words/formats.ts'
import { kinds } from '../../shared/kinds.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { type Stage, stage } from './stage.ts'

const field = fieldNamed(kindNamed(kinds, 'record_a')!, 'start_datetime')!

/** What a screen reader says after the name of the field, one text after the other. */
function described({ screen }: Stage): string[] {
  const ids = screen.get('input').attributes('aria-describedby')?.split(' ') ?? []
  return ids.map(id => screen.get(`[id="${id}"]`).text())
}

const inForm = (modelValue: string, more: Record<string, unknown> = {}, language: LanguageCode = 'en') =>
  stage(FieldInput, { props: { field, modelValue, ...more }, language })

describe('A day in words', () => {
  test.each([
    ['2026-01-05', 'Monday, 5 January 2026', 'Senin, 5 Januari 2026'],
    ['0001-01-01', 'Monday, 1 January 1', 'Senin, 1 Januari 1'],
    ['2024-02-29', 'Thursday, 29 February 2024', 'Kamis, 29 Februari 2024'],
    ['9999-12-31', 'Friday, 31 December 9999', 'Jumat, 31 Desember 9999'],
  ])('[UI15] %s has its weekday in both languages', (day, english, indonesian) => {
    expect(formatsOf('en-GB').dayInWords(day)).toBe(english)
    expect(formatsOf('id-ID').dayInWords(day)).toBe(indonesian)
  })

  test('[UI15] the words are those of the app, and belong to the field', async () => {
    expect(described(await inForm('2026-01-05T00:00:00'))).toEqual(['Monday, January 5, 2026'])
    expect(described(await inForm('2026-01-05T00:00:00', {}, 'id'))).toEqual(['Senin, 5 Januari 2026'])
  })

  test('[UI15, VA11] the day is said with the time of day that is kept', async () => {
    expect(described(await inForm('2024-02-29T08:30:00', {}, 'id'))).toEqual([
      'Kamis, 29 Februari 2024, 08.30',
    ])
  })

  test.each(['', '2026-02-29T00:00:00', '0000-01-01T00:00:00', '2026-13-01T00:00:00', 'besok pagi', '😀'])(
    '[UI15] of «%s», which is no day, nothing is said',
    async modelValue => {
      const form = await inForm(modelValue)
      expect(form.screen.text()).toBe('Start')
      expect(described(form)).toEqual([])
    },
  )

  test('[UI15, UI4] an issue is said with the day it is about, and alone where there is none', async () => {
    const issue = { field: 'start_datetime', code: 'not_datetime', params: {} }
    expect(described(await inForm('2026-01-05T00:00:00', { issue }, 'id'))).toEqual([
      'Senin, 5 Januari 2026',
      'Mulai harus tanggal yang benar-benar ada. Ketik misalnya 8 3 2026, 8 mar, hari ini atau +30.',
    ])
    const empty = await inForm('', { issue })
    expect(described(empty)).toEqual([
      'Start must be a date that exists. Type, for example, 8 3 2026, 8 mar, today or +30.',
    ])
    expect(empty.screen.findAll('p')).toHaveLength(1)
  })

  test('[UI15] another day changes the words, and an emptied field takes them away', async () => {
    const form = await inForm('2026-01-05T00:00:00', {}, 'id')
    await form.screen.setProps({ modelValue: '9999-12-31T00:00:00' })
    expect(described(form)).toEqual(['Jumat, 31 Desember 9999'])
    await form.screen.setProps({ modelValue: '' })
    expect(described(form)).toEqual([])
  })

  test('[UI15] a filter says its day, too', async () => {
    const props = { field, label: 'Mulai sejak', modelValue: '2024-02-29' }
    const filter = await stage(DatetimeFilter, { props, language: 'id' })
    expect(described(filter)).toEqual(['Kamis, 29 Februari 2024'])
    expect(filter.screen.get('input').attributes('aria-label')).toBe('Mulai sejak')
  })
})
