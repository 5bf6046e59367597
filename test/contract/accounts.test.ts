/** Who may do what, and how somebody becomes somebody. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../server/routes.ts'
import { type Access, type Role, roleNames } from '../../server/session/roles.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { engines } from './engines.ts'
import { a } from './edits.ts'
import { tokenOf } from './program.ts'
import { openWorld, password, type Person, personWith, signIn, type World } from './world.ts'

const code = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code?: string }).code

describe.each(engines)('Accounts on $name', engine => {
  let world: World
  const people = {} as Record<Role, Person>
  const tokens = {} as Record<Role, string>

  beforeAll(async () => {
    world = await openWorld(engine)
    for (const role of roleNames) {
      people[role] = await world.person(role)
      tokens[role] = (await tokenOf(people[role], role)).token
    }
  })
  afterAll(() => world.close())

  /** What a handler itself says when it is reached with nothing useful. */
  const wasAdmitted = (status: number): boolean => status !== 401 && status !== 403

  const expected: Record<Access, Record<Role | 'nobody', boolean>> = {
    open: { nobody: true, viewer: true, editor: true, manager: true, admin: true },
    read: { nobody: false, viewer: true, editor: true, manager: true, admin: true },
    write: { nobody: false, viewer: false, editor: true, manager: true, admin: true },
    grant: { nobody: false, viewer: false, editor: false, manager: true, admin: true },
    manage: { nobody: false, viewer: false, editor: false, manager: false, admin: true },
  }

  test.each(routes.map(({ method, path, access, byToken = false }) => ({ method, path, access, byToken })))(
    '[AC2, RQ5, PU9, TK2] $method $path is for those who may $access',
    async ({ method, path, access, byToken }) => {
      for (const [role, isAllowed] of Object.entries(expected[access])) {
        const person = role === 'nobody' ? personWith(world.app, '') : people[role as Role]
        const token: Record<string, string> =
          byToken && role !== 'nobody' ? { authorization: `Bearer ${tokens[role as Role]}` } : {}
        const headers = { ...token, 'content-type': 'application/json' }
        const body = { method, headers, body: '{"?":1}' }
        const response = await person.request(path, method === 'GET' ? { headers: token } : body)
        expect([role, wasAdmitted(response.status)]).toEqual([role, isAllowed])
        if (!isAllowed) expect(response.status).toBe(role === 'nobody' ? 401 : 403)
        await response.body?.cancel()
      }
    },
  )

  test('[RQ6] a NUL, which is no text to every database, is refused before one hears of it', async () => {
    const { admin } = people
    const account = { username: 'nul', password, name: 'a\0b', role: 'viewer' }
    expect((await admin.post('/api/auth/admin/create-user', account)).status).toBe(422)
    for (const path of ['ban-user', 'unban-user'])
      expect((await admin.post(`/api/auth/admin/${path}`, { userId: '\0' })).status).toBe(422)
  })

  const fresh = (): string => `u${crypto.randomUUID().slice(0, 8)}`
  const made = async (role: Role): Promise<{ id: string; username: string }> => {
    const response = await people.admin.post('/api/auth/admin/create-user', {
      username: fresh(),
      name: 'Ñame',
      password,
      role,
    })
    return ((await response.json()) as { user: { id: string; username: string } }).user
  }
  const manage = async (path: string, body: unknown): Promise<Response> =>
    people.admin.post(`/api/auth/admin/${path}`, body)

  test('[AC2] an admin makes an account, in whatever case its name is written', async () => {
    const username = fresh()
    const response = await manage('create-user', {
      username: username.toUpperCase(),
      name: 'Dewi',
      password,
      role: 'editor',
    })
    expect(await response.json()).toEqual({
      user: {
        id: expect.any(String) as string,
        username,
        name: 'Dewi',
        role: 'editor',
        banned: false,
        hasSecondFactor: false,
      },
    })
    const person = await signIn(world.app, username.toUpperCase())
    expect((await person.push(a.device())).results).toMatchObject([{ outcome: 'applied' }])
    const again = await manage('create-user', { username, name: 'x', password, role: 'viewer' })
    expect([again.status, await code(again)]).toEqual([409, 'username_taken'])
  })

  test.each([
    ['a short password', { password: 'pendek' }, 'weak_password'],
    ['a name with a space', { username: 'a b c' }, 'invalid_request'],
    ['a name with a dotted capital I', { username: 'İstanbul' }, 'invalid_request'],
    ['an unknown role', { role: 'root' }, 'invalid_request'],
    ['two roles', { role: 'viewer,admin' }, 'invalid_request'],
    ['an e-mail address', { email: 'x@example.com' }, 'unknown_field'],
    ['further columns', { data: { banned: false } }, 'unknown_field'],
  ])('[AC2] an account with %s is refused', async (_, wrong, expectedCode) => {
    const body = { username: fresh(), name: 'x', password, role: 'viewer', ...wrong }
    const response = await manage('create-user', body)
    expect([response.status, await code(response)]).toEqual([422, expectedCode])
  })

  test('[AC2] accounts are listed without what nobody should see', async () => {
    const response = await people.admin.request('/api/auth/admin/list-users?limit=1000&sortBy=username')
    const { users, total } = (await response.json()) as { users: object[]; total: number }
    expect(users).toHaveLength(total)
    for (const user of users)
      expect(Object.keys(user).sort()).toEqual([
        'banned',
        'hasSecondFactor',
        'id',
        'name',
        'role',
        'username',
      ])
  })

  test('[AC2] a new role counts at once', async () => {
    const user = await made('editor')
    const person = await signIn(world.app, user.username)
    expect((await manage('set-role', { userId: user.id, role: 'viewer' })).status).toBe(200)
    expect((await person.post('/api/sync/push', {})).status).toBe(403)
    expect(await person.changes()).not.toHaveLength(0)
  })

  test('[AC2] a disabled account is signed out at once, and cannot sign in until it is enabled', async () => {
    const user = await made('editor')
    const person = await signIn(world.app, user.username)
    const events = (await person.request('/api/sync/events')).body!.getReader()
    await events.read()
    await manage('ban-user', { userId: user.id })
    expect((await person.request('/api/sync/changes')).status).toBe(401)
    world.tick()
    expect(await endOf(events)).toBe(true)
    await expect(signIn(world.app, user.username)).rejects.toThrow('account_disabled')
    await manage('unban-user', { userId: user.id })
    await expect(signIn(world.app, user.username)).resolves.toBeDefined()
  })

  test('[AC2] a password that was reset ends the sessions and is the only one that works', async () => {
    const user = await made('viewer')
    const person = await signIn(world.app, user.username)
    expect((await manage('set-user-password', { userId: user.id, newPassword: 'kort' })).status).toBe(422)
    expect(
      (await manage('set-user-password', { userId: user.id, newPassword: 'baru sekali é' })).status,
    ).toBe(200)
    expect((await person.request('/api/sync/changes')).status).toBe(401)
    const signInWith = (given: string): Promise<Response> =>
      personWith(world.app, '').post('/api/auth/sign-in/username', {
        username: user.username,
        password: given,
      })
    expect(await code(await signInWith(password))).toBe('wrong_credentials')
    expect((await signInWith('baru sekali e\u0301')).status).toBe(200)
  })

  test('[AC2] somebody changes their own password with the old one', async () => {
    const user = await made('viewer')
    const person = await signIn(world.app, user.username)
    const change = (currentPassword: string, newPassword: string): Promise<Response> =>
      person.post('/api/auth/change-password', { currentPassword, newPassword })
    expect(await code(await change('salah sekali', 'baru sekali é'))).toBe('wrong_credentials')
    expect((await change(password, 'baru sekali é')).status).toBe(200)
    await expect(signIn(world.app, user.username)).rejects.toThrow('wrong_credentials')
  })

  test('[AC2] an account that is removed takes its sessions and its name with it', async () => {
    const user = await made('editor')
    const person = await signIn(world.app, user.username)
    expect((await manage('remove-user', { userId: user.id })).status).toBe(200)
    expect((await person.request('/api/sync/changes')).status).toBe(401)
    await expect(signIn(world.app, user.username)).rejects.toThrow('wrong_credentials')
  })

  test('[AC3] nobody can sign up', async () => {
    const nobody = personWith(world.app, '')
    const body = { email: 'x@example.com', name: 'x', password, username: 'xyz' }
    expect((await nobody.post('/api/auth/sign-up/email', body)).status).toBe(404)
  })

  test('[AC3] wrong passwords are limited for each account, and the right one clears the count', async () => {
    const nobody = personWith(world.app, '')
    const [user, other] = [await made('viewer'), await made('viewer')]
    const attempt = (username: string, given: string): Promise<Response> =>
      nobody.post('/api/auth/sign-in/username', { username, password: given })
    for (let n = 0; n < 9; n++) expect((await attempt(user.username, 'salah sekali')).status).toBe(401)
    expect((await attempt(user.username, password)).status).toBe(200)
    for (let n = 0; n < 10; n++) expect((await attempt(user.username, `salah ${n}`)).status).toBe(401)
    const refused = await attempt(user.username.toUpperCase(), password)
    expect([refused.status, await code(refused)]).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await attempt(other.username, password)).status).toBe(200)
    world.wait(16 * 60 * 1000)
    expect((await attempt(user.username, password)).status).toBe(200)
  })

  test('[AC3] sign-in says the same whether the name or the password is wrong', async () => {
    const nobody = personWith(world.app, '')
    const user = await made('viewer')
    for (const [username, given] of [
      [user.username, 'salah sekali'],
      ['tidak-ada', password],
      ['x', password],
      ['nama panjang dengan spasi', 'x'.repeat(500)],
    ]) {
      const response = await nobody.post('/api/auth/sign-in/username', { username, password: given })
      expect([response.status, await code(response)]).toEqual([401, 'wrong_credentials'])
    }
  })

  test('a session token never leaves in a body', async () => {
    const user = await made('viewer')
    const response = await personWith(world.app, '').post('/api/auth/sign-in/username', {
      username: user.username,
      password,
    })
    expect(await response.json()).toEqual({
      user: { ...user, role: 'viewer', banned: false, hasSecondFactor: false, name: 'Ñame' },
      policy: defaultPolicy,
      isLimited: false,
    })
  })
})

async function endOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> {
  for (;;) {
    const { done } = await reader.read()
    if (done) return true
  }
}
