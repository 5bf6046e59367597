/** How the first account comes to be. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setupCode } from '../../server/session/setup.ts'
import { createUser, resetPassword } from '../../server/session/users.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { engines } from './engines.ts'
import { openWorld, password, personWith, signIn } from './world.ts'

const code = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code?: string }).code

describe.each(engines)('Set-up on $name', engine => {
  test('[AC1] the first admin is made with the code, once, and is signed in', async () => {
    const world = await openWorld(engine)
    const { database, auth } = world.services
    const nobody = personWith(world.app, '')
    const setup = (body: unknown): Promise<Response> => nobody.post('/api/setup', body)
    const health = async (): Promise<unknown> => (await nobody.request('/api/health')).json()

    const shown = await setupCode(database, auth)
    expect(await setupCode(database, auth)).toBe(shown)
    expect(await health()).toEqual({ status: 'ok', protocol: PROTOCOL_VERSION, setup: true })
    expect(await code(await setup({ code: 'ABCD-EFGH-JKLM', username: 'kepala', password }))).toBe(
      'wrong_code',
    )
    expect(await code(await setup({ code: shown, username: 'kepala', password: 'pendek' }))).toBe(
      'weak_password',
    )
    expect(await code(await setup({ code: shown, username: 'Kepala Kantor', password }))).toBe(
      'invalid_request',
    )
    expect(await code(await setup({ code: shown, username: 'kepala', password, role: 'admin' }))).toBe(
      'unknown_field',
    )

    const both = await Promise.all([
      setup({ code: ` ${shown?.toLowerCase()} `, username: 'Kepala', password }),
      setup({ code: shown, username: 'penyusup', password }),
    ])
    expect(both.map(response => response.status).sort((x, y) => x - y)).toEqual([201, 409])
    const made = both.find(response => response.status === 201)!
    const cookie = made.headers.getSetCookie().find(each => each.includes('session_token='))
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/)
    const session = await personWith(world.app, cookie!.split(';')[0]!).request('/api/auth/get-session')
    expect(await session.json()).toMatchObject({ user: { role: 'admin', banned: false } })
    expect(await health()).toMatchObject({ setup: false })
    expect(await setupCode(database, auth)).toBe(undefined)
    expect(await code(await setup({ code: shown, username: 'lagi', password }))).toBe('setup_done')
    await world.close()
  })

  test.each([
    ['without hyphens, in small letters', (shown: string) => shown.replaceAll('-', '').toLowerCase()],
    [
      'in other groups, with long dashes',
      (shown: string) => ` ${shown.replaceAll('-', '').replace(/(.{3})/g, '$1 – ')}`,
    ],
    ['with a line break in it', (shown: string) => shown.replace('-', '\n')],
  ])('[AC1] the code is taken %s', async (_, typed) => {
    const world = await openWorld(engine)
    const shown = await setupCode(world.services.database, world.services.auth)
    const setup = (text: string) =>
      personWith(world.app, '').post('/api/setup', { code: text, username: 'kepala', password })
    const lacking = typed(shown!).replace(/\w(?=\W*$)/, '')
    expect(await code(await setup(lacking))).toBe('wrong_code')
    expect((await setup(typed(shown!))).status).toBe(201)
    await world.close()
  })

  test.each(['a..b', '.abc', 'abc.', '...'])(
    '[AC1] [RQ6] %s is no name for an account, and says so; the code is still good',
    async username => {
      const world = await openWorld(engine)
      const shown = await setupCode(world.services.database, world.services.auth)
      const setup = (name: string) =>
        personWith(world.app, '').post('/api/setup', { code: shown, username: name, password })
      const refused = await setup(username)
      expect([refused.status, await refused.json()]).toMatchObject([422, { details: { field: 'username' } }])
      expect((await setup('a.b-c_d.9')).status).toBe(201)
      await world.close()
    },
  )

  test('[AC1] an account that was cut off from its password locks nobody out', async () => {
    const world = await openWorld(engine)
    const { database, auth } = world.services
    const halve = () => sql`delete from account`.execute(database.db)
    const shown = await setupCode(database, auth)
    await createUser(auth, { username: 'kepala', password, role: 'admin' })
    await halve()
    expect(await setupCode(database, auth)).toBe(shown)
    const setup = { code: shown, username: 'kepala', password }
    expect((await personWith(world.app, '').post('/api/setup', setup)).status).toBe(201)
    await signIn(world.app, 'kepala')
    await halve()
    await resetPassword(auth, { username: 'kepala', password })
    await signIn(world.app, 'kepala')
    await world.close()
  })

  test('[AC1, AC3] guesses at the code are limited', async () => {
    const world = await openWorld(engine)
    await setupCode(world.database, world.services.auth)
    const nobody = personWith(world.app, '')
    const guess = (): Promise<Response> =>
      nobody.post('/api/setup', { code: 'x', username: 'kepala', password })
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(403)
    const refused = await guess()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    world.wait(16 * 60 * 1000)
    expect((await guess()).status).toBe(403)
    await world.close()
  })

  test('[UI101] whoever is signed in is told until when that lasts, and nobody else anything', async () => {
    const world = await openWorld(engine)
    const person = await world.person('viewer')
    const session = await person.request('/api/auth/get-session')
    const { user, expiresAt, ...rest } = (await session.json()) as { user: unknown; expiresAt: string }
    expect([rest, typeof user, Date.parse(expiresAt) > Date.now()]).toEqual([
      { policy: defaultPolicy, isLimited: false },
      'object',
      true,
    ])
    expect(await (await personWith(world.app, '').request('/api/auth/get-session')).json()).toBeNull()
    await world.close()
  })

  test('signing out ends the session', async () => {
    const world = await openWorld(engine)
    const person = await world.person('viewer')
    expect((await person.post('/api/auth/sign-out', {})).status).toBe(200)
    expect((await person.request('/api/sync/changes')).status).toBe(401)
    await world.close()
  })
})
