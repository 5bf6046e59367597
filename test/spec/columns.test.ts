import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CodedColumn } from '../../client/engine/table/coded-column.ts'
import type { Column } from '../../client/engine/table/column.ts'
import { type HasParts, partOf } from '../../client/engine/table/part.ts'
import { fold } from '../../shared/fold.ts'
import { runQuery } from '../../client/engine/table/query.ts'
import { RowSet } from '../../client/engine/table/row-set.ts'
import { TextColumn } from '../../client/engine/table/text-column.ts'
import { between } from '../../shared/joined-texts.ts'
import { pageRecords } from '../../shared/limits.ts'
import type { Value } from '../../shared/fields.ts'
import { Bench, everything, recordA, uid } from '../support/tables.ts'
import { randomOf } from '../../server/demo/random.ts'

const words = { yes: 'Yes', no: 'No', dateTime: (value: string) => value }
const pieces = ['a', 'B', 'É', 'ß', 'ﬁ', '0', '00', ' ', between, '\n', '表', '😀', ''] as const

/** Pages of unequal length, the first one full. */
function randomPages(seed: number): Value[][] {
  const random = randomOf(`columns ${seed}`)
  const text = () => Array.from({ length: random.below(5) }, () => random.pick(pieces)).join('')
  const odd: [Value, ...Value[]] = [null, true, { uid: uid(1) }]
  const value = () => (random.below(12) === 0 ? random.pick(odd) : text())
  return [pageRecords, 40, 0, 7].map(length => Array.from({ length }, value))
}

/** As a page brings it. */
const laid = (values: readonly Value[]): HasParts => ({ part: () => partOf(values) })

const layouts: Record<string, () => Column> = {
  'texts one behind the other': () => new TextColumn('name'),
  'each value once': () => new CodedColumn('name', value => (typeof value === 'string' ? value : '')),
}

test('A set of rows holds what was added and not deleted, as any set does', () => {
  const random = randomOf('rows')
  const rows = RowSet.of(300)
  const known = new Set<number>()
  for (let step = 0; step < 500; step++) {
    const row = random.below(300)
    const end = Math.min(300, row + random.below(80))
    if (step % 50 === 0) rows.addRange(row, end)
    if (step % 50 === 0) for (let each = row; each < end; each++) known.add(each)
    if (step % 3 === 0) rows.add(row)
    else rows.delete(row)
    if (step % 3 === 0) known.add(row)
    else known.delete(row)
    expect([...rows.rows()]).toEqual([...known].sort((a, b) => a - b))
  }
})

describe.each(Object.entries(layouts))('A column of %s', (_, make) => {
  const filled = (pages: Value[][]) => {
    const column = make()
    // As pages come from disk: in any order.
    for (const page of [...pages.keys()].reverse()) column.install(page, laid(pages[page] ?? []))
    return column
  }
  const rowsOf = (pages: Value[][]) =>
    pages.flatMap((values, page) => values.map((value, slot) => ({ row: page * pageRecords + slot, value })))

  test.each([1, 2, 3, 4])('[SE1] finds in each row what folding it alone would find (seed %i)', seed => {
    const pages = randomPages(seed)
    const [unprepared, prepared] = [filled(pages), filled(pages)]
    while (prepared.prepare(words));
    for (const wanted of ['a', 'b', 'e', 'ss', 'ab', 'fi', '0', '000', ' ', 'a 0', '\n', '表', '😀', 'zz']) {
      const holding = rowsOf(pages).filter(
        ({ value }) => typeof value === 'string' && fold(value).includes(wanted),
      )
      for (const column of [unprepared, prepared]) {
        const hits = RowSet.of(pages.length * pageRecords)
        column.find(wanted, words, hits)
        expect([...hits.rows()], JSON.stringify(wanted)).toEqual(holding.map(({ row }) => row))
      }
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
    // Looking at a row that is not there makes no page for it.
    expect(column.prepare(words)).toBe(false)
  })

  test('a page that is installed again is searched as it is now', () => {
    const column = filled([['lama', 'tetap'], ['lama']])
    const hits = () => {
      const found = RowSet.of(2 * pageRecords)
      column.find('lama', words, found)
      return [...found.rows()]
    }
    while (column.prepare(words));
    expect(hits()).toEqual([0, pageRecords])
    column.install(0, laid(['baru']))
    expect(hits()).toEqual([pageRecords])
    while (column.prepare(words));
    expect(hits()).toEqual([pageRecords])
    expect(column.at(1)).toBeNull()
  })

  test.each<[string, string[]]>([
    ['texts', ['Budi', '', 'ÉVA', 'a b']],
    ['texts of plain letters', ['Budi', 'DEWI', '']],
    ['one empty text', ['']],
    ['a full page', Array.from({ length: pageRecords }, (_, slot) => (slot % 7 === 0 ? '' : `Nâma ${slot}`))],
  ])('[PG1] holds %s on a page of several, as each of them alone', (_, texts) => {
    const column = make()
    column.install(1, laid(texts))
    expect(column.at(pageRecords + texts.length - 1)).toBe(texts.at(-1))
    for (const wanted of ['a', 'd', 'e', 'â', 'm', '42', 'b ', ' ']) {
      const hits = RowSet.of(2 * pageRecords)
      column.find(wanted, words, hits)
      const holding = texts.flatMap((text, slot) => (fold(text).includes(wanted) ? [pageRecords + slot] : []))
      expect([...hits.rows()], JSON.stringify(wanted)).toEqual(holding)
    }
    expect(texts.map((_, slot) => column.at(pageRecords + slot))).toEqual(texts)
    expect(column.at(pageRecords + texts.length)).toBeNull()
    expect(column.at(0)).toBeNull()
  })

  test('rows that are marked already stay marked and are not looked at', () => {
    const column = filled([Array.from({ length: 100 }, (_, slot) => `n ${slot}`)])
    const hits = RowSet.of(pageRecords)
    hits.addRange(0, pageRecords)
    hits.delete(42)
    hits.delete(43)
    column.find('42', words, hits)
    expect([41, 42, 43].map(row => hits.has(row))).toEqual([true, true, false])
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

describe('Names pulled and changed', () => {
  const word = fc.stringMatching(/^[aAbBé0-3ßﬁ表-]{1,4}$/)
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => words.join(' '))
  const given = fc.record({
    before: fc.array(name, { minLength: 1, maxLength: 90 }),
    pulled: fc.array(name, { maxLength: 40 }),
    changed: fc.array(name, { maxLength: 3 }),
    wanted: fc.array(word, { minLength: 1, maxLength: 3 }),
  })

  test('[SE1] whatever was pulled or changed meanwhile, it finds what reading every record finds', () => {
    fc.assert(
      fc.property(given, ({ before, pulled, changed, wanted }) => {
        const bench = new Bench()
        bench.confirmNames(...before)
        for (const column of bench.table('record_a').columns.values())
          while (column.prepare(bench.reading.words));
        const arrived = pulled.map((each, i) => ({
          uid: uid(2 * i + 1),
          id: String(2 * i + 1),
          version: 1_000 + i,
          fields: recordA({ name: each }),
        }))
        bench.confirm('record_a', arrived)
        for (const [i, each] of changed.entries())
          bench.lay('record_a', { uid: uid(5 * i + 1), fields: recordA({ name: each }) })
        const search = wanted.map(each => `name:${each}`).join(' ')
        const all = bench.list('record_a', '') as string[]
        const holding = all.filter(each => wanted.every(part => fold(each).includes(fold(part))))
        expect((bench.list('record_a', search) as string[]).toSorted()).toEqual(holding.toSorted())
      }),
    )
  })
})
