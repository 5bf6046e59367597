/** Mistakes in the rules that only long stories show. */
import { expect, test } from 'vitest'
import { depthOf, mistakes } from './mistakes.ts'

test.each(mistakes.filter(({ depth }) => depth > 6))('in $depth steps: $name', mistake => {
  expect(depthOf(mistake)).toBe(mistake.depth)
})
