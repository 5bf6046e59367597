/** A selection as a rule: what is in it, how many that are, and what it is bound to. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  all,
  countOf,
  extentOf,
  isPicked,
  none,
  type Picked,
  questionOf,
  selectionOf,
  withThese,
} from '../../client/screens/list/selection.ts'
import { everything } from '../support/tables.ts'

const uids = ['a', 'é', 'c', 'd', 'e']
const within = (picked: Picked) => uids.filter(uid => isPicked(picked, uid))

const sorted = { ...everything, sort: [{ field: 'name', descending: true }] }

describe('A rule', () => {
  test('[MA1] says some alone, or all but some, and never lists all', () => {
    const some = withThese(none, ['a', 'c'], true)
    const others = withThese(all, ['a', 'c'], false)
    expect([within(some), within(others)]).toEqual([
      ['a', 'c'],
      ['é', 'd', 'e'],
    ])
    expect([countOf(some, 3_285), countOf(others, 3_285), countOf(all, 3_285)]).toEqual([2, 3_283, 3_285])
    expect(selectionOf('device', everything, others)).toEqual({
      ...{ kind: 'device', query: everything, isAllBut: true, uids: ['a', 'c'] },
    })
  })

  test('[MA1] names some alone for good, though the list would not find them any more', () => {
    const { query, uids: chosen } = selectionOf(
      'device',
      { ...sorted, states: ['unsent'] },
      withThese(none, ['é'], true),
    )
    expect([query, chosen]).toEqual([sorted, ['é']])
  })

  test('[MA1] leaves what it was made of as it is', () => {
    withThese(all, ['a'], false)
    withThese(none, ['a'], true)
    expect([all.uids.size, none.uids.size]).toEqual([0, 0])
  })

  test('[MA1] a range adds to it or takes from it, whichever way it is said', () => {
    const steps = fc.array(fc.tuple(fc.subarray(uids), fc.boolean()))
    fc.assert(
      fc.property(fc.boolean(), steps, (isAllBut, each) => {
        const expected = new Set(isAllBut ? uids : [])
        let picked = isAllBut ? all : none
        for (const [these, isWanted] of each) {
          picked = withThese(picked, these, isWanted)
          for (const uid of these) {
            if (isWanted) expected.add(uid)
            else expected.delete(uid)
          }
        }
        expect(within(picked)).toEqual(uids.filter(uid => expected.has(uid)))
        expect(countOf(picked, uids.length)).toBe(expected.size)
      }),
    )
  })

  test('[MA1] is none, some or all of the list, as many as that finds by now', () => {
    expect(extentOf(none, 5)).toBe('none')
    expect(extentOf(withThese(none, uids, true), 5)).toBe('all')
    expect(extentOf(withThese(all, ['a'], false), 5)).toBe('some')
    expect(extentOf(withThese(all, ['a'], false), 1)).toBe('none')
  })
})

test('[MA1] it is bound to the question, and not to its order', () => {
  expect(questionOf(sorted)).toBe(questionOf(everything))
  expect(questionOf({ ...everything, search: 'dewi ' })).toBe(questionOf({ ...everything, search: 'dewi' }))
  expect(questionOf({ ...everything, states: ['unsent'] })).not.toBe(questionOf(everything))
})
