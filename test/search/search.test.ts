/** Every story up to a depth, on the rules that client and server run. [G1] [G4] [G5] */
import { describe, expect, test } from 'vitest'
import { search } from './breadth.ts'
import { mistakes } from './mistakes.ts'
import { rules } from './rules.ts'
import { alone, among, referring, restored, situations } from './situations.ts'

describe('No story ends wrong', () => {
  const counts = {} as Record<keyof typeof situations, readonly number[]>
})
