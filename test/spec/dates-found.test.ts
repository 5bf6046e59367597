/** Date-times are searched a day at a time: with the results that reading each of their texts would have. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateTimeIn } from '../../client/engine/ask/records.ts'
import { CodedColumn } from '../../client/engine/table/coded-column.ts'
import { DateTexts } from '../../client/engine/table/date-texts.ts'
import { partOf } from '../../client/engine/table/part.ts'
import { RowSet } from '../../client/engine/table/row-set.ts'
import { fitIn } from '../../client/engine/table/text-block.ts'
import { fieldTypes, type Value } from '../../shared/fields.ts'
import { fold } from '../../shared/fold.ts'
import { pageRecords } from '../../shared/limits.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des']
/** As the app writes them in Indonesian. */
const words = {
  yes: 'Ya',
  no: 'Tidak',
  dateTime: (value: string) => {
    const [year = '', month = '', day = ''] = value.slice(0, 10).split('-')
    return `${Number(day)} ${months[Number(month) - 1]} ${year} ${day}/${month}/${year} ${value.slice(11, 16)}`
  },
}
const { searchText } = fieldTypes.datetime
const textOf = (value: Value) => fold(searchText(value, words))

const date = fc
  .oneof(
    fc.integer({ min: 1_500_000_000, max: 1_900_000_000 }),
    fc.constantFrom(-59_000_000_000, 253_402_300_799),
  )
  .map(seconds => new Date(seconds * 1000).toISOString().slice(0, 19))
const atMidnight = date.map(each => `${each.slice(0, 11)}00:00:00`)
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 8, arbitrary: date },
  { weight: 4, arbitrary: atMidnight },
  { weight: 1, arbitrary: fc.constantFrom<Value>('', null) },
)
const page = fc.array(value, { minLength: 1, maxLength: 50 })
/** A piece of what is there, or of what could be. */
const piece = fc.record({
  of: fc.oneof(date, atMidnight),
  from: fc.nat({ max: 40 }),
  length: fc.nat({ max: 9 }),
})

test('[SE4] [PG9] a search finds, and ranks, the dates that hold it, in either form', () => {
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 1, maxLength: 3 }),
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      (pages, pieces) => {
        const column = new CodedColumn('start', searchText)
        const install = (number: number) =>
          column.install(number, { part: () => partOf(pages[number] ?? []) })
        for (const number of pages.keys()) install(number)
        for (const { of, from, length } of pieces) {
          const own = textOf(pages[0]?.[0] ?? of) || textOf(of)
          const wanted = own.slice(from, from + length + 1) || '7'
          const rows = pages.flatMap((values, number) =>
            values.map((each, slot) => ({
              row: number * pageRecords + slot,
              text: each === null ? null : textOf(each),
            })),
          )
          const hits = RowSet.of(pages.length * pageRecords)
          column.find(wanted, words, hits)
          const holding = rows.filter(({ text }) => text?.includes(wanted)).map(({ row }) => row)
          expect([...hits.rows()], wanted).toEqual(holding)
          for (const { row, text } of rows)
            expect(column.fit(row, wanted, words), wanted).toBe(text === null ? 0 : fitIn(text, wanted))
          // Somebody has filtered by a date meanwhile, and a page has come again.
          column.mark(each => each === '', RowSet.of(pages.length * pageRecords))
          install(0)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('[SE4] [PG9] where a word may stand in very many ways in a date, its text is read', () => {
  const digitsOf = (value: string) => [...value.slice(11).replaceAll(':', '')]
  const scattered = {
    ...words,
    dateTime: (value: string) =>
      digitsOf(value)
        .flatMap(first => digitsOf(value).map(second => `${first}${second}`))
        .join(' '),
  }
  const column = new CodedColumn('start', searchText)
  const values: Value[] = ['2026-03-05T12:34:56', '2026-03-05T11:11:11', '', '2026-03-06T20:35:00']
  column.install(0, { part: () => partOf(values) })
  for (const wanted of ['12', '61', '11', '02', '99', '35 2'])
    for (const [slot, value] of values.entries()) {
      const text = fold(searchText(value, scattered))
      const hits = RowSet.of(pageRecords)
      column.find(wanted, scattered, hits)
      expect(hits.has(slot), `${wanted} in ${text}`).toBe(text.includes(wanted))
      expect(column.fit(slot, wanted, scattered), `${wanted} in ${text}`).toBe(fitIn(text, wanted))
    }
})

/** Runs of what is no digit. */
const withoutDigits = (text: string) => text.split(/\d+/).filter(run => run !== '')

test.each(['en-GB', 'en-US', 'en-AU', 'en-CA', 'en-IN', 'en-SG', 'en-ZA', 'id-ID'])(
  '[SE4] in %s, what stands between the digits of any day stands in its month of the year 2000',
  locale => {
    const dateTime = dateTimeIn(locale)
    const spoken = { ...words, dateTime }
    const texts = new DateTexts(value => fold(searchText(value, spoken)))
    const days = [1, 9, 10, 28]
    for (let year = 100; year <= 9999; year += year < 1990 || year > 2040 ? 17 : 1)
      for (let month = 0; month < 12; month++)
        for (const day of days) {
          const value = new Date(Date.UTC(year, month, day)).toISOString().slice(0, 19)
          for (const run of withoutDigits(fold(searchText(value, spoken))))
            if (!texts.mayHold(run)) expect([value, run]).toEqual([])
        }
    expect(texts.mayHold('budi')).toBe(false)
    expect(texts.mayHold('7')).toBe(true)
  },
)
