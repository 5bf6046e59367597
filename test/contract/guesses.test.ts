/** Guesses at passwords and codes: how many there are, at every door, and whom they keep out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guessing } from '../../server/session/guesses.ts'
import { hashingFor } from '../../server/session/hashing-turn.ts'
import { hashPassword } from '../../server/session/password.ts'
import { AppError } from '../../shared/errors.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, signIn, type World } from './world.ts'

const quarterMs = 15 * 60_000
const dayMs = 24 * 60 * 60_000
const other = 'kuda-laut-berenang-9'

test('[CE5] what is hashed for one person waits in turn, and beyond five is told to come back; others are not', async () => {
  const asked = hashingFor('eva', () =>
    Promise.allSettled(Array.from({ length: 12 }, () => hashPassword(password))),
  )
  const others = hashingFor('oto', () => Promise.allSettled([hashPassword(password)]))
  const refused = (await asked).filter(each => each.status === 'rejected')
  expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(Array(7).fill('too_many'))
  expect((await others)[0]!.status).toBe('fulfilled')
})

describe.each(engines)('Guesses on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'ayu')
  })
  afterAll(() => world.close())

  const change = (person: Person, currentPassword: string, newPassword = other, more = {}) =>
    person.post('/api/auth/change-password', { currentPassword, newPassword, ...more })

  test('[CE1] of a signed-in person at their own password count as those at the entrance', async () => {
    const budi = await world.person('viewer', 'budi')
    const elsewhere = await signIn(world.app, 'budi')
    world.wait(dayMs + 1)
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn++) statuses.push((await change(budi, `guess ${turn}`)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    expect((await change(budi, password)).status).toBe(429)
    // In another browser that they have been in for a day, they are not kept out by it.
    expect((await change(elsewhere, password)).status).toBe(200)
  })

  test('[CE1] at a good password of ten that are guessable are told so, and then to come back', async () => {
    const citra = await world.person('viewer', 'citra')
    const statuses: number[] = []
    for (let turn = 0; turn < 11; turn++) statuses.push((await change(citra, password, 'qwertyuiop')).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
  })

  test('[CE5] an admin who makes twenty accounts at one moment makes some, and is told when to make the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        admin.post('/api/auth/admin/create-user', {
          ...{ username: `many-${turn}`, name: 'Many', password: other, role: 'viewer' },
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    for (const answer of answers.filter(({ status }) => status === 429))
      expect(answer.headers.get('retry-after')).toBe('5')
  })

  const guess = (username: string, secret: string, cookie = '') =>
    personWith(world.app, cookie).post('/api/auth/sign-in/username', { username, password: secret })

  /** What a wrong one leaves, without the time that it takes. */
  const guessAt = (at: string) =>
    guessing(world.services, { at, from: '127.0.0.1' }, () =>
      Promise.reject(new AppError('wrong_credentials')),
    ).catch(() => {})

  test('[CE1] of others at their address keep out nobody who signed in with that browser before', async () => {
    const eka = await world.person('editor', 'eka')
    world.wait(dayMs + 1)
    for (let turn = 0; turn < 10; turn++) await guess('eka', `guess ${turn}`)
    for (let turn = 0; turn < 90; turn++) await guessAt(`nobody-${turn}`)
    const browser = eka.cookie.split('; ').find(each => each.startsWith('records-browser='))!
    expect((await guess('eka', password)).status).toBe(429)
    expect((await guess('ayu', password)).status).toBe(429)
    expect((await guess('eka', password, browser)).status).toBe(200)
    // It is theirs alone.
    expect((await guess('ayu', password, browser)).status).toBe(429)
    world.wait(quarterMs)
  })

  test('[CE1] whoever makes browsers of their own by codes has no more guesses by them', async () => {
    const fajar = await world.person('viewer', 'fajar')
    const { user } = (await (await fajar.request('/api/auth/get-session')).json()) as { user: { id: string } }
    const statuses: number[] = []
    for (let browser = 0; browser < 4; browser++) {
      const made = await fajar.post('/api/browsers/code', { userId: user.id })
      const { code } = (await made.json()) as { code: string }
      const set = await personWith(world.app, '').post('/api/auth/set-up-browser', { code })
      const cookies = set.headers.getSetCookie().map(each => each.split(';')[0])
      const there = personWith(world.app, cookies.join('; '))
      for (let turn = 0; turn < 5; turn++)
        statuses.push((await change(there, `guess ${browser} ${turn}`)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
    world.wait(quarterMs)
  })

  test('[AC21] the app of an admin, with no password, does not give their account away', async () => {
    const { users } = (await (await admin.request('/api/auth/admin/list-users?sortBy=nope')).json()) as {
      users: { id: string; username: string }[]
    }
    const userId = users.find(({ username }) => username === 'ayu')!.id
    const own = (path: string, more = {}) => admin.post(`/api/auth/admin/${path}`, { userId, ...more })
    expect((await own('set-user-password', { newPassword: other })).status).toBe(422)
    expect((await own('reset-second-factor')).status).toBe(422)
    expect((await guess('ayu', password)).status).toBe(200)
  })

  test('[AC17] a new password ends every other session, whatever the app asks for', async () => {
    const dewi = await world.person('editor', 'dewi')
    const elsewhere = await signIn(world.app, 'dewi')
    const changed = await change(dewi, password, other, { revokeOtherSessions: false })
    expect(changed.status).toBe(200)
    expect((await elsewhere.request('/api/browsers/own')).status).toBe(401)
    const cookies = changed.headers.getSetCookie().map(each => each.split(';')[0])
    const here = personWith(world.app, cookies.join('; '))
    expect((await here.request('/api/browsers/own')).status).toBe(200)
    world.wait(quarterMs)
  })
})
