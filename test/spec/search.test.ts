import { describe, expect, test } from 'vitest'
import { collateIn } from '../../client/engine/table/sort.ts'
import { randomOf } from '../../server/demo/random.ts'
import { Bench, recordA, uid } from '../support/tables.ts'

const names = ['Budi Santoso', 'Déwi Lestari', 'dewi kartika sari', 'Siti Aminah', 'İbrahim Ünal', 'Straße 9']

function withNames(...given: string[]) {
  const bench = new Bench()
  bench.confirm('device', [
    { uid: uid(900), id: '1', version: 1, fields: { name: 'Gerbang Utara' } },
    { uid: uid(901), id: '2', version: 2, fields: { name: 'Gerbang Selatan' } },
  ])
  bench.confirmNames(...(given.length > 0 ? given : names))
  return bench
}

describe('Search', () => {
  test.each([
    ['dewi', ['dewi kartika sari', 'Déwi Lestari']],
    ['DEWI sari', ['dewi kartika sari']],
    ['sari dewi', ['dewi kartika sari']],
    ['dewi siti', []],
    ['ibrahim', ['İbrahim Ünal']],
    ['unal', ['İbrahim Ünal']],
    ['strasse', ['Straße 9']],
    ['   ', names],
    ['', names],
  ])(
    '[SE1] %j finds exactly the records that hold every word, ignoring case and accents',
    (search, found) => {
      expect(new Set(withNames().list('record_a', search))).toEqual(new Set(found))
    },
  )

  test('[SE1] a word is found inside a longer one, in any searchable field', () => {
    const bench = withNames('Budi')
    for (const search of ['12000', 'ahasi', '0000100', 'udi'])
      expect(bench.list('record_a', search)).toEqual(['Budi'])
  })

  test('[SE1] an id is not searchable', () => {
    const bench = new Bench()
    bench.confirm('record_a', [{ uid: uid(1), id: '777777', version: 1, fields: recordA() }])
    expect(bench.find('record_a', '777777').total).toBe(0)
  })

  test('[SE2] quotes make a phrase, also while the closing one is missing', () => {
    const bench = withNames('Budi Santoso', 'Santoso Budi')
    expect(bench.list('record_a', '"budi santoso"')).toEqual(['Budi Santoso'])
    expect(bench.list('record_a', '"budi sant')).toEqual(['Budi Santoso'])
  })

  test('[SE2] field:word looks in one field, by its name or by its label in either language', () => {
    const bench = new Bench()
    bench.confirm('record_a', [
      { uid: uid(1), id: '1', version: 1, fields: recordA({ name: 'Kartu', card: '5' }) },
      { uid: uid(2), id: '2', version: 2, fields: recordA({ name: 'Budi', card: 'kartu 6' }) },
    ])
    expect(bench.list('record_a', 'name:kartu')).toEqual(['Kartu'])
    expect(bench.list('record_a', 'nama:kartu')).toEqual(['Kartu'])
    expect(bench.list('record_a', 'card:kartu')).toEqual(['Budi'])
    expect(bench.list('record_a', 'card:"kartu 6"')).toEqual(['Budi'])
    expect(bench.list('record_a', 'vice_card:kartu')).toEqual([])
  })

  test('[SE2] a colon after what is no field is text like any other', () => {
    const bench = withNames('Jam 08:30')
    expect(bench.list('record_a', '08:30')).toEqual(['Jam 08:30'])
  })

  test("[SE3] a Device's name finds its Record As, also after it is renamed", () => {
    const bench = withNames('Budi', 'Siti')
    bench.confirm('record_a', [
      { uid: uid(2), id: '2', version: 9, fields: recordA({ name: 'Siti', device_id: '2' }) },
    ])
    expect(bench.list('record_a', 'selatan')).toEqual(['Siti'])
    expect(bench.list('record_a', 'device_id:selatan')).toEqual(['Siti'])
    expect(bench.list('record_a', 'gerbang siti')).toEqual(['Siti'])
    bench.confirm('device', [{ uid: uid(901), id: '2', version: 10, fields: { name: 'Lobi' } }])
    expect(bench.list('record_a', 'selatan')).toEqual([])
    expect(bench.list('record_a', 'lobi')).toEqual(['Siti'])
    bench.lay('device', { uid: uid(901), id: '2', fields: { name: 'Dermaga' } })
    expect(bench.list('record_a', 'dermaga')).toEqual(['Siti'])
  })

  test('[SE3] a Device that has no id yet counts just the same', () => {
    const bench = withNames('Budi')
    bench.lay('device', { uid: uid(77), fields: { name: 'Pintu Baru' } })
    bench.lay('record_a', { uid: uid(78), fields: recordA({ name: 'Joko', device_id: { uid: uid(77) } }) })
    expect(bench.list('record_a', 'pintu')).toEqual(['Joko'])
  })

  test('[SE4] booleans are found by their label, dates by ISO and local form', () => {
    const bench = new Bench()
    bench.confirm('record_a', [
      { uid: uid(1), id: '1', version: 1, fields: recordA({ name: 'A', verify: true }) },
      {
        uid: uid(2),
        id: '2',
        version: 2,
        fields: recordA({ name: 'B', start_datetime: '2026-02-17T08:30:00' }),
      },
    ])
    expect(bench.list('record_a', 'verify:yes')).toEqual(['A'])
    expect(bench.list('record_a', 'verify:no')).toEqual(['B'])
    expect(bench.list('record_a', '2026-02-17')).toEqual(['B'])
    expect(bench.list('record_a', '"local 17"')).toEqual(['B'])
  })

  test('values that hold the separators of the search text stay apart from their neighbours', () => {
    const bench = withNames('a\x1fb', 'c\x1e\x1fd', 'line\nbreak')
    expect(bench.list('record_a', 'name:c')).toEqual(['c\x1e\x1fd'])
    expect(bench.list('record_a', '"line\nbreak"')).toEqual(['line\nbreak'])
    expect(bench.list('record_a', 'name:a')).toEqual(['a\x1fb', 'line\nbreak'])
  })

  test('matches are marked where they stand in the text as written', () => {
    const bench = withNames('Déwi ﬁne Dewi')
    expect(bench.find('record_a', 'dewi').rows[0]?.marks).toEqual({
      name: [
        [0, 4],
        [9, 13],
      ],
    })
    expect(bench.find('record_a', 'name:fi').rows[0]?.marks).toEqual({ name: [[5, 6]] })
  })

  test('search works the same across many pages and in the overlay', () => {
    const bench = withNames(
      ...Array.from({ length: 1_500 }, (_, i) => (i % 500 === 7 ? `Target ${i}` : `Orang ${i}`)),
    )
    bench.lay('record_a', { uid: uid(8), fields: recordA({ name: 'Changed' }) })
    bench.lay('record_a', { uid: uid(5_000), fields: recordA({ name: 'target baru' }) })
    expect(bench.list('record_a', 'target')).toEqual(['target baru', 'Target 1007', 'Target 507'])
  })
})

describe('Filter', () => {
  const bench = withNames('Budi', 'Siti', 'Bud')
  bench.confirm('record_a', [
    {
      uid: uid(2),
      id: '2',
      version: 9,
      fields: recordA({ name: 'Siti', device_id: '2', verify: true, end_datetime: '2027-03-01T23:59:59' }),
    },
  ])

  test.each([
    ['text contains', { field: 'name', op: 'contains', value: 'BUD' }, ['Bud', 'Budi']],
    ['text is', { field: 'name', op: 'is', value: 'bud' }, ['Bud']],
    ['yes', { field: 'verify', op: 'is', value: 'true' }, ['Siti']],
    ['no', { field: 'verify', op: 'is', value: 'false' }, ['Bud', 'Budi']],
    ['from a day, inclusive', { field: 'end_datetime', op: 'from', value: '2027-03-01' }, ['Siti']],
    [
      'to a day, inclusive',
      { field: 'end_datetime', op: 'to', value: '2027-03-01' },
      ['Bud', 'Siti', 'Budi'],
    ],
    ['to the day before', { field: 'end_datetime', op: 'to', value: '2027-02-28' }, ['Bud', 'Budi']],
    ['a Device by id', { field: 'device_id', op: 'is', value: '2' }, ['Siti']],
    ['a Device by uid', { field: 'device_id', op: 'is', value: uid(901) }, ['Siti']],
  ] as const)('[SE6] %s', (_, filter, found) => {
    expect(bench.list('record_a', { filters: [{ ...filter }] })).toEqual(found)
  })

  test('[SE6] filters, search and states narrow together', () => {
    expect(
      bench.list('record_a', { search: 'bud', filters: [{ field: 'name', op: 'is', value: 'budi' }] }),
    ).toEqual(['Budi'])
    expect(bench.list('record_a', { states: ['unsent'] })).toEqual([])
  })
})

describe('Sort', () => {
  test('[SE5] numbers inside text count as numbers; case and accents do not count', () => {
    const bench = withNames('item 10', 'Item 9', 'ítem 100', 'apple', 'Zebra')
    const sort = { field: 'name', descending: false }
    expect(bench.list('record_a', { sort: [sort] })).toEqual([
      'apple',
      'Item 9',
      'item 10',
      'ítem 100',
      'Zebra',
    ])
    expect(bench.list('record_a', { sort: [{ ...sort, descending: true }] })).toEqual([
      'Zebra',
      'ítem 100',
      'item 10',
      'Item 9',
      'apple',
    ])
  })

  test('[SE5] texts of digits alone stand in the order in which any texts stand', () => {
    const random = randomOf('digits')
    const digits = () => random.digits(random.below(16))
    const names = [
      '',
      '0',
      '00',
      '999999999999999',
      '000000000000001',
      ...Array.from({ length: 700 }, digits),
    ]
    const inOrder = names.toSorted(collateIn('en'))
    const sort = { field: 'name', descending: false }
    expect(withNames(...names).list('record_a', { sort: [sort] })).toEqual(inOrder)
    const longest = '1234567890123456'
    const withOthers = [...names, longest, '12 b', 'b'].toSorted(collateIn('en'))
    expect(withNames(...names, longest, '12 b', 'b').list('record_a', { sort: [sort] })).toEqual(withOthers)
  })

  test('[SE5] a Device column sorts by name, and again after a rename', () => {
    const bench = withNames('A', 'B')
    bench.confirm('record_a', [
      { uid: uid(2), id: '2', version: 9, fields: recordA({ name: 'B', device_id: '2' }) },
    ])
    const sort = { field: 'device_id', descending: false }
    expect(bench.list('record_a', { sort: [sort] })).toEqual(['B', 'A'])
    bench.confirm('device', [{ uid: uid(901), id: '2', version: 10, fields: { name: 'Zona' } }])
    expect(bench.list('record_a', { sort: [sort] })).toEqual(['A', 'B'])
  })

  test('unsettled records stand where their value puts them', () => {
    const bench = withNames('B', 'D', 'F')
    bench.lay('record_a', { uid: uid(2), id: '2', fields: recordA({ name: 'G' }) })
    bench.lay('record_a', { uid: uid(50), fields: recordA({ name: 'C' }) })
    bench.lay('record_a', { uid: uid(3), id: '3', fields: null })
    expect(bench.list('record_a', { sort: [{ field: 'name', descending: false }] })).toEqual(['B', 'C', 'G'])
    expect(bench.list('record_a', {})).toEqual(['C', 'G', 'B'])
    expect(bench.find('record_a', {}).all).toBe(3)
  })

  test('[SE7] a window is a part of the result, with the totals of the whole', () => {
    const bench = withNames(...Array.from({ length: 700 }, (_, i) => `N ${i}`))
    const { rows, total, all } = bench.find('record_a', { search: 'name:"N 5"' })
    expect({ total, all, first: rows[0]?.fields['name'] }).toEqual({ total: 111, all: 700, first: 'N 5' })
  })
})
