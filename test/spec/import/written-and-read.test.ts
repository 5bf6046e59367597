/** What export wrote is read back the same. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../../client/engine/exchange/cells.ts'
import { csvWriter, jsonWriter, type TableWriter } from '../../../client/engine/exchange/csv.ts'
import { xlsxWriter } from '../../../client/engine/exchange/xlsx.ts'
import { tableOf } from './reading.ts'

/** No field takes a 0 or half a character. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary' }).map(text => text.replaceAll('\0', '')),
  fc.string({
    unit: fc.constantFrom(
      ...["'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', '|', ' ', 'é', '🌋', '\u0007', '\ufeff'],
      ...[
        '_x0041_',
        '_x',
        '_',
        'x005F_',
        '&amp;',
        '<',
        ']]>',
        '\\',
        '{',
        '}',
        '[',
        ']',
        '\u2028',
        '\ufffe',
        '0',
      ],
    ),
  }),
)
const dateTime = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map(date => ({ dateTime: date.toISOString().slice(0, 19) }))
const cell: fc.Arbitrary<Cell> = fc.oneof(nasty, fc.boolean(), fc.constant(null), dateTime)
const tables = fc.integer({ min: 1, max: 4 }).chain(width =>
  fc.record({
    labels: fc.constant(['Nama', 'Kartu "x"', '=Mulai\n(dari)', 'PIN'].slice(0, width)),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  }),
)

interface Table {
  labels: string[]
  rows: Cell[][]
}

async function writtenAndRead({ labels, rows }: Table, writerOf: (labels: string[]) => TableWriter) {
  const writer = writerOf(labels)
  writer.rows(rows)
  // A table in which nothing stands is refused.
  const last = labels.map(() => 'akhir')
  writer.rows([last])
  const { names, rows: read } = await tableOf(writer.end())
  expect(names).toEqual(labels)
  expect(read.pop()).toEqual(last)
  return read
}

/** As reading has rows: nothing behind the last cell that says something, and none without one. */
function expected(rows: Cell[][], asCell: (cell: Cell) => Cell): Cell[][] {
  return rows
    .map(row => row.map(each => (each === '' ? null : asCell(each))))
    .map(row => row.slice(0, row.findLastIndex(each => each !== null) + 1))
    .filter(row => row.length > 0)
}

const isDate = (each: Cell) => typeof each === 'object' && each !== null

describe('What export wrote', () => {
  test('[IM2] as a workbook, cell by cell', async () => {
    // Before March 1900 a spreadsheet has no right number for a day: export writes it as a text.
    const asCell = (each: Cell) => (isDate(each) && each.dateTime < '1900-03-01' ? each.dateTime : each)
    await fc.assert(
      fc.asyncProperty(tables, async table => {
        const read = await writtenAndRead(table, labels => xlsxWriter({ names: labels, labels }, 'Daftar'))
        expect(read).toEqual(expected(table.rows, asCell))
      }),
      { numRuns: 300 },
    )
  })

  test.each([true, false])(
    '[IM2] as CSV, with the words for yes and no, mark in front: %s',
    async hasMark => {
      const words = { yes: 'Ya', no: 'Tidak', hasMark }
      const asCell = (each: Cell) =>
        typeof each === 'boolean'
          ? each
            ? 'Ya'
            : 'Tidak'
          : isDate(each)
            ? each.dateTime.replace('T', ' ')
            : each
      await fc.assert(
        fc.asyncProperty(tables, async table => {
          const read = await writtenAndRead(table, labels => csvWriter({ names: labels, labels }, words))
          expect(read).toEqual(expected(table.rows, asCell))
        }),
        { numRuns: 300 },
      )
    },
  )

  test('[IM2] as JSON', async () => {
    const asCell = (each: Cell) => (isDate(each) ? each.dateTime : each)
    await fc.assert(
      fc.asyncProperty(tables, async table => {
        const read = await writtenAndRead(table, labels => jsonWriter({ names: labels, labels }))
        expect(read).toEqual(expected(table.rows, asCell))
      }),
      { numRuns: 300 },
    )
  })
})
