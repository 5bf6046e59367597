/** What the columns of a file are taken for, before anybody has corrected it. */
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../../client/engine/exchange/cells.ts'
import { proposedPlan } from '../../../client/engine/import/columns.ts'
import { kinds } from '../../../shared/kinds.ts'
import { kindOf } from './of-kinds.ts'

const plan = (kind: string, names: string[], rows: Cell[][] = []) =>
  proposedPlan(kindOf(kind), kinds, { names, rows })
const fields = (kind: string, ...names: string[]) => plan(kind, names).fields

describe('Columns', () => {
  test.each(kinds)(
    '[IM4] of $name: its fields by their names, and by their labels in both languages',
    kind => {
      const known = kind.fields.filter(field => field.fillable || field.primary)
      for (const names of [known.map(({ name }) => name), known.map(({ label }) => label.en)])
        expect(fields(kind.name, ...names)).toEqual(known.map(({ name }) => name))
      expect(fields(kind.name, ...known.map(({ label }) => label.id))).toEqual(known.map(({ name }) => name))
    },
  )

  test.each([
    ['ViceCard', 'vice_card'],
    ['VICE-CARD', 'vice_card'],
    ['Vice card', 'vice_card'],
    ['StartDatetime', 'start_datetime'],
    [' end.datetime ', 'end_datetime'],
    ['Mulai', 'start_datetime'],
    ['TZ', 'tz'],
    ['Pín', 'pin'],
    ['device_id', 'device_id'],
    ['Perangkat', 'device_id'],
    ['DEVICES', 'device_id'],
    ['\ufeffId', 'id'],
    ['Kartu*', 'card'],
  ])('[IM4] «%s» is for %s', (name, field) => {
    expect(fields('record_a', name)).toEqual([field])
  })

  test('[IM4] a name that nobody knows, or has been taken, is for nothing', () => {
    expect(fields('record_a', 'Umur', 'PIN', '', 'pin', 'Pin number', '#')).toEqual([
      ...[null, 'pin', null, null, null, null],
    ])
  })

  test('[IM4] a field’s own name goes before what another one is called', () => {
    const kind = {
      ...kindOf('device'),
      fields: kindOf('device').fields.map(field => ({ ...field, label: { en: 'Nick', id: 'Nick' } })),
    }
    expect(proposedPlan(kind, kinds, { names: ['nick', 'NAME'], rows: [] }).fields).toEqual(['id', 'name'])
  })

  test('[IM4] a field is found by a name that it had before', () => {
    const device = kindOf('device')
    const kind = {
      ...device,
      fields: device.fields.map(field => (field.primary ? field : { ...field, formerly: ['gate_name'] })),
    }
    expect(proposedPlan(kind, kinds, { names: ['Gate name'], rows: [] }).fields).toEqual(['name'])
  })
})

describe('Keys', () => {
  test.each<[string, string[], string[]]>([
    ['record_a', ['id', 'device_id', 'pin'], ['id']],
    ['record_a', ['Name', 'PIN', 'Device'], ['device_id', 'pin']],
    ['record_a', ['PIN', 'Name'], ['pin']],
    ['record_a', ['Device', 'Name'], []],
    ['record_b', ['PT', 'Nama'], ['pt', 'nama']],
    ['record_b', ['PT'], []],
    ['record_b', ['Nama'], []],
    ['device', ['Nama'], ['name']],
    ['device', ['Lokasi'], []],
  ])('[IM5] %s with %j: %j', (kind, names, keys) => {
    expect(plan(kind, names).keys).toEqual(keys)
  })
})

describe('What new records have', () => {
  test('[IM5] no, where the file has no such column, and nothing else', () => {
    expect(plan('record_a', ['PIN']).defaults).toEqual({ verify: false })
    expect(plan('record_b', ['Unit']).defaults).toEqual({ urutan: false })
    expect(plan('device', []).defaults).toEqual({})
  })

  test('[IM4] records that are missing are not made unless somebody says so', () => {
    expect(plan('record_a', ['Device']).makesMissing).toBe(false)
  })
})

describe('The order of dates', () => {
  const names = ['Pri', 'Start', 'End']

  test('[IM3] is what one date of the file can be read in alone', () => {
    expect(
      plan('record_a', names, [
        ['1', '03/04/2026'],
        ['1', '3/4/2026', '25/12/2026'],
      ]).dateOrder,
    ).toBe('day first')
    expect(plan('record_a', names, [['1', '12/25/2026', '03/04/2026']]).dateOrder).toBe('month first')
  })

  test('[IM3] is open where no date, or where several, decide', () => {
    expect(plan('record_a', names, [['25/12/2026', '03/04/2026']]).dateOrder).toBeNull()
    expect(plan('record_a', names, [[], ['1', '25/12/2026', '12/25/2026']]).dateOrder).toBeNull()
    expect(plan('record_a', ['PIN'], [['25/12/2026']]).dateOrder).toBeNull()
  })
})
