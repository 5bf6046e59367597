/** What reaches no route: requests that are none, and a log that nobody takes any more. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { requestListener } from '../../server/http/listener.ts'
import { Problem } from '../../shared/protocol.ts'
import { freePort } from '../support/port.ts'
import { engines } from './engines.ts'
import { openWorld } from './world.ts'

const root = join(import.meta.dirname, '..', '..')

function rawly(port: number, text: string): Promise<string> {
  return new Promise(resolve => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', chunk => (answer += String(chunk)))
    socket.on('close', () => resolve(answer))
  })
}

test.each(['exa mple', '[::1', 'x:99999'])(
  '[RQ1] a request to the host %j is a problem, and is logged',
  async host => {
    const world = await openWorld(engines[0]!)
    const server = createServer(requestListener(world.app.fetch, world.services))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const answer = await rawly(port, `GET /api/health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 422 /)
    expect(head).toContain('application/problem+json')
    expect(head).toContain('nosniff')
    const problem = Problem.parse(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)))
    expect(problem.code).toBe('invalid_request')
    expect(world.log.filter(entry => entry['id'] === problem.instance)).toHaveLength(1)
    server.close()
    await world.close()
  },
)

test('[SV3] a server whose log nobody takes, as the disk under it is full, works on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'records-log-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  })
  const ask = () => fetch(`http://127.0.0.1:${port}/api/health`).then(answer => answer.status)
  await expect.poll(() => ask().catch(() => 0), { timeout: 30_000 }).toBe(200)
  for (let times = 0; times < 5; times++) {
    expect(await ask()).toBe(200)
    await sleep(20)
  }
  expect(child.exitCode).toBe(null)
  child.kill('SIGKILL')
  await once(child, 'close')
  rmSync(folder, { recursive: true, force: true })
})
