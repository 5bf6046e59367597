/** The second factor: beside the password, once, with a way back. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultPolicy } from '../../shared/policy.ts'
import { once } from '../../server/session/used-once.ts'
import { oneTimeCode } from '../support/one-time-code.ts'
import { rowOf } from './browser-rows.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, signIn as signInAs, type World } from './world.ts'

const halfMinuteMs = 30_000

describe.each(engines)('A second factor on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'ayu')
  })
  afterAll(() => world.close())

  const post = async (person: Person, path: string, body: object) => {
    const response = await person.post(`/api/auth${path}`, body)
    const text = await response.text()
    return {
      status: response.status,
      cookies: response.headers.getSetCookie(),
      ...JSON.parse(text || 'null'),
    }
  }
  const signIn = (username: string, code?: string) =>
    post(personWith(world.app, ''), '/sign-in/username', { username, password, ...(code && { code }) })
  /** Somebody whose factor is on. A code that was used to turn it on is not used again. */
  async function careful(username: string) {
    const person = await world.person('admin', username)
    const made = await post(person, '/two-factor/enable', { password })
    const on = await post(person, '/two-factor/verify-totp', { code: oneTimeCode(made.secret) })
    expect(on.status).toBe(200)
    const cookie = [...on.cookies.map((each: string) => each.split(';')[0])].join('; ')
    return {
      person: personWith(world.app, `${cookie}; ${person.cookie.split('; ').at(-1)}`),
      secret: made.secret as string,
      codes: made.recoveryCodes as string[],
      uri: made.uri as string,
    }
  }
  const idOf = async (username: string) =>
    (
      (await admin.request('/api/auth/admin/list-users').then(answer => answer.json())) as {
        users: { id: string; username: string; hasSecondFactor: boolean }[]
      }
    ).users.find(user => user.username === username)!

  test('[AC18] is not on before its first code was right', async () => {
    const person = await world.person('admin', 'budi')
    const made = await post(person, '/two-factor/enable', { password })
    expect(made.uri).toBe(`otpauth://totp/Records%3Abudi?secret=${made.secret}&issuer=Records`)
    expect([made.recoveryCodes.length, new Set(made.recoveryCodes).size]).toEqual([10, 10])
    expect((await signIn('budi')).status).toBe(200)
    const wrong = await post(person, '/two-factor/verify-totp', { code: '000000' })
    expect([wrong.status, wrong.code]).toEqual([401, 'wrong_second_factor'])
    expect((await idOf('budi')).hasSecondFactor).toBe(false)
    expect((await post(person, '/two-factor/enable', { password: 'guess' })).status).toBe(401)
  })

  test('[AC18] with it the password alone gives nobody a session', async () => {
    const { secret } = await careful('citra')
    const before = (await sql`select * from session`.execute(world.database.db)).rows.length
    const bare = await signIn('citra')
    expect([bare.status, bare.code]).toEqual([401, 'second_factor_needed'])
    const wrong = await signIn('citra', '123456')
    expect([wrong.status, wrong.code]).toEqual([401, 'wrong_second_factor'])
    expect((await sql`select * from session`.execute(world.database.db)).rows.length).toBe(before)
    for (const answer of [bare, wrong]) expect(answer.cookies.join()).not.toContain('session_token=')
    const code = oneTimeCode(secret, Date.now() + halfMinuteMs)
    const right = await signIn('citra', ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect([right.status, right.user.hasSecondFactor]).toEqual([200, true])
    const there = personWith(world.app, right.cookies.map((each: string) => each.split(';')[0]).join('; '))
    expect((await there.request('/api/sync/digest?cursor=')).status).not.toBe(401)
  })

  test('[AC18] a code counts once, and so does each recovery code', async () => {
    const { secret, codes } = await careful('dewi')
    const code = oneTimeCode(secret, Date.now() + halfMinuteMs)
    const [first, second] = [await signIn('dewi', code), await signIn('DEWI', code)]
    expect([first.status, second.code]).toEqual([200, 'wrong_second_factor'])
    const [once, twice] = [await signIn('dewi', codes[3]), await signIn('dewi', codes[3])]
    expect([once.status, twice.code]).toEqual([200, 'wrong_second_factor'])
    expect((await signIn('dewi', codes[4])).status).toBe(200)
  })

  test('[AC18] of many who show one code at one moment one is in, and the others are told that it is not right', async () => {
    const { secret, codes } = await careful('kartika')
    for (const code of [oneTimeCode(secret, Date.now() + halfMinuteMs), codes[0]!]) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => signIn('kartika', code)))
      const said = Object.groupBy(answers, answer => String(answer.code ?? 'in'))
      expect([said['in']?.length, said['wrong_second_factor']?.length]).toEqual([1, 3])
    }
    // Of two good ones at one moment both are good: who came too early for it tries again.
    const two = await Promise.all([signIn('kartika', codes[1]), signIn('kartika', codes[2])])
    expect(two.map(({ code: said }) => said ?? 'in')).toContain('in')
    for (const { code: said } of two) expect(['in', 'unavailable']).toContain(said ?? 'in')
    world.wait(15 * 60_000)
  })

  test('[AC18] a code that was shown for one thing is good for no other, on any server of the database', async () => {
    const person = await world.person('admin', 'lestari')
    const { secret } = await post(person, '/two-factor/enable', { password })
    const code = oneTimeCode(secret)
    const on = await post(person, '/two-factor/verify-totp', { code })
    expect(on.status).toBe(200)
    expect((await signIn('lestari', code)).code).toBe('wrong_second_factor')
    const there = personWith(world.app, on.cookies.map((each: string) => each.split(';')[0]).join('; '))
    expect((await post(there, '/two-factor/disable', { password, code })).code).toBe('wrong_second_factor')
    const next = oneTimeCode(secret, Date.now() + halfMinuteMs)
    expect((await signIn('lestari', next)).status).toBe(200)
    const later = { database: world.database, now: () => new Date(world.services.now().getTime() + 89_000) }
    const { id: userId } = await idOf('lestari')
    const again = once(later, { userId, code: next }, async () => 'in')
    await expect(again).rejects.toThrow('wrong_second_factor')
  })

  test('[AC18] whoever was in by the password alone is out once it is on', async () => {
    const person = await world.person('admin', 'mega')
    const elsewhere = await signInAs(world.app, 'mega')
    const { secret } = await post(person, '/two-factor/enable', { password })
    const on = await post(person, '/two-factor/verify-totp', { code: oneTimeCode(secret) })
    for (const before of [person, elsewhere])
      expect((await before.request('/api/browsers/own')).status).toBe(401)
    const there = personWith(world.app, on.cookies.map((each: string) => each.split(';')[0]).join('; '))
    expect((await there.request('/api/browsers/own')).status).toBe(200)
  })

  test('[AC18] [CE1] guesses at the code count as those at the password', async () => {
    const { secret } = await careful('eko')
    for (let turn = 0; turn < 10; turn++) expect((await signIn('eko', `${100000 + turn}`)).status).toBe(401)
    expect((await signIn('eko', oneTimeCode(secret))).status).toBe(429)
    world.wait(15 * 60_000)
  })

  test('[AC18] turning it off asks for the password and a code', async () => {
    const { person, codes } = await careful('fitri')
    const off = (body: object) => post(person, '/two-factor/disable', body)
    expect((await off({ password, code: '000000' })).status).toBe(401)
    expect((await off({ password: 'guess', code: codes[0] })).status).toBe(401)
    expect((await signIn('fitri')).code).toBe('second_factor_needed')
    expect((await off({ password, code: codes[1] })).status).toBe(200)
    expect((await signIn('fitri')).status).toBe(200)
  })

  test('[AC18] new recovery codes end those of before', async () => {
    const { person, codes } = await careful('gita')
    const renew = (body: object) => post(person, '/two-factor/generate-backup-codes', body)
    // Whoever has a session and the password has none of the codes yet.
    expect((await renew({ password })).status).toBe(422)
    expect((await renew({ password, code: '000000' })).code).toBe('wrong_second_factor')
    expect((await renew({ password: 'guess', code: codes[1] })).code).toBe('wrong_credentials')
    const { recoveryCodes } = await renew({ password, code: codes[1] })
    expect((await signIn('gita', codes[0])).code).toBe('wrong_second_factor')
    expect((await signIn('gita', recoveryCodes[0])).status).toBe(200)
  })

  test('[AC18] an admin takes it off who has lost it, whose sessions end', async () => {
    const { person } = await careful('hani')
    const { id: userId } = await idOf('hani')
    expect((await post(admin, '/admin/reset-second-factor', { userId })).status).toBe(200)
    expect((await person.request('/api/sync/digest?cursor=')).status).toBe(401)
    expect((await signIn('hani')).status).toBe(200)
    const editor = await world.person('editor')
    expect((await post(editor, '/admin/reset-second-factor', { userId })).status).toBe(403)
    expect((await post(admin, '/admin/reset-second-factor', { userId: 'nobody' })).status).toBe(404)
  })

  test('[AC18] neither the secret nor a recovery code can be read in the database', async () => {
    const { secret, codes } = await careful('indah')
    const { rows } = await sql`select * from ${sql.table('twoFactor')}`.execute(world.database.db)
    for (const readable of [secret, ...codes]) expect(JSON.stringify(rows)).not.toContain(readable)
  })

  test('[AC19] where admins must have one, who has none does nothing that is for admins alone', async () => {
    const { person } = await careful('joko')
    const policy = (secondFactor: string) => person.post('/api/policy', { ...defaultPolicy, secondFactor })
    expect((await policy('required')).status).toBe(200)
    const refused = await admin.request('/api/audit')
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      'second_factor_required',
    ])
    expect((await person.request('/api/audit')).status).toBe(200)
    const editor = await world.person('editor')
    const { userId, id: browser } = await rowOf(person, editor)
    const acts: [string, object, number][] = [
      ['code', { userId }, 403],
      ['name', { browser, userId, name: 'Mine' }, 404],
      ['sign-out', { browser, userId }, 404],
      ['code', { userId: (await rowOf(person, admin)).userId }, 200],
    ]
    for (const [path, body, status] of acts)
      expect([path, (await admin.post(`/api/browsers/${path}`, body)).status]).toEqual([path, status])
    expect((await post(admin, '/two-factor/enable', { password })).status).toBe(200)
    expect((await policy('offered')).status).toBe(200)
    expect((await admin.request('/api/audit')).status).toBe(200)
  })
})
