/** A server that is killed, watched and worn while people write. */
import { describe, expect, test } from 'vitest'
import { flush, hasStrace } from './flush.ts'
import { killServer } from './kill-server.ts'
import { runSmall } from './run-small.ts'
import { soak } from './soak.ts'

describe('Killed', () => {
  test('[SV3, PU2] a server killed under eight writers loses and doubles nothing', async () => {
    const { violations, measured } = await runSmall(killServer, { count: 5 })
    expect(violations).toEqual([])
    expect(measured).toMatchObject({ kills: 5, 'integrity checks': 6 })
    expect(measured['mutations acknowledged']).toBeGreaterThan(10)
  })

  test('a ledger written apart from the records is caught', async () => {
    const { violations } = await runSmall(killServer, { count: 3, mutants: 'ledger-apart' })
    expect(violations.join()).toContain('acknowledged and lost')
  })

  test('[SV3] twenty busy clients leave memory, open files and the log of writes flat', async () => {
    const { violations, measured } = await runSmall(soak, { count: 0.1 })
    expect(violations).toEqual([])
    expect(measured['requests']).toBeGreaterThan(100)
  })

  test('memory and files that each request leaves behind are caught', async () => {
    const { violations } = await runSmall(soak, { count: 0.1, mutants: 'leak' })
    expect(violations.join()).toMatch(/rssMiB grows.*handles grows/)
  })

  if (hasStrace()) {
    test('[SV3] every batch is flushed before it is acknowledged', async () => {
      const { violations, measured } = await runSmall(flush, { count: 50 })
      expect(violations).toEqual([])
      expect(measured['flushes of the write-ahead log']).toBeGreaterThanOrEqual(50)
    })

    test('a lazier setting is caught', async () => {
      const { violations } = await runSmall(flush, { count: 30, mutants: 'lazy-flush' })
      expect(violations.join()).toContain('acknowledged before a flush')
    })
  }
})
