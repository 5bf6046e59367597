/** Who may read the files: their owner alone. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../support/port.ts'
import { startProcess } from './started.ts'

const root = join(import.meta.dirname, '..', '..')

describe('The files of the server', () => {
  let folder: string
  let before: number
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'records-files-'))
    before = process.umask(0o022)
  })
  afterEach(() => {
    process.umask(before)
    rmSync(folder, { recursive: true, force: true })
  })

  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
  const modesIn = (path: string) =>
    Object.fromEntries(readdirSync(path).map(name => [name, modeOf(join(path, name))]))
  const command = (name: string, ...words: string[]) =>
    spawnSync(process.execPath, [join(root, 'server', 'commands', `${name}.ts`), ...words], {
      cwd: folder,
      env: { DATA_DIR: join(folder, 'data') },
      encoding: 'utf8',
    })

  test('[SV8] are their owner’s alone: folder, database, log, lock and copies', async () => {
    const data = join(folder, 'data')
    const server = await startProcess(folder, { DATA_DIR: data, PORT: String(await freePort()) })
    expect(command('backup', 'copy.db').status).toBe(0)
    const running = modesIn(data)
    await server.stop()
    const own = '600'
    expect(Object.keys(running)).toEqual(
      expect.arrayContaining(['records.db', 'records.db-shm', 'records.db-wal', 'server.lock']),
    )
    expect(Object.values(running).filter(mode => mode !== own)).toEqual([])
    expect([modeOf(data), modeOf(join(folder, 'copy.db'))]).toEqual(['700', own])
    expect(command('restore', 'copy.db').status).toBe(0)
    expect(Object.values(modesIn(data)).every(mode => mode === own)).toBe(true)
  })

  test('[SV8] what an older version left readable is closed, by the commands too', () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    for (const name of ['records.db', 'records.db.replaced-2026', 'others.txt'])
      writeFileSync(join(data, name), '')
    chmodSync(data, 0o755)
    expect(command('user', 'list').status).toBe(0)
    expect([modeOf(data), modesIn(data)]).toEqual([
      '700',
      { 'records.db': '600', 'records.db.replaced-2026': '600', 'others.txt': '644' },
    ])
  })

  test('[SV8] a folder that is everybody’s by intent stays so', () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    chmodSync(data, 0o1777)
    expect(command('user', 'list').status).toBe(0)
    expect(statSync(data).mode & 0o7777).toBe(0o1777)
  })
})
