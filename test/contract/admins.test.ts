/** Somebody must always be able to manage users, whatever admins do to each other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './engines.ts'
import { openWorld, type Person, type World } from './world.ts'

const code = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { code?: string }).code

describe.each(engines)('Admins on $name', engine => {
  let world: World
  let admin: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin')
  })
  afterAll(() => world.close())

  const manage = async (path: string, body: unknown): Promise<Response> =>
    admin.post(`/api/auth/admin/${path}`, body)

  const idOf = async (person: Person): Promise<string> => {
    const session = await person.request('/api/auth/get-session')
    return ((await session.json()) as { user: { id: string } }).user.id
  }
  const changes = [
    ['set-role', { role: 'editor' }],
    ['ban-user', {}],
    ['remove-user', {}],
  ] as const

  test('[AC4] the last admin cannot be demoted', async () => {
    const userId = await idOf(admin)
    const second = await idOf(await world.person('admin'))
    expect((await manage('set-role', { userId: second, role: 'viewer' })).status).toBe(200)
    const refused = await manage('set-role', { userId, role: 'editor' })
    expect([refused.status, await code(refused)]).toEqual([403, 'last_admin'])
    expect((await manage('set-role', { userId, role: 'admin' })).status).toBe(200)
  })

  test('[AC4] one whose password was never written counts as nobody', async () => {
    const alone = await openWorld(engine)
    const only = await alone.person('admin')
    const half = await idOf(await alone.person('admin'))
    const { db } = alone.database
    await db
      .withTables<{ account: { userId: string } }>()
      .deleteFrom('account')
      .where('userId', '=', half)
      .execute()
    const answer = await only.post('/api/auth/admin/set-role', { userId: await idOf(only), role: 'viewer' })
    expect([answer.status, await code(answer)]).toEqual([403, 'last_admin'])
    await alone.close()
  })

  test('[AC4] nobody disables or removes themselves, and nobody who is not there is changed', async () => {
    const userId = await idOf(admin)
    for (const path of ['ban-user', 'remove-user'])
      expect([path, await code(await manage(path, { userId }))]).toEqual([path, 'invalid_request'])
    for (const [path, extra] of changes)
      expect([path, (await manage(path, { userId: 'nobody', ...extra })).status]).toEqual([path, 404])
  })

  test.each(changes)(
    '[AC4] of two admins who send %s about each other at once, one stays',
    async (path, extra) => {
      const alone = await openWorld(engine)
      const pair = [await alone.person('admin'), await alone.person('admin')] as const
      const ids = [await idOf(pair[0]), await idOf(pair[1])]
      const answers = await Promise.all([
        pair[0].post(`/api/auth/admin/${path}`, { userId: ids[1], ...extra }),
        pair[1].post(`/api/auth/admin/${path}`, { userId: ids[0], ...extra }),
      ])
      // Who came second is refused as the last admin, or is no admin any more.
      expect(answers.filter(answer => answer.ok)).toHaveLength(1)
      const winner = pair[answers.findIndex(answer => answer.ok)]!
      expect((await winner.request('/api/auth/admin/list-users')).status).toBe(200)
      await alone.close()
    },
  )
})
