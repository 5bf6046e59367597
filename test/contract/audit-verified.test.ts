/** What `verify` finds of somebody who has written the database, and what is not allowed there in the first place. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { examine } from '../../server/audit/chain.ts'
import { auditChain, readEnds } from '../../server/db/audit.ts'
import { openDatabase } from '../../server/db/database.ts'
import { forgetOld } from '../../server/retention.ts'
import { engines } from './engines.ts'
import { forgetScopes } from './older-database.ts'
import { openWorld, type World } from './world.ts'

const dayMs = 24 * 60 * 60 * 1000
const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }

describe.each(engines)('The chain of the audit on $name', engine => {
  let world: World
  const run = (statement: string) => sql.raw(statement).execute(world.database.db)
  const act = () => world.services.audit.record({ action: 'sign_out', outcome: 'ok' })
  const logged = (log = world.log) =>
    new Map(log.filter(({ event }) => event === 'audit').map(({ seq, hash }) => [Number(seq), String(hash)]))
  const found = async (log?: Map<number, string>) => {
    const { db } = world.database
    const ends = await readEnds(db)
    return examine(auditChain(db, ends.keptFrom), ends, log)
  }
  const unguard = async () => {
    if (world.database.driver.name === 'sqlite')
      for (const trigger of ['changed', 'deleted', 'replaced']) await run(`drop trigger audit_not_${trigger}`)
    else await run('drop trigger audit_guard on audit')
  }
  beforeEach(async () => {
    world = await openWorld(engine)
    for (let turn = 0; turn < 10; turn++) await act()
    return () => world.close()
  })

  const columns =
    'seq, at, actor_id, actor, browser, address, action, target_id, target, outcome, code, details, hash'
  test('[AU2] no row is replaced, and all of them do not go at once', async () => {
    const isSqlite = world.database.driver.name === 'sqlite'
    const innocent = columns.replace(' actor,', ` 'innocent',`)
    await expect(
      run(
        isSqlite
          ? `replace into audit (${columns}) select ${innocent} from audit where seq = 3`
          : 'truncate audit',
      ),
    ).rejects.toThrow('The audit is only added to')
    expect(await found(logged())).toMatchObject({ count: 10, faultCount: 0, first: { seq: 1 } })
  })

  test('[AU2] every row that was changed or is missing is found, whatever stands before it', async () => {
    await unguard()
    await run(`update audit set actor = 'somebody' where seq in (2, 8)`)
    await run('delete from audit where seq in (4, 5)')
    expect((await found()).faults).toEqual([
      'Row 2 is not as it was written.',
      'Rows 4 to 5 are missing.',
      'Row 8 is not as it was written.',
    ])
  })

  test('[AU2] the oldest do not go unseen: that they were forgotten stands in no row', async () => {
    await run(`update audit_end set kept_from = 8, hash_before = (select hash from audit where seq = 7)`)
    await run('delete from audit where seq < 8')
    expect((await found()).faults).toEqual(['Rows 1 to 7 are missing. No row says that they were forgotten.'])
  })

  test('[AU2] the newest do not, nor all of them written anew: the log has them', async () => {
    const log = logged()
    await unguard()
    await run('delete from audit where seq > 7')
    await run('update audit_end set seq = 7, hash = (select hash from audit where seq = 7)')
    expect((await found()).faultCount).toBe(0)
    expect((await found(log)).faults).toEqual(['Rows 8 to 10 are missing. The log has them.'])
    world.wait(1)
    for (let turn = 0; turn < 3; turn++) await act()
    expect((await found(log)).faults).toEqual(
      [8, 9, 10].map(seq => `Row ${seq} has another hash in the log.`),
    )
    log.delete(3)
    expect((await found(log)).faults[0]).toBe('Row 3 is not in the log.')
  })

  test('[AU5] what was forgotten is told of, in a row and in the log, and the chain holds', async () => {
    world.wait(1_100 * dayMs)
    await forgetOld(world.services)
    expect(world.log.at(-1)).toMatchObject({ event: 'audit_forgotten', keptFrom: 11 })
    expect(await found(logged())).toMatchObject({
      count: 1,
      faultCount: 0,
      first: { action: 'audit_forgotten' },
    })
    world.wait(1_100 * dayMs)
    await forgetOld(world.services)
    expect(await found(logged())).toMatchObject({ count: 1, faultCount: 0, first: { seq: 12 } })
  })

  test('[AU5] what an earlier version forgot is told of when the tables are changed', async () => {
    const isSqlite = world.database.driver.name === 'sqlite'
    await run(`update audit_end set kept_from = 8, hash_before = (select hash from audit where seq = 7)`)
    await run('delete from audit where seq < 8')
    await run(isSqlite ? 'drop trigger audit_not_replaced' : 'drop trigger audit_not_emptied on audit')
    await forgetScopes(world.database.db as never)
    await run(`delete from kysely_migration where name >= '0012-audit-guards'`)
    const again = await openDatabase(world.store.driver(), stamps)
    expect(await found()).toMatchObject({ count: 4, faultCount: 0, first: { seq: 8 } })
    await again.close()
  })
})

describe('The command', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engines[0]!)
    await world.person('admin', 'ayu')
    await world.person('viewer', 'budi')
  })
  afterAll(() => world.close())
  const command = (name: string, ...words: string[]) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [join(projectRoot, 'server', 'commands', `${name}.ts`), ...words],
      { env: { ...process.env, DATA_DIR: dirname(world.store.path!), DATABASE_URL: '' }, encoding: 'utf8' },
    )
    return { text: stdout + stderr, status }
  }
  const folder = mkdtempSync(join(tmpdir(), 'records-audit-'))
  const newest = async () => {
    const { rows } = await sql<{ action: string; actor: string }>`
      select action, actor from audit order by seq desc limit 1`.execute(world.database.db)
    return rows[0]
  }

  test('[AU2] verify says with which row the audit begins, compares it with a log, and fails where they differ', () => {
    const log = join(folder, 'server.log')
    const lines = world.log.map(line => `${JSON.stringify(line)}\n`)
    writeFileSync(log, ['Records is at …\n', ...lines].join(''))
    const good = command('audit', 'verify', '--log', log)
    expect(good.text).toMatch(
      /^2 rows are as they were written. The first is row 1 of \d{4}-\d\d-\d\d. The last/,
    )
    expect([good.text.includes('The log has 2 of them.'), good.status]).toEqual([true, 0])
    writeFileSync(log, lines.join('').replaceAll(/"hash":"./g, '"hash":"x'))
    const changed = command('audit', 'verify', '--log', log)
    expect([changed.text, changed.status]).toEqual([
      'The audit has been changed.\nRow 1 has another hash in the log.\nRow 2 has another hash in the log.\n',
      1,
    ])
  })

  test('[AU1] taking the audit as a file is an act, and so is filling it with records', async () => {
    expect(command('audit', 'export', join(folder, 'audit.csv')).status).toBe(0)
    expect(await newest()).toEqual({ action: 'audit_exported', actor: 'command line' })
    expect(command('demo', '--records', '3', '--devices', '1').status).toBe(0)
    expect(await newest()).toEqual({ action: 'demo_filled', actor: 'command line' })
    expect(command('audit', 'verify').status).toBe(0)
  })
})
