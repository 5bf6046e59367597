/** Backups that the server makes by itself, and how one is proven. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BackupPlan, backUpWhenDue, backupsAmong, lastFailure } from '../../server/backups.ts'
import { projectRoot } from '../../server/commands/build.ts'
import { readConfig } from '../../server/config.ts'
import { missingPrograms } from '../../server/db/postgres-copy.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { freePort } from '../support/port.ts'
import { a, remove, update } from './edits.ts'
import { engines, type Store } from './engines.ts'
import { startProcess } from './started.ts'
import { openWorld, type World } from './world.ts'

const hourMs = 60 * 60 * 1000
let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'records-backups-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.each(engines)('Backups on $name', engine => {
  const backUp = (world: World, plan: Partial<BackupPlan> = {}, wrong?: string) =>
    backUpWhenDue({
      ...world.services,
      plan: { folder, everyHours: 6, keep: 2, ...plan },
      async copyTo(file) {
        if (wrong === undefined) writeFileSync(file, 'copy')
        return wrong
      },
    })

  test('[RS6] are made when one is due, by one of several servers, and the newest are kept', async () => {
    const world = await openWorld(engine)
    writeFileSync(join(folder, 'records-2020-01-01T00-00-00Z.copy'), 'old')
    writeFileSync(join(folder, 'records-2020-01-01T00-00-00Z.copy.part'), 'cut off')
    writeFileSync(join(folder, 'by hand.db'), 'mine')
    const log = () => world.log.filter(({ event }) => event === 'backup_made')
    await Promise.all([backUp(world), backUp(world)])
    await backUp(world)
    expect(log()).toHaveLength(1)
    expect(readdirSync(folder)).toHaveLength(3)
    for (let times = 0; times < 2; times++) {
      world.wait(6 * hourMs)
      await backUp(world)
    }
    expect(log()).toHaveLength(3)
    const names = readdirSync(folder)
    expect(names).toContain('by hand.db')
    expect(backupsAmong(names).map(({ at }) => at.getTime() > Date.now() - hourMs)).toEqual([true, true])
    expect(names).toHaveLength(3)
    await world.close()
  })

  test('[RS6] one that fails is an error in the log, is known until one succeeds, and is tried again', async () => {
    const world = await openWorld(engine)
    const errors = () =>
      world.log.filter(({ level, event }) => level === 'error' && event === 'backup_failed')
    await backUp(world, {}, 'No space left')
    await backUp(world)
    expect([errors().length, readdirSync(folder)]).toEqual([1, []])
    expect(await lastFailure(world.database)).toMatch(/^20\S+Z No space left$/)
    expect(JSON.stringify(world.log)).not.toContain('No space')
    world.wait(hourMs)
    await backUp(world)
    expect([readdirSync(folder).length, await lastFailure(world.database)]).toEqual([1, undefined])
    await world.close()
  })
})

describe('A server', () => {
  test('[RS6] [RS7] [SV8] makes a copy that can be opened, for its account alone', async () => {
    const backups = join(folder, 'backups')
    const environment = { PORT: String(await freePort()), BACKUP_DIR: backups }
    const server = await startProcess(folder, environment)
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('"event":"backup_made"')
    await server.stop()
    const names = readdirSync(backups)
    expect(backupsAmong(names)).toHaveLength(1)
    expect(names).toHaveLength(1)
    expect(statSync(join(backups, names[0]!)).mode & 0o777).toBe(0o600)
    const copy = new Database(join(backups, names[0]!), { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
    // What was made before a restart is not made again.
    const again = await startProcess(folder, environment)
    await again.stop()
    expect(readdirSync(backups)).toEqual(names)
  })

  test('[RS6] does not start without what it needs for them', async () => {
    const at = (environment: Record<string, string>) => () => readConfig(environment)
    expect(at({ BACKUP_KEEP: '3' })).toThrow(/of no use without BACKUP_DIR/)
    expect(at({ BACKUP_DIR: folder, BACKUP_EVERY: '0' })).toThrow(/BACKUP_EVERY must be a number/)
    expect(readConfig({ BACKUP_DIR: folder }).backups).toEqual({ folder, everyHours: 24, keep: 7 })
    expect(missingPrograms(folder)).toEqual(['pg_dump', 'pg_restore', 'psql'])
    const environment = { PATH: folder, BACKUP_DIR: folder, DATABASE_URL: 'postgres://127.0.0.1:1/x' }
    await expect(startProcess(folder, environment)).rejects.toThrow(
      /^Records cannot start: BACKUP_DIR needs pg_dump.*\n$/,
    )
  })
})

describe('A drill on SQLite', () => {
  const at = (name: string): string => join(folder, name)
  const store = (): Store => ({ driver: () => sqliteDriver(at('records.db')), remove: async () => {} })

  function run(command: string, ...words: string[]) {
    const file = join(projectRoot, 'server', 'commands', `${command}.ts`)
    const temporary = at('temporary')
    mkdirSync(temporary, { recursive: true })
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
      cwd: folder,
      env: { DATA_DIR: folder, TMPDIR: temporary },
      encoding: 'utf8',
    })
    expect(readdirSync(temporary)).toEqual([])
    return [status, stdout + stderr] as const
  }

  test('[RS9] says how old a copy is and what has moved on since, and changes nothing', async () => {
    const world = await openWorld(engines[0]!, { store: store() })
    const eva = await world.person('editor')
    const gone = a.recordB({ nama: 'Pergi' })
    const edited = a.recordB({ nama: 'Lama' })
    await eva.push(gone, edited, a.recordB({ nama: 'Tetap ③' }), a.device())
    expect(run('backup', at('copy.db'))[0]).toBe(0)
    await eva.push(remove(gone), update(edited, { nama: ['Lama', 'Baru'] }), a.recordB())
    const before = readFileSync(at('records.db'))
    const [status, said] = run('restore', '--drill', at('copy.db'))
    expect([status, said]).toEqual([
      0,
      expect.stringMatching(/^The copy can be restored\..* 0 hours ago\.\n/),
    ])
    expect(said).toMatch(/\nrecord_b +3 in the copy, 3 now; alike, but for 2 written and 1 deleted since\n/)
    expect(said).toMatch(/\ndevice +1 in the copy, 1 now; alike, but for 0 written and 0 deleted since\n/)
    expect(readFileSync(at('records.db')).equals(before)).toBe(true)
    await world.database.close()
  })

  test('[RS9] [RS2] fails where the copy differs, is damaged, or is another database’s', async () => {
    const world = await openWorld(engines[0]!, { store: store() })
    const eva = await world.person('editor')
    await eva.push(a.recordB({ nama: 'Tetap' }), a.device())
    expect(run('backup', at('copy.db'))[0]).toBe(0)
    const copy = new Database(at('copy.db'))
    copy.exec(`update record_b set nama = 'Lain'`)
    expect(run('restore', '--drill', at('copy.db'))).toEqual([
      1,
      expect.stringMatching(/differs.*: record_b\.\n$/),
    ])
    copy.exec(`update commits set token = 'another'`)
    copy.close()
    expect(run('restore', '--drill', at('copy.db'))).toEqual([
      1,
      expect.stringMatching(/no copy of this database/),
    ])
    writeFileSync(at('copy.db'), 'rusak '.repeat(1000))
    expect(run('restore', '--drill', at('copy.db'))).toEqual([1, expect.stringMatching(/not a database/)])
    await world.database.close()
  })
})
