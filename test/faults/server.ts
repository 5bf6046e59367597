/** The real server as a process that can be killed, on a folder or a database of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../../server/commands/build.ts'
import { budi, createAccounts, signIn } from '../e2e/accounts.ts'
import { freePort } from '../support/port.ts'

export interface ServerOptions {
  databaseUrl?: string
  /** Other settings. */
  environment?: Record<string, string>
  /** In multiples of the usual. */
  ceilings?: number
  /** Names of mutants, with commas. */
  mutants?: string
  /** A program that runs the server, with its arguments. */
  under?: readonly string[]
}

const startMs = 30_000
const keptLog = 20_000

export class ServerProcess {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'records-faults-'))
  readonly port: number
  readonly origin: string
  /** The end of what it printed, and every line it called an error. */
  log = ''
  readonly errors: string[] = []
  readonly #options: ServerOptions
  #child: ChildProcess | undefined

  private constructor(port: number, options: ServerOptions) {
    this.port = port
    this.origin = `http://127.0.0.1:${port}`
    this.#options = options
  }

  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), options)
    await server.run()
    return server
  }

  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error('The server does not run')
    return pid
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get path(): string {
    return join(this.dataDir, 'records.db')
  }

  async run(): Promise<void> {
    const { databaseUrl = '', mutants, under = [] } = this.#options
    const loader = mutants ? ['--import', './test/mutants/loader.ts'] : []
    const [command = process.execPath, ...args] = [
      ...under,
      process.execPath,
      ...loader,
      join('server', 'main.ts'),
    ]
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        DEVICE_LOCK: 'off',
        // Whoever is one person here works for many.
        CEILINGS: String(this.#options.ceilings ?? 100),
        DATABASE_URL: databaseUrl,
        PUBLIC_URL: '',
        MUTANTS: mutants ?? '',
        ...this.#options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => this.#listen(text))
    const deadline = Date.now() + startMs
    while (!(await this.isHealthy())) {
      if (!this.isRunning || Date.now() > deadline) throw new Error(`The server did not start:\n${this.log}`)
      await pause(20)
    }
  }

  /** Runs one of the commands on its database; what it prints. */
  command(name: string, ...words: string[]): string {
    const { databaseUrl: DATABASE_URL = '' } = this.#options
    const env = { ...process.env, DATA_DIR: this.dataDir, DATABASE_URL }
    const file = join(projectRoot, 'server', 'commands', `${name}.ts`)
    const ended = spawnSync(process.execPath, [file, ...words], { env, encoding: 'utf8' })
    if (ended.status !== 0) throw new Error(`${name}: ${ended.stderr}`)
    return ended.stdout
  }

  /** Makes the first admin and an editor; the editor's session cookie. */
  async editor(): Promise<string> {
    await createAccounts(this, [budi])
    return signIn(this, budi)
  }

  async setupCode(): Promise<string> {
    for (let tries = 0; tries < 200; tries++) {
      const code = /setup code: (\S+)/.exec(this.log)?.[1]
      if (code) return code
      await pause(25)
    }
    throw new Error(`The server printed no setup code:\n${this.log}`)
  }

  /** Ends the process at once, as a power switch would, or in order. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async remove(): Promise<void> {
    await this.end('SIGTERM')
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }

  async isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/api/health`)).ok
    } catch (error) {
      if (error instanceof TypeError) return false
      throw error
    }
  }

  #listen(text: string): void {
    this.log = (this.log + text).slice(-keptLog)
    for (const line of text.split('\n')) if (line.includes('"level":"error"')) this.errors.push(line)
  }
}
