import { describe, expect, test } from 'vitest'
import { pagesAfter } from '../../client/engine/table/apply.ts'
import { notNoted } from '../../shared/provenance.ts'
import { arrivalOf, Bench, recordA, recordB, uid } from '../support/tables.ts'

const many = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({
    uid: uid(from + i),
    id: String(from + i),
    version: from + i,
    fields: recordB({ nama: `Nama ${from + i}` }),
  }))

describe('Pages', () => {
  test('[PG1] records fill pages of 512 in arrival order', () => {
    const bench = new Bench()
    bench.confirm('record_b', many(1_000))
    bench.confirm('record_b', many(50, 2_000))
    expect(bench.table('record_b').pages.map(page => page?.count)).toEqual([512, 512, 26])
    expect(bench.table('record_b').confirmed(uid(2_049))).toEqual(
      many(1, 2_049)[0] && {
        id: '2049',
        version: 2_049,
        ...notNoted,
        fields: recordB({ nama: 'Nama 2049' }),
      },
    )
  })

  test('[PG3] only the pages that changed are new values, and those in use are left alone', () => {
    const bench = new Bench()
    bench.confirm('record_b', many(1_200))
    const table = bench.table('record_b')
    const whole = () => [...table.pages.keys()].map(number => table.page(number))
    const before = whole()
    const changed = { ...many(1, 600)[0]!, version: 9_000, fields: recordB({ nama: 'Baru' }) }
    const pages = pagesAfter(table, arrivalOf([changed]), { isResync: false })
    expect(pages.map(page => page.page)).toEqual([1])
    expect(whole()).toEqual(before)
  })

  test('a version never goes back, except in a resync', () => {
    const bench = new Bench()
    bench.confirm('record_b', [{ ...many(1)[0]!, version: 9 }])
    const old = arrivalOf([{ ...many(1)[0]!, version: 8, fields: recordB({ nama: 'Lama' }) }])
    expect(pagesAfter(bench.table('record_b'), old, { isResync: false })).toEqual([])
    expect(pagesAfter(bench.table('record_b'), old, { isResync: true })[0]?.version).toEqual([8])
  })

  test.each([
    [8, 9, 'Kedua'],
    [9, 8, 'Pertama'],
  ])(
    'a new record that comes twice, as version %i and %i, is there once, as its newer one',
    (one, two, nama) => {
      const bench = new Bench()
      const [record] = many(1)
      const twice = [
        { ...record!, version: one, fields: recordB({ nama: 'Pertama' }) },
        { ...record!, version: two, fields: recordB({ nama: 'Kedua' }) },
      ]
      bench.confirm('record_b', [...twice, ...many(2, 2)])
      expect(bench.table('record_b').page(0).uid).toEqual([uid(1), uid(2), uid(3)])
      expect(bench.table('record_b').confirmed(uid(1))).toMatchObject({ version: 9, fields: { nama } })
    },
  )

  test('[CH5] a deleted record leaves its page, and every other record is still found', () => {
    const bench = new Bench()
    bench.confirm('record_b', many(600))
    bench.confirm('record_b', [], [uid(1), uid(300), uid(512), uid(600), uid(12_345)])
    const table = bench.table('record_b')
    expect(table.pages.map(page => page?.count)).toEqual([509, 87])
    expect(table.confirmed(uid(300))).toBeNull()
    for (const number of [2, 301, 511, 513, 599])
      expect(table.confirmed(uid(number))?.fields['nama']).toBe(`Nama ${number}`)
    bench.confirm('record_b', many(1, 700))
    expect(table.confirmed(uid(700))?.id).toBe('700')
    expect(table.confirmedCount).toBe(597)
  })

  test('[CH5] a deletion that comes twice takes one record', () => {
    const bench = new Bench()
    bench.confirm('record_b', many(3))
    bench.confirm('record_b', many(1, 4), [uid(2), uid(2)])
    expect(bench.table('record_b').page(0).uid).toEqual([uid(1), uid(3), uid(4)])
  })

  test('a field that older pages lack is empty there', () => {
    const bench = new Bench()
    bench.confirm('record_a', [{ uid: uid(1), id: '1', version: 1, fields: { name: 'Lama' } }])
    bench.confirm('record_a', [{ uid: uid(2), id: '2', version: 2, fields: recordA({ name: 'Baru' }) }])
    expect(bench.table('record_a').confirmed(uid(1))?.fields['pin']).toBeNull()
    expect(bench.table('record_a').confirmed(uid(2))?.fields['pin']).toBe('0001')
  })
})
