/** Some seeded runs; `npm run sim` makes as many as there is time for, and `--seed` tells one as a story. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { seedOfDay } from '../support/day.ts'
import { sqliteBackend } from './backends.ts'
import { found } from './found.ts'
import { quietDexie } from './quiet.ts'
import { broken, usual } from './replays.ts'
import { seedsFrom } from './seeds.ts'
import type { Backend } from './server.ts'
import { simulate } from './simulate.ts'

const { steps } = usual

/** Nothing here measures time: a machine may be as busy as it likes. */
vi.setConfig({ testTimeout: 600_000 })

let backend: Backend

beforeAll(async () => {
  quietDexie()
  backend = await sqliteBackend()
})

describe('Seeds that failed once', () => {
  test('hold by now', async () => {
    expect(await broken(found.map(([seed]) => seed))).toEqual({})
  })
})

/** Others each day: a gate that tries the same seeds for ever finds only what it has found. */
describe('Seeds of the day', () => {
  test('no two days have one in common, and a day is a day', () => {
    expect(seedOfDay(0, '2026-11-22') - seedOfDay(0, '2026-11-21')).toBe(10_000)
    expect(seedOfDay(7, '2028-02-29')).toBe(seedOfDay(0, '2028-02-29') + 7)
    for (const wrong of ['', 'besok', '2026-11-22T10:00:00Z'])
      expect(() => seedOfDay(0, wrong)).toThrow('a day')
  })

  test('the same seed tells the same story', async () => {
    const seed = seedOfDay(0)
    const [first, second] = [
      await simulate({ seed, steps, backend }),
      await simulate({ seed, steps, backend }),
    ]
    expect(second.story).toEqual(first.story)
    expect(first.story.length).toBeGreaterThan(steps / 2)
  })

  test('whatever happens, every confirmed edit is applied once or waits for a person, and all devices agree', async () => {
    expect(await broken(seedsFrom(seedOfDay(0), 100))).toEqual({})
  })

  test('the same holds where pages, patches and pushes are as large as they are', async () => {
    expect(await broken(seedsFrom(seedOfDay(400), 20), { ...usual, measures: 'full' })).toEqual({})
  })

  test('the same holds on PostgreSQL', async () => {
    const pglite = { ...usual, measures: 'full', database: 'pglite' } as const
    expect(await broken(seedsFrom(seedOfDay(420), 2), pglite)).toEqual({})
  })
})
