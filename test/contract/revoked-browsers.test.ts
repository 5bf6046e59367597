/** Browsers that an admin has revoked: what they are answered, and until when. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserRow } from '../../shared/browsers.ts'
import { ask, expired, only, rowOf, rows, told } from './browser-rows.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, type World } from './world.ts'

describe.each(engines)('Revoked browsers on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'admin')
  })
  afterAll(() => world.close())

  const revoke = (body: object) => admin.post('/api/browsers/revoke', body)

  const revokedOf = (row: BrowserRow, revocation: string) => [{ userId: row.userId, revocation }]

  test('[BP3] now: every answer says so, with the session it had and without one, until it is done', async () => {
    const maya = await world.person('editor', 'maya')
    const row = await rowOf(admin, maya)
    expect(await (await revoke({ browser: row.id, revocation: 'now' })).json()).toEqual({ count: 1 })
    for (const person of [maya, expired(world, maya)])
      for (const path of ['/api/auth/get-session', '/api/sync/changes', '/api/sync/events']) {
        const { status, body } = await ask(person, path)
        expect([status, body.code, body.details]).toEqual([
          401,
          'revoked',
          { revoked: revokedOf(row, 'now') },
        ])
      }
    const signingIn = await expired(world, maya).post('/api/auth/sign-in/username', {
      username: 'maya',
      password,
    })
    expect(signingIn.status).toBe(401)

    expect((await expired(world, maya).post('/api/browsers/removed', { userIds: [row.userId] })).status).toBe(
      200,
    )
    expect(await rowOf(admin, maya)).toMatchObject({ records: 0, unsent: 0, isSignedIn: false })
    expect(await ask(expired(world, maya))).toEqual({ status: 200, body: null })
    const again = await expired(world, maya).post('/api/auth/sign-in/username', {
      username: 'maya',
      password,
    })
    expect(again.status).toBe(200)
    expect(await rowOf(admin, maya)).toMatchObject({ revocation: null, removedAt: null, isSignedIn: true })
  })

  test('[BP3] after sending: the session goes on, and is told whose data is to go', async () => {
    const nia = await world.person('editor', 'nia')
    const row = await rowOf(admin, nia)
    await revoke({ browser: row.id, userId: row.userId, revocation: 'sending' })
    expect((await ask(nia)).body.revoked).toEqual(revokedOf(row, 'sending'))
    const answer = await nia.post('/api/browsers/told', told)
    expect(await answer.json()).toEqual({ revoked: revokedOf(row, 'sending') })
    expect((await nia.request('/api/sync/changes')).status).toBe(200)
    // Its session over, whoever is to send may sign in for that.
    expect((await ask(expired(world, nia))).body.details).toEqual({ revoked: revokedOf(row, 'sending') })
    const signingIn = await expired(world, nia).post('/api/auth/sign-in/username', {
      username: 'nia',
      password,
    })
    expect(signingIn.status).toBe(200)
    expect((await rowOf(admin, nia)).revocation).toBe('sending')
  })

  test('[BP3] one that is to go now gets no longer, and one that was to send first can be cut short', async () => {
    const oki = await world.person('editor', 'oki')
    const { userId } = await rowOf(admin, oki)
    const to = async (revocation: string) => {
      await revoke({ userId, revocation })
      return (await rowOf(admin, oki)).revocation
    }
    expect([await to('sending'), await to('now'), await to('sending')]).toEqual(['sending', 'now', 'now'])
  })

  test('[BP3] of two people in one browser only the one it is about, unless it is about all', async () => {
    const first = await world.person('editor', 'putri')
    const second = await world.person('editor', 'qori')
    const shared = await world.app.request('/api/auth/sign-in/username', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: only(first.cookie, /records-browser/) },
      body: JSON.stringify({ username: 'qori', password }),
    })
    const session = shared.headers
      .getSetCookie()
      .find(each => each.includes('session_token'))!
      .split(';')[0]!
    const there = personWith(world.app, `${session}; ${only(first.cookie, /records-browser/)}`)
    const { userId } = await rowOf(admin, first)
    const putri = (await rows(admin)).find(row => row.username === 'putri')!
    expect(userId).toBeTruthy()
    await revoke({ browser: putri.id, userId: putri.userId, revocation: 'now' })
    const { body } = await ask(there)
    expect([body.user.username, body.revoked]).toEqual(['qori', revokedOf(putri, 'now')])
    expect((await second.request('/api/sync/changes')).status).toBe(200)
    await revoke({ browser: putri.id, revocation: 'now' })
    expect((await ask(there)).status).toBe(401)
  })

  test('[BP3] disabling takes the data of all their browsers along when that is asked for; removing always does', async () => {
    for (const [path, extra] of [
      ['ban-user', { revoke: true }],
      ['remove-user', {}],
    ] as const) {
      const rani = await world.person('editor')
      const { userId } = await rowOf(admin, rani)
      expect((await admin.post(`/api/auth/admin/${path}`, { userId, ...extra })).status).toBe(200)
      expect((await ask(rani)).body.code).toBe('revoked')
    }
    const sari = await world.person('editor')
    await admin.post('/api/auth/admin/ban-user', { userId: (await rowOf(admin, sari)).userId })
    expect((await ask(sari)).body).toBeNull()
  })

  test('[BP3] nobody makes a row, or empties one, for a browser they have not', async () => {
    const tuti = await world.person('editor')
    const before = await rows(admin)
    const { userId } = await rowOf(admin, tuti)
    for (const cookie of ['', `records-browser=${crypto.randomUUID()}`, 'records-browser=%00'])
      await personWith(world.app, cookie).post('/api/browsers/removed', { userIds: [userId] })
    expect((await rows(admin)).map(({ id, removedAt }) => [id, removedAt])).toEqual(
      before.map(({ id, removedAt }) => [id, removedAt]),
    )
  })
})
