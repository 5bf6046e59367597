/** Copies of the database, and what it is after one was put back: on every database, and as the commands do it. */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/database.ts'
import { lastId } from '../../server/db/ledger.ts'
import { gapAt, idGap, markRestored } from '../../server/db/restored.ts'
import { keepSetting, readSetting } from '../../server/db/settings.ts'
import { claimFolder } from '../../server/db/sole-server.ts'
import { sqliteDriver, sqliteInPlace } from '../../server/db/sqlite.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a } from './edits.ts'
import { engines, type Store } from './engines.ts'
import { held, last } from './lines.ts'
import { forgetLast } from './older-database.ts'
import { openWorld, personWith, signIn } from './world.ts'

const sqlite = engines[0]!

describe.each(engines)('A restored database on $name', engine => {
  test('[RS3] has a commit of its own: what was seen before is gone on with', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    await eva.push(a.recordB())
    const before = last(await eva.changes()).cursor
    await markRestored(world.database, world.services.kinds)
    const after = last(await eva.changes(before)).cursor
    expect(after).not.toBe(before)
    expect((await eva.changes(before)).flatMap(line => line.uid)).toEqual([])
    expect((await eva.push(a.recordB())).clock).toBe(3)
    await world.close()
  })

  test('[RS4] [PU13] leaves out ids that may have been handed out, but for the records they were given to', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    expect((await eva.made(a.recordB())).id).toBe('1')
    await markRestored(world.database, world.services.kinds)
    const again = a.recordB({ nama: 'Édith' })
    const body = {
      client: eva.client,
      protocol: PROTOCOL_VERSION,
      mutations: [again, a.recordB(), a.device()],
    }
    const response = await eva.post('/api/sync/push', { ...body, ids: { [again.id]: '2' } })
    const { results } = (await response.json()) as { results: { record: { id: string } }[] }
    const gap = gapAt(world.services.now())
    expect(results.map(({ record }) => record.id)).toEqual(['2', String(gap + 2n), String(gap + 1n)])
    await world.close()
  })

  test('[RS4] knows the ids of the database it replaced, and ends at the largest one', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const lastIds = new Map([
      ['device', idGap * 7n],
      ['record_b', 9223372036854775807n],
    ])
    await markRestored(world.database, world.services.kinds, lastIds)
    await markRestored(world.database, world.services.kinds)
    expect((await eva.made(a.device())).id).toBe(String(idGap * 7n + gapAt(world.services.now()) + 1n))
    const answer = await world.database.write(async tx => ({
      commit: false,
      answer: await lastId(tx, 'record_b'),
    }))
    expect(answer).toBe(9223372036854775807n)
    await world.close()
  })
})

describe('The commands', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'records-restore-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const root = join(import.meta.dirname, '..', '..')
  const at = (name: string): string => join(folder, name)
  const store = (): Store => ({ driver: () => sqliteDriver(at('records.db')), remove: async () => {} })
  const openHere = () => openWorld(sqlite, { store: store() })

  /** Exit code and what was said. */
  function run(
    command: string,
    file?: string,
    environment: Record<string, string> = {},
    ...words: string[]
  ): [number | null, string] {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'server', 'commands', `${command}.ts`),
        ...(file === undefined ? [] : [at(file)]),
        ...words,
      ],
      { cwd: folder, env: { DATA_DIR: folder, ...environment }, encoding: 'utf8' },
    )
    return [status, stdout + stderr]
  }

  test('[RS1] [RS2] [RS3] [RS4] a copy made beside a server that writes, and put back when it has stopped', async () => {
    const world = await openHere()
    const leaveFolder = claimFolder(folder)
    const eva = await world.person('editor', 'eva')
    await eva.push(a.recordB({ nama: 'Kopia 🗄' }))
    const known = last(await eva.changes()).cursor
    expect(run('backup', 'copy.db')[0]).toBe(0)
    expect(run('backup', 'copy.db')).toEqual([1, `${at('copy.db')} exists already.\n`])
    const lost = await eva.made(a.recordB())
    const future = last(await eva.changes()).cursor
    expect(run('restore', 'copy.db')).toEqual([1, 'A server is using this database. Stop it first.\n'])
    await world.database.close()
    leaveFolder()

    expect(run('restore', 'copy.db')[0]).toBe(0)
    const restored = await openHere()
    const udo = await restored.person('editor', 'udo')
    await expect(udo.changes(future)).rejects.toThrow('cursor_expired')
    expect((await udo.changes(known)).flatMap(line => line.uid)).toEqual([])
    expect(held(await udo.changes()).size).toBe(1)
    expect((await udo.made(a.recordB())).id).toBe(String(idGap + 2n))
    await restored.database.close()

    const aside = readdirSync(folder).find(name => name.includes('.replaced-'))!
    const replaced = await openDatabase(sqliteDriver(at(aside)), restored.database.stamps)
    const rows = await replaced.db.selectFrom('ledger').select('uid').where('uid', '=', lost.uid).execute()
    expect(rows).toHaveLength(1)
    await replaced.close()
  })

  test('[RS2] [RS10] the copy that an upgrade has kept is put back like any other, and nothing else is left beside', async () => {
    const world = await openHere()
    await (await world.person('editor', 'eva')).push(a.recordB())
    await forgetLast(world.database.db as never)
    await world.database.close()
    await (await openDatabase(sqliteInPlace(at('records.db')), world.database.stamps)).close()
    const [kept = ''] = readdirSync(folder).filter(name => name.includes('-before-'))
    expect(run('restore', kept)[0]).toBe(0)
    const left = readdirSync(folder).filter(name => !name.includes('.replaced-'))
    expect(left.toSorted()).toEqual([kept, 'records.db', 'server.lock'].toSorted())
  })

  test('[RS5] a copy holds no session and no secret, not even as bytes, unless that is asked for', async () => {
    const world = await openHere()
    const eva = await world.person('editor', 'eva')
    const code = await keepSetting(world.database.db, { name: 'setup_code', value: 'SETU-PCOD-E234' })
    const { db } = world.database
    const secret = (await readSetting(db, 'auth_secret'))!
    const { rows } = await sql<{ id: string; token: string }>`select id, token from session`.execute(db)
    const secrets = [secret, code, rows[0]!.id, rows[0]!.token]
    expect(run('backup', 'copy.db')[1]).toContain('left out')
    expect(run('backup', 'whole.db', {}, '--with-secrets')[1]).toContain('So are sessions')
    const found = (name: string) => secrets.filter(each => readFileSync(at(name)).includes(each))
    expect([found('copy.db'), found('whole.db')]).toEqual([[], secrets])
    await world.database.close()

    expect(run('restore', 'copy.db')[0]).toBe(0)
    const restored = await openHere()
    const made = await readSetting(restored.database.db, 'auth_secret')
    expect([made !== undefined, made === secret]).toEqual([true, false])
    expect((await personWith(restored.app, eva.cookie).request('/api/sync/changes')).status).toBe(401)
    expect((await (await signIn(restored.app, 'eva')).request('/api/sync/changes')).status).toBe(200)
    await restored.database.close()
  })

  test('[RS4] a copy put back twice never gives out an id that the first time gave out', async () => {
    const first = await openHere()
    await (await first.person('editor')).push(a.recordB())
    await first.database.close()
    run('backup', 'copy.db')
    const ids: string[] = []
    for (let times = 0; times < 2; times++) {
      expect(run('restore', 'copy.db')[0]).toBe(0)
      const world = await openHere()
      ids.push((await (await world.person('editor')).made(a.recordB())).id)
      await world.database.close()
    }
    expect(ids).toEqual([String(idGap + 2n), String(idGap + 3n)])
  })

  test('[RS4] nor does it when another database had been begun in its place meanwhile', async () => {
    const first = await openHere()
    await (await first.person('editor')).push(a.recordB())
    await first.database.close()
    run('backup', 'copy.db')
    run('restore', 'copy.db')
    const before = await openHere()
    const { id } = await (await before.person('editor')).made(a.recordB())
    await before.database.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(at('records.db') + ending, { force: true })
    const anew = await openHere()
    await (await anew.person('editor')).push(a.recordB(), a.recordB(), a.recordB())
    await anew.database.close()
    expect(run('restore', 'copy.db')[0]).toBe(0)
    const again = await openHere()
    expect(BigInt((await (await again.person('editor')).made(a.recordB())).id)).toBeGreaterThan(BigInt(id))
    await again.database.close()
  })

  test('[RS2] what is no copy, or a damaged one, changes nothing', async () => {
    const world = await openHere()
    await (await world.person('editor')).push(...Array.from({ length: 200 }, () => a.recordB()))
    await world.database.close()
    run('backup', 'copy.db')
    copyFileSync(at('copy.db'), at('cut.db'))
    truncateSync(at('cut.db'), 40_000)
    writeFileSync(at('text.db'), 'bukan basis data '.repeat(100))
    writeFileSync(at('empty.db'), '')
    const before = readdirSync(folder)
    expect(run('restore', 'cut.db')[1]).toMatch(/malformed|damaged/)
    expect(run('restore', 'text.db')[1]).toContain('not a database')
    expect(run('restore', 'empty.db')[1]).toContain('is not a database of this app')
    expect(run('restore', 'missing.db')[1]).toBe(`There is no ${at('missing.db')}.\n`)
    expect(readdirSync(folder).filter(name => !before.includes(name))).toEqual(['server.lock'])
  })

  test('[RS2] a database that cannot be read any more is replaced, and kept', async () => {
    const world = await openHere()
    await (await world.person('editor')).push(a.recordB())
    await world.database.close()
    run('backup', 'copy.db')
    writeFileSync(at('records.db'), 'rusak '.repeat(1000))
    writeFileSync(at('records.db-wal'), 'rusak juga')
    expect(run('restore', 'copy.db')[0]).toBe(0)
    const restored = await openHere()
    const { id } = await (await restored.person('editor')).made(a.recordB())
    expect(BigInt(id)).toBeGreaterThan(idGap * 2n)
    await restored.database.close()
    const kept = readdirSync(folder).filter(name => name.includes('.replaced-'))
    expect(kept).toEqual([expect.stringMatching(/Z$/), expect.stringMatching(/Z-wal$/)])
  })

  test('[RS1] [RS2] a PostgreSQL that is not there is said, and nothing is left', () => {
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    expect(run('backup', 'copy.db', environment)).toEqual([1, expect.stringContaining('ECONNREFUSED')])
    expect(run('restore', 'copy.db', environment)).toEqual([1, expect.stringContaining('ECONNREFUSED')])
    expect(existsSync(at('copy.db'))).toBe(false)
  })
})
