/** The recipe of docs/operating.md for a PostgreSQL: what it says is done, in the order in which it says it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { readPolicy } from '../../server/db/policy.ts'
import { postgresAt } from '../../server/db/postgres.ts'
import { a } from '../contract/edits.ts'
import { binariesFolder } from '../contract/postgres.ts'
import { openWorld, type World } from '../contract/world.ts'
import { startPostgres } from './postgres.ts'

const binaries = binariesFolder()

/** Of the block that begins with `umask`: its commands, one a line. */
function recipe(): string[] {
  const text = readFileSync(join(projectRoot, 'docs', 'operating.md'), 'utf8')
  const [, block = ''] = /```sh\n(umask 077\n[^`]+)```/.exec(text) ?? []
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map(line => line.replace(/\s+#.*$|^#.*$/, ''))
    .filter(line => line !== '')
}

/** The database of one server, of its own on that cluster. */
const at = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href

async function openedAt(url: string): Promise<World> {
  const engine = { name: 'PostgreSQL', create: () => Promise.reject(new Error('It is there')) }
  return openWorld(engine, { store: { driver: () => postgresAt(url, () => {}), remove: async () => {} } })
}

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
    const [umask, dump, restore, mark, ...more] = recipe()
    expect(more).toEqual([])
    run(`${umask}\n${dump}`, from)
    run(restore!, to)
    run(mark!, to)

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
})
