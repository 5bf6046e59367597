/** A real server with an account for programs and six records of each kind, and a shell that runs what is written. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examplesOf, exampleVersion } from '../../server/rest/examples.ts'
import { kinds } from '../../shared/kinds.ts'
import { createAccounts } from '../e2e/accounts.ts'
import { freePort } from '../support/port.ts'
import { startProcess } from './started.ts'

/** Processes start slowly where the machine is busy. */
export const startMs = 600_000

const root = join(import.meta.dirname, '..', '..')

export interface Ended {
  code: number | null
  out: string
  err: string
}

export interface OfficeProcess {
  origin: string
  /** Where the shell stands: with the project's files in it. */
  folder: string
  /** Of Dewi, an editor. */
  token: string
  /** Runs it in Bash, which knows what earlier ones exported. */
  run(command: string, environment?: Record<string, string>): Promise<Ended>
  ask(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

const account = { username: 'dewi', password: 'gaji-setiap-tanggal-satu' }

export async function openOfficeProcess(): Promise<OfficeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'records-office-'))
  const port = await freePort()
  const data = join(folder, 'data')
  mkdirSync(data)
  const server = await startProcess(data, { PORT: String(port), HOST: '127.0.0.1', DEVICE_LOCK: 'off' })
  for (const name of ['package.json', 'server', 'shared', 'node_modules'])
    symlinkSync(join(root, name), join(folder, name))
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  const origin = `http://127.0.0.1:${port}`
  const setupCode = async () => /setup code: (\S+)/.exec(server.output())?.[1] ?? ''
  await createAccounts({ origin, setupCode }, [account])

  const remembered = join(folder, 'exported')
  const run = async (command: string, environment: Record<string, string> = {}): Promise<Ended> => {
    const script = `touch '${remembered}'; . '${remembered}'\n${command}\nresult=$?; export -p > '${remembered}'; exit $result`
    const child = spawn('bash', ['-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: data, ...environment },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', chunk => (out += String(chunk)))
    child.stderr.on('data', chunk => (err += String(chunk)))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, out, err }
  }
  const made = await run('npm run token -- create dewi --name "Kantor Ñ" --role editor')
  const token = /rec_\S+/.exec(made.out)?.[0] ?? ''
  const ask: OfficeProcess['ask'] = (path, { headers, ...init } = {}) =>
    fetch(`${origin}/api/v1/${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...(headers as Record<string, string>),
      },
    })
  await stock(ask)
  return {
    ...{ origin, folder, token, run, ask },
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ids 1 to 6 of each kind; the next write is the first one of the examples. */
async function stock(ask: OfficeProcess['ask']): Promise<void> {
  let last = 0
  for (const kind of kinds)
    for (let id = 1; id <= 6; id++) {
      const { fields } = examplesOf(kinds, kind)
      const body = JSON.stringify({ ...fields, [kind.title]: `${kind.label.en} ${id}` })
      const response = await ask(kind.name, { method: 'POST', body })
      if (!response.ok) throw new Error(await response.text())
      last = ((await response.json()) as { version: number }).version
    }
  if (last !== exampleVersion - 1) throw new Error(`The examples begin behind write ${last}`)
}
