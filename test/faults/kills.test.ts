/** A server that is killed and watched while people write. */
import { describe, expect, test } from 'vitest'
import { flush, hasStrace } from './flush.ts'
import { killServer } from './kill-server.ts'
import { runSmall } from './run-small.ts'

describe('Killed', () => {
  test('[SV3, PU2] a server killed under eight writers loses and doubles nothing', async () => {
    const { violations, measured } = await runSmall(killServer, { count: 5 })
    expect(violations).toEqual([])
    expect(measured).toMatchObject({ kills: 5, 'integrity checks': 6 })
    expect(measured['mutations acknowledged']).toBeGreaterThan(10)
  })

  if (hasStrace()) {
    test('[SV3] every batch is flushed before it is acknowledged', async () => {
      const { violations, measured } = await runSmall(flush, { count: 50 })
      expect(violations).toEqual([])
      expect(measured['flushes of the write-ahead log']).toBeGreaterThanOrEqual(50)
    })
  }
})
