/**
 * `npm run release`: what an operator is given of a version. One archive that needs no build, the list of all that
 * is installed with it (CycloneDX), and the hashes of both.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureBuilt, projectRoot } from './build.ts'
import { given, run } from './command.ts'

/** Not for operating it. */
const leftOut = ['test', '.ci']

const output = (command: string, given: string[], cwd = projectRoot): string =>
  execFileSync(command, given, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

/** Returns the names of the files. */
function release(folder: string): string[] {
  if (output('git', ['status', '--porcelain']) !== '')
    throw new Error('There are changes that are in no commit: a release is of a commit.')
  ensureBuilt()
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  const name = `records-${version}`
  mkdirSync(folder, { recursive: true })
  pack(name, join(folder, `${name}.tar.gz`))
  const bill = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only']
  writeFileSync(join(folder, `${name}.sbom.json`), output('npm', bill))
  const files = [`${name}.tar.gz`, `${name}.sbom.json`]
  const sums = files.map(file => `${hashOf(join(folder, file))}  ${file}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  return [...files, 'SHA256SUMS']
}

function pack(name: string, archive: string): void {
  const staging = mkdtempSync(join(tmpdir(), 'records-release-'))
  try {
    const root = join(staging, name)
    mkdirSync(root)
    const source = join(staging, 'source.tar')
    output('git', ['archive', '--output', source, 'HEAD', '--', '.', ...leftOut.map(path => `:!${path}`)])
    output('tar', ['--extract', '--file', source, '--directory', root])
    cpSync(join(projectRoot, 'dist'), join(root, 'dist'), { recursive: true, preserveTimestamps: true })
    output('tar', ['--create', '--gzip', '--file', archive, '--directory', staging, name])
  } finally {
    rmSync(staging, { recursive: true })
  }
}

const hashOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

const call = {
  name: 'release',
  about: 'Makes what an operator is given of a version: an archive, its SBOM and the hashes of both.',
  calls: [['[<folder>]', 'of the commit of now; into release/ when no folder is named']],
  words: 1,
} as const

const [folder = join(projectRoot, 'release')] = given(call).words
await run(call, () => {
  for (const file of release(resolve(folder))) console.log(join(resolve(folder), file))
})
