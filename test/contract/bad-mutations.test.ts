/** Mutations that nobody should send: each is rejected with its reason, on every database alike. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { a, create, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, type World } from './world.ts'

const uid = crypto.randomUUID()

const badMutations: [string, (device: string) => unknown, string][] = [
  ['a text that is a number', () => a.recordB({ pt: 5 }), 'not_text'],
  ['a text that is a list', () => a.recordB({ pt: ['x'] }), 'not_text'],
  ['a text that is an object', () => a.recordB({ pt: { uid } }), 'not_text'],
  ['a lone surrogate', () => a.recordB({ nama: 'a\ud800' }), 'ill_formed'],
  ['NUL', () => a.recordB({ nama: 'a\0b' }), 'ill_formed'],
  ['a missing field', () => create('record_b', { pt: 'x' }), 'required'],
  ['null', () => a.recordB({ nama: null }), 'required'],
  ['only white space', () => a.recordB({ nama: ' \u00a0\u3000\t' }), 'required'],
  ['one character too many', () => a.recordB({ nama: '👩'.repeat(61) }), 'too_long'],
  ['a boolean that is a text', () => a.recordB({ unit: 'true' }), 'not_boolean'],
  ['a boolean that is a number', () => a.recordB({ unit: 1 }), 'not_boolean'],
  ['30 February', device => a.recordA(device, { start_datetime: '2026-02-30T00:00:00' }), 'not_datetime'],
  ['a leap second', device => a.recordA(device, { start_datetime: '2026-06-30T23:59:60' }), 'not_datetime'],
  ['infinity', device => a.recordA(device, { start_datetime: 'infinity' }), 'not_datetime'],
  ['a zone', device => a.recordA(device, { end_datetime: '2026-01-01T00:00:00Z' }), 'not_datetime'],
  ['the year 0', device => a.recordA(device, { end_datetime: '0000-01-01T00:00:00' }), 'not_datetime'],
  ['a reference that is a number', () => a.recordA(1), 'not_reference'],
  ['a reference of 2^63', () => a.recordA('9223372036854775808'), 'not_reference'],
  ['a reference with a leading zero', device => a.recordA(`0${device}`), 'not_reference'],
  ['a reference by no uid', () => a.recordA({ uid: 'x' }), 'not_reference'],
  ['a reference with a further key', () => a.recordA({ uid, id: '1' }), 'unknown_field'],
  ['the id', () => a.recordB({ id: '7' }), 'unknown_field'],
  ['a field of another kind', () => a.recordB({ pin: '7' }), 'unknown_field'],
  [
    '__proto__ among the fields',
    () => JSON.parse(JSON.stringify(a.recordB()).replace('"fields":{', '"fields":{"__proto__":{"pt":"x"},')),
    'unknown_field',
  ],
  ['constructor among the fields', () => a.recordB({ constructor: 'x' }), 'unknown_field'],
  ['a version in a create', () => ({ ...a.recordB(), version: 7 }), 'unknown_field'],
  ['an owner', () => ({ ...a.recordB(), ownerId: 'x' }), 'unknown_field'],
  [
    '__proto__ beside the fields',
    () => JSON.parse(JSON.stringify(a.recordB()).replace('{', '{"__proto__":{"op":"x"},')),
    'unknown_field',
  ],
  ['an unknown op', () => ({ ...a.recordB(), op: 'upsert' }), 'malformed'],
  ['an upper-case uid', () => a.recordB({}, uid.toUpperCase()), 'malformed'],
  ['no uid', () => ({ ...a.recordB(), uid: undefined }), 'malformed'],
  ['no fields', () => ({ ...a.recordB(), fields: undefined }), 'malformed'],
  ['fields that are a list', () => ({ ...a.recordB(), fields: [] }), 'malformed'],
  ['a kind of another name', () => ({ ...a.recordB(), kind: 'ledger' }), 'unknown_kind'],
  ['a kind that is a key of every object', () => ({ ...a.recordB(), kind: 'constructor' }), 'unknown_kind'],
  ['a change without its base', () => update({ kind: 'record_b', uid }, { pt: ['x'] }), 'malformed'],
  ['a change of three', () => update({ kind: 'record_b', uid }, { pt: ['x', 'y', 'z'] }), 'malformed'],
  ['a change of the id', () => update({ kind: 'record_b', uid }, { id: ['1', '2'] }), 'unknown_field'],
  ['a change to nothing', () => update({ kind: 'record_b', uid }, { pt: ['x', ''] }), 'required'],
  ['a base that is an object', () => update({ kind: 'record_b', uid }, { pt: [{ uid }, 'x'] }), 'malformed'],
  [
    'a base with a further key',
    device => update({ kind: 'record_a', uid }, { device_id: [{ uid, x: 1 }, device] }),
    'unknown_field',
  ],
  [
    'a base by NUL',
    device => update({ kind: 'record_a', uid }, { device_id: [{ uid: '\0' }, device] }),
    'malformed',
  ],
  ['a version beside what was seen', () => ({ ...remove(a.recordB()), version: 1 }), 'unknown_field'],
  [
    'a version in place of what was seen',
    () => ({ ...remove(a.recordB()), seen: undefined, version: 1 }),
    'malformed',
  ],
  ['a seen that is a list', () => ({ ...remove(a.recordB()), seen: ['x'] }), 'malformed'],
  ['a seen that is nothing', () => ({ ...remove(a.recordB()), seen: null }), 'malformed'],
  ['an unknown field in what was seen', () => remove(a.recordB(), { pin: '7' }), 'unknown_field'],
  ['the id in what was seen', () => remove(a.recordB(), { id: '7' }), 'unknown_field'],
  [
    '__proto__ in what was seen',
    () =>
      JSON.parse(JSON.stringify(remove(a.recordB())).replace('"seen":{', '"seen":{"__proto__":{"pt":"x"},')),
    'unknown_field',
  ],
  ['a seen value that is a number', () => remove(a.recordB(), { pt: 5 }), 'malformed'],
  ['a seen value that is an object', () => remove(a.recordB(), { pt: { uid } }), 'malformed'],
  ['a seen reference by NUL', device => remove(a.recordA(device), { device_id: { uid: '\0' } }), 'malformed'],
  [
    'a seen reference with a further key',
    device => remove(a.recordA(device), { device_id: { uid, x: 1 } }),
    'unknown_field',
  ],
]

describe.each(engines)('Bad mutations on $name', engine => {
  let world: World
  let eva: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
  })
  afterAll(() => world.close())

  test.each(badMutations)(
    '[RQ6, PU6, VA10] a mutation with %s is rejected and writes nothing',
    async (_, build, code) => {
      const { results: made } = await eva.push(a.device())
      const device = (made[0] as { record: { id: string } }).record.id
      const before = (await eva.push()).clock
      const { results, clock } = await eva.push(build(device))
      expect(results).toHaveLength(1)
      expect(results[0]).toMatchObject({ outcome: 'rejected' })
      const { issues } = results[0] as { issues: { code: string }[] }
      expect(issues.map(issue => issue.code)).toContain(code)
      expect(clock).toBe(before)
    },
  )

  test.each(badMutations)('[PU14] a mutation with %s is answered the same again', async (_, build) => {
    const mutation = build((await eva.made(a.device())).id)
    const settlement = await eva.one(mutation)
    expect(await eva.one(mutation)).toEqual({ ...settlement, isRepeated: true })
  })
})
