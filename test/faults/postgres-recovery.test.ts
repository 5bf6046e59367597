/** Going back to a moment, by what docs/operating/backup.md says: its settings and its commands, in its order. */
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { idGap } from '../../server/db/restored.ts'
import { a } from '../contract/edits.ts'
import { held } from '../contract/lines.ts'
import { ask, binariesFolder, startIn, unprivileged } from '../contract/postgres.ts'
import { openedAt } from './opened-at.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const binaries = binariesFolder()

const [, page = ''] = readFileSync(join(projectRoot, 'docs', 'operating', 'backup.md'), 'utf8').split(
  '## PostgreSQL to the second',
)
const blocks = [...page.matchAll(/```(ini|sh)\n([^`]+)```/g)].map(([, , text = '']) => text)
const [settings = '', copying = '', goingBack = ''] = blocks

test.runIf(binaries)(
  '[RS3] [RS4] a PostgreSQL goes back to a moment, and everybody hears of it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'records-recovery-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const name of ['', 'archive', 'backups']) ownedFolder(join(folder, name))
    /** The folders of the page stand in this one. */
    const here = (text: string) =>
      text
        .replaceAll('/var/lib/postgresql/15/main', join(folder, 'cluster'))
        .replaceAll(/\/(?=archive\/|backups\/)/g, `${folder}/`)

    const before = (await startPostgres(flagsOf(here(settings))))!
    const world = await openedAt(before.url)
    const eva = await world.person('editor', 'eva')
    const kept = [(await eva.made(a.device('Before the copy'))).uid]
    const run = (commands: string) => ends(commandsAt(before.url, { commands: here(commands), folder }))
    run(copying)
    kept.push((await eva.made(a.device('Before the moment'))).uid)
    const [now] = await before.query<{ moment: string }>('select clock_timestamp()::text as moment')
    await eva.made(a.device('Lost'))
    await archived(before)
    await world.close()
    // Where it was is another folder than where it comes back: of that nothing is left.
    await before.stop()

    ownedFolder(join(folder, 'cluster'))
    run(goingBack.replace('2026-11-26 04:00:00+00', now!.moment))
    const after = await startIn(folder, binaries!, { settings: [] })
    await expect.poll(() => isRecovering(after.url), { timeout: 30_000 }).toBe(false)
    ends(marked(after.url))

    const restored = await openedAt(after.url)
    const udo = await restored.person('editor', 'udo')
    expect([...held(await udo.changes()).keys()].toSorted()).toEqual(kept.toSorted())
    expect(Number((await udo.made(a.device('Anew'))).id)).toBeGreaterThan(Number(idGap))
    await restored.close()
    await after.stop()
  },
)

/** As the account that the cluster runs under. */
function commandsAt(url: string, { commands, folder }: { commands: string; folder: string }) {
  const { port, hostname } = new URL(url)
  const PATH = `${binaries}:${process.env['PATH']}`
  const env = { PATH, PGHOST: hostname, PGPORT: port, PGUSER: 'records' }
  const options = { ...unprivileged(), env, cwd: folder, input: commands, encoding: 'utf8' } as const
  return spawnSync('sh', ['-e'], options)
}

/** `npm run restore`, without a file. */
function marked(url: string) {
  const env = { PATH: process.env['PATH'], DATABASE_URL: url }
  const command = join(projectRoot, 'server', 'commands', 'restore.ts')
  return spawnSync(process.execPath, [command], { env, encoding: 'utf8' })
}

function ends({ status, stderr }: { status: number | null; stderr: string }): void {
  expect([status, stderr]).toEqual([0, ''])
}

async function isRecovering(url: string): Promise<boolean> {
  const [row] = await ask<{ is: boolean }>(url, 'select pg_is_in_recovery() as is')
  return row?.is !== false
}

function ownedFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const owner = unprivileged()
  if (owner) chownSync(path, owner.uid, owner.gid)
}

/** Lines of a configuration file, as arguments. */
function flagsOf(ini: string): string[] {
  const lines = ini.trim().split('\n')
  return lines.flatMap(line => ['-c', line.replace(/ = '?/, '=').replace(/'$/, '')])
}

/** Everything so far: what waits for a minute on a machine that is at rest does so at once. */
async function archived({ query }: Postgres): Promise<void> {
  const [last] = await query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  const isThere = async () => {
    const done = 'select last_archived_wal >= $1 as is from pg_stat_archiver'
    return (await query<{ is: boolean }>(done, [last!.name]))[0]?.is
  }
  await expect.poll(isThere, { timeout: 30_000 }).toBe(true)
}
