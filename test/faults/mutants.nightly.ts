/** The server's mutants: each does what the scenarios are there to notice, and is noticed. */
import { describe, expect, test } from 'vitest'
import { binariesFolder } from '../contract/postgres.ts'
import { flush, flushPostgres, hasStrace } from './flush.ts'
import { killPostgres } from './kill-postgres.ts'
import { killServer } from './kill-server.ts'
import { manyServersSequence } from './many-servers.ts'
import { runSmall } from './run-small.ts'
import { soak } from './soak.ts'

describe('Caught', () => {
  test('a ledger written apart from the records', async () => {
    const { violations } = await runSmall(killServer, { count: 1, mutants: 'ledger-apart' })
    expect(violations.join()).toContain('acknowledged and lost')
  })

  test('memory and files that each request leaves behind', async () => {
    const { violations } = await runSmall(soak, { count: 0.1, mutants: 'leak' })
    expect(violations.join()).toMatch(/rssMiB grows.*handles grows/)
  })

  test.skipIf(!hasStrace())('a lazier setting of SQLite', async () => {
    const { violations } = await runSmall(flush, { count: 30, mutants: 'lazy-flush' })
    expect(violations.join()).toContain('acknowledged before a flush')
  })
})

describe.skipIf(binariesFolder() === undefined)('Caught on PostgreSQL', () => {
  test.skipIf(!hasStrace())('a cluster that does not flush', async () => {
    const { violations } = await runSmall(flushPostgres, { count: 10, mutants: 'fsync=off' })
    expect(violations.join()).toContain('10 batches were acknowledged before a flush')
  })

  // PostgreSQL dies in the second round, and no commit of that round was let through before.
  test('an answer before the commit', async () => {
    const { violations } = await runSmall(killPostgres, { count: 2, mutants: 'answer-before-commit' })
    expect(violations.join()).toContain('acknowledged and lost')
  })

  test('a sequence instead of the clock, of which readers miss some', async () => {
    const { violations, measured } = await runSmall(manyServersSequence, { count: 20_000 })
    expect(violations).toEqual([])
    expect(measured['missed']).toBeGreaterThan(0)
  })
})
