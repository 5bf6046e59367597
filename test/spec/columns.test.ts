import { describe, expect, test } from 'vitest'
import { CodedColumn } from '../../client/table/coded-column.ts'
import type { Column } from '../../client/table/column.ts'
import { fold } from '../../client/table/fold.ts'
import { runQuery } from '../../client/table/query.ts'
import { TextColumn } from '../../client/table/text-column.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { Value } from '../../shared/fields.ts'
import { Bench, everything, recordA, uid } from '../support/tables.ts'
import { randomOf } from '../../server/demo/random.ts'

const words = { yes: 'Yes', no: 'No', dateTime: (value: string) => value }
const pieces = ['a', 'B', 'É', 'ß', 'ﬁ', '0', '00', ' ', '\x1f', '\n', '表', '😀', ''] as const

/** Pages of unequal length, the first one full. */
function randomPages(seed: number): Value[][] {
  const random = randomOf(`columns ${seed}`)
  const text = () => Array.from({ length: random.below(5) }, () => random.pick(pieces)).join('')
  const odd: [Value, ...Value[]] = [null, true, { uid: uid(1) }]
  const value = () => (random.below(12) === 0 ? random.pick(odd) : text())
  return [pageRecords, 40, 0, 7].map(length => Array.from({ length }, value))
}

const layouts: Record<string, () => Column> = {
  'texts in one string': () => new TextColumn(),
  'each value once': () => new CodedColumn(value => (typeof value === 'string' ? value : '')),
}

describe.each(Object.entries(layouts))('A column of %s', (_, make) => {
  const filled = (pages: Value[][]) => {
    const column = make()
    // As pages come from disk: in any order.
    for (const page of [...pages.keys()].reverse()) column.install(page, pages[page] ?? [])
    return column
  }
  const rowsOf = (pages: Value[][]) =>
    pages.flatMap((values, page) => values.map((value, slot) => ({ row: page * pageRecords + slot, value })))
  const marked = (hits: Uint8Array) => [...hits.keys()].filter(row => hits[row] === 1)

  test.each([1, 2, 3, 4])('[SE1] finds in each row what folding it alone would find (seed %i)', seed => {
    const pages = randomPages(seed)
    const column = filled(pages)
    for (const wanted of ['a', 'b', 'e', 'ss', 'fi', '0', '000', ' ', 'a 0', '\n', '表', '😀', 'zz']) {
      const hits = new Uint8Array(pages.length * pageRecords)
      column.find(wanted, words, hits)
      const holding = rowsOf(pages).filter(
        ({ value }) => typeof value === 'string' && fold(value).includes(wanted),
      )
      expect(marked(hits), JSON.stringify(wanted)).toEqual(holding.map(({ row }) => row))
    }
  })

  test('[PG1] gives back every value as it came, before and after it was searched', () => {
    const pages = randomPages(5)
    const column = filled(pages)
    const all = () => rowsOf(pages).map(({ row }) => column.at(row))
    const given = rowsOf(pages).map(({ value }) => value)
    expect(all()).toEqual(given)
    while (column.prepare(words));
    expect(all()).toEqual(given)
    expect(column.at(2 * pageRecords)).toBeNull()
    expect(column.at(99 * pageRecords)).toBeNull()
  })

  test('a page that is installed again is searched as it is now', () => {
    const column = filled([['lama', 'tetap'], ['lama']])
    const hits = () => {
      const found = new Uint8Array(2 * pageRecords)
      column.find('lama', words, found)
      return marked(found)
    }
    expect(hits()).toEqual([0, pageRecords])
    column.install(0, ['baru'])
    expect(hits()).toEqual([pageRecords])
    expect(column.at(1)).toBeNull()
  })

  test('rows that are marked already stay marked and are not looked at', () => {
    const column = filled([Array.from({ length: 100 }, (_, slot) => `n ${slot}`)])
    const hits = new Uint8Array(pageRecords).fill(1)
    hits[42] = 0
    hits[43] = 0
    column.find('42', words, hits)
    expect([hits[41], hits[42], hits[43]]).toEqual([1, 1, 0])
  })
})

describe('Typing on', () => {
  const bench = new Bench()
  const random = randomOf('typing')
  bench.confirm(
    'record_a',
    Array.from({ length: 1_300 }, (_, i) => ({
      uid: uid(i + 1),
      id: String(i + 1),
      version: i + 1,
      fields: recordA({
        name: `${random.pick(['Dewi', 'Budi', 'Siti'])} ${random.below(40)}`,
        pin: String(i),
      }),
    })),
  )
  bench.lay('record_a', { uid: uid(9), fields: recordA({ name: 'Dewi 3' }) })

  test.each(['dewi 3', 'pin:12', 'si bu', '"budi 1"', 'name:dewi pin:1', '2026-01'])(
    '[SE1] %s finds the same letter by letter as at once',
    search => {
      const table = bench.table('record_a')
      const earlier = []
      for (let length = 0; length <= search.length; length++) {
        const query = { ...everything, search: search.slice(0, length) }
        const typed = runQuery(table, query, bench.reading, earlier)
        expect(typed.order, query.search).toEqual(runQuery(table, query, bench.reading).order)
        earlier.unshift(typed)
      }
    },
  )

  test('[SE6] an earlier result with other filters is not built upon', () => {
    const table = bench.table('record_a')
    const filters = [{ field: 'name', op: 'is' as const, value: 'dewi 3' }]
    const few = runQuery(table, { ...everything, filters }, bench.reading)
    expect(runQuery(table, everything, bench.reading, [few]).order.length).toBe(1_300)
  })
})
