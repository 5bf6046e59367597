/** The server and its surroundings: the folder it holds, the commands beside it, the certificate it is given. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../support/port.ts'
import { password } from './world.ts'

const root = join(import.meta.dirname, '..', '..')
const certificate = join(import.meta.dirname, 'tls', 'localhost.crt')
const key = join(import.meta.dirname, 'tls', 'localhost.key')

interface Running {
  child: ChildProcess
  output(): string
  exit: Promise<number | null>
}

describe('One server', () => {
  let folder: string
  let ports: number[]
  let port: number
  const children: ChildProcess[] = []

  beforeEach(async () => {
    ports = [await freePort(), await freePort(), await freePort()]
    folder = mkdtempSync(join(tmpdir(), 'records-one-server-'))
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function run(script: string, args: string[] = [], environment: Record<string, string> = {}): Running {
    port = ports.shift() ?? port
    const child = spawn(process.execPath, [join(root, 'server', script), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: folder, ...environment },
    })
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)))
    const exit = new Promise<number | null>(resolve => child.once('close', resolve))
    return { child, output: () => output, exit }
  }

  /** A machine that is busy starts slowly. */
  async function saying(server: Running, words: string): Promise<void> {
    for (let tries = 0; !server.output().includes(words); tries++) {
      if (tries > 600) throw new Error(`No “${words}” in: ${server.output()}`)
      await sleep(50)
    }
  }

  test('[SV1] a second server on the same folder stops with one clear line', async () => {
    await saying(run('main.ts'), 'setup code')
    const second = run('main.ts')
    expect(await second.exit).toBe(1)
    expect(second.output()).toBe(
      `Records cannot start: Another server is using ${folder}. ` +
        'Stop it first, or give this one a DATA_DIR of its own.\n',
    )
  })

  test('[SV1] a server that was killed leaves its folder to the next', async () => {
    const first = run('main.ts')
    await saying(first, 'setup code')
    first.child.kill('SIGKILL')
    await first.exit
    await saying(run('main.ts'), 'setup code')
  })

  test('[SV1] the next server waits for one that is just stopping', async () => {
    const first = run('main.ts')
    await saying(first, 'setup code')
    first.child.kill('SIGTERM')
    await saying(run('main.ts'), 'setup code')
    expect(await first.exit).toBe(0)
  })

  test('[SV1] demo records and accounts are made beside a running server', async () => {
    await saying(run('main.ts'), 'setup code')
    const demo = run('commands/demo.ts', ['--records', '20', '--devices', '3', '--records-b', '0'])
    expect([await demo.exit, demo.output()]).toEqual([
      0,
      expect.stringContaining('24 records added') as string,
    ])
    const user = run('commands/user.ts', ['create', 'dewi', '--role', 'viewer'])
    user.child.stdin?.end(`${password}\n`)
    expect([await user.exit, user.output()]).toEqual([0, 'dewi can now sign in as viewer.\n'])
  })

  test('[TK1] a token is made, listed and ended beside a running server', async () => {
    const server = run('main.ts')
    const at = port
    await saying(server, 'setup code')
    const done = async (...words: string[]) => {
      const token = run('commands/token.ts', words)
      return [await token.exit, token.output()] as const
    }
    const user = run('commands/user.ts', ['create', 'dewi', '--role', 'editor'])
    user.child.stdin?.end(`${password}\n`)
    expect(await user.exit).toBe(0)
    const [made, said] = await done('create', 'dewi', '--name', 'Gaji Ñ', '--days', '7')
    const token = /^rec_\S{43}$/m.exec(said)?.[0] ?? ''
    expect([made, said]).toEqual([0, expect.stringContaining('acts for dewi as viewer')])
    const asked = () =>
      fetch(`http://localhost:${at}/api/v1/device`, { headers: { authorization: `Bearer ${token}` } })
    expect((await asked()).status).toBe(200)
    const [, listed] = await done('list')
    expect(listed).toMatch(/dewi +viewer +until .*used .*Gaji Ñ/)
    const [id = ''] = listed.split(' ')
    expect(await done('end', id)).toEqual([0, 'It lets nobody in any more.\n'])
    expect((await asked()).status).toBe(401)
    expect(await done('create', 'dewi', '--name', 'x', '--role', 'admin')).toEqual([
      1,
      expect.stringContaining('greater than that of the account'),
    ])
    expect(await done('create', 'dewi', '--nonesuch')).toEqual([2, expect.stringContaining('npm run token')])
  })

  test('[SV2] with a certificate it speaks HTTPS, and its cookies travel over nothing else', async () => {
    const server = run('main.ts', [], { TLS_CERT: certificate, TLS_KEY: key })
    await saying(server, `Records is at https://localhost:${port}`)
    await saying(server, 'setup code')
    const code = /setup code: (\S+)/.exec(server.output())![1]!
    const health = await ask('GET', '/api/health')
    expect([health.statusCode, health.headers['strict-transport-security']]).toEqual([
      200,
      'max-age=31536000',
    ])
    const setup = await ask('POST', '/api/setup', { code, username: 'kepala', password })
    expect(setup.statusCode).toBe(201)
    const cookies = setup.headers['set-cookie'] ?? []
    expect(new Set(cookies.map(cookie => /^__Host-([^=]+)=/.exec(cookie)?.[1]))).toEqual(
      new Set(['better-auth.session_token', 'records-browser']),
    )
    for (const cookie of cookies)
      for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
        expect(cookie.split('; ')).toContain(part)
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow()
  })

  test('[SV2] a certificate that is none stops it with one line', async () => {
    const server = run('main.ts', [], { TLS_CERT: key, TLS_KEY: certificate })
    expect(await server.exit).toBe(1)
    expect(server.output()).toMatch(/^Records cannot start: .+\n$/)
  })

  function ask(method: string, path: string, body?: unknown): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = {
        method,
        ca: readFileSync(certificate),
        headers: { 'content-type': 'application/json' },
      }
      const sent = request(`https://localhost:${port}${path}`, options, answer => resolve(answer.resume()))
      sent.once('error', reject)
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
})
