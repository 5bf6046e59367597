/** How the built client is served. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './engines.ts'
import { openWorld, type World } from './world.ts'

describe('Client files', () => {
  let world: World
  const script = `console.log('é')\n`.repeat(200)

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'records-dist-'))
    const clientFolder = join(folder, 'dist')
    mkdirSync(join(clientFolder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    writeFileSync(join(clientFolder, '.env'), 'secret')
    writeFileSync(join(clientFolder, 'index.html'), '<!doctype html><title>Rekaman</title>')
    writeFileSync(join(clientFolder, 'sw.js'), script)
    writeFileSync(join(clientFolder, 'manifest.webmanifest'), '{}')
    writeFileSync(join(clientFolder, 'assets', 'index-Ab1.js'), script)
    world = await openWorld(engines[0]!, { clientFolder })
  })
  afterAll(() => world.close())

  const get = (path: string, headers: Record<string, string> = {}): Response | Promise<Response> =>
    world.app.request(path, { headers })

  test.each([
    ['/', 'no-store', 'text/html; charset=utf-8'],
    ['/record_a/019a-x', 'no-store', 'text/html; charset=utf-8'],
    ['/sw.js', 'no-cache', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'no-cache', 'application/manifest+json'],
    ['/assets/index-Ab1.js', 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8'],
  ])('%s is served with %s', async (path, cache, type) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect([response.headers.get('cache-control'), response.headers.get('content-type')]).toEqual([
      cache,
      type,
    ])
  })

  test.each([
    '/assets/index-gone.js',
    '/assets/gone',
    '/assets/',
    '/favicon.ico',
    '/.env',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00.js',
    '/%zz',
  ])('[RQ4, RQ6] %s is not there', async path => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('secret')
  })

  test('a file that has not changed is not sent again, one that has is', async () => {
    const first = await get('/')
    const again = await get('/', { 'if-none-match': first.headers.get('etag')! })
    expect([again.status, await again.text()]).toEqual([304, ''])
    writeFileSync(join(world.services.clientFolder, 'index.html'), '<!doctype html><title>Rekamam</title>')
    expect(await (await get('/', { 'if-none-match': first.headers.get('etag')! })).text()).toContain(
      'Rekamam',
    )
  })

  test('text is compressed for those who ask', async () => {
    const response = await get('/assets/index-Ab1.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(script)
    expect((await get('/assets/index-Ab1.js')).headers.get('content-encoding')).toBe(null)
  })

  test('[RQ4] files are only read', async () => {
    const response = await world.app.request('/', { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
