/** What a row of the ledger says of the record that it changed, and that nothing of it is lost. */
import { describe, expect, test } from 'vitest'
import { bodiesOf, recordsOf, withoutFieldsIn } from '../../server/db/ledger-bodies.ts'
import type { ServerRecord } from '../../shared/protocol.ts'

const at = '2026-11-26T08:30:15.123Z'
const stamps = { clock: 12, author: 'dewi-Ñ', at }
const uid = '00000000-0000-7000-8000-000000000001'

function record(fields: ServerRecord['fields'], version = 12): ServerRecord {
  const noted = version === 12 ? { by: 'dewi-Ñ', at: '2026-11-26T08:30:15Z' } : { by: '', at: '' }
  return { kind: 'record_a', uid, id: '7', version, ...noted, fields }
}

function row(before: ServerRecord | null, after: ServerRecord | null) {
  return { kind: 'record_a', uid, ...stamps, clock: 12n as never, ...bodiesOf(before, after, stamps) }
}

const was = { name: 'Dewi "7"', pin: '', verify: false, device_id: null, tz: '🔑'.repeat(80) }
const is = { ...was, name: 'Dewi', device_id: '9007199254740993' }

describe('[HI10] A row of the ledger', () => {
  test('has both sides of a change, of before only what was different', () => {
    const written = row(record(was, 3), record(is))
    expect(JSON.parse(written.before ?? '')).toEqual({
      version: 3,
      was: { name: 'Dewi "7"', device_id: null },
    })
    const { before, after } = recordsOf(written)
    expect(after).toEqual(record(is))
    expect(before).toMatchObject({ id: '7', uid, version: 3, fields: was })
  })

  test('has no record before a creation, and none after a deletion', () => {
    const [made, gone] = [row(null, record(is)), row(record(was, 3), null)]
    expect(recordsOf(made)).toEqual({ before: null, after: record(is) })
    expect(recordsOf(gone)).toEqual({ before: record(was, 3), after: null })
    expect([row(null, null).before, row(null, null).after]).toEqual([null, null])
  })

  test('of what changed nothing is the same on both sides, and says when it was changed', () => {
    const written = row(record(was, 3), record(was, 3))
    expect(written.before).toBe(written.after)
    expect(recordsOf(written)).toEqual({ before: record(was, 3), after: record(was, 3) })
  })

  test('says whole what was there before a field was', () => {
    const { tz: _, ...earlier } = was
    expect(recordsOf(row(record(earlier, 3), record(is))).before).toEqual(record(earlier, 3))
  })

  test('that was written whole is read as it is, whoever wrote it', () => {
    const { by: _by, at: _at, ...unsigned } = record(was, 3)
    const written = {
      ...row(null, null),
      before: JSON.stringify(record(is)),
      after: JSON.stringify(unsigned),
    }
    expect(recordsOf(written)).toEqual({ before: record(is), after: { ...unsigned, by: '', at: '' } })
  })

  test('[HI7] loses fields on both sides alike', () => {
    const written = row(record(was, 3), record(is))
    const names = new Set(['name'])
    const left = {
      before: withoutFieldsIn(written.before, names),
      after: withoutFieldsIn(written.after, names),
    }
    const { before, after } = recordsOf({ ...written, ...left })
    expect(after?.fields).not.toHaveProperty('name')
    expect(before?.fields).toEqual({ ...was, name: undefined })
    expect(withoutFieldsIn(null, names)).toBe(null)
    expect(withoutFieldsIn(written.after, new Set(['other']))).toBe(written.after)
  })
})
