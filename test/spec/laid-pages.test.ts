/** Pages in the form in which they are stored and searched: what comes out is what went in. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../client/engine/table/laid-page.ts'
import { isPageBytes, layOut, pageIn } from '../../client/engine/table/page-bytes.ts'
import type { Page } from '../../client/engine/table/page.ts'
import { partOf, valueIn } from '../../client/engine/table/part.ts'
import { RowSet } from '../../client/engine/table/row-set.ts'
import { TextColumn } from '../../client/engine/table/text-column.ts'
import { UidRows, uidWords, writeUid } from '../../client/engine/table/uids.ts'
import type { Value } from '../../shared/fields.ts'
import { fold } from '../../shared/fold.ts'
import { type Joined, splitTexts } from '../../shared/joined-texts.ts'
import { maxId, pageRecords } from '../../shared/limits.ts'
import { earlierColumns } from '../support/earlier-pages.ts'
import * as earlier from '../support/laid-page-of-form-1.ts'
import { uid } from '../support/tables.ts'

const texts = [
  ...[
    '',
    ' ',
    'Budi',
    'BUDI',
    "Ma'ruf",
    'Éva ß ﬁ',
    'é',
    '表',
    '😀',
    'a\0b',
    '\0{"uid":"x"}',
    '\u007f',
    'a\u007fb',
  ],
  ...[
    '\ud800',
    'a\udc00',
    '\u0080\u009f',
    'ÿ',
    '\n',
    '"\\',
    'x'.repeat(255),
    '😀'.repeat(255),
    '0',
    '007',
    maxId,
  ],
  ...[
    '2026-01-05T08:30:00',
    '2026-01-05T08:30:00Z',
    '0001-01-01T00:00:00',
    '0099-12-31T23:59:59',
    '0100-01-01T00:00:00',
  ],
  ...[
    '9999-12-31T23:59:59',
    '2023-02-29T00:00:00',
    '2024-02-29T00:00:00',
    '2026-13-01T00:00:00',
    '2026-01-05T24:00:00',
  ],
]
const odd = [null, true, false, { uid: uid(1) }, 12_345, 0.5, { teks: ['x', null] }] as Value[]

const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 9 }),
  fc.string({ maxLength: 9 }),
)
const date = fc
  .date({ min: new Date('0100-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map(each => each.toISOString().slice(0, 19))
const ofOneDecade = fc
  .integer({ min: 0, max: 3e8 })
  .map(each => new Date(each * 1000).toISOString().slice(0, 19))
const value = fc.oneof(
  { weight: 6, arbitrary: text as fc.Arbitrary<Value> },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
)
const few = fc.array(value, { minLength: 1, maxLength: 4 }).chain(some => fc.constantFrom(...some))
const emptyOr = (of: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 9, arbitrary: of }, fc.constantFrom('', null))

/** Any values, few different ones, dates of any time and of near ones, texts alone. */
const column = (count: number): fc.Arbitrary<Value[]> => {
  const filled = (of: fc.Arbitrary<Value>) => fc.array(of, { minLength: count, maxLength: count })
  return fc.oneof(
    ...[filled(value), filled(text), filled(emptyOr(date)), filled(emptyOr(ofOneDecade))],
    filled(ofOneDecade.map(each => `${each}Z`)),
    fc.array(value, { minLength: 1, maxLength: 4 }).chain(some => filled(fc.constantFrom(...some))),
  )
}
const id = fc.oneof(fc.nat().map(String), fc.constantFrom(maxId, '9007199254740993', '0', '', '007', '1e3'))
const version = fc.oneof(fc.nat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER, 2 ** 40))
const anyUid = fc.oneof(
  { weight: 9, arbitrary: fc.uuid({ version: 7 }) },
  fc.constantFrom('', 'x', uid(1).toUpperCase()),
)

const page: fc.Arbitrary<Page> = fc.nat({ max: 40 }).chain(count => {
  const filled = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: count, maxLength: count })
  return fc.record({
    ...{ kind: fc.constant('record_b'), page: fc.constant(3), revision: fc.constant(7) },
    ...{ uid: filled(anyUid), id: filled(id), version: filled(version) },
    fields: fc.dictionary(fc.constantFrom('nama', 'unit', 'kolom baru 表', '__proto'), column(count)),
  })
})

describe('A page that is laid out', () => {
  test('[PG1] [PG9] [PV6] holds what the same page held before pages were laid out, whatever its values', () => {
    fc.assert(
      fc.property(page, each => {
        const before = splitTexts(
          JSON.parse(JSON.stringify(earlierColumns(each))) as Joined<ReturnType<typeof pageOf>>,
        )
        const { kind, page, revision } = each
        const laid = pageIn({ kind, page, revision }, layOut(each).bytes)
        expect(pageOf(laid)).toEqual({ ...before, kind, page, revision })
        expect(laid.count).toBe(each.uid.length)
      }),
      { numRuns: 400 },
    )
  })

  test('[PG9] reads as before where it was laid out by an earlier version of the app', () => {
    expect(isPageBytes(earlier.bytes)).toBe(true)
    const laid = pageIn({ kind: 'record_b', page: 3, revision: 7 }, earlier.bytes)
    expect(pageOf(laid)).toEqual(earlier.page)
    const now = layOut(pageOf(laid)).bytes
    expect(pageOf(pageIn({ kind: 'record_b', page: 3, revision: 7 }, now))).toEqual(earlier.page)
    expect(now.byteLength).toBeLessThan(earlier.bytes.byteLength)
  })

  test('[PG9] gives equally long texts no starts of their own, and capitals a bit each', () => {
    const bytesOf = (nama: Value[]) => layOut({ ...emptyWith(nama), fields: { nama } }).bytes.byteLength
    const texts = (of: (slot: number) => string) => Array.from({ length: pageRecords }, (_, slot) => of(slot))
    const pins = texts(slot => String(100_000 + slot * 7))
    const uneven = pins.map((pin, slot) => (slot === 9 ? `${pin}0` : pin))
    expect(bytesOf(uneven) - bytesOf(pins)).toBeGreaterThan(pageRecords * 2)
    const names = texts(slot => `budi santoso ${slot}`)
    const capital = names.map(name => name.toUpperCase())
    const letters = names.join('').length
    expect(bytesOf(capital) - bytesOf(names)).toBeLessThan(letters / 8 + 16)
  })

  test.each([
    ['accents', ['Zoë', 'BUDI', 'ayu', 'Siti A', 'É é']],
    ['another script', ['表 ABC', 'Budi', '表 abc', '\ud800X', 'ǅ']],
    ['what search leaves out', ["Ma'ruf", 'Nur-Aini', 'MARUF', 'Maruf', '---']],
    ['digits of another script', ['１２', '12', '0012', 'A12', '٣']],
    ['more letters than two bytes can count', ['É'.repeat(40_000), 'É'.repeat(40_000), 'A', 'B', 'C', 'D']],
  ])('[PG1] [PG9] capitals and %s in one column come out as they went in', (_, some) => {
    const nama: Value[] = Array.from({ length: 3 }, () => [...some, '', null]).flat()
    const each = { ...emptyWith(nama), fields: { nama } }
    const laid = pageIn({ kind: 'record_b', page: 0, revision: 0 }, layOut(each).bytes)
    expect(pageOf(laid).fields['nama']).toEqual(nama)
    const part = laid.part('nama')!
    expect(nama.map((_, slot) => valueIn(part, slot))).toEqual(nama)
    const column = new TextColumn('nama')
    column.install(0, laid)
    expect(column.numbers(pageRecords)).toBe(null)
  })

  test('[SE1] [PG9] is searched as each of its texts would be', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(value, few), { maxLength: 60 }), text, (values, word) => {
        const wanted = fold(word).slice(0, 5)
        const { bytes } = layOut({ ...emptyWith(values), fields: { nama: values } })
        const laid = pageIn({ kind: 'record_b', page: 0, revision: 0 }, bytes)
        const column = new TextColumn('nama')
        column.install(0, laid)
        const holding = values.flatMap((each, slot) =>
          typeof each === 'string' && fold(each).includes(wanted) ? [slot] : [],
        )
        const found = () => {
          const hits = RowSet.of(pageRecords)
          column.find(wanted, { yes: '', no: '', dateTime: each => each }, hits)
          return [...hits.rows()].filter(slot => typeof values[slot] === 'string')
        }
        expect(found()).toEqual(holding)
        while (column.prepare());
        expect(found()).toEqual(holding)
      }),
      { numRuns: 400 },
    )
  })

  test('[PG9] takes the form in which its values need the least room', () => {
    const many = Array.from({ length: pageRecords }, (_, i) => i)
    const formOf = (values: Value[]) => partOf(values).form
    expect(formOf(many.map(i => String(i % 7)))).toBe('coded')
    expect(formOf(many.map(i => (i === 3 ? null : i % 2 === 0)))).toBe('coded')
    expect(formOf(many.map(i => new Date(i * 1e6).toISOString().slice(0, 19)))).toBe('date')
    expect(formOf(many.map(i => `Nama ${i}`))).toBe('text')
  })
})

function emptyWith(values: Value[]): Page {
  const address = { kind: 'record_b', page: 0, revision: 0 }
  return {
    ...address,
    uid: values.map((_, i) => uid(i)),
    id: values.map((_, i) => String(i)),
    version: values.map(() => 1),
    fields: {},
  }
}

describe('The rows of uids', () => {
  const laid = (...numbers: number[]) => {
    const uids = new Uint32Array(numbers.length * uidWords)
    for (const [slot, number] of numbers.entries()) writeUid(uid(number), uids, slot * uidWords)
    return { uids }
  }

  test('[PG9] are those that a map would hold, whatever pages come, change and come again', () => {
    const change = fc.tuple(fc.nat({ max: 9 }), fc.uniqueArray(fc.nat({ max: 400 }), { maxLength: 60 }))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), changes => {
        const pages: ReturnType<typeof laid>[] = []
        const held: number[][] = []
        const rows = new UidRows(pages)
        const known = new Map<number, number>()
        for (const [number, wanted] of changes) {
          // A record stands on one page.
          const numbers = wanted.filter(
            each => Math.floor((known.get(each) ?? number * pageRecords) / pageRecords) === number,
          )
          for (const each of held[number] ?? []) known.delete(each)
          rows.remove(number)
          pages[number] = laid(...numbers)
          held[number] = numbers
          rows.add(number)
          for (const [slot, each] of numbers.entries()) known.set(each, number * pageRecords + slot)
          expect(rows.size).toBe(known.size)
        }
        for (let each = 0; each <= 400; each++) expect(rows.rowOf(uid(each))).toBe(known.get(each))
      }),
    )
  })
})
