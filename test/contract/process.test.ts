/** The server as a process: how it starts, what it says, how it survives rude clients, and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { freePort } from '../support/port.ts'
import { begun } from './begun.ts'
import { a, remove } from './edits.ts'
import { linesIn, password } from './world.ts'

const root = join(import.meta.dirname, '..', '..')

interface Running {
  child: ChildProcess
  origin: string
  output(): string
  exit: Promise<number | null>
}

describe('The server process', () => {
  let folder: string
  let port: number
  const children: ChildProcess[] = []

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'records-process-'))
    port = await freePort()
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function run(environment: Record<string, string> = {}): Running {
    const child = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: folder, ...environment },
    })
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
    const exit = new Promise<number | null>(resolve => child.once('close', resolve))
    return { child, origin: `http://127.0.0.1:${port}`, output: () => output, exit }
  }

  /** A machine that is busy starts slowly. */
  async function says(server: Running, words: string): Promise<void> {
    for (let tries = 0; !server.output().includes(words); tries++) {
      if (tries > 400) throw new Error(server.output())
      await sleep(50)
    }
  }

  async function started(server: Running): Promise<{ cookie: string; code: string }> {
    await says(server, 'setup code')
    const code = /setup code: (\S+)/.exec(server.output())![1]!
    const response = await post(server, '/api/setup', '', { code, username: 'kepala', password })
    expect(response.status).toBe(201)
    const cookies = response.headers.getSetCookie().map(each => each.split(';')[0] ?? '')
    return { code, cookie: cookies.join('; ') }
  }

  const post = (server: Running, path: string, cookie: string, body: unknown): Promise<Response> =>
    fetch(server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const stopped = ({ child, exit }: Running) => (child.kill('SIGTERM'), exit)
  const client = crypto.randomUUID()
  const push = (server: Running, cookie: string, mutations: unknown[]): Promise<Response> =>
    post(server, '/api/sync/push', cookie, { client, protocol: PROTOCOL_VERSION, mutations })

  test.each([
    [{ PORT: 'eighty' }, /^Records cannot start: PORT must be a port number\n$/],
    [{ PORT: '99999' }, /PORT must be at most 65535/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres:\/\//],
    [{ PUBLIC_URL: 'https://host.example/a/' }, /^Records cannot start: PUBLIC_URL must have no path/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES must be addresses or networks/],
    [{ TLS_CERT: 'x.pem' }, /TLS_CERT and TLS_KEY go together/],
    [{ TLS_CERT: 'gone.pem', TLS_KEY: 'gone.key' }, /TLS_CERT: gone.pem cannot be read/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /Records cannot start: .*ECONNREFUSED/],
  ])('%j stops it with one line', async (environment, line) => {
    const server = run(environment as Record<string, string>)
    expect(await server.exit).toBe(1)
    expect(server.output()).toMatch(line)
    expect(server.output().trim().split('\n')).toHaveLength(1)
  })

  test('[AC1] the setup code is the same after a restart, until it is used', async () => {
    const first = run()
    await says(first, 'setup code')
    const code = /setup code: (\S+)/.exec(first.output())?.[1]
    expect(await stopped(first)).toBe(0)
    const second = run()
    expect((await started(second)).code).toBe(code)
    await stopped(second)
    const third = run()
    await says(third, `Records is at http://localhost:${port}`)
    await stopped(third)
    expect(third.output()).not.toContain('setup code')
  })

  test('[SV5, PU4] on SIGTERM a push under way is finished, streams end, and the exit code is 0', async () => {
    const server = run()
    const { cookie } = await started(server)
    const events = await fetch(`${server.origin}/api/sync/events`, { headers: { cookie } })
    const records = () => Array.from({ length: 500 }, () => a.recordB())
    const pushes = await Promise.all([1, 2, 3].map(() => begun(server.origin, cookie)))
    server.child.kill('SIGTERM')
    const bodies = pushes.map(send => send({ client, protocol: PROTOCOL_VERSION, mutations: records() }))
    expect(await Promise.all(bodies)).toEqual([200, 200, 200])
    expect(await events.text()).toContain('event: clock')
    expect(await server.exit).toBe(0)
    const file = new Database(join(folder, 'records.db'), { readonly: true })
    expect(file.prepare('select count(*) as n from record_b').get()).toEqual({ n: 1500 })
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok')
    file.close()
  })

  test('[SV5] a connection on which nothing was ever asked does not hold up the end', async () => {
    const server = run()
    await started(server)
    const socket = connect(port, '127.0.0.1')
    const closed = once(socket, 'close')
    await once(socket, 'connect')
    // By then the server knows the connection, too.
    await fetch(`${server.origin}/api/health`)
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    await closed
    expect(server.output()).not.toContain('requests_cut')
  })

  test('[CH4] when it starts, it forgets deletions that are older than it keeps them', async () => {
    const first = run()
    const { cookie } = await started(first)
    const record = a.recordB()
    await push(first, cookie, [record])
    await push(first, cookie, [remove(record), a.device()])
    first.child.kill('SIGTERM')
    await first.exit
    const file = new Database(join(folder, 'records.db'))
    const count = () => file.prepare('select count(*) as n from tombstones').get()
    const before = count()
    file.exec("update commits set at = '2020-01-01T00:00:00.000Z'")
    const second = run()
    await says(second, 'Records is at')
    // Nobody waits for it.
    await expect.poll(() => [before, count()]).toEqual([{ n: 1 }, { n: 0 }])
    file.close()
  })

  test('[SV3] [CH4] a database in which nothing can be forgotten keeps it from nothing else', async () => {
    const first = run()
    await started(first)
    first.child.kill('SIGTERM')
    await first.exit
    const file = new Database(join(folder, 'records.db'))
    file.exec("create trigger stubborn before update on clock begin select raise(abort, 'no'); end")
    file.close()
    const second = run()
    await says(second, 'Records is at')
    await says(second, 'forgetting_failed')
  })

  test('[RQ6] another process that holds the database makes a push wait for later, not fail for good', async () => {
    const server = run()
    const { cookie } = await started(server)
    const other = new Database(join(folder, 'records.db'))
    other.exec('begin immediate')
    const device = a.device()
    const refused = await push(server, cookie, [device])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    other.exec('rollback')
    other.close()
    expect((await push(server, cookie, [device])).status).toBe(200)
  })

  test('[RQ6] clients that leave in the middle do no harm', async () => {
    const server = run()
    const { cookie } = await started(server)
    for (let n = 0; n < 4; n++)
      await push(
        server,
        cookie,
        Array.from({ length: 500 }, () => a.recordB()),
      )
    for (let n = 0; n < 5; n++) {
      const gone = new AbortController()
      const response = await fetch(`${server.origin}/api/sync/changes`, {
        headers: { cookie },
        signal: gone.signal,
      })
      await response.body!.getReader().read()
      gone.abort()
    }
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST /api/sync/push HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n`)
    socket.write('content-type: application/json\r\ncontent-length: 5000\r\n\r\n{"client":')
    await sleep(100)
    socket.destroy()
    await sleep(100)
    const response = await fetch(`${server.origin}/api/sync/changes`, { headers: { cookie } })
    expect(linesIn(await response.text()).flatMap(line => line.uid)).toHaveLength(2000)
    expect(server.output()).not.toContain('"level":"error"')
    const lines = server
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'))
    const noise = server
      .output()
      .split('\n')
      .filter(
        line =>
          !line.startsWith('{') && !/^$|Records is at|^Warning: this is plain HTTP|setup code/.test(line),
      )
    expect([lines.length > 10, noise]).toEqual([true, []])
  })

  test('[RQ6] what is not HTTP is refused, and half a request does not hold a place for long', async () => {
    const server = run()
    await started(server)
    const answers = await Promise.all([
      rawly('GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc'),
      rawly('POST /api/setup HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na'),
      rawly('GET / HTTP/1.1\r\n\r\n'),
      rawly(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
      rawly('GET /api/health HTTP/1.1\r\nhost: x\r\n__proto__: x\r\nconnection: close\r\n\r\n'),
      rawly('GET / HTTP/1.1\r\nhost: '),
    ])
    expect(answers.map(answer => answer.slice(9, 12))).toEqual(['400', '400', '400', '431', '200', '408'])
  }, 40_000)

  function rawly(text: string): Promise<string> {
    return new Promise(resolve => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', chunk => (answer += String(chunk)))
      socket.on('close', () => resolve(answer))
      socket.on('error', () => resolve(answer))
    })
  }
})
