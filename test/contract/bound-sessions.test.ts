/** What a session is made for: one browser, and the key that stands behind its lock. A cookie alone opens no records. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createAuth } from '../../server/session/auth.ts'
import { keyHeader } from '../../shared/key-header.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { ask, rowOf } from './browser-rows.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, type World } from './world.ts'

const key = 'a'.repeat(43)
const another = 'a-much-better-one-2027'

describe.each(engines)('Sessions on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'admin')
  })
  afterAll(() => world.close())

  const post = (cookie: string, path: string, body: object, headers: Record<string, string> = {}) =>
    world.app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify(body),
    })
  const cookiesOf = (response: Response) =>
    response.headers.getSetCookie().map(each => each.split(';')[0] ?? '')
  const named = (cookies: string[], name: string) => cookies.find(each => each.includes(name)) ?? ''

  async function signIn(username: string, { cookie = '', shown = '' } = {}) {
    const headers = shown ? { [keyHeader]: shown } : {}
    const response = await post(cookie, '/api/auth/sign-in/username', { username, password }, headers)
    const cookies = cookiesOf(response)
    return {
      session: named(cookies, 'session_token'),
      browser: named(cookies, 'records-browser'),
      cookie: cookies.join('; '),
    }
  }

  const statusOf = async (cookie: string, path = '/api/sync/changes', shown = ''): Promise<number> => {
    const headers = { cookie, ...(shown && { [keyHeader]: shown }) }
    const response = await world.app.request(path, { headers })
    await response.body?.cancel()
    return response.status
  }

  describe('a browser', () => {
    test('[AC20] [BP3] stays the one it was made in, whatever cookie is shown beside it', async () => {
      await world.person('editor', 'ani')
      const [a, b] = [await signIn('ani'), await signIn('ani')]
      const { userId } = await rowOf(admin, personWith(world.app, a.cookie))
      await ask(personWith(world.app, `${b.session}; ${a.browser}`))
      await admin.post('/api/browsers/revoke', { userId, revocation: 'now' })
      expect([await statusOf(a.cookie), await statusOf(b.cookie)]).toEqual([401, 401])
    })

    test('[AC20] [BP2] has one session of a person, and no session is moved by another’s cookie', async () => {
      await world.person('editor', 'budi')
      const [a, b] = [await signIn('budi'), await signIn('budi')]
      await ask(personWith(world.app, `${b.session}; ${a.browser}`))
      const row = await rowOf(admin, personWith(world.app, a.cookie))
      await admin.post('/api/browsers/sign-out', { browser: row.id, userId: row.userId })
      expect([await statusOf(a.cookie), await statusOf(b.cookie)]).toEqual([401, 200])
      const c = await signIn('budi', { cookie: b.cookie })
      expect([await statusOf(b.cookie), await statusOf(`${c.session}; ${b.browser}`)]).toEqual([401, 200])
    })

    test('[AC20] goes along when a session takes the place of another: revoked, both are over', async () => {
      await world.person('editor', 'cici')
      const a = await signIn('cici')
      const changed = await post(a.cookie, '/api/auth/change-password', {
        currentPassword: password,
        newPassword: another,
        revokeOtherSessions: true,
      })
      expect(changed.status).toBe(200)
      const next = named(cookiesOf(changed), 'session_token')
      expect(await statusOf(`${next}; ${a.browser}`)).toBe(200)
      const { userId, id } = await rowOf(admin, personWith(world.app, `${next}; ${a.browser}`))
      await admin.post('/api/browsers/revoke', { browser: id, userId, revocation: 'now' })
      expect([await statusOf(`${next}; ${a.browser}`), await statusOf(next)]).toEqual([401, 401])
    })

    test('[AC20] that has lost its cookie is given it back', async () => {
      await world.person('editor', 'dedi')
      const a = await signIn('dedi')
      const response = await world.app.request('/api/auth/get-session', { headers: { cookie: a.session } })
      expect(named(cookiesOf(response), 'records-browser')).toBe(a.browser)
    })

    test('[AC20] sessions of a version that made them for none end at the start', async () => {
      const eva = await world.person('editor')
      await sql`update session set ${sql.ref('browserId')} = null where ${sql.ref('userId')} = ${(await rowOf(admin, eva)).userId}`.execute(
        world.database.db,
      )
      await createAuth({ database: world.database, logger: world.services.logger, isSecure: false })
      expect(await statusOf(eva.cookie)).toBe(401)
      expect(await statusOf(admin.cookie)).toBe(200)
    })
  })

  describe('a key', () => {
    test('[AC20] without it the cookie opens nothing of records and people', async () => {
      await world.person('admin', 'fani')
      const { cookie } = await signIn('fani', { shown: key })
      const paths = [
        ...['/api/sync/changes', '/api/sync/digest?cursor=x&schema=1', '/api/history/deleted?kind=device'],
        ...['/api/preferences', '/api/browsers', '/api/browsers/own', '/api/audit', '/api/audit.csv'],
        ...['/api/auth/admin/list-users', '/api/sync/records?buckets=device.1'],
      ]
      for (const path of paths) expect([path, await statusOf(cookie, path)]).toEqual([path, 401])
      for (const path of ['/api/browsers/code', '/api/sync/push', '/api/auth/two-factor/enable'])
        expect([path, (await post(cookie, path, {})).status]).toEqual([path, 401])
      expect(await statusOf(cookie, '/api/sync/changes', `${key}b`)).toBe(401)
      expect(await statusOf(cookie, '/api/sync/changes', key)).toBe(200)
      expect(await statusOf(cookie, '/api/auth/admin/list-users', key)).toBe(200)
    })

    test('[AC20] without it is said whose session it is, that there is news, and it can be ended', async () => {
      await world.person('editor', 'gita')
      const { cookie } = await signIn('gita', { shown: key })
      const person = personWith(world.app, cookie)
      expect((await ask(person)).body.user.username).toBe('gita')
      expect(await statusOf(cookie, '/api/sync/events')).toBe(200)
      const other = await world.app.request('/api/auth/get-session', {
        headers: { cookie, [keyHeader]: 'x' },
      })
      expect(await other.json()).toBeNull()
      expect((await person.post('/api/auth/sign-out', {})).status).toBe(200)
      expect(await statusOf(cookie, '/api/sync/changes', key)).toBe(401)
    })

    test('[AC20] stays when a session takes the place of another', async () => {
      await world.person('editor', 'hadi')
      const a = await signIn('hadi', { shown: key })
      const change = { currentPassword: password, newPassword: another, revokeOtherSessions: true }
      const changed = await post(a.cookie, '/api/auth/change-password', change, { [keyHeader]: key })
      const next = named(cookiesOf(changed), 'session_token')
      expect([await statusOf(next), await statusOf(next, '/api/sync/changes', key)]).toEqual([401, 200])
    })

    test('[AC20] is none where no lock is asked of anybody: it would lie beside the cookie', async () => {
      await world.person('editor', 'indah')
      await admin.post('/api/policy', { ...defaultPolicy, deviceLock: 'off' })
      const { cookie } = await signIn('indah', { shown: key })
      expect(await statusOf(cookie)).toBe(200)
      await admin.post('/api/policy', defaultPolicy)
      const next = await signIn('indah', { shown: key })
      expect([await statusOf(next.cookie), await statusOf(next.cookie, '/api/sync/changes', key)]).toEqual([
        401, 200,
      ])
    })

    test('[AC20] [AC13] stands in no row as it is', async () => {
      const { rows } = await sql`select * from session`.execute(world.database.db)
      expect(JSON.stringify(rows)).not.toContain(key)
    })
  })

  describe('an app that stands open', () => {
    test('[AC21] gives an admin’s account to nobody: what admins do to others is not done to oneself', async () => {
      const boss = await world.person('admin')
      const { userId } = await rowOf(admin, boss)
      const acts = [
        ['set-user-password', { newPassword: another }],
        ['reset-second-factor', {}],
      ] as const
      for (const [act, more] of acts) {
        const { status } = await boss.post(`/api/auth/admin/${act}`, { userId, ...more })
        expect([act, status]).toEqual([act, 422])
      }
      expect(await statusOf(boss.cookie)).toBe(200)
    })
  })

  describe('a code to set up a browser', () => {
    const codeOf = async (person: Person, userId: string): Promise<string> =>
      ((await (await person.post('/api/browsers/code', { userId })).json()) as { code: string }).code
    const redeem = async (code: string) => (await post('', '/api/auth/set-up-browser', { code })).status

    type Way = [what: string, end: (of: { person: Person; userId: string }) => Promise<unknown>]
    test.each<Way>([
      ['signs out', ({ person }) => person.post('/api/auth/sign-out', {})],
      [
        'changes the password',
        ({ person }) =>
          person.post('/api/auth/change-password', {
            currentPassword: password,
            newPassword: another,
            revokeOtherSessions: true,
          }),
      ],
      [
        'has the password reset',
        ({ userId }) => admin.post('/api/auth/admin/set-user-password', { userId, newPassword: another }),
      ],
      [
        'has all sessions ended',
        ({ userId }) => admin.post('/api/auth/admin/revoke-user-sessions', { userId }),
      ],
      ['is revoked', ({ userId }) => admin.post('/api/browsers/revoke', { userId, revocation: 'now' })],
      [
        'has the second factor taken off',
        ({ userId }) => admin.post('/api/auth/admin/reset-second-factor', { userId }),
      ],
      [
        'is disabled and enabled again',
        async ({ userId }) => {
          await admin.post('/api/auth/admin/ban-user', { userId })
          await admin.post('/api/auth/admin/unban-user', { userId })
        },
      ],
    ])('[BP6] [AC20] is over when its maker %s', async (what, end) => {
      const person = await world.person('editor')
      const { userId } = await rowOf(admin, person)
      const code = await codeOf(person, userId)
      expect(((await end({ person, userId })) as Response | undefined)?.status ?? 200).toBe(200)
      expect([what, await redeem(code)]).toEqual([what, 403])
    })

    test('[BP6] makes nobody an admin who became one since, nor lasts longer than its maker is one', async () => {
      const boss = await world.person('admin')
      const [ika, joko] = [await world.person('editor'), await world.person('editor')]
      const ids = { ika: (await rowOf(admin, ika)).userId, joko: (await rowOf(admin, joko)).userId }
      const codes = [await codeOf(boss, ids.ika), await codeOf(boss, ids.joko)] as const
      const setRole = (userId: string, role: string) =>
        admin.post('/api/auth/admin/set-role', { userId, role })
      await setRole(ids.ika, 'admin')
      expect(await redeem(codes[0])).toBe(403)
      await setRole((await rowOf(admin, boss)).userId, 'editor')
      expect(await redeem(codes[1])).toBe(403)
    })
  })
})
