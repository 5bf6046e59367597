/** The order that a list has by itself, and why a record is found. */
import { describe, expect, test } from 'vitest'
import { Bench, recordA, uid } from '../support/tables.ts'

function withNames(...given: string[]) {
  const bench = new Bench()
  bench.confirm('device', [
    { uid: uid(900), id: '1', version: 1, fields: { name: 'Gerbang Utara' } },
    { uid: uid(901), id: '2', version: 2, fields: { name: 'Gerbang Selatan' } },
  ])
  bench.confirmNames(...given)
  return bench
}

describe('Without a sort', () => {
  test('a whole field comes before the start of a word, and that before the inside of one', () => {
    const bench = withNames('Kadewi', 'Sri Dewi', 'Dewi')
    expect(bench.list('record_a', 'dewi')).toEqual(['Dewi', 'Sri Dewi', 'Kadewi'])
  })

  test('[SE8] an edited hit, sent or not, stays where it stood among the others', () => {
    const bench = withNames('Dewi Ayu', 'Ayu', 'Kadewi Ayu', 'Ayu Dewi', 'Dewi', 'Sri Ayu Dewi')
    const before = bench.list('record_a', 'dewi ayu')
    expect(before).toEqual(['Sri Ayu Dewi', 'Ayu Dewi', 'Dewi Ayu', 'Kadewi Ayu'])
    for (const number of [1, 3, 4, 6]) {
      const name = bench.table('record_a').shown(uid(number))?.fields?.['name']
      bench.lay('record_a', {
        uid: uid(number),
        id: String(number),
        fields: recordA({ name: name ?? '', grp: '7' }),
      })
      expect(bench.list('record_a', 'dewi ayu')).toEqual(before)
    }
  })

  test('[SE8] newest first, by ids as numbers: new ones without an id on top, the last made first', () => {
    const bench = new Bench()
    const ids = ['9', '100', '9223372036854775806', '9223372036854775807', '10']
    const name = (id: string) => recordA({ name: id })
    bench.confirm(
      'record_a',
      ids.map((id, i) => ({ uid: uid(i + 1), id, version: i + 1, fields: name(id) })),
    )
    bench.lay('record_a', { uid: uid(50), fields: name('first') })
    bench.lay('record_a', { uid: uid(51), fields: name('second') })
    bench.lay('record_a', { uid: uid(52), id: '11', fields: name('answered') })
    bench.lay('record_a', { uid: uid(2), id: '100', fields: name('100, changed') })
    const newestFirst = ['second', 'first', ids[3], ids[2], '100, changed', 'answered', '10', '9']
    expect(bench.list('record_a', '')).toEqual(newestFirst)
    const alike = { sort: [{ field: 'verify', descending: true }] }
    expect(bench.list('record_a', alike).slice(0, 2)).toEqual(newestFirst.slice(0, 2))
  })

  test('[SE8] more hits than are ranked are newest first, too', () => {
    const bench = withNames(...Array.from({ length: 10_100 }, (_, i) => (i === 0 ? 'N' : `N ${i + 1}`)))
    bench.lay('record_a', { uid: uid(10_050), id: '10050', fields: recordA({ name: 'N, changed' }) })
    const found = bench.list('record_a', 'n')
    expect(found[50]).toBe('N, changed')
    expect(found.slice(0, 2)).toEqual(['N 10100', 'N 10099'])
  })

  test('[SE9] what people look by counts more, a secret least; unsent ones are weighed alike', () => {
    const bench = new Bench()
    const given = [
      recordA({ name: 'Dewi in passwd', passwd: '00123' }),
      recordA({ name: 'Dewi in Tz', tz: '00123' }),
      recordA({ name: 'Dewi in PIN', pin: '0012345' }),
      recordA({ name: 'Dewi in Card', card: '99001239' }),
    ]
    bench.confirm(
      'record_a',
      given.map((fields, i) => ({ uid: uid(i + 1), id: String(i + 1), version: i + 1, fields })),
    )
    const best = ['Dewi in PIN', 'Dewi in Card', 'Dewi in Tz', 'Dewi in passwd']
    expect(bench.list('record_a', 'dewi 00123')).toEqual(best)
    for (const [i, fields] of given.entries())
      bench.lay('record_a', { uid: uid(i + 1), id: String(i + 1), fields })
    expect(bench.list('record_a', 'dewi 00123')).toEqual(best)
  })

  test('[SE9] each row says where it was found; of a secret, a tick or a day only that', () => {
    const bench = withNames('Budi')
    bench.confirm('record_a', [
      {
        ...{ uid: uid(70), id: '70', version: 70 },
        fields: recordA({ name: 'Rahayu', passwd: 'ayu 9z', device_id: '2', verify: true }),
      },
    ])
    const why = (search: string) => {
      const { marks, found } = bench.find('record_a', search).rows[0] ?? {}
      return { marks, found }
    }
    const name = [[3, 6]]
    expect(why('ayu')).toEqual({ marks: { name }, found: { name: [0], passwd: [0] } })
    expect(why('ayu 9z')).toEqual({ marks: { name }, found: { name: [0], passwd: [0, 1] } })
    expect(why('ayu verify:yes')).toEqual({
      marks: { name },
      found: { name: [0], passwd: [0], verify: [1] },
    })
    expect(why('selatan rahayu')).toEqual({
      marks: { name: [[0, 6]], device_id: [[8, 15]] },
      found: { name: [1], device_id: [0] },
    })
  })
})
