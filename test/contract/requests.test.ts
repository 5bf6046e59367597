/** What reaches a handler and what does not: bad input of every sort ends in a clear refusal, never in a 5xx. */
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../server/routes.ts'
import { errorCodes } from '../../shared/errors.ts'
import { Problem } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION, SUPPORTED_PROTOCOLS } from '../../shared/version.ts'
import { engines } from './engines.ts'
import { a, recordB } from './edits.ts'
import { openWorld, type Person, personWith, type World } from './world.ts'

const json = { 'content-type': 'application/json' }

describe.each(engines)('Requests on $name', engine => {
  let world: World
  let eva: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor')
  })
  afterAll(() => world.close())
  afterEach(() => {
    expect(world.log.filter(entry => entry['level'] === 'error')).toEqual([])
  })

  /** Status and code of a failure, once it is known to be a well-formed problem. */
  async function failure(response: Response): Promise<[number, string]> {
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const problem = Problem.parse(await response.json())
    expect(problem.status).toBe(response.status)
    expect(errorCodes).toContain(problem.code)
    return [response.status, problem.code]
  }

  const send = (body: BodyInit, headers: Record<string, string> = json): Promise<Response> =>
    eva.request('/api/sync/push', { method: 'POST', headers, body })
  const envelope = (mutations: unknown): string =>
    JSON.stringify({ client: eva.client, protocol: PROTOCOL_VERSION, mutations })
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

  const bodies: [string, BodyInit, [number, string]][] = [
    ['empty', '', [400, 'malformed_json']],
    ['cut off', '{"client":"Rahasia', [400, 'malformed_json']],
    ['with a trailing comma', '{"client":1,}', [400, 'malformed_json']],
    ['with a comment', '{}//', [400, 'malformed_json']],
    ['with NaN', '{"client":NaN}', [400, 'malformed_json']],
    ['with unbalanced brackets', ']]]]{', [400, 'malformed_json']],
    ['not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), [400, 'bad_utf8']],
    ['with a repeated key', '{"a":1,"b":{"a":1},"a":2}', [400, 'duplicate_key']],
    ['with a key in two spellings', '{"ab":1,"\\u0061b":2}', [400, 'duplicate_key']],
    ['10,000 levels deep', nested(10_000), [400, 'too_deep']],
    ['9 levels deep', nested(9), [400, 'too_deep']],
    ['8 levels deep', nested(8), [422, 'invalid_request']],
    ['null', 'null', [422, 'invalid_request']],
    ['a number', '1', [422, 'invalid_request']],
    ['a text', '"x"', [422, 'invalid_request']],
    ['a list', '[]', [422, 'invalid_request']],
    ['an empty object', '{}', [422, 'invalid_request']],
    ['too large', `"${'x'.repeat(1024 * 1024)}"`, [413, 'too_large']],
  ]

  test.each(bodies)('[RQ1, RQ2, RQ6] a body that is %s is refused', async (_, body, expected) => {
    const response = await send(body)
    const text = await response.clone().text()
    expect(await failure(response)).toEqual(expected)
    expect(text).not.toContain('Rahasia')
  })

  test('[RQ2] a body that is too large is refused before it is read whole, also without a length', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    const init = { method: 'POST', headers: { ...json, cookie: eva.cookie }, body, duplex: 'half' }
    const response = await world.app.request('/api/sync/push', init as RequestInit)
    expect(await failure(response)).toEqual([413, 'too_large'])
    expect(sent).toBeLessThan(2 * 1024 * 1024)
  })

  test.each<[string, Record<string, string>, [number, string]]>([
    ['without a type', { 'content-type': '' }, [415, 'not_json']],
    ['of plain text', { 'content-type': 'text/plain' }, [415, 'not_json']],
    ['in UTF-16', { 'content-type': 'application/json; charset=utf-16' }, [415, 'not_json']],
    ['of a form', { 'content-type': 'application/x-www-form-urlencoded' }, [415, 'not_json']],
    ['compressed', { ...json, 'content-encoding': 'gzip' }, [415, 'encoded_body']],
    ['in two encodings', { ...json, 'content-encoding': 'identity, br' }, [415, 'encoded_body']],
    ['with a length beyond the limit', { ...json, 'content-length': '1048577' }, [413, 'too_large']],
  ])('[RQ2] a body %s is refused', async (_, headers, expected) => {
    const response = await send(gzipSync('x'.repeat(100_000)), headers)
    expect(await failure(response)).toEqual(expected)
    if (expected[1] === 'encoded_body') expect(response.headers.get('accept-encoding')).toBe('identity')
  })

  test('[RQ2] a byte order mark and a named charset are accepted', async () => {
    const response = await send(`\ufeff${envelope([])}`, {
      'content-type': 'Application/JSON; charset=UTF-8',
    })
    expect(response.status).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:81' }],
  ])('[RQ3] a write from %s is refused', async (_, headers) => {
    for (const path of ['/api/sync/push', '/api/setup', '/api/auth/sign-in/username', '/api/auth/sign-out']) {
      const init = { method: 'POST', headers: { ...json, host: 'localhost', ...headers }, body: '{}' }
      expect(await failure(await eva.request(path, init))).toEqual([403, 'cross_site'])
    }
  })

  test('[RQ3] our own pages may write', async () => {
    const headers = {
      ...json,
      host: 'localhost',
      origin: 'http://localhost',
      'sec-fetch-site': 'same-origin',
    }
    expect((await send(envelope([]), headers)).status).toBe(200)
  })

  test('[RQ4] an unknown path is 404 and a wrong method 405, neither in HTML', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/sync',
      '/api/auth/sign-up/email',
      '/api/%zz',
      '/api/auth/ok',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expect(await failure(await eva.request(path, { method }))).toEqual([404, 'not_found'])
      }
    }
    for (const { path, method } of routes) {
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (routes.some(route => route.path === path && route.method === other)) continue
        const response = await eva.request(path, { method: other })
        expect(response.headers.get('allow')).toContain(method)
        expect(await failure(response)).toEqual([405, 'method_not_allowed'])
      }
    }
  })

  test('[RQ7] another version of the protocol is refused, whatever else the message holds', async () => {
    const response = await send(JSON.stringify({ protocol: PROTOCOL_VERSION + 1, something: 'new' }))
    expect(await response.clone().json()).toMatchObject({ details: { supported: SUPPORTED_PROTOCOLS } })
    expect(await failure(response)).toEqual([409, 'protocol_unsupported'])
  })

  test.each<[string, unknown, [number, string]]>([
    ['501 mutations', Array.from({ length: 501 }, () => 1), [413, 'too_large']],
    ['mutations that are no list', {}, [422, 'invalid_request']],
    ['a mutation without an id', [{ ...a.device(), id: undefined }], [422, 'invalid_request']],
    [
      'a mutation with an upper-case id',
      [{ ...a.device(), id: crypto.randomUUID().toUpperCase() }],
      [422, 'invalid_request'],
    ],
    ['the nil id', [{ ...a.device(), id: '00000000-0000-0000-0000-000000000000' }], [422, 'invalid_request']],
    ['an id with a newline', [{ ...a.device(), id: `${crypto.randomUUID()}\n` }], [422, 'invalid_request']],
    ['a mutation that is null', [null], [422, 'invalid_request']],
  ])('[RQ6] an envelope with %s is refused', async (_, mutations, expected) => {
    expect(await failure(await send(envelope(mutations)))).toEqual(expected)
  })

  test('[RQ6, VA7] an envelope with an unknown key is refused', async () => {
    const body = JSON.stringify({
      client: eva.client,
      protocol: PROTOCOL_VERSION,
      mutations: [],
      role: 'admin',
    })
    expect(await failure(await send(body))).toEqual([422, 'unknown_field'])
  })

  test.each([
    ['a broken session cookie', 'better-auth.session_token=a.b.c'],
    ['a session cookie with bad percents', 'better-auth.session_token=%E0%A4%A; x=%'],
    ['many cookies', Array.from({ length: 200 }, (_, i) => `c${i}=${i}`).join('; ')],
    ['a cookie that is no cookie', ';;==;'],
  ])('[RQ5, RQ6] %s is nobody', async (_, cookie) => {
    const stranger = personWith(world.app, cookie)
    expect(await failure(await stranger.request('/api/sync/changes'))).toEqual([401, 'signed_out'])
    expect(await (await stranger.request('/api/auth/get-session')).json()).toBe(null)
  })

  test('[RQ8] the log has a line for each request and nothing that anybody entered', async () => {
    const start = world.log.length
    const secret = 'Sangat Rahasia 77'
    await eva.push(a.recordB({ nama: secret }), a.recordB({ [secret]: secret }))
    await send(`{"${secret}`)
    await eva.request(`/api/${encodeURIComponent(secret)}?q=${encodeURIComponent(secret)}`)
    await eva.request(`/api/sync/changes?cursor=${encodeURIComponent(secret)}`)
    await eva.post('/api/auth/sign-in/username', { username: secret, password: secret })
    const lines = world.log.slice(start)
    expect(lines.map(line => [line['event'], line['route'], line['status']])).toEqual([
      ['request', '/api/sync/push', 200],
      ['request', '/api/sync/push', 400],
      ['request', 'unknown', 404],
      ['request', '/api/sync/changes', 410],
      ['audit', undefined, undefined],
      ['request', '/api/auth/sign-in/username', 401],
    ])
    const text = JSON.stringify(lines)
    for (const word of ['Rahasia', eva.cookie, recordB.nama]) expect(text).not.toContain(word)
  })

  test('[RQ9] no answer of the API may be stored on the way, whatever it is', async () => {
    for (const { path, method } of routes) {
      const init = method === 'GET' ? {} : { method, headers: json, body: envelope([]) }
      for (const person of [eva, personWith(world.app, '')]) {
        const response = await person.request(path, init)
        expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store'])
        await response.body?.cancel()
      }
    }
    expect((await send(envelope([a.recordB()]))).headers.get('cache-control')).toBe('no-store')
  })

  test('every answer carries the headers that protect the page', async () => {
    for (const path of ['/api/health', '/api/nothing', '/nothing.js', '/']) {
      const { headers } = await eva.request(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/,
      )
      expect(headers.get('content-security-policy')).not.toMatch(/'unsafe|https?:|\*/)
      // [UI96] Our own pages alone, and nothing else of the machine.
      expect(headers.get('permissions-policy')).toMatch(/^camera=\(self\), geolocation=\(\), microphone=\(\)/)
    }
  })
})
