/** A PostgreSQL that may forget what it has acknowledged: the server does not start on it. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { postgresAt } from '../../server/db/postgres.ts'
import { binariesFolder, type Cluster, startCluster } from './postgres.ts'

const binaries = binariesFolder()
const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }

describe.runIf(binaries !== undefined)('A PostgreSQL', () => {
  let cluster: Cluster
  let admin: pg.Client

  beforeAll(async () => {
    cluster = await startCluster(binaries ?? '', [])
    admin = new pg.Client({ connectionString: cluster.url })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await cluster.stop()
  })

  async function start(url = cluster.url): Promise<string> {
    const opened = openDatabase(
      postgresAt(url, () => {}),
      stamps,
    )
    return opened.then(
      async database => {
        await database.close()
        return 'started'
      },
      (error: Error) => error.message,
    )
  }

  const refusal = (name: string) => `PostgreSQL has ${name} = off: commits could be lost`

  test('[SV6] that keeps what it acknowledges is taken', async () => {
    expect(await start()).toBe('started')
  })

  test('[SV6] with synchronous_commit = off is refused, be it the role or the address that says so', async () => {
    const asked = new URL(cluster.url)
    asked.searchParams.set('options', '-c synchronous_commit=off')
    expect(await start(asked.href)).toBe(refusal('synchronous_commit'))
    await admin.query('alter role records set synchronous_commit = off')
    expect(await start()).toBe(refusal('synchronous_commit'))
    await admin.query('alter role records reset synchronous_commit')
    expect(await start()).toBe('started')
  })

  test('[SV6] with fsync = off is refused', async () => {
    await admin.query('alter system set fsync = off')
    await admin.query('select pg_reload_conf()')
    await expect.poll(() => start(), { timeout: 10_000 }).toBe(refusal('fsync'))
  })
})
