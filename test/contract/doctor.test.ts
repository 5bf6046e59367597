/** What `npm run doctor` finds, and that it changes nothing. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupName } from '../../server/backups.ts'
import { projectRoot } from '../../server/commands/build.ts'
import { readConfig } from '../../server/config.ts'
import { writeSetting } from '../../server/db/settings.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { backupFindings, databaseFindings } from '../../server/doctor/database.ts'
import { sizeOf } from '../../server/doctor/finding.ts'
import { addressFindings, nodeFinding } from '../../server/doctor/machine.ts'
import { engines } from './engines.ts'
import { openWorld } from './world.ts'

const dayMs = 24 * 60 * 60 * 1000
const tls = join(import.meta.dirname, 'tls')

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'records-doctor-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('npm run doctor', () => {
  const data = () => join(folder, 'data')

  function doctor(environment: Record<string, string> = {}): [number | null, string] {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(projectRoot, 'server', 'commands', 'doctor.ts')],
      { cwd: folder, env: { DATA_DIR: data(), HOST: '127.0.0.1', ...environment }, encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    for (const line of stdout.trim().split('\n')) expect(line).toMatch(/^(ok|warning|wrong) +\S.*\.$/)
    return [status, stdout]
  }

  /** Modes and bytes of all that is there. */
  const state = () =>
    readdirSync(data()).map(name => [
      name,
      statSync(join(data(), name)).mode,
      readFileSync(join(data(), name)).toString('base64'),
    ])

  test('[CM5] changes nothing, neither before the first start nor of what it finds wrong', async () => {
    expect(doctor()).toEqual([0, expect.stringMatching(/warning +There is no .*records\.db yet/)])
    expect(readdirSync(folder)).toEqual([])
    mkdirSync(data())
    const file = join(data(), 'records.db')
    const world = await openWorld(engines[0]!, {
      store: { driver: () => sqliteDriver(file), remove: async () => {} },
    })
    await world.database.close()
    chmodSync(data(), 0o700)
    chmodSync(file, 0o600)
    expect(doctor()[1]).toMatch(/^ok +SQLite 3\.\S+ answers\.$/m)
    chmodSync(file, 0o644)
    const before = state()
    const [status, said] = doctor({ BACKUP_DIR: join(folder, 'backups') })
    expect(status).toBe(1)
    expect(said).toMatch(/^wrong +Others may read .*records\.db: start the server once/m)
    expect(said).toMatch(/^wrong +There is no backup in .*backups: start the server/m)
    expect(state()).toEqual(before)
    expect(readdirSync(folder)).toEqual(['data'])
  })

  test('[CM5] says what cannot be asked, and which setting is wrong', () => {
    const lost = doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(lost).toEqual([1, expect.stringMatching(/^wrong +The database cannot be asked: .*ECONNREFUSED/m)])
    expect(doctor({ PORT: 'eighty' })).toEqual([
      1,
      expect.stringMatching(/^wrong +PORT must be a port number: /m),
    ])
  })
})

describe.each(engines)('Of a database on $name the doctor', engine => {
  test('[CM5] finds a clock that is ahead, tables of another version, and how large it is', async () => {
    const world = await openWorld(engine)
    const { database } = world
    const found = async (ms = 0) =>
      (await databaseFindings(database, () => new Date(Date.now() + ms))).findings.map(
        ({ state, what }) => `${state} ${what}`,
      )
    const usual = await found()
    expect(usual.filter(line => !line.startsWith('ok '))).toEqual([])
    expect(usual.at(-1)).toMatch(/It has \S+ [KM]B, and 0 changes in its ledger/)
    expect(await found(-dayMs)).toContainEqual(
      expect.stringMatching(/^wrong The newest change is of .* to come/),
    )
    await sql`delete from kysely_migration where name = '0015-tokens'`.execute(database.db)
    expect(await found()).toContainEqual(expect.stringMatching(/^warning \d+ changes of its tables wait/))
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(database.db)
    expect(await found()).toEqual([expect.stringMatching(/^wrong .* of a later version .*9999-later/)])
    await world.close()
  })

  test('[CM5] [RS6] finds a backup that is missing, old, or failed', async () => {
    const { database, close } = await openWorld(engine)
    const found = async (at: Date, environment = {}) => {
      const config = readConfig({ BACKUP_DIR: folder, BACKUP_EVERY: '6', ...environment })
      return (await backupFindings(config, { database, now: at, path: folder })).map(each => each.state)
    }
    const now = new Date('2026-11-26T12:00:00Z')
    expect(await backupFindings(readConfig({}), { database, now, path: '' })).toMatchObject([
      { state: 'warning' },
    ])
    expect(await found(now)).toEqual(['wrong'])
    writeFileSync(join(folder, backupName(now)), 'copy')
    expect(await found(new Date(now.getTime() + dayMs / 4))).toEqual(['ok'])
    expect(await found(new Date(now.getTime() + dayMs))).toEqual(['wrong'])
    expect(await found(now, { DATABASE_URL: 'postgres://x/y' })).toEqual(['wrong', 'ok'])
    await writeSetting(database.db, { name: 'backup_failed', value: '2026 No space left' })
    expect(await found(now)).toEqual(['wrong', 'ok'])
    await close()
  })
})

describe('Of a machine the doctor', () => {
  test('[CM5] [SV11] finds plain HTTP, and a certificate that ends, or is another’s', () => {
    const certified = { TLS_CERT: join(tls, 'localhost.crt'), TLS_KEY: join(tls, 'localhost.key') }
    const found = (environment: Record<string, string>, at = new Date('2026-11-26T12:00:00Z')) =>
      addressFindings(readConfig(environment), at).map(({ state, what }) => `${state} ${what}`)
    expect(found({})).toEqual([expect.stringMatching(/^warning Passwords travel readable/)])
    expect(found({ HOST: '127.0.0.1' })).toEqual([expect.stringMatching(/^ok /)])
    expect(found(certified)).toEqual([
      'ok People reach it over HTTPS',
      expect.stringMatching(/^ok The certificate/),
    ])
    expect(found(certified, new Date('2300-01-01'))[1]).toMatch(/^wrong The certificate holds until/)
    expect(found({ ...certified, PUBLIC_URL: 'https://records.example' })[1]).toMatch(
      /^wrong .*not for records/,
    )
    expect(found({ ...certified, TLS_KEY: certified.TLS_CERT })[1]).toMatch(/^wrong .*cannot be read/)
    expect([nodeFinding('20.20.2'), nodeFinding('22.12.0')].map(({ state }) => state)).toEqual([
      'wrong',
      'ok',
    ])
    expect([0, 999, 1_500_000].map(sizeOf)).toEqual(['0 bytes', '999 bytes', '1.5 MB'])
  })
})
