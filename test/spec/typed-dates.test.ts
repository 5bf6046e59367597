/** What people type for a date, and which day it is; and the days that a calendar has. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentTyped } from '../../client/screens/fields/datetime/typed-moment.ts'
import { daysFrom, monthsFrom, weekdayOf, weeksOf } from '../../client/screens/ui/days.ts'
import { formatsOf } from '../../client/screens/words/formats.ts'

const today = '2026-11-23'
const day = (text: string, from = today) => {
  const typed = momentTyped(text, from)
  return typed && (typed.time === null ? typed.day : `${typed.day} ${typed.time}`)
}

describe('A date as it is typed', () => {
  test.each([
    ['8 3 23', '2023-03-08'],
    ['08/03/2023', '2023-03-08'],
    ['8.3.23', '2023-03-08'],
    ['8-3-2023', '2023-03-08'],
    ['  8   3  23 ', '2023-03-08'],
    ['080323', '2023-03-08'],
    ['08032023', '2023-03-08'],
    ['8/3', '2026-03-08'],
    ['31 12', '2026-12-31'],
    ['1 1 00', '2000-01-01'],
    ['31 12 99', '2099-12-31'],
    ['2023-03-08', '2023-03-08'],
    ['2023/3/8', '2023-03-08'],
  ])('[VA12] «%s» in numbers: the day, the month, the year', (text, expected) => {
    expect(day(text)).toBe(expected)
  })

  test.each([
    ['8 mar 2023', '2023-03-08'],
    ['8 MARET 23', '2023-03-08'],
    ['8mar23', '2023-03-08'],
    ['8 march', '2026-03-08'],
    ['17 agustus 1945', '1945-08-17'],
    ['17 Agu 2026', '2026-08-17'],
    ['17 ags 26', '2026-08-17'],
    ['5 mei', '2026-05-05'],
    ['5 may', '2026-05-05'],
    ['10 nop 26', '2026-11-10'],
    ['10 okt 2026', '2026-10-10'],
    ['10 oct 2026', '2026-10-10'],
    ['25 des', '2026-12-25'],
    ['Mar 8, 2023', '2023-03-08'],
    ['8 Sept. 2023', '2023-09-08'],
  ])('[VA12] «%s» with the month as a word, of either language', (text, expected) => {
    expect(day(text)).toBe(expected)
  })

  test.each([
    ['today', '2026-11-23'],
    ['Hari  Ini', '2026-11-23'],
    ['tomorrow', '2026-11-24'],
    ['besok', '2026-11-24'],
    ['yesterday', '2026-11-22'],
    ['kemarin', '2026-11-22'],
    ['+30', '2026-12-23'],
    ['+ 1', '2026-11-24'],
    ['-23', '2026-10-31'],
    ['+0', '2026-11-23'],
    ['+365', '2027-11-23'],
  ])('[VA12] «%s» counts from today', (text, expected) => {
    expect(day(text)).toBe(expected)
  })

  test.each([
    ['8 3 23 14:30', '2023-03-08 14:30'],
    ['8 3 23 8.30', '2023-03-08 08:30'],
    ['8.3.23 8.30', '2023-03-08 08:30'],
    ['8/3 0:00', '2026-03-08 00:00'],
    ['8 Mar 2023, 23:59', '2023-03-08 23:59'],
    ['8 mar 2023 pukul 08.30', '2023-03-08 08:30'],
    ['8 mar 2023 at 8:30', '2023-03-08 08:30'],
    ['8 agt 10:30', '2026-08-08 10:30'],
    ['besok 08.30', '2026-11-24 08:30'],
    ['+30 17:00', '2026-12-23 17:00'],
    ['2023-03-08T08:30:15', '2023-03-08 08:30:15'],
    ['8 3 23 23:59:59', '2023-03-08 23:59:59'],
  ])('[VA12] «%s» has a time after it', (text, expected) => {
    expect(day(text)).toBe(expected)
  })

  test.each([
    ['29 2 24', '2024-02-29'],
    ['29 2 2000', '2000-02-29'],
    ['29 2 23', null],
    ['29 2 1900', null],
    ['29/2', null],
    ['31 4 26', null],
    ['30 feb', null],
  ])('[VA12] «%s»: a leap day is there in its years alone', (text, expected) => {
    expect(day(text)).toBe(expected)
  })

  test('[VA12] without a year, a leap day is one of this year', () => {
    expect(day('29/2', '2028-01-01')).toBe('2028-02-29')
  })

  test.each([
    ['1 1 0001', '0001-01-01'],
    ['31 12 9999', '9999-12-31'],
    ['31 12 9999 23:59:59', '9999-12-31 23:59:59'],
    ['1 1 0000', null],
    ['+2912116', '9999-12-31'],
    ['+2912117', null],
    ['-739942', '0001-01-01'],
    ['-739943', null],
    ['+9999999', null],
    ['+99999999999999999999', null],
  ])('[VA12] «%s»: the years are 0001 to 9999', (text, expected) => {
    expect(day(text)).toBe(expected)
  })

  test.each([
    ...['', ' ', '8', '23', '8 3 2', '8 3 123', '0 3 23', '8 0 23', '8 13 23', '32 1 26', '8 3 20230'],
    ...['8 ma 23', '8 mars 23', 'mar', 'march 2023', '8 8 mar', 'mar mar 8', '8 3 23 23', '8//', '/8/3'],
    ...['8 3 23 24:00', '8 3 23 8:60', '8 3 23 8:3', '14:30', 'todayy', 'besok pagi', 'hari', '+', '+1.5'],
    ...[
      '2023-02-29',
      '2023-3',
      '20260105',
      '😀',
      '８ ３ ２３',
      '8 3 23 <b>',
      'mar 2023 8',
      '8 3 23 08:30 pm',
    ],
  ])('[VA12] «%s» is no date', text => {
    expect(day(text)).toBeNull()
  })

  test('[VA12] every day is read as the app writes it, in either language, with its time', () => {
    const anyDay = fc.integer({ min: -365_000, max: 2_912_000 }).map(count => daysFrom(today, count)!)
    const anyTime = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    fc.assert(
      fc.property(
        anyDay,
        anyTime,
        fc.constantFrom('en-GB', 'en-US', 'id-ID'),
        (each, [hour, minute], locale) => {
          const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
          const shown = formatsOf(locale).dateTime(`${each}T${time}:00`)
          expect([shown, momentTyped(shown, today)]).toEqual([shown, { day: each, time }])
        },
      ),
    )
  })

  test('[VA12] whatever is typed is a day that exists, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 /.-:+,marsokt') }), text => {
        const typed = momentTyped(text, today)
        if (typed) expect(new Date(`${typed.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(typed.day)
      }),
    )
  })
})

describe('A calendar', () => {
  test('[VA13] a month begins in its first week and ends in its last, from Monday on', () => {
    const february = weeksOf('2026-02-14')
    expect(february[0]).toEqual(['', '', '', '', '', '', '2026-02-01'])
    expect(february.at(-1)).toEqual([
      '2026-02-23',
      '2026-02-24',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '',
    ])
    expect(weeksOf('2024-02-01').flat().filter(Boolean)).toHaveLength(29)
    expect([weekdayOf('2026-11-23'), weekdayOf('0001-01-01'), weekdayOf('9999-12-31')]).toEqual([0, 0, 4])
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-01-05', -1, '2025-12-05'],
    ['0001-01-15', -1, '0001-01-15'],
    ['9999-12-15', 12, '9999-12-15'],
    ['0001-03-15', -12, '0001-01-15'],
  ])('[VA13] from %s, %i months on is %s', (from, count, expected) => {
    expect(monthsFrom(from, count)).toBe(expected)
  })
})
