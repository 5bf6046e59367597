/** How the server is reached: at which address, under which name, through which proxy. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { addressOf, lineOf, proxiesIn } from '../../server/http/address.ts'
import { addSecurityHeaders } from '../../server/http/security.ts'
import { freePort } from '../support/port.ts'
import { engines } from './engines.ts'
import { startProcess } from './started.ts'
import { openWorld } from './world.ts'

const publicOrigin = 'https://records.example'
const proxies = proxiesIn(['10.0.0.1', '10.1.0.0/16', '2001:db8::/32'])

describe('The address of a client', () => {
  const client = '203.0.113.9'
  test.each([
    ['nobody in between', client, undefined, client],
    ['a header from somebody who is no proxy of ours', client, '198.51.100.7', client],
    ['our proxy', '10.0.0.1', client, client],
    ['our proxy, on a socket for both kinds', '::ffff:10.0.0.1', client, client],
    ['a client that claims an address', '10.0.0.1', `198.51.100.7, ${client}`, client],
    ['two proxies of ours', '2001:db8::5', `198.51.100.7, ${client}, 10.1.2.3`, client],
    ['nothing but our proxies', '10.0.0.1', '10.1.0.7', '10.1.0.7'],
    ['our proxy, which says nothing', '10.0.0.1', undefined, '10.0.0.1'],
    ['an address in an odd spelling', '10.0.0.1', '2001:0DB9:0:0::07', '2001:db9::7'],
    ['an IPv4 address in the clothes of the other kind', '10.0.0.1', '::ffff:cb00:7109', client],
    ['our proxy, which passes on nonsense', '10.0.0.1', `${client}, unknown`, '10.0.0.1'],
  ])('[SV9] %s', (_, socket, header, expected) => {
    const headers = header === undefined ? {} : { 'x-forwarded-for': header }
    const request = new Request('http://x/', { headers })
    expect(addressOf(request, { incoming: { socket: { remoteAddress: socket } } }, proxies)).toBe(expected)
  })

  test.each([
    [client, client],
    ['::ffff:203.0.113.9', client],
    ['::FFFF:cb00:7109', client],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('[CE2] %s counts as %s', (address, line) => {
    expect(lineOf(address)).toBe(line)
  })

  test('[SV9] without trusted proxies no header counts', () => {
    const request = new Request('http://x/', { headers: { 'x-forwarded-for': client } })
    expect(addressOf(request, { incoming: { socket: { remoteAddress: '10.0.0.1' } } }, undefined)).toBe(
      '10.0.0.1',
    )
  })

  test.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.1/8/8'])(
    '[SV9] “%s” is none',
    text => {
      expect(proxiesIn([text])).toBe(undefined)
    },
  )
})

test('[SV10] with a public address nothing is served under another name, but health', async () => {
  const world = await openWorld(engines[0]!, { publicOrigin })
  const status = async (url: string, init?: RequestInit) => (await world.app.request(url, init)).status
  const from = (origin: string) => ({
    method: 'POST',
    headers: { origin, host: 'records.example', 'content-type': 'application/json' },
    body: '{}',
  })
  expect([
    await status('http://records.example/api/auth/get-session'),
    await status('http://evil.example/api/auth/get-session'),
    await status('http://evil.example/'),
    await status('http://10.0.0.5:8080/api/health'),
    await status('http://records.example/api/auth/sign-out', from(publicOrigin)),
    await status('http://records.example/api/auth/sign-out', from('http://records.example')),
  ]).toEqual([200, 421, 421, 200, 200, 403])
  const refused = await world.app.request('http://evil.example/')
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  expect(await refused.json()).toMatchObject({ code: 'wrong_host' })
  await world.close()
})

test.each(['/records', '/records/', '/?a', '/#a', '//'])(
  '[OP9] a public address with “%s” is refused',
  rest => {
    expect(() => readConfig({ PUBLIC_URL: `https://host.example${rest}` })).toThrow(
      'PUBLIC_URL must have no path',
    )
  },
)

test.each(['https://host.example', 'https://host.example/', 'http://host.example:8443'])(
  '[OP9] %s is a public address',
  address => {
    expect(readConfig({ PUBLIC_URL: address }).publicOrigin).toBe(new URL(address).origin)
  },
)

test('[SV11] [OP4] [OP5] a setting that is neither is refused', () => {
  expect(() => readConfig({ PUBLIC_URL: 'records.example' })).toThrow('PUBLIC_URL must be an address')
  expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL must be one of info, warn, error')
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 32')
  expect(() => readConfig({ HOST: 'everywhere' })).toThrow('HOST must be an address')
  expect(() => readConfig({ HSTS_SUBDOMAINS: 'yes' })).toThrow('HSTS_SUBDOMAINS must be 0 or 1')
})

test('[SV11] names below are bound to HTTPS by a setting alone', () => {
  const said = (secure: { isSecure: boolean; hasSecureSubdomains?: boolean }) => {
    const headers = new Headers()
    addSecurityHeaders(headers, secure)
    return headers.get('strict-transport-security')
  }
  expect([
    said({ isSecure: true }),
    said({ isSecure: true, hasSecureSubdomains: true }),
    said({ isSecure: false, hasSecureSubdomains: true }),
  ]).toEqual(['max-age=31536000', 'max-age=31536000; includeSubDomains', null])
})

describe('The start', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'records-reached-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test.each([
    [{}, 'on all addresses', true],
    [{ HOST: '127.0.0.1' }, 'on 127.0.0.1', false],
    [{ HOST: '127.0.0.1', PUBLIC_URL: publicOrigin }, 'on 127.0.0.1', false],
    [{ PUBLIC_URL: publicOrigin }, 'on all addresses', false],
    [{ PUBLIC_URL: 'http://records.example' }, 'on all addresses', true],
  ])('[SV11] with %j says where, and warns of plain HTTP', async (environment, where, isWarned) => {
    const server = await startProcess(folder, { PORT: String(await freePort()), ...environment })
    await server.stop()
    expect(server.output()).toContain(where)
    expect(server.output().includes('Warning: this is plain HTTP')).toBe(isWarned)
  })
})
