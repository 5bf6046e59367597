/** Every story up to a depth, by the rules that client and server run. [G1] [G4] [G5] */
import { describe, expect, test } from 'vitest'
import { search } from './breadth.ts'
import { depthOf, mistakes } from './mistakes.ts'
import { rules } from './rules.ts'
import { situations } from './situations.ts'

describe('No story ends wrong', () => {
  test.each(situations)('of $name', ({ situation, depth, states }) => {
    const found = search({ situation, rules, depth })
    expect(found.story).toBe(null)
    expect(found.states.reduce((all, each) => all + each)).toBe(states)
  })
})

describe('A mistake in the rules is found', () => {
  test.each(mistakes.filter(({ depth }) => depth <= 6))('in $depth steps: $name', mistake => {
    expect(depthOf(mistake)).toBe(mistake.depth)
  })
})
