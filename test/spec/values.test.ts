/** What a field takes and what it refuses, on the edges. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  characterCount,
  equalValues,
  faultOf,
  fieldTypes,
  isBigInteger,
  isDateTime,
  isUid,
} from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { type Field, fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { issuesOfFields } from '../../shared/record.ts'

function field(kind: string, name: string): Field {
  return fieldNamed(kindNamed(kinds, kind)!, name)!
}

const name = field('record_a', 'name')
const pin = field('record_a', 'pin')
const nama = field('record_b', 'nama')
const divisi = field('record_b', 'divisi')
const verify = field('record_a', 'verify')
const start = field('record_a', 'start_datetime')
const device = field('record_a', 'device_id')

const recordB = kindNamed(kinds, 'record_b')!
const uid = '019a0000-0000-7000-8000-000000000001'

const b = { pt: 'ABC', divisi: 'K', unit: true, jenis: 'P', nama: 'Gudang Utara', divapp: 'A', urutan: false }

const every = (fields: Field[], values: unknown[]) =>
  fields.flatMap(each => values.map(value => [each, value] as const))

describe('Required', () => {
  const blank = [undefined, null, '', ' ', '\t\n', '\u00a0', '\u3000', ' \u2003 ']
  test.each(every([name, verify, start, device], blank))('[VA1] $0.name refuses %j', (each, value) => {
    expect(faultOf(value, each)).toEqual({ code: 'required' })
  })

  test('[VA1] false is a value', () => {
    expect(faultOf(false, verify)).toBeUndefined()
  })

  test.each(['\u200b', '\u2800', '\u3164', '.'])('[VA1] %j is not blank', value => {
    expect(faultOf(value, name)).toBeUndefined()
  })

  test('[VA1] a field that is not required may be missing, but not of another type', () => {
    const optional: Field = { ...verify, validation: { type: 'boolean' } }
    expect(faultOf(undefined, optional)).toBeUndefined()
    expect(faultOf(null, optional)).toBeUndefined()
    expect(faultOf('', optional)).toEqual({ code: 'not_boolean' })
    expect(faultOf('ja', optional)).toEqual({ code: 'not_boolean' })
  })
})

describe('Text', () => {
  test.each([42, 0, true, ['a'], { a: 1 }, NaN])('[VA2] %j is not text, and is not made text', value => {
    expect(faultOf(value, pin)).toEqual({ code: 'not_text' })
  })

  const kept = [
    '0042',
    '  spaces on both sides  ',
    'e\u0301 and é',
    '<img src=x onerror=alert(1)>',
    "'; DROP TABLE record_a; --",
    '{{7*7}} javascript:alert(1)',
    '=HYPERLINK("x")',
    'a\r\nb\tc',
    '\u202edlrow',
    '\u0001\u007f\u0085\u2028',
    '٠١٢٣ ００１２',
    `a${'\u0301'.repeat(200)}`,
    '👨‍👩‍👧‍👦 keluarga',
  ]
  test.each(kept)('[VA2, VA3] %j is text as it stands', value => {
    expect(faultOf(value, name)).toBeUndefined()
    expect(issuesOfFields(recordB, { ...b, nama: value.slice(0, 20) })).toEqual([])
  })

  test.each(['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800', 'x\ud83d'])('[VA3] %j is refused', value => {
    expect(faultOf(value, name)).toEqual({ code: 'ill_formed' })
  })

  test.each([
    [pin, '0'.repeat(30), '0'.repeat(31), 30],
    [nama, '😀'.repeat(60), '😀'.repeat(61), 60],
    [nama, '👨‍👩‍👧'.repeat(12), '👨‍👩‍👧'.repeat(12) + '!', 60],
    [divisi, '𝕏', 'é'.normalize('NFD'), 1],
    [name, 'é'.repeat(255), `${'é'.repeat(255)}a`, 255],
  ])('[VA4] $0.name takes $3 code points and not one more', (each, fits, over, max) => {
    expect(faultOf(fits, each)).toBeUndefined()
    expect(faultOf(over, each)).toEqual({ code: 'too_long', params: { max } })
  })

  test('[VA4] characters are counted as Unicode code points', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => characterCount(text) === [...text].length))
  })
})

describe('Identity', () => {
  test.each([uid, '0b5d4b4e-9c5f-4a3b-8a7e-1f2e3d4c5b6a'])('[VA5] %s is a uid', value => {
    expect(isUid(value)).toBe(true)
  })

  test.each([
    '',
    '1',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    uid.toUpperCase(),
    `${uid}\n`,
    `{${uid}}`,
    uid.replaceAll('-', ''),
    '019a0000-0000-1000-8000-000000000001',
    '019a0000-0000-7000-c000-000000000001',
    7,
  ])('[VA5] %j is no uid', value => {
    expect(isUid(value)).toBe(false)
  })

  test.each(['0', '1', '42', '9007199254740993', '9223372036854775807'])(
    '[VA9] %s is a bigInteger',
    value => {
      expect(isBigInteger(value)).toBe(true)
      expect(faultOf(value, device)).toBeUndefined()
    },
  )

  const noBigIntegers = [
    42,
    42n,
    '01',
    '00',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    ' 1',
    '1\n',
    '１',
    '٣',
    '9223372036854775808',
    '10000000000000000000',
    '99999999999999999999',
  ]
  test.each(noBigIntegers)('[VA9] %s is none', value => {
    expect(isBigInteger(value)).toBe(false)
    expect(faultOf(value, device)).toEqual({ code: 'not_reference' })
    expect(fieldTypes.integer.fault(value, device)).toEqual({ code: 'not_integer' })
  })

  test('[VA9] every number up to 2^63 − 1 is a bigInteger, every larger one is not', () => {
    const largest = 2n ** 63n - 1n
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 70n }), n => isBigInteger(String(n)) === n <= largest),
    )
  })

  test('[VA9] a reference may name a uid instead, and nothing beside it', () => {
    expect(faultOf({ uid }, device)).toBeUndefined()
    expect(faultOf({ uid: 'x' }, device)).toEqual({ code: 'not_reference' })
    expect(faultOf({}, device)).toEqual({ code: 'not_reference' })
    expect(faultOf([uid], device)).toEqual({ code: 'not_reference' })
    expect(equalValues({ uid }, { uid })).toBe(true)
    expect(equalValues({ uid }, uid)).toBe(false)
  })
})

describe('Yes and no', () => {
  test.each(['1', '0', 1, 0, 'true', 'false', 'on', 'yes', [], {}])('[VA6] %j is no boolean', value => {
    expect(faultOf(value, verify)).toEqual({ code: 'not_boolean' })
  })

  test.each([true, false])('[VA6] %j is one', value => {
    expect(faultOf(value, verify)).toBeUndefined()
  })
})

describe('Date and time', () => {
  const real = [
    '2026-01-05T08:30:00',
    '2024-02-29T23:59:59',
    '2000-02-29T00:00:00',
    '0001-01-01T00:00:00',
    '9999-12-31T23:59:59',
    '0004-02-29T12:00:00',
  ]
  test.each(real)('[VA8] %s is a time', value => {
    expect(faultOf(value, start)).toBeUndefined()
  })

  const unreal = [
    '2026-02-30T00:00:00',
    '2026-02-29T00:00:00',
    '2100-02-29T00:00:00',
    '1900-02-29T00:00:00',
    '2026-04-31T00:00:00',
    '2026-13-01T00:00:00',
    '2026-00-10T00:00:00',
    '2026-01-00T00:00:00',
    '0000-01-01T00:00:00',
    '+012026-01-01T00:00:00',
    '10000-01-01T00:00:00',
    '-0001-01-01T00:00:00',
    '2026-01-01T24:00:00',
    '2026-01-01T23:60:00',
    '2026-12-31T23:59:60',
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00+07:00',
    '2026-01-01T00:00:00.5',
    '2026-01-01T00:00',
    '2026-01-01',
    '2026-01-01 00:00:00',
    '2026-1-1T0:0:0',
    '２０２６-01-01T00:00:00',
    '2026-01-01T00:00:00\n',
    'infinity',
    'now',
    'today',
    '20260101T000000',
    '2026-W01-1T00:00:00',
    1767225600000,
    new Date(0),
  ]
  test.each(unreal)('[VA8] %s is none', value => {
    expect(faultOf(value, start)).toEqual({ code: 'not_datetime' })
  })

  test('[VA8] exactly the days of the calendar exist', () => {
    const part = (n: number, width: number) => String(n).padStart(width, '0')
    const day = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33))
    fc.assert(
      fc.property(day, ([y, m, d]) => {
        const text = `${part(y, 4)}-${part(m, 2)}-${part(d, 2)}T00:00:00`
        const date = new Date(`${text}Z`)
        const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
        return isDateTime(text) === isReal
      }),
    )
  })
})
