/** Starts a real PostgreSQL in a temporary folder for the contract tests, or uses the one that is named. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { Driver } from '../../server/db/driver.ts'
import { freePort } from '../support/port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** null: neither its binaries nor TEST_DATABASE_URL are here. */
    postgresUrl: string | null
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env['TEST_DATABASE_URL']
  const binaries = binariesFolder()
  if (named !== undefined || binaries === undefined) {
    if (named === undefined) console.log('No PostgreSQL here: PGlite stands for it in the contract.')
    project.provide('postgresUrl', named ?? null)
    return async () => {}
  }
  const cluster = await startCluster(binaries)
  project.provide('postgresUrl', cluster.url)
  return cluster.stop
}

export function binariesFolder(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map(version => join(root, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

export interface Cluster {
  url: string
  folder: string
  /** At once, as a crash: what is not flushed is lost. */
  stop(signal?: 'SIGQUIT' | 'SIGKILL' | 'SIGINT'): Promise<void>
}

/** Fast and careless unless told otherwise: a test's database need not survive a power cut. */
const careless = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

/** [SV6] Takes such a database all the same. */
export function unchecked(driver: Driver): Driver {
  return { ...driver, check: async () => {} }
}

/** `under`: a program that runs the cluster, with its arguments; it writes into the folder it is given. */
export async function startCluster(
  binaries: string,
  settings: readonly string[] = careless,
  under: (folder: string) => readonly string[] = () => [],
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'records-postgres-'))
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'cluster')
  const made = spawnSync(
    join(binaries, 'initdb'),
    ['-D', cluster, '-U', 'records', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...owner, cwd: folder },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`)
  const port = await freePort()
  const postgres = join(binaries, 'postgres')
  const [command = postgres, ...args] = [
    ...under(folder),
    postgres,
    ...['-D', cluster, '-k', folder, '-h', '127.0.0.1', '-p', String(port), ...settings],
  ]
  return started(folder, { command, args, port })
}

/** A copy of it that follows it, with what is not on it yet on the way. */
export async function startStandby(
  binaries: string,
  primary: Pick<Cluster, 'url'>,
  { settings = careless, port: named }: { settings?: readonly string[]; port?: number } = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'records-standby-'))
  const owner = unprivileged()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const cluster = join(folder, 'cluster')
  const copied = spawnSync(
    join(binaries, 'pg_basebackup'),
    ['-d', primary.url, '-D', cluster, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'],
    { ...owner, cwd: folder },
  )
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr.toString()}`)
  return startIn(folder, binaries, { settings, ...(named !== undefined && { port: named }) })
}

/** The rows of one statement, by a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // The cluster may end every connection at any moment, this one too.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** What somebody has put there, in the folder `cluster`. */
export async function startIn(
  folder: string,
  binaries: string,
  { settings = careless, port: named }: { settings?: readonly string[]; port?: number } = {},
): Promise<Cluster> {
  const port = named ?? (await freePort())
  const cluster = join(folder, 'cluster')
  const args = ['-D', cluster, '-k', folder, '-h', '127.0.0.1', '-p', String(port), ...settings]
  return started(folder, { command: join(binaries, 'postgres'), args, port })
}

async function started(
  folder: string,
  { command, args, port }: { command: string; args: readonly string[]; port: number },
): Promise<Cluster> {
  const server = spawn(command, args, { ...unprivileged(), cwd: folder, stdio: 'ignore' })
  const url = `postgres://records@127.0.0.1:${port}/postgres`
  await answering(url, server)
  return {
    url,
    folder,
    async stop(signal = 'SIGQUIT') {
      const isRunning = server.exitCode === null && server.signalCode === null
      const ended = new Promise(resolve => server.once('exit', resolve))
      server.kill(signal)
      if (isRunning) await ended
      // Its children may still be at it for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/** PostgreSQL refuses to run as root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(row => row.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  return row && { uid: Number(row[2]), gid: Number(row[3]) }
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (server.exitCode !== null) throw new Error('PostgreSQL ended at once')
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL does not answer')
}
