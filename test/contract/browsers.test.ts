/** The browsers of people: known to the server, named, signed out, and forgotten. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrowserRow } from '../../shared/browsers.ts'
import { forgetOld } from '../../server/retention.ts'
import { ask, browserIn, only, rowOf, rows, told } from './browser-rows.ts'
import type { AuditPage } from '../../shared/audit.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, signIn, type World } from './world.ts'

const dayMs = 24 * 60 * 60 * 1000

describe.each(engines)('Browsers on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'admin')
  })
  afterAll(() => world.close())

  describe('What is known', () => {
    test('[BP1] whoever signs in has a row: who, in what, and when', async () => {
      const dewi = await world.person('editor', 'dewi')
      const row = await rowOf(admin, dewi)
      expect(row).toMatchObject({
        username: 'dewi',
        name: '',
        isSignedIn: true,
        records: null,
        hasLock: null,
      })
      expect(row.firstAt).toBe(row.lastAt)
    })

    test('[BP1] what it tells of itself stands there, and an iPad is no Mac', async () => {
      const eko = await world.person('viewer')
      const agent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15'
      const headers = { 'content-type': 'application/json', 'user-agent': agent }
      const body = JSON.stringify({ ...told, touchPoints: 5 })
      const response = await eko.request('/api/browsers/told', { method: 'POST', headers, body })
      expect(await response.json()).toEqual({ revoked: [] })
      const row = await rowOf(admin, eko)
      expect(row).toMatchObject({
        program: 'Safari',
        system: 'iPad',
        records: 1240,
        unsent: 3,
        hasLock: true,
      })
    })

    test.each([{ records: -1 }, { unsent: 1.5 }, { app: 'x'.repeat(21) }, { extra: 1 }, { hasLock: 1 }])(
      '[BP1] what is no word about a browser is refused: %o',
      async wrong => {
        expect((await admin.post('/api/browsers/told', { ...told, ...wrong })).status).toBe(422)
      },
    )

    test('[BP1] one person in one browser has one row, however often they sign in; the session before ends', async () => {
      const fitri = await world.person('editor', 'fitri')
      const again = await world.app.request('/api/auth/sign-in/username', {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: fitri.cookie },
        body: JSON.stringify({ username: 'fitri', password }),
      })
      expect(again.status).toBe(200)
      expect((await rows(admin)).filter(({ username }) => username === 'fitri')).toHaveLength(1)
      expect((await ask(fitri)).body).toBeNull()
    })

    test('[BP1] a session from before browsers were kept gets its row at the next visit', async () => {
      const gita = await world.person('editor', 'gita')
      await world.database.db.deleteFrom('browsers').where('username', '=', 'gita').execute()
      const old = personWith(world.app, only(gita.cookie, /session_token/))
      const visit = await old.request('/api/auth/get-session')
      expect(visit.headers.getSetCookie().join()).toMatch(
        /records-browser=[0-9a-f-]{36}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict/,
      )
      expect((await rows(admin)).filter(({ username }) => username === 'gita')).toHaveLength(1)
    })

    test('[BP2] a person sees their own and no others; admins see all', async () => {
      const hani = await world.person('editor', 'hani')
      const own = await rows(hani, '/api/browsers/own')
      expect(own.map(({ username, isHere }) => [username, isHere])).toEqual([['hani', true]])
      expect((await hani.request('/api/browsers')).status).toBe(403)
      expect((await rows(admin)).length).toBeGreaterThan(1)
    })
  })

  describe('What people do', () => {
    const place = (person: Person, row: BrowserRow) => ({ browser: browserIn(person), userId: row.userId })

    test('[BP2] a browser is named by its person or an admin, and by nobody else', async () => {
      const [indah, joko] = [await world.person('editor'), await world.person('editor')]
      const at = place(indah, await rowOf(admin, indah))
      expect((await indah.post('/api/browsers/name', { ...at, name: ' Gate 3 tablet ' })).status).toBe(200)
      expect((await rowOf(admin, indah)).name).toBe('Gate 3 tablet')
      expect((await joko.post('/api/browsers/name', { ...at, name: 'mine' })).status).toBe(404)
      expect((await admin.post('/api/browsers/name', { ...at, name: 'Gerbang ③' })).status).toBe(200)
      expect((await rowOf(admin, indah)).name).toBe('Gerbang ③')
      expect((await admin.post('/api/browsers/name', { ...at, name: 'x'.repeat(61) })).status).toBe(422)
    })

    test('[BP2] one that is signed out asks to sign in, and keeps what it has', async () => {
      const kiki = await world.person('editor', 'kiki')
      const elsewhere = await signIn(world.app, 'kiki')
      const at = place(kiki, await rowOf(admin, kiki))
      expect((await elsewhere.post('/api/browsers/sign-out', at)).status).toBe(200)
      expect(await ask(kiki)).toEqual({ status: 200, body: null })
      expect((await kiki.request('/api/sync/changes')).status).toBe(401)
      expect((await ask(elsewhere)).body.user.username).toBe('kiki')
      expect((await rowOf(admin, kiki)).isSignedIn).toBe(false)
    })

    test('[AC2] nobody but an admin revokes', async () => {
      const lina = await world.person('editor')
      const at = place(lina, await rowOf(admin, lina))
      expect((await lina.post('/api/browsers/revoke', { ...at, revocation: 'now' })).status).toBe(403)
      expect((await admin.post('/api/browsers/revoke', { revocation: 'now' })).status).toBe(422)
    })
  })

  test('[EX4] so is which records were taken as a file, how many, and with which secrets', async () => {
    const ratna = await world.person('editor', 'ratna')
    const taken = { at: '2026-01-05T08:30:00.000Z', kind: 'record_a', count: 3285, secrets: ['passwd'] }
    const disclosed = [
      { what: 'records_taken', ...taken },
      { what: 'records_taken', ...taken, kind: 'ayam_goreng' },
    ]
    expect((await ratna.post('/api/browsers/told', { ...told, disclosed })).status).toBe(200)
    const { rows } = (await (await admin.request('/api/audit')).json()) as AuditPage
    expect(rows[0]).toMatchObject({ action: 'records_taken', actor: 'ratna', outcome: 'ok' })
    expect(JSON.parse(rows[0]!.details)).toEqual({ taken: [taken] })
    for (const odd of [{ count: -1 }, { secrets: ['Sebuah kalimat'] }, { kind: '' }]) {
      const disclosing = { ...told, disclosed: [{ ...disclosed[0], ...odd }] }
      expect((await ratna.post('/api/browsers/told', disclosing)).status).toBe(422)
    }
  })

  test('[AU6] what was shown and taken there is in the audit, and nothing that is no field', async () => {
    const lina = await world.person('editor', 'lina')
    const secret = { what: 'secret_shown', at: '2026-01-05T08:30:00.000Z', kind: 'record_a', field: 'passwd' }
    const uid = crypto.randomUUID()
    const disclosed = [
      { ...secret, uid },
      { ...secret, uid, field: 'ayam_goreng' },
      { ...secret, uid, field: 'name' },
      { what: 'unsent_taken', at: '2026-01-05T09:30:00.000Z' },
    ]
    expect((await lina.post('/api/browsers/told', { ...told, disclosed, more: 3 })).status).toBe(200)
    const { rows: found } = (await (await admin.request('/api/audit')).json()) as AuditPage
    expect(found.slice(0, 2)).toMatchObject([
      { action: 'unsent_taken', actor: 'lina', browser: browserIn(lina) },
      { action: 'secrets_shown', actor: 'lina', browser: browserIn(lina), outcome: 'ok' },
    ])
    const shown = [{ at: secret.at, kind: 'record_a', uid, field: 'passwd' }]
    expect(JSON.parse(found[1]!.details)).toEqual({ shown, more: 3 })
    for (const odd of [{ kind: 'Sebuah kalimat' }, { at: '0001-01-01T00:00:00.000Z' }]) {
      const disclosing = { ...told, disclosed: [{ ...secret, uid, ...odd }] }
      expect((await lina.post('/api/browsers/told', disclosing)).status).toBe(422)
    }
    await lina.post('/api/browsers/told', told)
    const after = (await (await admin.request('/api/audit')).json()) as AuditPage
    expect(after.rows[0]!.seq).toBe(found[0]!.seq)
  })

  test('[AU6] [CE6] whoever tells of very much is told to come back, and their other contacts go on', async () => {
    const mona = await world.person('viewer', 'mona')
    const telling = { ...told, more: 1 }
    const statuses: number[] = []
    for (let time = 0; time < 205; time++)
      statuses.push((await mona.post('/api/browsers/told', telling)).status)
    expect([statuses.slice(0, 195).every(each => each === 200), statuses.at(-1)]).toEqual([true, 429])
    expect((await mona.post('/api/browsers/told', told)).status).toBe(200)
  })

  test('[BP8] no more than 50 of one person, and those that hold data or whose data is still to go', async () => {
    const rudi = await world.person('editor', 'rudi')
    const tablet = await signIn(world.app, 'rudi')
    await tablet.post('/api/browsers/told', told)
    const first = await rowOf(admin, rudi)
    await admin.post('/api/browsers/revoke', {
      browser: first.id,
      userId: first.userId,
      revocation: 'sending',
    })
    for (let time = 0; time < 52; time++) {
      world.wait(1_000)
      await signIn(world.app, 'rudi')
    }
    const own = (await rows(admin)).filter(({ userId }) => userId === first.userId)
    const has = (id: string) => own.some(row => row.id === id)
    expect([own.length, has(first.id), has(browserIn(tablet))]).toEqual([52, true, true])
  })

  test('[BP7] rows of a year ago are forgotten, but for what is still to be done there', async () => {
    const [zaki, agus] = [await world.person('editor', 'zaki'), await world.person('editor', 'agus')]
    for (const person of [zaki, agus]) await person.post('/api/browsers/told', told)
    await admin.post('/api/browsers/revoke', { browser: browserIn(agus), revocation: 'now' })
    const names = async () =>
      (await rows(admin)).map(({ username }) => username).filter(name => ['zaki', 'agus'].includes(name))
    world.wait(364 * dayMs)
    await forgetOld(world.services)
    expect((await names()).toSorted()).toEqual(['agus', 'zaki'])
    world.wait(2 * dayMs)
    await forgetOld(world.services)
    expect(await names()).toEqual(['agus'])
  })
})
