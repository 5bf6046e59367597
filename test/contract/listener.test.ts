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
import { endUnread } from '../../server/http/unread.ts'
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

test('[CE3] a connection whose answers nobody takes is ended, and one that is slow is not', async () => {
  const world = await openWorld(engines[0]!)
  const server = createServer((_, response) => response.end(Buffer.alloc(4_000_000)))
  const stop = endUnread(server, 'connection', world.services)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asked = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(8)
  const ended: number[] = []
  server.on('connection', socket => {
    const { remotePort = 0 } = socket
    socket.once('close', () => ended.push(remotePort))
  })
  const asking = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    socket.write(asked)
    return socket
  }
  const [deaf, slow] = [await asking(), await asking()]
  await sleep(300)
  for (let seconds = 0; seconds < 60; seconds += 10) {
    world.wait(10_000)
    // It takes some of it, now and then.
    slow.resume()
    await sleep(20)
    slow.pause()
    await sleep(20)
    world.tick()
  }
  await expect.poll(() => ended).toEqual([deaf.localPort])
  stop()
  slow.destroy()
  server.closeAllConnections()
  server.close()
  await world.close()
})

test('[RQ11] a body that does not say its length is refused before it has come', async () => {
  const world = await openWorld(engines[0]!)
  const server = createServer(requestListener(world.app.fetch, world.services))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const head = 'POST /api/auth/sign-in/username HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  const answer = await rawly(port, `${head}transfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(1_000)}`)
  expect(answer).toMatch(/^HTTP\/1\.1 422 /)
  expect(answer).toContain('"invalid_request"')
  expect(answer.toLowerCase()).toContain('connection: close')
  server.close()
  await world.close()
})

test('[CE4] a body in crumbs is refused before it has come whole', async () => {
  const world = await openWorld(engines[0]!)
  let given = 0
  const crumbs = new ReadableStream<Uint8Array>({
    pull(controller) {
      given++
      controller.enqueue(new Uint8Array([0x20]))
    },
  })
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://localhost/api/auth/sign-in/username', {
    ...{ method: 'POST', headers, body: crumbs },
    duplex: 'half',
  } as RequestInit)
  const response = await world.app.request(request)
  expect([response.status, given < 200]).toEqual([422, true])
  await world.close()
})

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
