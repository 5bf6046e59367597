/** Two people and one record: what is set, what needs nothing, and what must be asked. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeChanges } from '../../shared/merge.ts'
import type { Changes, Fields } from '../../shared/record.ts'

const now: Fields = { name: 'Déwi', pin: '0042', verify: false, device_id: '9223372036854775807' }

describe('Merge', () => {
  test('[MG1] a field nobody else touched takes my value, the others stay', () => {
    expect(mergeChanges(now, { pin: ['0042', '42'], verify: [false, true] })).toEqual({
      outcome: 'merged',
      fields: { ...now, pin: '42', verify: true },
      changed: ['pin', 'verify'],
    })
  })

  test('[MG2] a field that already holds my value needs nothing, whatever I was looking at', () => {
    expect(mergeChanges(now, { name: ['Budi', 'Déwi'], pin: ['0042', '0042'] })).toEqual({
      outcome: 'merged',
      fields: now,
      changed: [],
    })
  })

  test('[MG3] a field with a third value is a conflict, and then nothing is written', () => {
    expect(
      mergeChanges(now, { name: ['Budi', 'Budi S.'], pin: ['0042', '7'], verify: [true, true] }),
    ).toEqual({
      outcome: 'conflict',
      fields: ['name', 'verify'],
    })
  })

  test.each([
    ['0042', '42'],
    ['é', 'e\u0301'],
    ['a', 'A'],
    ['', null],
    [false, ''],
    ['1', true],
  ])('[MG3] %j and %j are different values', (current, base) => {
    expect(mergeChanges({ name: current }, { name: [base, 'mine'] })).toEqual({
      outcome: 'conflict',
      fields: ['name'],
    })
  })

  test('[MG1] references are compared by what they resolve to', () => {
    const uid = '019a0000-0000-7000-8000-000000000001'
    const resolve = (value: unknown) => (typeof value === 'object' ? '7' : value)
    const merge = mergeChanges(
      { device_id: '7' },
      { device_id: [{ uid }, '8'] },
      (a, b) => resolve(a) === resolve(b),
    )
    expect(merge).toEqual({ outcome: 'merged', fields: { device_id: '8' }, changed: ['device_id'] })
  })

  test('[MG1, MG2, MG3] a merge never alters what it was given, and edits of different fields commute', () => {
    const value = fc.constantFrom('', 'a', 'á', 'b')
    const record = fc.record({ name: value, pin: value, card: value })
    fc.assert(
      fc.property(record, value, value, (fields, a, b) => {
        const mine: Changes = { name: [fields.name, a] }
        const theirs: Changes = { pin: [fields.pin, b] }
        const copy = structuredClone(fields)
        const apply = (first: Changes, second: Changes) => {
          const merge = mergeChanges(fields, first)
          return merge.outcome === 'merged' ? mergeChanges(merge.fields, second) : merge
        }
        const expected = { ...fields, name: a, pin: b }
        for (const merge of [apply(mine, theirs), apply(theirs, mine)])
          expect(merge).toMatchObject({ outcome: 'merged', fields: expected })
        expect(fields).toEqual(copy)
      }),
    )
  })
})
