/** The accounts of a crew, in the hands of its manager. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './engines.ts'
import { companyOf, grant, Holding, idOf, ofRecordB, ofSite } from './scoped.ts'
import { openWorld, password, type Person, personWith, signIn, type World } from './world.ts'

describe.each(engines)('Accounts that a manager looks after, on $name', engine => {
  let world: World
  let admin: Person
  let boss: Person
  let company: Awaited<ReturnType<typeof companyOf>>
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'ayu')
    company = await companyOf(admin)
    boss = await world.person('manager', 'maya')
    await grant(admin, [boss], { everything: false, give: [ofSite(company.north)] })
  })
  afterAll(() => world.close())

  const fresh = (): string => `u${crypto.randomUUID().slice(0, 8)}`
  const manage = (by: Person, act: string, body: unknown) => by.post(`/api/auth/admin/${act}`, body)
  const make = (by: Person, username: string, role = 'editor') =>
    manage(by, 'create-user', { username, name: 'Ñame', password, role })
  /** Somebody of that sites, who is limited. */
  async function worker(...sites: Parameters<typeof ofSite>[0][]): Promise<Person> {
    const person = await world.person('editor')
    await grant(admin, [person], { everything: false, give: sites.map(ofSite) })
    return person
  }
  const another = 'tujuh kuda poni biru'
  const acts = (userId: string): [string, unknown][] => [
    ['set-user-password', { userId, newPassword: another }],
    ['set-role', { userId, role: 'viewer' }],
    ['reset-second-factor', { userId }],
    ['ban-user', { userId }],
    ['unban-user', { userId }],
  ]

  test('[SC11] a manager makes a viewer or an editor, who sees nothing until they are granted something', async () => {
    for (const role of ['viewer', 'editor']) {
      const username = fresh()
      const made = await make(boss, username.toUpperCase(), role)
      expect([made.status, await made.json()]).toMatchObject([200, { user: { username, role } }])
      const person = await signIn(world.app, username)
      expect((await new Holding(person).pull()).records.size).toBe(0)
      expect((await grant(boss, [person], { give: [ofSite(company.north)] })).status).toBe(200)
      expect((await new Holding(person).pull()).uids('site')).toEqual([company.north.uid])
    }
  })

  test('[SC11] whoever signs in while they are made sees nothing either', async () => {
    const username = fresh()
    const enter = async (): Promise<number[]> => {
      const response = await personWith(world.app, '').post('/api/auth/sign-in/username', {
        username,
        password,
      })
      if (!response.ok) return []
      const cookie = response.headers.getSetCookie().map(each => each.split(';')[0])
      return [(await new Holding(personWith(world.app, cookie.join('; '))).pull()).records.size]
    }
    const [made, ...seen] = await Promise.all([make(boss, username), enter(), enter(), enter()])
    expect([made.status, seen.flat().filter(size => size > 0)]).toEqual([200, []])
  })

  test('[SC11] a manager makes no manager and no admin, and an editor makes nobody', async () => {
    for (const role of ['manager', 'admin']) expect((await make(boss, fresh(), role)).status).toBe(403)
    expect((await make(await worker(company.north), fresh())).status).toBe(403)
  })

  test('[SC11] a name that is taken is refused, whoever has it', async () => {
    expect((await make(boss, 'ayu')).status).toBe(409)
    const [name, by] = [fresh(), [boss, admin, boss, admin]]
    const all = await Promise.all(by.map(person => make(person, name)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    await signIn(world.app, name)
  })

  test('[SC11] of whom they look after a manager resets the password, changes the role, and lets them in or not', async () => {
    const person = await worker(company.north)
    const userId = await idOf(person)
    for (const [act, body] of acts(userId))
      expect([act, (await manage(boss, act, body)).status]).toEqual([act, 200])
    expect((await person.request('/api/grants')).status).toBe(401)
    const rows = (await (await admin.request('/api/grants')).json()) as { people: { id: string }[] }
    expect(rows.people.find(({ id }) => id === userId)).toMatchObject({ role: 'viewer', disabled: false })
    expect((await manage(boss, 'ban-user', { userId, revoke: true })).status).toBe(200)
  })

  test('[SC11] [BP6] a manager makes a code for whom they look after, which holds while they do', async () => {
    const [theirs, more] = [await worker(company.north), await worker(company.north, company.south)]
    const codeFor = async (person: Person) => boss.post('/api/browsers/code', { userId: await idOf(person) })
    expect((await codeFor(more)).status).toBe(403)
    const redeemed = async (response: Response) => {
      const { code } = (await response.json()) as { code: string }
      return (await personWith(world.app, '').post('/api/auth/set-up-browser', { code })).status
    }
    expect(await redeemed(await codeFor(theirs))).toBe(200)
    const late = await codeFor(theirs)
    await grant(admin, [theirs], { give: [ofRecordB] })
    expect(await redeemed(late)).toBe(403)
  })

  test('[SC11] nobody changes the account of who sees more than they do, or is no viewer or editor', async () => {
    const everybody = [
      await worker(company.north, company.south),
      await world.person('editor'),
      await world.person('manager'),
      admin,
    ]
    const peer = await world.person('manager')
    await grant(admin, [peer], { everything: false, give: [ofSite(company.north)] })
    for (const person of [...everybody, peer])
      for (const [act, body] of acts(await idOf(person)))
        expect([act, (await manage(boss, act, body)).status]).toEqual([act, 403])
    for (const [act, body] of acts('nobody')) expect((await manage(boss, act, body)).status).toBe(403)
    expect((await manage(boss, 'set-role', { userId: await idOf(boss), role: 'editor' })).status).toBe(403)
  })

  test('[SC11] nor raises anybody above an editor, or removes them, or lists everybody', async () => {
    const userId = await idOf(await worker(company.north))
    for (const role of ['manager', 'admin'])
      expect((await manage(boss, 'set-role', { userId, role })).status).toBe(403)
    expect((await manage(boss, 'remove-user', { userId })).status).toBe(403)
    expect((await boss.request('/api/auth/admin/list-users')).status).toBe(403)
  })

  test('[SC7] [SC11] a manager is told whose account is theirs to change', async () => {
    const [theirs, more] = [await worker(company.north), await worker(company.north, company.south)]
    const { people } = (await (await boss.request('/api/grants')).json()) as {
      people: { id: string; inCharge: boolean; hasSecondFactor?: boolean }[]
    }
    const [one, other] = [await idOf(theirs), await idOf(more)]
    expect(people.find(({ id }) => id === one)).toMatchObject({ inCharge: true, hasSecondFactor: false })
    const told = people.find(({ id }) => id === other)
    expect([told?.inCharge, told && 'hasSecondFactor' in told]).toEqual([false, false])
  })
})
