/** What an operator is given of a version. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'

const run = (command: string, given: string[], cwd = projectRoot) =>
  execFileSync(command, given, { cwd, encoding: 'utf8' })

test('[SV12] is one archive that runs without a build, the list of what is installed with it, and their hashes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'records-released-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // Of this commit, whatever else lies here.
  const clone = join(folder, 'clone')
  run('git', ['clone', '--quiet', projectRoot, clone])
  run('ln', ['-s', join(projectRoot, 'node_modules'), join(clone, 'node_modules')])
  const command = join(clone, 'server', 'commands', 'release.ts')
  const released = spawnSync(process.execPath, [command, folder], { cwd: clone, encoding: 'utf8' })
  expect(released.status, released.stderr).toBe(0)

  const archive = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').match(/records-\S+\.tar\.gz/)?.[0] ?? ''
  run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], folder)
  const names = run('tar', ['--list', '--file', archive], folder).split('\n')
  const root = archive.replace('.tar.gz', '')
  for (const name of ['server/main.ts', 'dist/index.html', 'package-lock.json', 'docs/operating.md'])
    expect(names).toContain(`${root}/${name}`)
  expect(names.filter(name => name.startsWith(`${root}/test/`))).toEqual([])
  expect(names.filter(name => name.includes('node_modules'))).toEqual([])

  const bill = JSON.parse(readFileSync(join(folder, `${root}.sbom.json`), 'utf8')) as {
    bomFormat: string
    components: { name: string; purl: string }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const installed = new Set(bill.components.map(({ name }) => name))
  expect([installed.has('hono'), installed.has('vitest')]).toEqual([true, false])
}, 180_000)
