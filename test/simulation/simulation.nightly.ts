/** Seeded runs that `npm test` has no time for: more seeds of the day, and those that only ever failed in the model. */
import { describe, expect, test, vi } from 'vitest'
import { seedOfDay } from '../support/day.ts'
import { broken, usual } from './replays.ts'
import { seedsFrom } from './seeds.ts'

vi.setConfig({ testTimeout: 4 * 60 * 60 * 1000 })

describe('At night', () => {
  test('more seeds of the day, with small measures', async () => {
    expect(await broken(seedsFrom(seedOfDay(1_000), 4_000))).toEqual({})
  })

  test('with the measures of the program', async () => {
    expect(await broken(seedsFrom(seedOfDay(5_000), 400), { ...usual, measures: 'full' })).toEqual({})
  })

  test('on PostgreSQL', async () => {
    expect(await broken(seedsFrom(seedOfDay(6_000), 40), { ...usual, database: 'pglite' })).toEqual({})
  })
})
