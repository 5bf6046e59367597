/** A code that sets up a browser: for whom, once, and for how long. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAccount } from '../../server/db/accounts.ts'
import { ask, rowOf, rows } from './browser-rows.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, personWith, type World } from './world.ts'

describe.each(engines)('A code on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'admin')
  })
  afterAll(() => world.close())

  const codeFor = async (person: Person, userId: string) => {
    const response = await person.post('/api/browsers/code', { userId })
    return { status: response.status, ...((await response.json()) as { code: string; until: string }) }
  }
  const redeem = (code: string) => personWith(world.app, '').post('/api/auth/set-up-browser', { code })

  test('[BP6] lets its person in once, in whatever way it is written, and holds no password', async () => {
    const umar = await world.person('editor', 'umar')
    const { userId } = await rowOf(admin, umar)
    const { code } = await codeFor(admin, userId)
    const response = await redeem(` ${code.toLowerCase().replaceAll('-', ' ')}`)
    expect(response.status).toBe(200)
    expect(((await response.json()) as { user: { username: string } }).user.username).toBe('umar')
    const cookies = response.headers.getSetCookie().map(each => each.split(';')[0])
    const there = personWith(world.app, cookies.join('; '))
    expect((await ask(there)).body.user.username).toBe('umar')
    expect((await rows(there, '/api/browsers/own')).filter(({ isHere }) => isHere)).toHaveLength(1)
    expect((await redeem(code)).status).toBe(403)
  })

  test('[BP6] is nobody’s after ten minutes, nor when it was never made', async () => {
    const { code } = await codeFor(admin, (await rowOf(admin, admin)).userId)
    world.wait(10 * 60_000 + 1)
    expect((await redeem(code)).status).toBe(403)
    expect((await redeem('AAAA-BBBB-CCCC')).status).toBe(403)
  })

  test('[BP6] is made for oneself, and by admins for whoever is none', async () => {
    const [vera, wati] = [await world.person('viewer'), await world.person('editor')]
    const other = await world.person('admin')
    expect((await codeFor(vera, (await rowOf(admin, vera)).userId)).status).toBe(200)
    expect((await codeFor(vera, (await rowOf(admin, wati)).userId)).status).toBe(403)
    expect((await codeFor(admin, (await rowOf(admin, other)).userId)).status).toBe(403)
    expect((await codeFor(admin, 'nobody')).status).toBe(403)
  })

  test('[BP6] of an account that was disabled meanwhile lets nobody in', async () => {
    const yuni = await world.person('editor')
    const { userId } = await rowOf(admin, yuni)
    const { code } = await codeFor(yuni, userId)
    await changeAccount(world.database, userId, 'disable')
    expect((await redeem(code)).status).toBe(403)
  })
})
