/** What is wrong with a whole record: every issue by its field, and never the value. */
import { describe, expect, test } from 'vitest'
import { faultOf } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { emptyFields, issuesOfChanges, issuesOfFields } from '../../shared/record.ts'

const recordA = kindNamed(kinds, 'record_a')!
const recordB = kindNamed(kinds, 'record_b')!
const device = fieldNamed(recordA, 'device_id')!
const uid = '019a0000-0000-7000-8000-000000000001'

const b = { pt: 'ABC', divisi: 'K', unit: true, jenis: 'P', nama: 'Gudang Utara', divapp: 'A', urutan: false }

describe('Records', () => {
  test('[VA7] id and unknown keys are refused by name', () => {
    for (const key of ['id', 'version', 'Nama', 'constructor', ''])
      expect(issuesOfFields(recordB, { ...b, [key]: '1' })).toEqual([{ field: key, code: 'unknown_field' }])
    expect(
      issuesOfFields(recordB, JSON.parse(`{"__proto__": {"pt": "X"}, ${JSON.stringify(b).slice(1)}`)),
    ).toEqual([{ field: '__proto__', code: 'unknown_field' }])
    expect(issuesOfChanges(recordB, { id: ['1', '2'] })).toEqual([{ field: 'id', code: 'unknown_field' }])
  })

  test('[VA7] an unknown key is refused at every depth', () => {
    expect(faultOf({ uid, id: '7' }, device)).toEqual({ code: 'unknown_field' })
    expect(issuesOfChanges(recordA, { device_id: ['1', { uid, id: '7' }] })).toEqual([
      { field: 'device_id', code: 'unknown_field' },
    ])
  })

  test('[VA10] all issues come at once, in the order of the fields, without the values', () => {
    expect(
      issuesOfFields(recordB, { ...b, pt: 'TOOLONG', unit: 'rahasia', nama: '   ', divapp: undefined }),
    ).toEqual([
      { field: 'pt', code: 'too_long', params: { max: 5 } },
      { field: 'unit', code: 'not_boolean' },
      { field: 'nama', code: 'required' },
      { field: 'divapp', code: 'required' },
    ])
  })

  test('[VA1] an empty record lacks every field', () => {
    const lacking = issuesOfFields(recordA, {})
    expect(lacking.map(issue => issue.field)).toEqual(recordA.fields.slice(1).map(each => each.name))
    expect(new Set(lacking.map(issue => issue.code))).toEqual(new Set(['required']))
  })

  test('[VA1, VA10] a new form is refused until it is filled in, except for its checkboxes', () => {
    const issues = issuesOfFields(recordB, emptyFields(recordB))
    expect(issues.map(issue => issue.field)).toEqual(['pt', 'divisi', 'jenis', 'nama', 'divapp'])
  })

  test('[VA7] of an update only the chosen value is checked, and only a pair is one', () => {
    expect(issuesOfChanges(recordB, { nama: [17, 'Gudang'], unit: ['ya', true] })).toEqual([])
    expect(issuesOfChanges(recordB, { nama: ['Gudang', ''] })).toEqual([{ field: 'nama', code: 'required' }])
    for (const malformed of ['Gudang', ['Gudang'], ['a', 'b', 'c'], null])
      expect(issuesOfChanges(recordB, { nama: malformed })).toEqual([{ field: 'nama', code: 'malformed' }])
  })

  test.each([null, [], 'text', 1])('[VA10] %j is no record', value => {
    expect(issuesOfFields(recordB, value)).toEqual([{ field: '', code: 'malformed' }])
  })
})
