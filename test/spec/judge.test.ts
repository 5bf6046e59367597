/** Two people and one record: what is done, what needs nothing, and what must be asked. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '../../shared/fields.ts'
import { type Effect, judge } from '../../shared/judge.ts'
import type { Changes, Fields } from '../../shared/record.ts'

const now: Fields = { name: 'Déwi', pin: '0042', verify: false, device_id: '9223372036854775807' }
const update = (current: Fields | null, changes: Changes) => judge(current, { op: 'update', changes })
const remove = (current: Fields | null, seen: Fields) => judge(current, { op: 'delete', seen })
const create = (current: Fields | null, fields: Fields) => judge(current, { op: 'create', fields })
const changed = (...fields: string[]) => ({ outcome: 'conflict', reason: 'changed', fields })
const applied = (fields: Fields | null, isChanged: boolean) => ({
  outcome: 'applied',
  fields,
  changed: isChanged,
})

const different: [Value, Value][] = [
  ['0042', '42'],
  ['é', 'e\u0301'],
  ['a', 'A'],
  ['', null],
  [false, ''],
  ['1', true],
]

describe('An update', () => {
  test('[MG1] a field nobody else touched takes my value, the others stay', () => {
    const after = { ...now, pin: '42', verify: true }
    expect(update(now, { pin: ['0042', '42'], verify: [false, true] })).toEqual(applied(after, true))
  })

  test('[MG2] a field that already holds my value needs nothing, whatever I was looking at', () => {
    expect(update(now, { name: ['Budi', 'Déwi'], pin: ['0042', '0042'] })).toEqual(applied(now, false))
    expect(update(now, {})).toEqual(applied(now, false))
  })

  test('[MG3] a field with a third value is a conflict, and then nothing is written', () => {
    const changes: Changes = { name: ['Budi', 'Budi S.'], pin: ['0042', '7'], verify: [true, true] }
    expect(update(now, changes)).toEqual(changed('name', 'verify'))
  })

  test.each(different)('[MG3] %j and %j are different values', (current, seen) => {
    expect(update({ name: current }, { name: [seen, 'mine'] })).toEqual(changed('name'))
  })

  test('[MG4] of a record that is not there is a conflict', () => {
    const conflict = { outcome: 'conflict', reason: 'deleted', fields: [] }
    expect(update(null, { name: ['Déwi', 'x'] })).toEqual(conflict)
  })
})

describe('A delete', () => {
  test('[MG5] of a record that is as it was seen', () => {
    expect(remove(now, now)).toEqual(applied(null, true))
  })

  test('[MG5] of a record that is not there needs nothing', () => {
    expect(remove(null, now)).toEqual(applied(null, false))
  })

  test('[MG5] of one that is not as it was seen is a conflict on what differs', () => {
    expect(remove(now, { ...now, pin: '42', verify: true })).toEqual(changed('pin', 'verify'))
  })

  test('[MG5] a field that was not known is of no concern', () => {
    expect(remove(now, { pin: '0042' })).toEqual(applied(null, true))
  })

  test.each(different.filter(([, seen]) => seen !== null))(
    '[MG5] %j and %j are different values',
    (current, seen) => {
      expect(remove({ name: current }, { name: seen })).toEqual(changed('name'))
    },
  )
})

describe('A create', () => {
  test('[PU10] of a record that is not there makes it', () => {
    expect(create(null, now)).toEqual(applied(now, true))
  })

  test('[PU10] of one that is there and equal needs nothing', () => {
    expect(create(now, { ...now })).toEqual(applied(now, false))
  })

  test('[PU10] of one that is there and differs is a conflict on what differs', () => {
    expect(create(now, { ...now, name: 'Budi', verify: true })).toEqual(changed('name', 'verify'))
  })
})

describe('Each of them', () => {
  const uid = '019a0000-0000-7000-8000-000000000001'
  const effects: Effect[] = [
    { op: 'create', fields: { device_id: { uid } } },
    { op: 'update', changes: { device_id: [{ uid }, '7'] } },
    { op: 'delete', seen: { device_id: { uid } } },
  ]

  test.each(effects)('[PU7] a reference is compared by what it resolves to: $op', effect => {
    const resolve = (value: unknown) => (typeof value === 'object' ? '7' : value)
    const verdict = judge({ device_id: '7' }, effect, (a, b) => resolve(a) === resolve(b))
    expect(verdict).toMatchObject({ outcome: 'applied' })
    expect(judge({ device_id: '8' }, effect)).toEqual(changed('device_id'))
  })

  test('[MG1, MG2, MG3] never alters what it was given, and updates of different fields commute', () => {
    const value = fc.constantFrom('', 'a', 'á', 'b')
    const record = fc.record({ name: value, pin: value, card: value })
    fc.assert(
      fc.property(record, value, value, (fields, a, b) => {
        const mine: Changes = { name: [fields.name, a] }
        const theirs: Changes = { pin: [fields.pin, b] }
        const copy = structuredClone(fields)
        const both = (first: Changes, second: Changes) => {
          const verdict = update(fields, first)
          return verdict.outcome === 'applied' ? update(verdict.fields, second) : verdict
        }
        const after = { ...fields, name: a, pin: b }
        for (const verdict of [both(mine, theirs), both(theirs, mine)])
          expect(verdict).toMatchObject({ outcome: 'applied', fields: after })
        expect(fields).toEqual(copy)
      }),
    )
  })
})
