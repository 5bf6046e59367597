/** Requests nobody should send: random JSON, valid messages with something broken, raw bytes, and known bad values. */
import fc from 'fast-check'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a, remove, update } from '../contract/edits.ts'
import type { Random } from './random.ts'

export interface Input {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

const json = { 'content-type': 'application/json' }
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
const paths = [
  '/api/sync/push',
  '/api/sync/changes',
  '/api/sync/changes?cursor=%00',
  '/api/sync/changes?cursor=eyJjbG9jayI6LTF9',
  '/api/sync/changes?cursor=eyJjbG9jayI6MWUzMDAsInRva2VuIjoiIn0',
  '/api/sync/digest?cursor=eyJjbG9jayI6MCwidG9rZW4iOiIifQ&schema=%00',
  '/api/sync/records?buckets=record_a.1e9,__proto__.-1,.',
  '/api/setup',
  '/api/health',
  '/api/auth/sign-in/username',
  '/api/auth/get-session?x=%F0%9F%98%80',
  '/api/auth/admin/list-users?limit=-1&sortBy=password',
  '/api/auth/admin/create-user',
  '/api/auth/nothing',
  '/api/%2e%2e/x',
  '/api/%ff',
  '/api',
]

/** Values that have broken somebody's server. */
export const badValues: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -0,
    1.5,
    1e2,
    Number('9007199254740993'),
    -1,
    [],
    {},
    [[[]]],
    { uid: 1 },
    { uid: '1', x: 1 },
  ],
  ...['', ' ', '\u00a0', '\u3000', '\u0000', 'a\u0000b', '\ud800', 'x\udfffy', '\u202e', '\u200b', '\ufeff'],
  ...['é', 'e\u0301', '👩‍👩‍👧‍👦'.repeat(20), 'a'.repeat(61), 'a'.repeat(256), '🙂'.repeat(256), 'İß', '４２'],
  ...[
    "'; drop table device; --",
    '%',
    '_',
    '\\',
    '=1+1',
    '<img src=x onerror=alert(1)>',
    '{{7*7}}',
    '\r\nx: y',
  ],
  ...[
    '2026-02-30T00:00:00',
    '0000-01-01T00:00:00',
    'infinity',
    'now',
    '2026-01-01T23:59:60',
    '2026-01-01T24:00:00',
  ],
  ...[
    '2026-01-01T00:00:00Z',
    '2026-01-01',
    '9223372036854775807',
    '9223372036854775808',
    '01',
    '-1',
    '1e3',
    'NaN',
  ],
  ...['00000000-0000-0000-0000-000000000000', '__proto__', 'constructor', 'prototype', 'toString'],
]

const badTexts = [
  '',
  '{bad',
  '{}//',
  '{"a":1,}',
  'NaN',
  '[1e400]',
  '{"a":1,"a":2}',
  '\ufeff{}',
  'null',
  '"x"',
  '1',
  '[]',
]
const badBytes = [
  [0xff, 0xfe],
  [0x7b, 0x22, 0xc3, 0x28, 0x22],
  [0xed, 0xa0, 0x80],
  [0x1f, 0x8b, 8, 0, 0, 0],
  [0],
]
const badHeaders: Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': '' },
  { 'content-type': 'application/json; charset=utf-16' },
  { ...json, 'content-encoding': 'gzip' },
  { ...json, 'sec-fetch-site': 'cross-site' },
  { ...json, origin: 'null' },
  { ...json, cookie: 'better-auth.session_token=a.b.c; '.repeat(20) },
  { ...json, 'x-forwarded-for': '\t;,' },
]

/** An endless, seeded stream of them. `client` is whose pushes they pretend to be. */
export function* inputs(random: Random, seed: number, client: string): Generator<Input, never> {
  const anyJson = fc.sample(fc.json({ maxDepth: 10 }), { seed, numRuns: 2000 })
  for (;;) yield inputOf(random, anyJson, client)
}

function inputOf(random: Random, anyJson: readonly string[], client: string): Input {
  const push = { method: 'POST', path: '/api/sync/push', headers: json }
  const body = JSON.stringify(brokenPush(random, client))
  switch (random.below(8)) {
    case 0:
      return { ...push, path: random.pick(paths), body: random.pick(anyJson) }
    case 1:
      return { ...push, body: random.bytes(random.below(300)) }
    case 2:
      return { ...push, body: brokenText(random, body) }
    case 3:
      return { ...push, headers: random.pick(badHeaders), body }
    case 4:
      return { ...push, body: random.pick([...badTexts, ...badBytes.map(bytes => Uint8Array.from(bytes))]) }
    case 5: {
      const method = random.pick(methods)
      const input = { method, path: random.pick(paths), headers: json }
      return method === 'GET' || method === 'HEAD' ? input : { ...input, body }
    }
    default:
      return { ...push, body }
  }
}

/** A valid push in which some values have been replaced, removed or added. */
function brokenPush(random: Random, client: string): unknown {
  const device = a.device()
  const mutations = [
    device,
    a.recordA({ uid: device.uid }),
    a.recordB(),
    update(a.recordB(), { pt: ['ABC', 'X'], unit: [true, false] }),
    remove(device, { name: random.pick(['x', 'Gerbang Sélatan 🏠']) }),
  ]
  const message: Record<string, unknown> = {
    client,
    protocol: PROTOCOL_VERSION,
    mutations: [random.pick(mutations), random.pick(mutations)],
  }
  for (let breaks = random.below(4); breaks > 0; breaks--) breakSome(random, message)
  return message
}

function breakSome(random: Random, node: object): void {
  const key = random.pick([...Object.keys(node), 'id'])
  const child: unknown = Reflect.get(node, key)
  if (typeof child === 'object' && child !== null && random.chance(0.85)) return breakSome(random, child)
  // A copy: what is broken next may be this value.
  const value = structuredClone(random.pick(badValues))
  const way = random.below(20)
  if (way < 3) Reflect.deleteProperty(node, key)
  else if (way < 6)
    Object.defineProperty(node, String(value), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  else Reflect.set(node, key, value)
}

/** Characters taken out, doubled or replaced anywhere. */
function brokenText(random: Random, text: string): string {
  const at = random.below(text.length)
  const other = String.fromCharCode(random.below(0x10000))
  return (
    text.slice(0, at) + random.pick(['', other, text[at] + other, '"', '{', '\\u0000']) + text.slice(at + 1)
  )
}
