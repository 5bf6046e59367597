/** Whoever is thrown out is out: while they sign in, while they read, and by what they did before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvLine } from '../../server/audit/csv.ts'
import { resetPassword } from '../../server/session/users.ts'
import { defaultPolicy } from '../../shared/policy.ts'
import { a } from './edits.ts'
import { rowOf } from './browser-rows.ts'
import { engines } from './engines.ts'
import { openWorld, password, type Person, personWith, type World } from './world.ts'

const another = 'kuda-laut-berenang-9'

describe.each(engines)('Thrown out on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'ayu')
  })
  afterAll(() => world.close())

  const signIn = (username: string, secret: string, cookie = '') =>
    personWith(world.app, cookie).post('/api/auth/sign-in/username', { username, password: secret })

  test('[AC22] a password that is reset while it is being looked at lets nobody in', async () => {
    await world.person('editor', 'budi')
    const tries = Array.from({ length: 6 }, () => signIn('budi', password))
    await resetPassword(world.services.auth, { username: 'budi', password: another })
    const cookies = (await Promise.all(tries)).flatMap(answer =>
      answer.headers.getSetCookie().filter(each => each.includes('session_token=')),
    )
    for (const cookie of cookies) {
      const person = personWith(world.app, cookie.split(';')[0] ?? '')
      expect((await person.request('/api/sync/changes')).status).toBe(401)
    }
    expect((await signIn('budi', another)).status).toBe(200)
  })

  test('[AC22] a password that is reset while its person changes it is the one that counts', async () => {
    const thief = await world.person('editor', 'gilang')
    const changing = thief.post('/api/auth/change-password', {
      currentPassword: password,
      newPassword: 'layang-layang-7-merah',
    })
    await resetPassword(world.services.auth, { username: 'gilang', password: another })
    const changed = await changing
    const cookie = changed.headers.getSetCookie().find(each => each.includes('session_token='))
    const theirs = personWith(world.app, cookie?.split(';')[0] ?? thief.cookie)
    expect((await theirs.request('/api/sync/changes')).status).toBe(401)
    const statuses = [await signIn('gilang', another), await signIn('gilang', 'layang-layang-7-merah')]
    expect(statuses.map(({ status }) => status)).toEqual([200, 401])
  })

  test('[AC23] an answer that is read slowly ends with the session that asked for it', async () => {
    const citra = await world.person('viewer', 'citra')
    for (let push = 0; push < 4; push++)
      await admin.push(...Array.from({ length: 300 }, (_, i) => a.recordB({ nama: `Bagian ${push} ${i}` })))
    const response = await citra.request('/api/sync/changes')
    const reader = response.body!.getReader()
    await reader.read()
    const { userId } = await rowOf(admin, citra)
    await admin.post('/api/auth/admin/ban-user', { userId })
    world.wait(6_000)
    const rest = async () => {
      for (;;) if ((await reader.read()).done) return
    }
    await expect(rest()).rejects.toThrow()
  })

  test('[AC23] what takes long to be asked is asked by nobody who was thrown out meanwhile', async () => {
    const [eva, boss] = [await world.person('editor'), await world.person('admin')]
    const oki = await world.person('viewer', 'oki')
    const { userId } = await rowOf(admin, oki)
    const slowly = (person: Person, path: string, body: object) => {
      const rest = Promise.withResolvers<void>()
      const text = JSON.stringify(body)
      const stream = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(Buffer.from(text.slice(0, 5)))
          await rest.promise
          controller.enqueue(Buffer.from(text.slice(5)))
          controller.close()
        },
      })
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: stream, duplex: 'half' }
      return { answer: person.request(path, init as never), end: rest.resolve }
    }
    const mutations = [a.device('Terlambat')]
    const asked = [
      slowly(eva, '/api/sync/push', { client: eva.client, protocol: 4, mutations }),
      slowly(boss, '/api/auth/admin/set-role', { userId, role: 'admin' }),
      slowly(boss, '/api/policy', { ...defaultPolicy, deviceLock: 'off' }),
    ]
    await new Promise(resolve => setTimeout(resolve, 200))
    for (const person of [eva, boss]) {
      const row = await rowOf(admin, person)
      await admin.post('/api/auth/admin/ban-user', { userId: row.userId })
    }
    world.wait(5_000)
    for (const { end } of asked) end()
    const statuses = await Promise.all(asked.map(async ({ answer }) => (await answer).status))
    expect(statuses).toEqual([401, 401, 401])
    const { db } = world.database
    expect(await db.selectFrom('ledger').select('id').where('id', '=', mutations[0]!.id).execute()).toEqual(
      [],
    )
  })

  test('[CE1] a browser that was revoked is not one that its person has been in', async () => {
    const dedi = await world.person('editor', 'dedi')
    const { id, userId } = await rowOf(admin, dedi)
    const browser = `records-browser=${id}`
    world.wait(25 * 60 * 60_000)
    for (let turn = 0; turn < 25; turn++) {
      world.wait(400_000 / 25)
      await signIn('dedi', `guess ${turn}`)
    }
    expect((await signIn('dedi', 'wrong', browser)).status).toBe(401)
    await admin.post('/api/browsers/revoke', { browser: id, userId, revocation: 'sending' })
    expect((await signIn('dedi', 'wrong', browser)).status).toBe(429)
  })

  test('[PU19] a mutation of thousands of unknown keys leaves little behind', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${'x'.repeat(100)}${i}`, 1]))
    const settlement = await admin.one({ ...a.recordB(), ...fields })
    expect(settlement.outcome).toBe('rejected')
    expect(JSON.stringify(settlement).length).toBeLessThan(8_000)
    const rows = await world.database.db.selectFrom('refused').select('settlement').execute()
    expect(Math.max(...rows.map(row => row.settlement.length))).toBeLessThan(8_000)
  })
})

test('[AU4] no cell is a formula, whatever spreadsheets take for one', () => {
  for (const cell of ['=1+1', '\n=1+1', '＝1+1', '＋1', '＠SUM(1)', '\t=1', '-1', '@x'])
    expect(csvLine([cell])).toMatch(/^"?'/)
})
