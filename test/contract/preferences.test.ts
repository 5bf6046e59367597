/** What people want of their lists, kept with their accounts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { preferencesBytes } from '../../shared/limits.ts'
import type { Preferences } from '../../shared/preferences.ts'
import { userHeader } from '../../shared/user-header.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, signIn, type World } from './world.ts'

const path = '/api/preferences'
const lobi = {
  name: 'Lobi',
  query: { q: 'lobi' },
  columns: { tablet: { names: ['pin'], widths: { pin: 90 } } },
}

describe.each(engines)('Preferences on $name', engine => {
  let world: World
  let viewer: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    viewer = await world.person('viewer')
  })
  afterAll(() => world.close())

  const kept = async (person: Person): Promise<Preferences> => {
    const response = await person.request(path)
    expect(response.status).toBe(200)
    return ((await response.json()) as { entries: Preferences }).entries
  }
  const nowMs = () => world.services.now().getTime()
  const code = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ]

  test('[AC10] whoever may sign in keeps their own, and sees nobody else’s', async () => {
    const other = await world.person('editor')
    expect(await kept(viewer)).toEqual({})
    const entries = { 'view device 1': { value: lobi, at: 7 }, 'default device': { value: '1', at: 8 } }
    const answer = await viewer.post(path, { entries })
    expect([answer.status, await answer.json()]).toEqual([200, { entries }])
    expect(await kept(viewer)).toEqual(entries)
    expect(await kept(other)).toEqual({})
  })

  test('[AC10] a device that says it is somebody else’s is told nothing, and keeps nothing here', async () => {
    const headers = { [userHeader]: 'another', 'content-type': 'application/json' }
    expect(await code(await viewer.request(path, { headers }))).toEqual([403, 'wrong_user'])
    const body = JSON.stringify({ entries: { theirs: { value: 1, at: 1 } } })
    expect(await code(await viewer.request(path, { method: 'POST', headers, body }))).toEqual([
      403,
      'wrong_user',
    ])
    expect(await kept(viewer)).not.toHaveProperty('theirs')
  })

  test('[AC11] [AC12] two devices at one moment lose nothing', async () => {
    const person = await world.person('viewer')
    const entries = Array.from({ length: 12 }, (_, n) => ({ [`view device ${n}`]: { value: lobi, at: n } }))
    const answers = await Promise.all(entries.map(each => person.post(path, { entries: each })))
    expect(answers.map(({ status }) => status)).toEqual(entries.map(() => 200))
    expect(await kept(person)).toEqual(Object.assign({}, ...entries))
  })

  test('[AC11] a time of the far future counts as now', async () => {
    const person = await world.person('viewer')
    const entries = { x: { value: 'ahead', at: Number.MAX_SAFE_INTEGER } }
    await person.post(path, { entries })
    expect(await kept(person)).toEqual({ x: { value: 'ahead', at: nowMs() } })
    world.wait(1)
    await person.post(path, { entries: { x: { value: 'now', at: nowMs() } } })
    expect(await kept(person)).toEqual({ x: { value: 'now', at: nowMs() } })
  })

  test('[AC11] what was taken away a year ago is forgotten', async () => {
    const person = await world.person('viewer')
    await person.post(path, { entries: { x: { value: null, at: nowMs() }, y: { value: 1, at: nowMs() } } })
    world.wait(366 * 24 * 60 * 60 * 1000)
    await person.post(path, { entries: { z: { value: null, at: nowMs() } } })
    expect(Object.keys(await kept(person)).toSorted()).toEqual(['y', 'z'])
  })

  test('[AC12] more than 64 kB is refused, and what there was stays; less goes through', async () => {
    const person = await world.person('viewer')
    const entries = { x: { value: 'é'.repeat(preferencesBytes / 4), at: 1 } }
    expect((await person.post(path, { entries })).status).toBe(200)
    const more = { y: { value: 'é'.repeat(preferencesBytes / 4), at: 1 } }
    expect(await code(await person.post(path, { entries: more }))).toEqual([413, 'too_large'])
    expect(await kept(person)).toEqual(entries)
    const less = { x: { value: null, at: 2 }, ...more }
    expect((await person.post(path, { entries: less })).status).toBe(200)
  })

  test('[AC10] what a newer app keeps is kept, whatever it is called', async () => {
    const person = await world.person('viewer')
    const value = ['\0', '\ud800', { __proto__: null, é: [true, 1.5, null] }]
    const entries = { 'gallery jenis_baru é\0': { value, at: 1 } }
    expect((await person.post(path, { entries })).status).toBe(200)
    expect(await kept(person)).toEqual(JSON.parse(JSON.stringify(entries)))
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a list', { entries: [] }],
    ['an entry without a value', { entries: { x: { at: 1 } } }],
    ['an entry without a time', { entries: { x: { value: 1 } } }],
    ['a time before all times', { entries: { x: { value: 1, at: -1 } } }],
    ['half a millisecond', { entries: { x: { value: 1, at: 0.5 } } }],
    ['a time beyond all numbers', { entries: { x: { value: 1, at: 2 ** 53 } } }],
    ['a key that is too long', { entries: { ['x'.repeat(201)]: { value: 1, at: 1 } } }],
    ['no key', { entries: { '': { value: 1, at: 1 } } }],
  ])('[RQ1, RQ6] %s is refused', async (_, body) => {
    expect(await code(await viewer.post(path, body))).toEqual([422, 'invalid_request'])
  })

  test('[RQ1, VA7] an unknown key is refused, and none is repeated', async () => {
    const response = await viewer.post(path, { entries: { rahasia: { value: 1, at: 1, by: 'me' } } })
    expect(await response.clone().text()).not.toContain('rahasia')
    expect(await code(response)).toEqual([422, 'unknown_field'])
  })

  test('[RQ6] a key that means something to JavaScript is a key like any other, or none', async () => {
    const body = '{"entries":{"__proto__":{"value":{"polluted":1},"at":1},"constructor":{"value":1,"at":1}}}'
    const headers = { 'content-type': 'application/json' }
    expect((await viewer.request(path, { method: 'POST', headers, body })).status).toBe(200)
    expect(await kept(viewer)).toMatchObject({ constructor: { value: 1, at: 1 } })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('[AC12] an account that is removed takes them along', async () => {
    const admin = await world.person('admin')
    const username = `gone-${crypto.randomUUID().slice(0, 8)}`
    const person = await world.person('editor', username)
    await person.post(path, { entries: { x: { value: 1, at: 1 } } })
    const rows = () => world.database.db.selectFrom('preferences').select('user_id').execute()
    const before = await rows()
    const { user } = (await (await person.request('/api/auth/get-session')).json()) as {
      user: { id: string }
    }
    expect(before.map(row => row.user_id)).toContain(user.id)
    await admin.post('/api/auth/admin/remove-user', { userId: user.id })
    expect((await rows()).map(row => row.user_id)).toEqual(
      before.map(row => row.user_id).filter(id => id !== user.id),
    )
    await expect(signIn(world.app, username)).rejects.toThrow('wrong_credentials')
  })
})
