/** Which record a cell refers to, and what becomes of those that are missing. */
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../../client/engine/exchange/cells.ts'
import { recordA, uid } from '../../support/tables.ts'
import { compared } from './compared.ts'
import { devices, records, whole } from './gates.ts'

describe('A reference', () => {
  const refer = (...texts: Cell[]) =>
    compared({
      ...{ names: ['Id', 'Device'], devices, rows: texts.map((text, at) => [String(20 + at), text]) },
      records: Object.fromEntries(texts.map((_, at) => [20 + at, { fields: recordA({ device_id: '9' }) }])),
    })

  test('[IM4] is found by title, `#` and id, or uid, and set by id as soon as there is one', () => {
    const { rows } = refer('Gerbang', ' Gerbang ', '#2', uid(3), 'Baru', uid(5), '#4', '#1', 'Pintu')
    expect(rows.map(({ changes }) => changes.device_id?.[1])).toEqual([
      ...['1', '1', '2', '3', { uid: uid(5) }, { uid: uid(5) }, '4', '1', '6'],
    ])
    expect(rows.map(({ titles }) => Object.values(titles))).toEqual(
      ['Gerbang', 'Gerbang', 'Kembar', 'Kembar', 'Baru', 'Baru', '#1', 'Gerbang', ' Pintu '].map(each => [
        each,
      ]),
    )
  })

  test('[IM4] that several have, or none, is refused', () => {
    const { brief, rows } = refer('Kembar', 'gerbang', '#77', uid(77), '1', true)
    expect(brief).toEqual([
      'device_id several_records',
      ...Array.from({ length: 5 }, () => 'device_id unknown_record'),
    ])
    expect(rows[0]?.issues[0]?.params).toEqual({ text: 'Kembar' })
    expect(rows[5]?.issues[0]?.params).toEqual({ text: 'true' })
  })

  test('[IM4] to a record that is gone is as it was', () => {
    expect(refer('#9').brief).toEqual(['unchanged'])
  })

  test('[IM4] to one that is missing makes it, once, where that was asked for', () => {
    const { brief, diff, rows, comparison } = compared({
      ...{ names: whole.names, records, devices, plan: { makesMissing: true } },
      rows: [
        ['Hanya ditolak', '1', 'Ani'],
        whole.row('Utara', '007', 'Ani'),
        whole.row(' Utara ', '008', 'Budi'),
        whole.row('Selatan', '007', 'Cici'),
        whole.row('Utara', '007', 'Dewi'),
        whole.row('é'.repeat(256), '1', 'Eka'),
        whole.row('#99', '1', 'Fitri'),
        whole.row('Kembar', '1', 'Gita'),
      ],
    })
    expect(brief.slice(1)).toEqual([
      ...['added', 'added', 'added', 'twice_in_file'],
      ...['device_id too_long', 'device_id unknown_record', 'device_id several_records'],
    ])
    expect(diff.made).toEqual({ device: ['Utara', 'Selatan'] })
    expect(diff.missing).toEqual({ device: ['Hanya ditolak', 'Utara', 'Selatan'] })
    const [north, south] = comparison.made
    expect(north).toEqual({
      ...{ kind: 'device', title: 'Utara', uid: north?.uid, fields: { name: 'Utara' } },
    })
    const values = rows.map(({ changes }) => changes.device_id?.[1])
    expect(values.slice(1, 4)).toEqual([{ uid: north?.uid }, { uid: north?.uid }, { uid: south?.uid }])
    expect(rows[1]?.titles).toEqual({ [north?.uid ?? '']: 'Utara' })
    const uids = [1, 2, 3].map(row => comparison.work(row)).map(work => work && 'uid' in work && work.uid)
    expect(new Set([...uids, north?.uid, south?.uid]).size).toBe(5)
  })

  test('[IM4] which are missing is said before anybody has them made', () => {
    const { diff } = compared({
      ...{ names: whole.names, devices: { 1: { fields: { name: 'Kembar' } } } },
      rows: ['Utara', 'Kembar', 'Utara', '#99', ' Selatan ', ''].map((name, at) =>
        whole.row(name, String(at), 'A'),
      ),
    })
    expect(diff).toMatchObject({ missing: { device: ['Utara', 'Selatan'] }, made: {} })
  })

  test('[IM4] one that stands for all new rows has its title, too', () => {
    const { rows } = compared({
      ...{ names: ['PIN'], plan: { keys: [], defaults: recordA({ device_id: '1' }) }, rows: [['7']] },
      devices: { 1: { fields: { name: 'Utara' } } },
    })
    expect(rows[0]).toMatchObject({ verdict: 'added', titles: { 1: 'Utara' } })
  })
})
