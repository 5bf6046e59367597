/** Servers and databases that are killed, watched and raced while people write. */
import { describe, expect, test } from 'vitest'
import { binariesFolder } from '../contract/postgres.ts'
import { flush, flushPostgres, hasStrace } from './flush.ts'
import { killPostgres } from './kill-postgres.ts'
import { killServer } from './kill-server.ts'
import { manyServers, manyServersSequence } from './many-servers.ts'
import { runSmall } from './run-small.ts'
import { soak } from './soak.ts'

describe('Killed', () => {
  test('[SV3, PU2] a server killed under eight writers loses and doubles nothing', async () => {
    const { violations, measured } = await runSmall(killServer, { count: 5 })
    expect(violations).toEqual([])
    expect(measured).toMatchObject({ kills: 5, 'integrity checks': 6 })
    expect(measured['mutations acknowledged']).toBeGreaterThan(50)
  })

  test('a ledger written apart from the records is caught', async () => {
    const { violations } = await runSmall(killServer, { count: 3, planted: 'ledger-apart' })
    expect(violations.join()).toContain('acknowledged and lost')
  })

  test('[SV3] twenty busy clients leave memory, open files and the log of writes flat', async () => {
    const { violations, measured } = await runSmall(soak, { count: 0.1 })
    expect(violations).toEqual([])
    expect(measured['requests']).toBeGreaterThan(100)
  })

  test('memory and files that each request leaves behind are caught', async () => {
    const { violations } = await runSmall(soak, { count: 0.1, planted: 'leak' })
    expect(violations.join()).toMatch(/rssMiB grows.*handles grows/)
  })

  if (hasStrace()) {
    test('[SV3] every batch is flushed before it is acknowledged', async () => {
      const { violations, measured } = await runSmall(flush, { count: 50 })
      expect(violations).toEqual([])
      expect(measured['flushes of the write-ahead log']).toBeGreaterThanOrEqual(50)
    })

    test('a lazier setting is caught', async () => {
      const { violations } = await runSmall(flush, { count: 30, planted: 'lazy-flush' })
      expect(violations.join()).toContain('acknowledged before a flush')
    })
  }

  if (hasStrace() && binariesFolder() !== undefined) {
    test('[SV3] PostgreSQL has flushed every batch before it is acknowledged', async () => {
      const { violations, measured } = await runSmall(flushPostgres, { count: 30 })
      expect(violations).toEqual([])
      expect(measured['flushes of the write-ahead log']).toBeGreaterThanOrEqual(30)
    })

    test('a PostgreSQL that does not flush is caught', async () => {
      const { violations } = await runSmall(flushPostgres, { count: 10, planted: 'fsync=off' })
      expect(violations.join()).toContain('10 batches were acknowledged before a flush')
    })
  }

  if (binariesFolder() !== undefined) {
    test('[SV3] a server whose PostgreSQL dies under it goes on, and loses nothing', async () => {
      const { violations, measured } = await runSmall(killPostgres, { count: 4 })
      expect(violations).toEqual([])
      expect(measured).toMatchObject({ terminated: 2, 'killed by SIGKILL': 2 })
    })

    test('an answer before the commit is caught', async () => {
      const { violations } = await runSmall(killPostgres, { count: 4, planted: 'answer-before-commit' })
      expect(violations.join()).toContain('acknowledged and lost')
    })

    test('[PU4, CH3] readers of four servers miss nothing of what eight people write', async () => {
      const { violations, measured } = await runSmall(manyServers, { count: 1000 })
      expect(violations).toEqual([])
      expect(measured).toMatchObject({ rows: 1000, readers: 4, missed: 0 })
    })

    test('with a sequence instead of the clock they miss some', async () => {
      const { violations, measured } = await runSmall(manyServersSequence, { count: 1500 })
      expect(violations).toEqual([])
      expect(measured['missed']).toBeGreaterThan(0)
    })
  }
})
