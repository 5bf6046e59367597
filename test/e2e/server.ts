/** The real server in a process of its own, with a database of its own, as `npm start` runs it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { projectRoot } from '../../server/commands/build.ts'
import { freePort } from '../support/port.ts'

const startMs = 20_000

export class TestServer {
  readonly dataDir: string
  readonly port: number
  readonly origin: string
  log = ''
  #child: ChildProcess | undefined

  readonly #settings: Record<string, string>

  private constructor(dataDir: string, port: number, settings: Record<string, string>) {
    this.dataDir = dataDir
    this.port = port
    this.origin = `${settings['TLS_CERT'] ? 'https' : 'http'}://localhost:${port}`
    this.#settings = settings
  }

  /** On that folder, or on a new one; with settings beside the usual. */
  static async start(dataDir?: string, settings: Record<string, string> = {}): Promise<TestServer> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'records-e2e-')))
    const server = new TestServer(folder, await freePort(), settings)
    await server.run()
    return server
  }

  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error('The server does not run')
    return pid
  }

  async run(): Promise<void> {
    const child = spawn(process.execPath, [join('server', 'main.ts')], {
      cwd: projectRoot,
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.log += text))
    const deadline = Date.now() + startMs
    while (!(await this.isHealthy())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The server did not start:\n${this.log}`)
      await pause(50)
    }
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  /** Ends the server and leaves nothing of it behind. */
  async remove(): Promise<void> {
    await this.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  /** Runs one of the commands a person has, such as `demo.ts`, against this server's database. */
  async command(file: string, args: string[]): Promise<string> {
    const child = spawn(process.execPath, [join('server', 'commands', file), ...args], {
      cwd: projectRoot,
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`${file} failed:\n${output}`)
    return output
  }

  /** What the first start prints for whoever sets the server up. */
  async setupCode(): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const code = /setup code: (\S+)/.exec(this.log)?.[1]
      if (code) return code
      await pause(50)
    }
    throw new Error(`The server printed no setup code:\n${this.log}`)
  }

  /** Straight from the database, past everything the server does. Bigints come whole. */
  rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): T[] {
    const database = new Database(join(this.dataDir, 'records.db'))
    try {
      return database
        .prepare(sql)
        .safeIntegers()
        .all(...values) as T[]
    } finally {
      database.close()
    }
  }

  change(sql: string, ...values: unknown[]): void {
    const database = new Database(join(this.dataDir, 'records.db'))
    try {
      database.prepare(sql).run(...values)
    } finally {
      database.close()
    }
  }

  private environment(): Record<string, string | undefined> {
    return {
      ...process.env,
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      DATABASE_URL: '',
      PUBLIC_URL: '',
      // Stories are about one thing each: those of the lock ask for it.
      DEVICE_LOCK: 'off',
      ...this.#settings,
    }
  }

  private async isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/api/health`)).ok
    } catch (error) {
      if (error instanceof TypeError) return false
      throw error
    }
  }
}
