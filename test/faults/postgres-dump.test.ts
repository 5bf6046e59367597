/** The recipe of docs/operating.md for a PostgreSQL: what it says is done, in the order in which it says it. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { readPolicy } from '../../server/db/policy.ts'
import { a } from '../contract/edits.ts'
import { binariesFolder } from '../contract/postgres.ts'
import { openedAt } from './opened-at.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const binaries = binariesFolder()

/** Of the block that makes a dump: its commands, one a line. */
function recipe(): string[] {
  const text = readFileSync(join(projectRoot, 'docs', 'operating.md'), 'utf8')
  const [, block = ''] = /```sh\n(npm run backup -- \S+\.dump\n[^`]+)```/.exec(text) ?? []
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map(line => line.replace(/\s+#.*$|^#.*$/, ''))
    .filter(line => line !== '')
}

/** The database of one server, of its own on that cluster. */
const at = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href

describe.runIf(binaries)('A dump of a PostgreSQL', () => {
  test('[RS5] as it is described holds records, people and the policy, and nothing that lets anybody in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'records-dump-'))
    const postgres = (await startPostgres())!
    for (const name of ['before', 'after']) await postgres.query(`create database ${name}`)
    const [from, to] = [at(postgres.url, 'before'), at(postgres.url, 'after')]
    const [source, target] = [await openedAt(from), await openedAt(to)]
    const admin = await source.person('admin', 'ayu')
    const device = await admin.made(a.device('Gerbang ③'))
    const policy = {
      deviceLock: 'offered',
      lockAfterMinutes: 3,
      triesAtMost: 7,
      offlineDays: 14,
      secondFactor: 'off',
    }
    await admin.post('/api/policy', policy)
    await source.close()
    await target.close()

    const run = (command: string, url: string) => {
      const env = { PATH: `${binaries}:${process.env['PATH']}`, DATABASE_URL: url }
      const local = command.replaceAll('/backups', folder)
      const { status, stderr } = spawnSync('sh', ['-c', local], { env, cwd: projectRoot, encoding: 'utf8' })
      expect([command, status, stderr.replace(/^npm warn.*\n/gm, '')]).toEqual([command, 0, ''])
    }
    const [dump, restore, ...more] = recipe()
    expect(more).toEqual([])
    run(dump!, from)
    run(restore!, to)

    const restored = await openedAt(to)
    const { db } = restored.database
    const count = async (table: string) => {
      const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(db)
      return Number(rows[0]!.n)
    }
    // The server has made a new secret at this start.
    expect([await count('session'), await count('settings'), await count('set_up_codes')]).toEqual([0, 1, 0])
    const { rows } = await sql<{ uid: string }>`select uid from device`.execute(db)
    expect(rows).toEqual([{ uid: device.uid }])
    expect(JSON.parse((await readPolicy(db))!)).toEqual(policy)
    await restored.close()
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })

  describe('that is put back', () => {
    let folder: string
    let postgres: Postgres
    let url: string
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'records-dump-'))
      postgres = (await startPostgres())!
      await postgres.query('create role staff login createdb')
      await postgres.query('create database office owner staff')
      url = Object.assign(new URL(at(postgres.url, 'office')), { username: 'staff' }).href
    })
    afterAll(async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true })
    })

    function run(command: string, ...words: string[]): [number | null, string] {
      const file = join(projectRoot, 'server', 'commands', `${command}.ts`)
      const env = { PATH: binaries, DATABASE_URL: url }
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
        env,
        encoding: 'utf8',
      })
      return [status, stdout + stderr]
    }
    const databases = async () =>
      (await postgres.query<{ datname: string }>('select datname from pg_database')).map(row => row.datname)

    test('[RS7] [RS8] [RS9] by whoever owns the database: proven beside it, and whole or not at all', async () => {
      const world = await openedAt(url)
      const eva = await world.person('editor', 'eva')
      const kept = await eva.made(a.device('Tetap ③'))
      const copy = join(folder, 'copy.dump')
      expect(run('backup', copy)).toEqual([0, expect.stringContaining('holds everything')])
      await eva.made(a.device('Kemudian'))
      expect(run('restore', '--drill', copy)).toEqual([
        0,
        expect.stringMatching(
          /\ndevice +1 in the copy, 2 now; alike, but for 1 written and 0 deleted since\n/,
        ),
      ])
      expect((await databases()).filter(name => name.includes('drill'))).toEqual([])
      await world.close()
      const other = new pg.Client({ connectionString: url })
      await other.connect()
      expect(run('restore', copy)).toEqual([1, expect.stringMatching(/other connections.*Stop the servers/)])
      await other.end()

      truncateSync(cut(copy), 20_000)
      expect(run('restore', cut(copy))).toEqual([1, expect.stringMatching(/pg_restore failed/)])
      const still = await openedAt(url)
      expect(
        (await still.person('viewer').then(person => person.changes())).flatMap(line => line.uid),
      ).toHaveLength(2)
      await still.close()

      expect(run('restore', copy)).toEqual([0, expect.stringContaining('Start the server')])
      const restored = await openedAt(url)
      const uids = (await restored.person('viewer').then(person => person.changes())).flatMap(
        line => line.uid,
      )
      expect(uids).toEqual([kept.uid])
      await restored.close()
    })

    test('[RS8] a dump made by hand is put back as well, and lets nobody in who was', async () => {
      const world = await openedAt(url)
      const eva = await world.person('editor', 'eva-two')
      const { uid } = await eva.made(a.device('Dengan tangan'))
      await world.close()
      const page = readFileSync(join(projectRoot, 'docs', 'operating', 'backup.md'), 'utf8')
      const [, block = ''] = /```sh\n(umask [^`]+)```/.exec(page) ?? []
      const env = { PATH: `${binaries}:${process.env['PATH']}`, DATABASE_URL: url }
      const made = spawnSync('sh', ['-e'], {
        env,
        input: block.replaceAll('/backups', folder),
        encoding: 'utf8',
      })
      expect([made.status, made.stderr]).toEqual([0, ''])
      expect(run('restore', join(folder, 'records-monday.dump'))).toEqual([
        0,
        expect.stringContaining('Start the server'),
      ])
      const restored = await openedAt(url)
      const sessions = await sql`select id from session`.execute(restored.database.db)
      expect(sessions.rows).toEqual([])
      const uids = (await (await restored.person('viewer')).changes()).flatMap(line => line.uid)
      expect(uids).toContain(uid)
      await restored.close()
    })

    const cut = (copy: string): string => {
      const name = `${copy}.cut`
      if (!existsSync(name)) copyFileSync(copy, name)
      return name
    }
  })
})
