/** Servers to measure: one on SQLite, one or four on a PostgreSQL that is as durable as in production. */
import { readFileSync } from 'node:fs'
import { budi, signIn } from '../../e2e/accounts.ts'
import { startPostgres } from '../../faults/postgres.ts'
import { ServerProcess } from '../../faults/server.ts'
import { devices, serverWith } from '../data.ts'
import type { Door } from './requests.ts'

export interface Hosts {
  doors: Door[]
  pids: number[]
  /** For the same work without HTTP. */
  databaseUrl: string | undefined
  stop(): Promise<void>
}

export async function sqliteHost(records: number): Promise<Hosts> {
  // Whoever is one person here works for many.
  const server = await serverWith(records, { CEILINGS: '100' })
  const cookie = await signIn(server, budi)
  return {
    doors: [{ origin: server.origin, cookie }],
    pids: [server.pid],
    databaseUrl: undefined,
    stop: () => server.remove(),
  }
}

export async function postgresHosts(records: number, processes: number): Promise<Hosts> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('There is no PostgreSQL on this machine')
  const servers: ServerProcess[] = []
  async function stop(): Promise<void> {
    for (const server of servers) await server.remove()
    await postgres?.stop()
  }
  try {
    // One after the other: the first one makes the tables.
    for (let index = 0; index < processes; index++)
      servers.push(await ServerProcess.start({ databaseUrl: postgres.url }))
    const cookie = (await servers[0]?.editor()) ?? ''
    const counts = ['--records', String(records), '--devices', String(devices), '--records-b', '0']
    servers[0]?.command('demo', ...counts)
    await postgres.query('vacuum analyze')
    const doors = servers.map(({ origin }) => ({ origin, cookie }))
    return { doors, pids: servers.map(({ pid }) => pid), databaseUrl: postgres.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The most memory a process has had, in bytes; NaN where there is no /proc. */
export function peakMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Number.NaN
    throw error
  }
}
