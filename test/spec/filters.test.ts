/** What filters on one field, and on several, let through. */
import { describe, expect, test } from 'vitest'
import type { Filter, FilterOp } from '../../client/contract.ts'
import { Bench, recordA, uid } from '../support/tables.ts'

/** Name, Device and End: Ayu and Budi at the first Device, Citra at the second. */
function bench(): Bench {
  const on = new Bench()
  on.confirm('device', [
    { uid: uid(900), id: '1', version: 1, fields: { name: 'Utara' } },
    { uid: uid(901), id: '2', version: 2, fields: { name: 'Selatan' } },
  ])
  const people = [
    ['Ayu', '1', '2026-11-20T23:59:59', '0012'],
    ['Budi Ñ', '1', '2026-11-23T00:00:00', null],
    ['Citra', '2', '2026-12-01T08:00:00', ''],
  ] as const
  on.confirm(
    'record_a',
    people.map(([name, device_id, end_datetime, card], i) => ({
      ...{ uid: uid(i + 1), id: String(i + 1), version: i + 3 },
      fields: recordA({ name, device_id, end_datetime, card }),
    })),
  )
  return on
}

const filter = (field: string, op: FilterOp, value = ''): Filter => ({ field, op, value })

describe('Filters', () => {
  test.each([
    [
      'two values of one field are alternatives',
      [filter('name', 'is', 'ayu'), filter('name', 'is', 'citra')],
      ['Ayu', 'Citra'],
    ],
    [
      'of what a text contains, too',
      [filter('name', 'contains', 'yu'), filter('name', 'contains', 'ñ')],
      ['Ayu', 'Budi Ñ'],
    ],
    [
      'two Devices, by uid and by id',
      [filter('device_id', 'is', uid(900)), filter('device_id', 'is', '2')],
      ['Ayu', 'Budi Ñ', 'Citra'],
    ],
    [
      'different fields narrow',
      [filter('name', 'is', 'ayu'), filter('name', 'is', 'citra'), filter('device_id', 'is', '2')],
      ['Citra'],
    ],
    ['what it is not, by uid as by id', [filter('device_id', 'not', uid(901))], ['Ayu', 'Budi Ñ']],
    ['two that it is not', [filter('name', 'not', 'ayu'), filter('name', 'not', 'citra')], ['Budi Ñ']],
    [
      'what it is not narrows the alternatives',
      [filter('name', 'contains', 'i'), filter('name', 'not', 'citra')],
      ['Budi Ñ'],
    ],
    ['nothing at all, or an empty text', [filter('card', 'empty')], ['Budi Ñ', 'Citra']],
    ['something', [filter('card', 'filled')], ['Ayu']],
    ['nothing, or this', [filter('card', 'empty'), filter('card', 'is', '0012')], ['Ayu', 'Budi Ñ', 'Citra']],
    ['not this counts what is empty', [filter('card', 'not', '0012')], ['Budi Ñ', 'Citra']],
    ['before a day', [filter('end_datetime', 'before', '2026-11-23')], ['Ayu']],
    ['after a day', [filter('end_datetime', 'after', '2026-11-23')], ['Citra']],
    ['on a day', [filter('end_datetime', 'is', '2026-11-23')], ['Budi Ñ']],
    [
      'two limits are one range',
      [filter('end_datetime', 'from', '2026-11-21'), filter('end_datetime', 'before', '2026-12-01')],
      ['Budi Ñ'],
    ],
    [
      'a range, or a day',
      [filter('end_datetime', 'before', '2026-11-23'), filter('end_datetime', 'is', '2026-12-01')],
      ['Ayu', 'Citra'],
    ],
    ['within some days', [filter('end_datetime', 'within', '2026-11-20/2026-11-23')], ['Ayu', 'Budi Ñ']],
  ] as const)('[SE30] %s', (_, filters, found) => {
    const on = bench()
    expect(new Set(on.list('record_a', { filters: [...filters] }))).toEqual(new Set(found))
    // Records outside the pages pass by the same.
    const laid = new Bench()
    for (const { uid: id, fields } of on.find('record_a', '').rows) laid.lay('record_a', { uid: id, fields })
    for (const { uid: id, id: number, fields } of on.find('device', '').rows)
      laid.confirm('device', [{ uid: id, id: number ?? '', version: Number(number), fields }])
    expect(new Set(laid.list('record_a', { filters: [...filters] }))).toEqual(new Set(found))
  })

  test('[SE31] what a person did here counts as theirs, and as of then, before it is sent', () => {
    const on = bench()
    const day = '2026-11-23'
    const at = Date.parse(`${day}T09:00:00`)
    on.lay('record_a', {
      uid: uid(1),
      fields: recordA({ name: 'Ayu' }),
      by: 'budi',
      at: '2026-01-05T08:00:00Z',
      changedAt: at,
    })
    on.lay('record_a', { uid: uid(2), fields: recordA({ name: 'Budi Ñ' }), changedAt: at - 86_400_000 })
    expect(on.list('record_a', { filters: [filter('changed_by', 'mine', 'sri')] })).toEqual(['Budi Ñ', 'Ayu'])
    expect(on.list('record_a', { filters: [filter('changed_at', 'since', day)] })).toEqual(['Ayu'])
    expect(on.list('record_a', { filters: [filter('changed_by', 'is', 'sri')] })).toEqual([])
  })

  test('[SE30] a Device that is deleted here is still found, by its uid as by its id', () => {
    const on = bench()
    const [{ uid: device = '', id = '' } = {}] = on.find('device', '').rows
    const total = (value: string | null) =>
      on.find('record_a', { filters: [filter('device_id', 'is', value ?? '')] }).total
    const before = total(id)
    expect(before).toBeGreaterThan(0)
    on.lay('device', { uid: device, id, fields: null })
    expect([total(device), total(id)]).toEqual([before, before])
  })

  test('[SE30] what it contains, of several texts, is found as each alone', () => {
    const names = ['Ayu', 'Budi Ñ', 'Citra', '', 'ayu-budi']
    const on = new Bench()
    on.confirmNames(...names)
    const found = (...values: string[]) =>
      on.list('record_a', { filters: values.map(value => filter('name', 'contains', value)) })
    expect(found('ñ', 'CIT')).toEqual(['Citra', 'Budi Ñ'])
    expect(found('ayub', '-')).toEqual(['ayu-budi'])
  })
})
