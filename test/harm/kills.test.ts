/** Servers and databases that are killed while people write. */
import { describe, expect, test } from 'vitest'
import { binariesFolder } from '../contract/postgres.ts'
import { killPostgres } from './kill-postgres.ts'
import { killServer } from './kill-server.ts'
import { runSmall } from './run-small.ts'

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
  }
})
