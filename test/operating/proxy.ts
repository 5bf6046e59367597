/** npm run proxy: a server behind nginx as deploy/nginx.conf has it, asked as a browser would ask it. */
import { strict as assert } from 'node:assert'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../../server/commands/build.ts'
import { given } from '../../server/commands/command.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a } from '../contract/edits.ts'
import { startProcess } from '../contract/started.ts'
import { freePort } from '../support/port.ts'
import { startNginx } from './nginx.ts'

given({
  name: 'proxy',
  about: 'Starts a server behind nginx as deploy/nginx.conf has it, and asks it as a browser would.',
  calls: [['', 'says what was asked, and fails where an answer is not as it should be']],
})

const name = 'records.example'
const password = 'rahasia-ä-2026'
const tls = join(import.meta.dirname, '..', 'contract', 'tls')

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** `until`: the answer is cut off once it holds this. */
function asker(port: number) {
  return (
    path: string,
    { body, cookie = '', until }: { body?: unknown; cookie?: string; until?: string } = {},
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const options: RequestOptions = {
        ...{ host: '127.0.0.1', port, path, servername: name, rejectUnauthorized: false },
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: name, cookie, ...(body !== undefined && { origin: `https://${name}` }) },
      }
      const sent = request(options, response => {
        let text = ''
        const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        response.on('end', done).on('data', chunk => {
          text += String(chunk)
          if (until === undefined || !text.includes(until)) return
          done()
          response.destroy()
        })
      })
      sent.on('error', reject)
      if (body === undefined) return void sent.end()
      const json = Buffer.from(JSON.stringify(body))
      sent.setHeader('content-type', 'application/json')
      sent.setHeader('content-length', json.length)
      sent.end(json)
    })
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 100) throw error
      await sleep(100)
    }
  }
}

ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'records-proxy-'))
const [port, upstream] = [await freePort(), await freePort()]
const settings = { PORT: String(upstream), HOST: '127.0.0.1', PUBLIC_URL: `https://${name}` }
const server = await startProcess(folder, settings)
const certificate = { cert: join(tls, 'localhost.crt'), key: join(tls, 'localhost.key') }
const nginx = startNginx({ folder, port, upstream, certificate })
try {
  const ask = asker(port)
  const page = await patiently(() => ask('/'))
  assert.deepEqual([page.status, page.text.includes('<script')], [200, true])
  const code = /setup code: (\S+)/.exec(server.output())?.[1]
  const made = await ask('/api/setup', { body: { code, username: 'kepala', password } })
  assert.equal(made.status, 201, made.text)
  const cookies = made.headers['set-cookie'] ?? []
  assert.ok(cookies.some(each => each.startsWith('__Host-')))
  const cookie = cookies.map(each => each.split(';')[0]).join('; ')
  const stream = ask('/api/sync/events', { cookie, until: 'data: 1\n' })
  const client = crypto.randomUUID()
  const mutations = Array.from({ length: 500 }, () => a.recordB())
  const pushed = await ask('/api/sync/push', {
    body: { client, protocol: PROTOCOL_VERSION, mutations },
    cookie,
  })
  assert.equal(pushed.status, 200, pushed.text.slice(0, 300))
  assert.match((await stream).text, /event: clock/)
  const statuses = await Promise.all(['livez', 'readyz', 'metrics'].map(each => ask(`/api/${each}`)))
  assert.deepEqual(
    statuses.map(({ status }) => status),
    [200, 404, 404],
  )
  const own = await fetch(`http://127.0.0.1:${upstream}/api/metrics`)
  assert.equal(own.status, 200)
  const audit = await ask('/api/audit', { cookie })
  assert.match(audit.text, /"address":"127\.0\.0\.1"/)
  console.log(`${nginx.version}\n${nginx.checked}`)
  console.log(
    'page, set-up, __Host- cookie, a push of 500, the stream of events, and what is kept from outside: as they should be',
  )
} finally {
  await nginx.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
}
