/** A list by several fields, each of which decides what those before it leave open. */
import { describe, expect, test } from 'vitest'
import { collateIn } from '../../client/engine/table/sort.ts'
import type { SortBy } from '../../client/contract.ts'
import { randomOf } from '../../server/demo/random.ts'
import type { Fields } from '../../shared/record.ts'
import { Bench, type Given, recordA, uid } from '../support/tables.ts'

const by = (...names: string[]): SortBy[] =>
  names.map(name => ({ field: name.replace('-', ''), descending: name.startsWith('-') }))

function withDevices(): Bench {
  const bench = new Bench()
  bench.confirm('device', [
    { uid: uid(900), id: '1', version: 1, fields: { name: 'Utara' } },
    { uid: uid(901), id: '2', version: 2, fields: { name: 'Barat' } },
    { uid: uid(902), id: '3', version: 3, fields: { name: 'barat' } },
  ])
  return bench
}

describe('Several sorts', () => {
  test('[SE40] the second decides what the first leaves open, either in its own direction', () => {
    const bench = withDevices()
    const given: [name: string, device: string][] = [
      ['Budi', '1'],
      ['Añi', '2'],
      ['Citra', '3'],
      ['Budi 10', '1'],
      ['Budi 9', '1'],
    ]
    bench.confirm(
      'record_a',
      given.map(([name, device_id], i) => ({
        ...{ uid: uid(i + 1), id: String(i + 1), version: i + 1 },
        fields: recordA({ name, device_id }),
      })),
    )
    const list = (...names: string[]) => bench.list('record_a', { sort: by(...names) })
    expect(list('device_id', 'name')).toEqual(['Añi', 'Citra', 'Budi', 'Budi 9', 'Budi 10'])
    expect(list('device_id', '-name')).toEqual(['Citra', 'Añi', 'Budi 10', 'Budi 9', 'Budi'])
    expect(list('-device_id', 'name')).toEqual(['Budi', 'Budi 9', 'Budi 10', 'Añi', 'Citra'])
    expect(list('nothing', 'name')).toEqual(list('name'))
  })

  test('[SE40] by any fields it is the order that comparing each pair gives', () => {
    const random = randomOf('several')
    const collate = collateIn('en')
    const few = ['', 'Ñandú 9', 'ñandú 10', 'nandu 9', 'Ünal', '😀', '0012', '12']
    const pick = () => few[random.below(few.length)] ?? ''
    const devices = ['1', '2', '3', '99']
    const deviceNames: Record<string, string> = { '1': 'Utara', '2': 'Barat', '3': 'barat' }
    const fieldsOf = (): Fields =>
      recordA({
        ...{ name: pick(), grp: pick(), card: String(random.below(4)), verify: random.below(2) === 0 },
        device_id: devices[random.below(devices.length)] ?? '1',
        end_datetime: `2027-01-0${1 + random.below(3)}T00:00:00`,
      })
    for (let round = 0; round < 30; round++) {
      const bench = withDevices()
      const records: Given[] = Array.from({ length: 1 + random.below(700) }, (_, i) => ({
        ...{ uid: uid(i + 1), id: String(i + 1), version: i + 1, fields: fieldsOf() },
      }))
      bench.confirm('record_a', records)
      for (const each of records.filter(() => random.below(9) === 0)) {
        each.fields = fieldsOf()
        bench.lay('record_a', each)
      }
      const fields = ['name', 'grp', 'card', 'verify', 'device_id', 'end_datetime']
      const sort = by(
        ...new Set(
          Array.from({ length: 1 + random.below(4) }, () => fields[random.below(fields.length)] ?? ''),
        ),
      ).map(each => ({ ...each, descending: random.below(2) === 0 }))
      const keyOf = ({ fields: values }: Given, field: string) => {
        const value = String(values[field])
        if (field === 'verify') return value === 'true' ? '1' : '0'
        return field === 'device_id' ? (deviceNames[value] ?? '') : value
      }
      const isReversed = sort[0]?.descending === true
      const expected = records.toSorted((a, b) => {
        for (const { field, descending } of sort) {
          const way = collate(keyOf(a, field), keyOf(b, field))
          if (way !== 0) return descending ? -way : way
        }
        return (isReversed ? -1 : 1) * (Number(a.id) - Number(b.id))
      })
      const found = bench.find('record_a', { sort }).rows.map(row => row.uid)
      expect(found, JSON.stringify(sort)).toEqual(expected.map(each => each.uid))
    }
  })
})
