/** Which fast keys are a reader’s, and which are a person’s. */
import { describe, expect, test } from 'vitest'
import { type KeyPress, scanIn } from '../../client/screens/ui/scan.ts'
import { seededBytes } from '../support/random.ts'

const seeds = Array.from({ length: 200 }, (_, seed) => seed)

/** Whole numbers below what is asked for, from a seed. */
function chance(seed: number): (below: number) => number {
  const bytes = seededBytes(seed)
  return below => (bytes(1)[0] ?? 0) % below
}
const digits = (random: (below: number) => number, count: number) =>
  Array.from({ length: count }, () => random(10)).join('')

/** `gap`: ms before each key. */
function typed(text: string, gap: (index: number) => number, before: KeyPress[] = []): KeyPress[] {
  let at = (before.at(-1)?.at ?? 1000) + 900
  const presses = [...text, 'Enter'].map((key, index) => ({ key, at: (at += gap(index)) }))
  return [...before, ...presses]
}

describe('A reader', () => {
  test.each([1, 2, 5, 11, 16, 30])('[UI94] with %i ms for a key has typed what it read', gapMs => {
    expect(scanIn(typed('0012000001', () => gapMs))).toBe('0012000001')
  })

  test.each(seeds)('[UI94] of uneven speed has typed all of it (seed %i)', seed => {
    const random = chance(seed)
    const code = digits(random, 4 + random(40))
    expect(scanIn(typed(code, () => 1 + random(30)))).toBe(code)
  })

  test('[UI94] may be late once', () => {
    expect(scanIn(typed('12345678', index => (index === 5 ? 50 : 12)))).toBe('12345678')
  })

  test('[UI94] used behind a person’s keys has typed what is its own', () => {
    const person = typed('jj', () => 140).slice(0, -1)
    expect(scanIn(typed('A-77-0042', () => 8, person))).toBe('A-77-0042')
  })

  test('[UI94] used twice has typed what it read last', () => {
    const first = typed('11112222', () => 8)
    expect(scanIn(typed('33334444', () => 8, first))).toBe('33334444')
  })
})

describe('A person', () => {
  test.each(seeds)('[UI94] however fast, has not (seed %i)', seed => {
    const random = chance(seed)
    const text = digits(random, 4 + random(20))
    expect(scanIn(typed(text, () => 60 + random(120)))).toBeNull()
  })

  const others: [what: string, presses: KeyPress[]][] = [
    ['nothing', []],
    ['Enter alone', typed('', () => 5)],
    ['three keys at once', typed('123', () => 4)],
    ['keys at once without Enter', typed('12345678', () => 4).slice(0, -1)],
    ['keys at once, and Enter a moment later', typed('12345678', index => (index === 8 ? 120 : 20))],
    [
      'keys that are no characters',
      ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'].map((key, at) => ({ key, at })),
    ],
    [
      'two hands of four, of which each key but one is slow',
      typed('12345678', index => (index % 4 === 0 ? 90 : 30)),
    ],
    ['a roll over many keys that is quick for a person', typed('12345678', () => 42)],
  ]
  test.each(others)('[UI94] %s is no scan', (_, presses) => {
    expect(scanIn(presses)).toBeNull()
  })
})
