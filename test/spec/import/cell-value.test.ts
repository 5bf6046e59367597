/** What a cell says of a field, and what it does not. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DateOrder } from '../../../client/contract-import.ts'
import type { Cell } from '../../../client/engine/exchange/cells.ts'
import { cellValue, recordNamed } from '../../../client/engine/import/cell-value.ts'
import { SeenDates } from '../../../client/engine/import/written-dates.ts'
import type { Field } from '../../../shared/metadata.ts'
import { changedAt } from '../../../shared/provenance.ts'
import { isDateTime } from '../../../shared/fields.ts'
import { fieldOf } from './of-kinds.ts'

const [pin, verify, start, end] = ['pin', 'verify', 'start_datetime', 'end_datetime'].map(name =>
  fieldOf('record_a', name),
) as [Field, Field, Field, Field]

function read(cell: Cell | undefined, field: Field, dateOrder: DateOrder | null = null) {
  const said = cellValue(cell, field, { dateOrder, find: () => ({}) })
  return said && (said.fault ? said.fault.code : said.value)
}

function orderOf(cells: Cell[]) {
  const dates = new SeenDates()
  for (const cell of cells) dates.see(cell)
  return dates.order
}

describe('Nothing', () => {
  test.each([pin, verify, start, fieldOf('record_a', 'device_id')])(
    '[IM5] a cell without anything but white space says nothing of $name',
    field => {
      for (const cell of [undefined, null, '', ' ', '\t\r\n', '\u00a0']) expect(read(cell, field)).toBeNull()
    },
  )
})

describe('A text', () => {
  test.each(['007', ' 7 ', '=1+1', "'=1", "O'Neil", '1e3', 'TRUE', '🌋', '0012000001', '\t-', '2026-01-05'])(
    '[IM2] «%s» is what stands there, to the letter',
    text => {
      expect(read(text, pin)).toBe(text)
    },
  )

  test('[IM2] what a workbook holds as something else is written as people write it', () => {
    expect(read(true, pin)).toBe('true')
    expect(read(false, pin)).toBe('false')
    expect(read({ dateTime: '2026-01-05T08:30:00' }, pin)).toBe('2026-01-05 08:30:00')
  })
})

describe('Yes or no', () => {
  test.each<[boolean, Cell[]]>([
    [true, [true, 'yes', 'Y', 'TRUE', '1', 'ya', 'Benar', '  Ya ']],
    [false, [false, 'no', 'N', 'False', '0', 'TIDAK', 'salah', ' 0\t']],
  ])('[IM2] %s, in either language and any case', (value, cells) => {
    for (const cell of cells) expect([cell, read(cell, verify)]).toEqual([cell, value])
  })

  test.each<Cell>(['x', '2', '-1', 'on', 'yes no', '✓', { dateTime: '2026-01-05T08:30:00' }])(
    '[IM2] %o is neither',
    cell => {
      expect(read(cell, verify)).toBe('not_boolean')
    },
  )
})

describe('A date with its time', () => {
  test.each<[Cell, string]>([
    [{ dateTime: '2026-01-05T00:00:00' }, '2026-01-05T00:00:00'],
    ['2026-01-05 08:30:15', '2026-01-05T08:30:15'],
    ['2026-01-05T08:30:15', '2026-01-05T08:30:15'],
    ['2026-01-05 08:30', '2026-01-05T08:30:00'],
    ['2026-01-05 8:30', '2026-01-05T08:30:00'],
    ['2026-01-05T08:30:15.999', '2026-01-05T08:30:15'],
    ['2026/1/5 08.30', '2026-01-05T08:30:00'],
    ['20260105T083015', '2026-01-05T08:30:15'],
    ['20260105083015', '2026-01-05T08:30:15'],
    ['  2026-01-05 08:30:15 ', '2026-01-05T08:30:15'],
    ['25/12/2026 08:30', '2026-12-25T08:30:00'],
    ['25/12/2026, 08.30.15', '2026-12-25T08:30:15'],
    ['12/25/2026 8:30 PM', '2026-12-25T20:30:00'],
    ['12/25/2026 12:05 a.m.', '2026-12-25T00:05:00'],
    ['0001-01-01 00:00:00', '0001-01-01T00:00:00'],
    ['9999-12-31 23:59:59', '9999-12-31T23:59:59'],
  ])('[IM2] %o is %s, whatever it is for', (cell, value) => {
    expect([read(cell, start), read(cell, end)]).toEqual([value, value])
  })

  test.each(['2026-01-05', '20260105', '2026/01/05', '2026.1.5', '5.1.2026', '5-1-2026', '05/01/2026'])(
    '[IM2] «%s» is a day: it begins with its first second, and ends with its last',
    text => {
      expect(read(text, start, 'day first')).toBe('2026-01-05T00:00:00')
      expect(read(text, end, 'day first')).toBe('2026-01-05T23:59:59')
    },
  )

  test.each([
    ...[
      '2026-02-29',
      '20260229',
      '2026-13-01',
      '0000-01-01',
      '31/04/2026',
      '32/1/2026',
      '5/1/26',
      '1/2/20260',
    ],
    ...['2026-01-05T24:00:00', '2026-01-05 08:60', '5/1/2026 13:00 PM', '5/1/2026 0:30 AM', '2026-01-05 08'],
    ...[
      '2026-01/05',
      'besok',
      '5 Jan 2026',
      '2026',
      '46027',
      '46027.5',
      '-1',
      '00',
      '1234567',
      '２０２６-01-05',
    ],
  ])('[IM2] «%s» is no date', text => {
    expect(read(text, start, 'day first')).toBe('not_datetime')
  })

  test.each(['2026-01-05T08:30:00Z', '2026-01-05T08:30:00+07:00', '2026-01-05 08:30:00 WIB'])(
    '[IM2] «%s» is of a zone, and a record’s time is of wherever it holds',
    text => {
      expect(read(text, start)).toBe('not_datetime')
    },
  )

  test('[IM2] yes or no is no date, and a spreadsheet’s has to exist', () => {
    expect(read(true, start)).toBe('not_datetime')
    expect(read({ dateTime: '2026-02-30T00:00:00' }, start)).toBe('not_datetime')
  })
})

describe('A terminal’s own seconds', () => {
  test('[IM2] counts months of 31 days: 5 January 2026, 08:30:15', () => {
    // 26 years of 372 days are 9672; four days more are 9676, which are 836,006,400 s; and 30,615 of that day.
    expect(read('836037015', start)).toBe('2026-01-05T08:30:15')
    expect(read(' 836037015 ', end)).toBe('2026-01-05T08:30:15')
  })

  test('[IM2] each second of each day is one number, and no number is a day that is not there', () => {
    const part = (min: number, max: number) => fc.integer({ min, max })
    const moment = fc.tuple(part(4, 99), part(1, 12), part(1, 31), part(0, 23), part(0, 59), part(0, 59))
    const two = (number: number) => String(number).padStart(2, '0')
    fc.assert(
      fc.property(moment, ([year, month, day, hour, minute, second]) => {
        const seconds =
          (year * 372 + (month - 1) * 31 + day - 1) * 86_400 + hour * 3600 + minute * 60 + second
        const text = `20${two(year)}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
        expect(read(String(seconds), start)).toBe(isDateTime(text) ? text : 'not_datetime')
      }),
    )
  })

  test('[IM2] 0 says that there is none', () => {
    expect([read('0', start), read(' 0 ', end)]).toEqual([null, null])
  })

  test('[IM2] eight digits are a day or nothing, fewer are too little to tell, and a terminal’s century ends', () => {
    expect(read('20260105', start)).toBe('2026-01-05T00:00:00')
    expect(['20260230', '99999999', '86400', '3214080000'].map(text => read(text, start))).toEqual(
      Array.from({ length: 4 }, () => 'not_datetime'),
    )
    expect(read('3214079999', start)).toBe('2099-12-31T23:59:59')
  })
})

describe('A date that can be read in two ways', () => {
  test('[IM3] is asked about, until somebody says which is meant', () => {
    expect(read('03/04/2026', start)).toBe('ambiguous_date')
    expect(read('03/04/2026', start, 'day first')).toBe('2026-04-03T00:00:00')
    expect(read('03/04/2026', start, 'month first')).toBe('2026-03-04T00:00:00')
  })

  test('[IM3] the same day in both is none', () => {
    expect(read('4.4.2026 08:00', start)).toBe('2026-04-04T08:00:00')
  })

  test('[IM3] once it is said, a date that is none in that order is refused', () => {
    expect(read('25/12/2026', start, 'month first')).toBe('not_datetime')
    expect(read('12/25/2026', start, 'day first')).toBe('not_datetime')
  })

  test.each<[SeenDates['order'], Cell[]]>([
    ['day first', ['03/04/2026', '25/12/2026', null]],
    ['month first', ['03/04/2026', ' 12/25/2026 08:00']],
    ['either', ['03/04/2026', '2026-12-25', '5/5/2026']],
    ['mixed', ['25/12/2026', '12/25/2026']],
    [null, []],
    [null, ['2026-12-25', '20261225', '5/5/2026', '32/13/2026', true, { dateTime: '2026-04-03T00:00:00' }]],
  ])('[IM3] all dates of a file together: %s', (order, cells) => {
    expect(orderOf(cells)).toBe(order)
    expect(orderOf(cells.toReversed())).toBe(order)
  })
})

describe('Other fields', () => {
  test('[IM2] a moment the world over is one text', () => {
    expect(read(' 2026-11-23T11:24:46Z ', changedAt)).toBe('2026-11-23T11:24:46Z')
  })

  test('[IM4] a record’s own id stands there with or without its mark, or as the uid', () => {
    expect(['12', ' #12 ', null, ''].map(recordNamed)).toEqual(['12', '12', '', ''])
  })
})
