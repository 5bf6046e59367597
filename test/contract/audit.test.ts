/** The audit: what is kept of acts, and how it shows that somebody has changed it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage, AuditRow } from '../../shared/audit.ts'
import { examine } from '../../server/audit/chain.ts'
import { auditChain, readEnds } from '../../server/db/audit.ts'
import { forgetOld } from '../../server/retention.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, type World } from './world.ts'

const dayMs = 24 * 60 * 60 * 1000

describe.each(engines)('The audit on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'ayu')
  })
  afterAll(() => world.close())

  const page = async (query = '', person = admin): Promise<AuditPage> =>
    (await (await person.request(`/api/audit${query}`)).json()) as AuditPage
  const newest = async (query = ''): Promise<AuditRow> => (await page(query)).rows[0]!
  const signIn = (username: string, secret: string) =>
    personWith(world.app, '').post('/api/auth/sign-in/username', { username, password: secret })
  const idOf = async (username: string) =>
    (
      (await admin.request('/api/auth/admin/list-users').then(answer => answer.json())) as {
        users: { id: string; username: string }[]
      }
    ).users.find(user => user.username === username)!.id
  const fault = async ({ database: { db } } = world) => {
    const ends = await readEnds(db)
    const { faults } = await examine(auditChain(db, ends.keptFrom), ends)
    return faults[0] ?? null
  }

  test('[AU1] says who signed in, in which browser, and who was not let in and why', async () => {
    const budi = await world.person('editor', 'budi')
    const browser = /records-browser=([^;]+)/.exec(budi.cookie)![1]
    expect(await newest()).toMatchObject({ action: 'sign_in', actor: 'budi', target: 'budi', outcome: 'ok' })
    expect((await page()).rows.some(row => row.browser === browser || row.actor === 'budi')).toBe(true)
    await signIn('budi', 'wrong')
    expect(await newest()).toMatchObject({
      ...{ action: 'sign_in', actor: '', target: 'budi', outcome: 'refused', code: 'wrong_credentials' },
      address: '127.0.0.1',
    })
    await budi.post('/api/auth/sign-out', {})
    expect(await newest()).toMatchObject({ action: 'sign_out', actor: 'budi', browser, outcome: 'ok' })
  })

  test('[AU3] a name that nobody has, which may be a password, is not readable, and the same each time', async () => {
    for (const turn of [1, 2]) await signIn('rahasia-saya', `guess ${turn}`)
    const [one, other] = (await page('?outcome=refused')).rows
    expect(one!.target).toMatch(/^#[0-9a-f]{16}$/)
    expect(other!.target).toBe(one!.target)
    const { rows } = await sql<object>`select * from audit`.execute(world.database.db)
    expect(JSON.stringify(rows)).not.toContain('rahasia-saya')
  })

  test('[AU3] that there were too many guesses is kept once', async () => {
    for (let turn = 0; turn < 15; turn++) await signIn('cici', `guess ${turn}`)
    const { rows } = await page('?outcome=refused')
    const { target } = rows[0]!
    const mine = rows.filter(row => row.target === target).map(({ code }) => code)
    expect(mine).toEqual(['too_many', ...Array(10).fill('wrong_credentials')])
    world.wait(15 * 60_000)
  })

  test('[AU1] what admins do to people, with what it was and to whom, also when it is refused', async () => {
    const account = { username: 'dewi', password, name: 'Dewi Änggraini', role: 'viewer' }
    await admin.post('/api/auth/admin/create-user', account)
    expect(await newest()).toMatchObject({
      action: 'user_created',
      actor: 'ayu',
      details: '{"role":"viewer"}',
    })
    const userId = await idOf('dewi')
    const done = async (path: string, extra = {}) => {
      await admin.post(`/api/auth/admin/${path}`, { userId, ...extra })
      const { action, actor, target, outcome } = await newest()
      expect([actor, target, outcome]).toEqual(['ayu', 'dewi', 'ok'])
      return action
    }
    expect(await done('set-role', { role: 'editor' })).toBe('role_changed')
    expect(await done('set-user-password', { newPassword: 'kuda-laut-berenang-9' })).toBe('password_reset')
    expect(await done('ban-user')).toBe('user_disabled')
    expect(await done('unban-user')).toBe('user_enabled')
    expect(await done('remove-user')).toBe('user_removed')
    await admin.post('/api/auth/admin/set-role', { userId: await idOf('ayu'), role: 'viewer' })
    expect(await newest()).toMatchObject({ action: 'role_changed', outcome: 'refused', code: 'last_admin' })
  })

  test('[AU1] the policy, codes and revoked browsers; nobody’s secret stands in it', async () => {
    const policy = {
      deviceLock: 'offered',
      lockAfterMinutes: 3,
      triesAtMost: 7,
      offlineDays: 14,
      secondFactor: 'off',
    }
    await admin.post('/api/policy', policy)
    expect(JSON.parse((await newest()).details)).toEqual(policy)
    const eko = await world.person('editor', 'eko')
    const { code } = (await (await eko.post('/api/browsers/code', { userId: await idOf('eko') })).json()) as {
      code: string
    }
    expect(await newest()).toMatchObject({ action: 'code_made', actor: 'eko', target: 'eko' })
    await admin.post('/api/browsers/revoke', { userId: await idOf('eko'), revocation: 'now' })
    expect(await newest()).toMatchObject({ action: 'browser_revoked', actor: 'ayu', target: 'eko' })
    await eko.post('/api/browsers/removed', { userIds: [await idOf('eko')] })
    expect(await newest()).toMatchObject({ action: 'browser_emptied', target: 'eko' })
    const { rows } = await sql<object>`select * from audit`.execute(world.database.db)
    for (const secret of [code, password, 'kuda-laut-berenang-9'])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('[AU4] is read by admins alone, by act, person, outcome and day, page by page', async () => {
    const eva = await world.person('editor', 'eva')
    for (const path of ['/api/audit', '/api/audit.csv']) expect((await eva.request(path)).status).toBe(403)
    for (const wrong of ['?action=nothing', '?before=x', '?from=yesterday', '?more=1'])
      expect((await admin.request(`/api/audit${wrong}`)).status).toBe(422)
    const roles = await page('?action=role_changed&person=DEWI')
    expect(roles.rows.map(({ target }) => target)).toEqual(['dewi'])
    expect((await page('?person=%25')).rows).toEqual([])
    for (let turn = 0; turn < 105; turn++)
      await world.services.audit.record({ action: 'sign_out', outcome: 'ok' })
    const first = await page('?action=sign_out')
    const second = await page(`?action=sign_out&before=${first.next}`)
    expect([first.rows.length, second.next]).toEqual([100, null])
    expect(first.rows.at(-1)!.seq).toBeGreaterThan(second.rows[0]!.seq)
  })

  test('[AU4] as CSV it is whole, no cell is a formula, and taking it is an act as well', async () => {
    await world.services.audit.record({
      action: 'sign_in',
      outcome: 'ok',
      target: { id: '', name: '=1+1, "two"\r\nlines' },
    })
    const text = await (await admin.request('/api/audit.csv')).text()
    expect(text).toContain(`"'=1+1, ""two""\r\nlines"`)
    expect(text.split('\r\n')[0]).toMatch(/^seq,at,actorId,actor/)
    expect(await newest()).toMatchObject({ action: 'audit_exported', actor: 'ayu' })
  })

  test('[AU2] of many at one moment each has its place in one chain', async () => {
    const before = (await newest()).seq
    await Promise.all(
      Array.from({ length: 20 }, () => world.services.audit.record({ action: 'sign_out', outcome: 'ok' })),
    )
    expect((await newest()).seq).toBe(before + 20)
    expect(await fault()).toBeNull()
  })

  describe('Somebody at the database', () => {
    const run = (statement: string) => sql.raw(statement).execute(world.database.db)

    test('[AU2] cannot change or delete a row', async () => {
      await expect(run(`update audit set actor = 'x' where seq = 3`)).rejects.toThrow()
      await expect(run(`delete from audit where seq = 3`)).rejects.toThrow()
      expect(await fault()).toBeNull()
    })

    test('[AU2] who takes the guard away is found out: by a changed row, a missing one, and a cut end', async () => {
      const isSqlite = world.database.driver.name === 'sqlite'
      if (isSqlite) {
        await run('drop trigger audit_not_changed')
        await run('drop trigger audit_not_deleted')
      } else await run('drop trigger audit_guard on audit')
      const { actor } = (await page('?action=role_changed')).rows[0]!
      const seq = (await page('?action=role_changed')).rows[0]!.seq
      await run(`update audit set actor = 'somebody' where seq = ${seq}`)
      expect(await fault()).toBe(`Row ${seq} is not as it was written.`)
      await run(`update audit set actor = '${actor}' where seq = ${seq}`)
      expect(await fault()).toBeNull()
      await run(`create table kept as select * from audit where seq = ${seq}`)
      await run(`delete from audit where seq = ${seq}`)
      expect(await fault()).toBe(`Row ${seq} is missing.`)
      await run('insert into audit select * from kept')
      expect(await fault()).toBeNull()
      const last = (await newest()).seq
      await run(`delete from audit where seq = ${last}`)
      expect(await fault()).toBe(`Row ${last} is missing.`)
    })
  })

  test('[AU5] old rows are forgotten, and the chain behind them holds', async () => {
    const own = await openWorld(engine)
    await own.person('admin', 'ayu')
    own.wait(1000 * dayMs)
    await own.services.audit.record({ action: 'sign_out', outcome: 'ok' })
    own.wait(96 * dayMs)
    await forgetOld(own.services)
    const ends = await readEnds(own.database.db)
    expect([ends.keptFrom, ends.seq]).toEqual([2, 3])
    expect(await fault(own)).toBeNull()
    await own.close()
  })
})
