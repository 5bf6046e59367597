/** Which record a row means. */
import { describe, expect, test } from 'vitest'
import { recordA, recordB, uid } from '../../support/tables.ts'
import { compared } from './compared.ts'
import { devices, records, whole } from './gates.ts'

describe('Keys', () => {
  test('[IM5] are compared to the letter, but for white space around them', () => {
    const { brief } = compared({
      ...{ names: whole.names, records, devices },
      rows: [['Gerbang', ' 007\t'], whole.row('Gerbang', '7', 'A'), whole.row('Baru', '007', 'B')],
    })
    expect(brief).toEqual(['unchanged', 'added', 'added'])
  })

  test('[IM5] of which one is blank, or cannot be read, name no record', () => {
    const { brief, diff } = compared({
      ...{ names: ['Device', 'PIN', 'Name'], records, devices },
      rows: [
        ['Gerbang', ' '],
        [null, '007'],
        ['Kembar', '007'],
        ['Hilang', null],
      ],
    })
    expect(brief).toEqual([
      ...['pin key_missing', 'device_id key_missing', 'device_id several_records'],
      'pin key_missing, device_id unknown_record',
    ])
    expect(diff.counts.refused).toBe(4)
  })

  test('[IM5] that several records have, or a row before has, name none', () => {
    const { brief, rows } = compared({
      names: ['PIN', 'Name'],
      records: { ...records, 13: { fields: recordA({ pin: ' 007 ' }) } },
      rows: [
        ['007', 'A'],
        ['1', 'B'],
        ['1', 'C'],
        ['007', 'D'],
        ['2', 'E'],
        ['2', 'F'],
        ['2', 'G'],
      ],
    })
    const lacking = rows[4]?.issues.every(({ code }) => code === 'required')
    expect(brief.toSpliced(4, 1)).toEqual([
      ...['several_records_match', 'changed', 'twice_in_file', 'several_records_match'],
      ...['twice_in_file', 'twice_in_file'],
    ])
    expect(lacking).toBe(true)
    expect([2, 5, 6].map(row => rows[row]?.issues)).toEqual(
      [3, 6, 6].map(line => [{ field: '', code: 'twice_in_file', params: { line } }]),
    )
    expect(rows[2]?.uid).toBe(uid(12))
  })

  test('[IM5] an id, or a uid, names its record alone', () => {
    const { brief, rows } = compared({
      ...{ names: ['Id', 'PIN', 'Name'], records },
      rows: [['11', '007', 'A'], ['#11'], [uid(11)], [uid(12), '2'], ['12'], ['x'], [uid(99)], ['011']],
    })
    expect(brief).toEqual([
      ...['changed', 'twice_in_file', 'twice_in_file', 'changed', 'id no_such_record', 'id no_such_record'],
      ...['id no_such_record', 'id no_such_record'],
    ])
    // What is no key may change, whatever else it is.
    expect(rows[3]?.changes).toEqual({ pin: ['1', '2'] })
  })

  test('[IM5] beside ids, a row without one is a new record', () => {
    const { brief } = compared({
      ...{ names: ['Id', 'PIN', 'Name'], records, plan: { defaults: recordA() } },
      rows: [
        ['11', '7'],
        ['', '3', 'A'],
        [' ', '3', 'A'],
        [null, '4', 'B'],
      ],
    })
    expect(brief).toEqual(['changed', 'added', 'added', 'added'])
  })

  test('[IM5] without any, each row is a new record', () => {
    const row = ['ABC', 'D', 'ya', 'J', 'Gudang', 'A', 'no']
    const { brief, diff } = compared({
      ...{ kind: 'record_b', plan: { keys: [] }, records: { 1: { fields: recordB() } } },
      ...{ names: ['PT', 'Divisi', 'Unit', 'Jenis', 'Nama', 'Divapp', 'Urutan'], rows: [row, row] },
    })
    expect([brief, diff.counts.added]).toEqual([['added', 'added'], 2])
  })

  test('[IM5] one that has no column names no record', () => {
    const { brief } = compared({ names: ['Name'], plan: { keys: ['pin'] }, records, rows: [['A']] })
    expect(brief).toEqual(['pin key_missing'])
  })
})
