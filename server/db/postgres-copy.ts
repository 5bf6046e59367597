/** A PostgreSQL database as one file, made and put back by PostgreSQL's own programs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import pg from 'pg'
import { BadCopy, type CopyOptions, flush } from './backup.ts'

/** What would let somebody in. Of `settings` the server makes all anew. */
const secretTables = ['session', 'verification', 'settings', 'set_up_codes']

/** Parts of an address, by the names under which these programs look for them. */
const parameters: Record<string, string> = {
  host: 'PGHOST',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
}

/** Not as a word of the call: a password would stand in the list of processes. */
function environmentOf(address: string): NodeJS.ProcessEnv {
  const url = new URL(address)
  const given = {
    // An address of IPv6 stands in brackets there alone.
    PGHOST: url.hostname.replaceAll(/^\[|\]$/g, ''),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...Object.fromEntries(
      [...url.searchParams].flatMap(([name, value]) => (parameters[name] ? [[parameters[name], value]] : [])),
    ),
  }
  return { ...process.env, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) }
}

/** Those of PostgreSQL's programs that are not to be found. */
export function missingPrograms(path = ''): string[] {
  const isThere = (name: string): boolean =>
    path.split(delimiter).some(folder => {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  return ['pg_dump', 'pg_restore', 'psql'].filter(name => !isThere(name))
}

export function needPrograms(): void {
  const missing = missingPrograms(process.env['PATH'])
  if (missing.length > 0)
    throw new Error(`Not on the PATH: ${missing.join(', ')}. Install PostgreSQL’s client programs.`)
}

function begin(program: string, words: string[], address?: string): ChildProcess {
  return spawn(program, words, { env: address === undefined ? process.env : environmentOf(address) })
}

/** What it has said. Throws when it fails. */
async function finished(program: string, child: ChildProcess): Promise<string> {
  let [said, wrong] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  // A warning is no reason to trust what came of it.
  if (code !== 0) throw new Error(`${program} failed: ${wrong.trim().split('\n')[0] ?? ''}`)
  return said
}

/** [RS1] [RS7] `target` is there whole, and can be read, or not at all. */
export async function dumpDatabase(
  address: string,
  target: string,
  { withSecrets }: CopyOptions,
): Promise<void> {
  needPrograms()
  if (existsSync(target)) throw new Error(`${target} exists already.`)
  const part = `${target}.part`
  rmSync(part, { force: true })
  const left = withSecrets ? [] : secretTables.map(table => `--exclude-table-data=${table}`)
  try {
    await finished('pg_dump', begin('pg_dump', ['--format=custom', ...left, `--file=${part}`], address))
    await checkDump(part)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  flush(part)
  renameSync(part, target)
  flush(dirname(target))
}

async function checkDump(file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  const list = await finished('pg_restore', begin('pg_restore', ['--list', file]))
  for (const table of ['clock', 'ledger', 'commits'])
    if (!new RegExp(` TABLE DATA \\S+ ${table} `).test(list)) throw new BadCopy(`${file} has no ${table}.`)
}

/** Goes before: what a later version has made would be in the way of its own upgrade. */
const cleared = `
begin;
set client_min_messages = warning;
set lock_timeout = '5s';
do $$ declare one record; begin
  for one in select tablename as name from pg_tables where schemaname = current_schema() loop
    execute format('drop table if exists %I cascade', one.name);
  end loop;
  for one in select oid::regprocedure as name from pg_proc p where pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('drop function if exists %s cascade', one.name);
  end loop;
end $$;
`

/** [RS8] One transaction: whatever goes wrong in it, the database is as it was. */
export async function restoreDump(address: string, file: string): Promise<void> {
  await checkDump(file)
  const words = ['--no-owner', '--no-privileges', '--no-comments', '--file=-', file]
  const reading = spawn('pg_restore', words, { stdio: ['ignore', 'pipe', 'pipe'] })
  const writing = spawn('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null'], {
    env: environmentOf(address),
  })
  // It says itself why it has ended; who reads for it waits no longer.
  writing.stdin.on('error', () => reading.kill())
  writing.once('close', () => reading.kill())
  const written = finished('psql', writing)
  writing.stdin.write(cleared)
  reading.stdout.pipe(writing.stdin, { end: false })
  let wrong = ''
  reading.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  const [code] = (await once(reading, 'close')) as [number | null]
  writing.stdin.end(code === 0 ? '\ncommit;\n' : '\nrollback;\n')
  await written
  if (code !== 0) throw new BadCopy(`pg_restore failed: ${wrong.trim().split('\n')[0] ?? ''}`)
}

async function asked<T extends pg.QueryResultRow>(address: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Other connections to that database: servers, or somebody who looks into it. */
export async function othersAt(address: string): Promise<number> {
  const rows = await asked<{ count: string }>(
    address,
    `select count(*) as count from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return Number(rows[0]?.count)
}

export interface Beside {
  address: string
  remove(): Promise<void>
}

/** An empty database on the same server, to be removed again. */
export async function databaseBeside(address: string, name: string): Promise<Beside> {
  await asked(address, `create database "${name}" template template0 encoding 'UTF8'`)
  const own = Object.assign(new URL(address), { pathname: `/${name}` }).href
  return {
    address: own,
    remove: async () => {
      await asked(address, `drop database if exists "${name}" with (force)`)
    },
  }
}
