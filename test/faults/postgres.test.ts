/** PostgreSQL under the server: killed, watched, and shared by several. */
import { describe, expect, test } from 'vitest'
import { binariesFolder } from '../contract/postgres.ts'
import { flushPostgres, hasStrace } from './flush.ts'
import { killPostgres } from './kill-postgres.ts'
import { manyServers } from './many-servers.ts'
import { runSmall } from './run-small.ts'

describe.skipIf(binariesFolder() === undefined)('On PostgreSQL', () => {
  if (hasStrace()) {
    test('[SV3] PostgreSQL has flushed every batch before it is acknowledged', async () => {
      const { violations, measured } = await runSmall(flushPostgres, { count: 30 })
      expect(violations).toEqual([])
      expect(measured['flushes of the write-ahead log']).toBeGreaterThanOrEqual(30)
    })
  }

  test('[SV3] a server whose PostgreSQL dies under it goes on, and loses nothing', async () => {
    const { violations, measured } = await runSmall(killPostgres, { count: 4 })
    expect(violations).toEqual([])
    expect(measured).toMatchObject({ terminated: 2, 'killed by SIGKILL': 2 })
  })

  test('[PU4, CH3] readers of four servers miss nothing of what eight people write', async () => {
    const { violations, measured } = await runSmall(manyServers, { count: 1000 })
    expect(violations).toEqual([])
    expect(measured).toMatchObject({ rows: 1000, readers: 4, missed: 0 })
  })
})
