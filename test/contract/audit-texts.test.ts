/** What somebody typed does not get into the audit, and so cannot break its chain. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '../../shared/audit.ts'
import { examine } from '../../server/audit/chain.ts'
import { auditChain, readEnds } from '../../server/db/audit.ts'
import { browserIn, rowOf } from './browser-rows.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, type World } from './world.ts'

describe.each(engines)('Texts and the audit on $name', engine => {
  let world: World
  let admin: Person
  let vera: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'ayu')
    vera = await world.person('viewer', 'vera')
  })
  afterAll(() => world.close())

  const newest = async () => ((await (await admin.request('/api/audit')).json()) as AuditPage).rows[0]!
  const isWhole = async () => {
    const { db } = world.database
    const ends = await readEnds(db)
    expect((await examine(auditChain(db, ends.keptFrom), ends)).faults).toEqual([])
  }
  const raw = (person: Person, path: string, body: string) =>
    person.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

  const halves = [
    String.raw`"\ud800"`,
    String.raw`"\udc00x"`,
    String.raw`"a\u0000"`,
    String.raw`"\uD83D\uD83C"`,
  ]
  test.each(halves)('[RQ10] %s is refused in every body, and nobody hears of it', async text => {
    const { seq } = await newest()
    const bodies: [string, string][] = [
      ['/api/browsers/sign-out', `{"browser":"x","userId":${text}}`],
      ['/api/browsers/sign-out', `{"browser":${text},"userId":"x"}`],
      ['/api/browsers/code', `{"userId":${text}}`],
      ['/api/auth/change-password', `{"currentPassword":${text},"newPassword":"${password}"}`],
      ['/api/auth/sign-in/username', `{"username":"vera","password":${text}}`],
      ['/api/sync/withdraw', `{"client":"${vera.client}","protocol":4,"?":${text},"ids":[]}`],
    ]
    const person = await world.person('editor')
    for (const [path, body] of bodies)
      expect([path, (await raw(person, path, body)).status]).toEqual([path, 422])
    expect((await admin.request('/api/audit?person=%00')).status).toBe(422)
    // The sign-in of that person alone.
    expect((await newest()).seq).toBeLessThanOrEqual(seq + 1)
    await isWhole()
  })

  test('[AU1] an id that nobody has, whatever it says, is not kept; one of somebody is', async () => {
    for (const typed of ['mein Passwort 123', '\n=cmd|calc', '😀', 'x'.repeat(60)]) {
      await vera.post('/api/browsers/sign-out', { browser: typed, userId: typed })
      expect(await newest()).toMatchObject({ actor: 'vera', targetId: '', target: '', details: '{}' })
    }
    await admin.post('/api/auth/admin/set-role', { userId: 'x'.repeat(200), role: 'editor' })
    expect(await newest()).toMatchObject({ action: 'role_changed', targetId: '', code: 'not_found' })
    const { userId } = await rowOf(admin, vera)
    const browser = browserIn(vera)
    await admin.post('/api/browsers/sign-out', { browser: crypto.randomUUID(), userId })
    expect(await newest()).toMatchObject({ targetId: userId, target: 'vera', details: '{}' })
    await admin.post('/api/browsers/sign-out', { browser, userId })
    expect(await newest()).toMatchObject({ targetId: userId, details: JSON.stringify({ browser }) })
    await isWhole()
  })

  test('[AU1] a browser that is none, whatever its cookie says, is not kept', async () => {
    const cookie = `records-browser=${crypto.randomUUID()}`
    const body = { username: 'vera', password: 'guess' }
    await personWith(world.app, cookie).post('/api/auth/sign-in/username', body)
    expect(await newest()).toMatchObject({ action: 'sign_in', outcome: 'refused', browser: '' })
  })

  test('[AU1] who signs in with a browser for the first time, or is let in by a code, is named with it', async () => {
    const wati = await world.person('editor', 'wati')
    const first = await newest()
    expect(first).toMatchObject({ action: 'sign_in', actor: 'wati', browser: browserIn(wati) })
    const made = await wati.post('/api/browsers/code', { userId: first.actorId })
    const { code } = (await made.json()) as { code: string }
    const redeemed = await personWith(world.app, '').post('/api/auth/set-up-browser', { code })
    const cookies = redeemed.headers.getSetCookie().map(each => each.split(';')[0])
    expect(await newest()).toMatchObject({
      ...{ action: 'browser_set_up', outcome: 'ok', actor: 'wati', actorId: first.actorId, target: 'wati' },
      browser: browserIn(personWith(world.app, cookies.join('; '))),
    })
  })

  test('[BP1] a browser that has lost its cookie gets one, and tells under that', async () => {
    const told = { app: '0.1.0', records: 1, unsent: 0, hasLock: true, touchPoints: 0 }
    const fresh = await world.person('viewer')
    const own = fresh.cookie.split('; ').find(each => each.includes('session_token='))!
    const answer = await personWith(world.app, own).post('/api/browsers/told', told)
    const given = answer.headers.getSetCookie().filter(each => each.startsWith('records-browser='))
    expect(new Set(given.map(each => each.split(';')[0])).size).toBe(1)
  })

  test('[AU2] what stands there in an odd text is as it was hashed', async () => {
    await world.services.audit.record({
      action: 'sign_out',
      outcome: 'ok',
      actor: { id: 'a\ud800'.repeat(60), name: 'b\0\udfff' },
      target: { id: '\0', name: '\ud83d' },
      details: { odd: '\ud83d\0' },
    })
    const { rows } = await sql<{ actor: string }>`select actor from audit order by seq desc limit 1`.execute(
      world.database.db,
    )
    expect(rows[0]!.actor).toBe('b\uFFFD\uFFFD')
    await isWhole()
  })
})
