/** What two devices want of their lists, put together. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chosen,
  differing,
  merged,
  type Preferences,
  received,
  withoutRemovals,
} from '../../shared/preferences.ts'

const keys = ['columns device tablet', 'view device 1', 'view device 2', 'default device', '__proto__', 'é🚪']
const at = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
const value = fc.oneof(
  fc.constant(null),
  fc.constantFrom('', 'a', 'B', 7, false, []),
  fc.record({ name: fc.string({ unit: 'binary' }), columns: fc.array(fc.string()) }),
)
const map: fc.Arbitrary<Preferences> = fc
  .array(fc.tuple(fc.constantFrom(...keys), fc.record({ value, at })), { maxLength: 9 })
  .map(entries => Object.fromEntries(entries))

/** Entries have no order. */
const asSet = (entries: Preferences) => new Map(Object.entries(entries))

describe('Preferences', () => {
  test('[AC11] are the same in whatever order they are put together, and however often', () => {
    fc.assert(
      fc.property(map, map, map, (a, b, c) => {
        expect(asSet(merged(a, b))).toEqual(asSet(merged(b, a)))
        expect(asSet(merged(merged(a, b), c))).toEqual(asSet(merged(a, merged(b, c))))
        expect(asSet(merged(merged(a, b), b))).toEqual(asSet(merged(a, b)))
        expect(asSet(merged(a, a))).toEqual(asSet(a))
      }),
    )
  })

  test('[AC11] of each entry the later one holds, and neither takes another along', () => {
    const tablet = {
      'view device 1': { value: { name: 'Lobi' }, at: 7 },
      'default device': { value: '1', at: 9 },
    }
    const laptop = {
      'view device 2': { value: { name: 'Gate' }, at: 3 },
      'default device': { value: null, at: 10 },
    }
    expect(merged(tablet, laptop)).toEqual({ ...tablet, ...laptop })
  })

  test('[AC11] of one moment, what is there holds before what was taken away', () => {
    const [there, gone] = [{ view: { value: 'x', at: 4 } }, { view: { value: null, at: 4 } }]
    expect([merged(there, gone), merged(gone, there)]).toEqual([there, there])
  })

  test('[AC11] what is chosen holds before all that was known, whatever the clock says', () => {
    fc.assert(
      fc.property(map, fc.constantFrom(...keys), at, (known, key, now) => {
        fc.pre((known[key]?.at ?? 0) < Number.MAX_SAFE_INTEGER)
        const next = chosen(known, { [key]: 'mine' }, now)
        expect(merged(known, next)[key]).toEqual(next[key])
      }),
    )
  })

  test('[AC11] a clock that is ahead wins once, and not for ever', () => {
    const [ahead, now] = [9_000_000, 1_000]
    const first = received({}, { columns: { value: ['pin'], at: ahead } }, now)
    expect(first).toEqual({ columns: { value: ['pin'], at: now } })
    const second = received(first, chosen(first, { columns: ['card'] }, now + 5), now + 5)
    expect(second).toEqual({ columns: { value: ['card'], at: now + 5 } })
  })

  test('[AC11] a server whose own clock went back takes what was chosen in the knowledge of what it has', () => {
    const known = { columns: { value: ['pin'], at: 9_000 } }
    const sent = chosen(known, { columns: ['card'] }, 20)
    expect(received(known, sent, 10)).toEqual({ columns: { value: ['card'], at: 9_001 } })
  })

  test('[AC11] what was taken away is remembered for as long as a device may come back', () => {
    const entries = {
      old: { value: null, at: 10 },
      young: { value: null, at: 20 },
      kept: { value: 'x', at: 1 },
    }
    expect(Object.keys(withoutRemovals(entries, 15))).toEqual(['young', 'kept'])
  })

  test('what differs is what another does not have, or has otherwise', () => {
    const entries = { a: { value: ['x'], at: 1 }, b: { value: ['x'], at: 1 }, c: { value: ['x'], at: 1 } }
    const others = { a: { value: ['x'], at: 1 }, b: { value: ['x'], at: 2 }, d: { value: null, at: 9 } }
    expect(Object.keys(differing(entries, others))).toEqual(['b', 'c'])
  })
})
