/** What a stolen database is good for: not for being somebody. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { createAuth, sessionOf } from '../../server/session/auth.ts'
import { engines } from './engines.ts'
import { openWorld, personWith, type World } from './world.ts'

const cookieName = 'better-auth.session_token'

describe.each(engines)('Sessions in $name', engine => {
  const rowsOf = async (world: World, table: string): Promise<Record<string, unknown>[]> =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(world.database.db)).rows

  /** Every text that stands anywhere in the database. */
  async function textsIn(world: World): Promise<string[]> {
    const tables = await world.database.db.introspection.getTables()
    const rows = await Promise.all(tables.map(({ name }) => rowsOf(world, name)))
    return rows.flat().flatMap(row => Object.values(row).filter(value => typeof value === 'string'))
  }

  const status = async (world: World, cookie: string): Promise<number> => {
    const response = await personWith(world.app, cookie).request('/api/sync/changes')
    await response.body?.cancel()
    return response.status
  }

  test('[AC13] no text of the database makes a cookie, with the secret that signs them neither', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    expect(await status(world, eva.cookie)).toBe(200)
    const texts = await textsIn(world)
    expect(texts.filter(text => text.includes(tokenOf(eva.cookie)))).toEqual([])
    const secret = (await rowsOf(world, 'settings')).find(({ name }) => name === 'auth_secret')!['value']
    const signed = (token: string): string => {
      const signature = createHmac('sha256', String(secret)).update(token).digest('base64')
      return `${cookieName}=${encodeURIComponent(`${token}.${signature}`)}`
    }
    // That the test could sign one: with the token it would be let in.
    expect(await status(world, signed(tokenOf(eva.cookie)))).toBe(200)
    const short = [...new Set(texts)].filter(text => text.length < 200)
    expect(short.length).toBeGreaterThan(10)
    for (const text of short) expect([text, await status(world, signed(text))]).toEqual([text, 401])
    await world.close()
  })

  test('[RQ5] a cookie whose signature is not that of its token lets nobody in, and of two the first counts', async () => {
    const world = await openWorld(engine)
    const [eva, udo] = [await world.person('editor'), await world.person('editor')]
    const own = eva.cookie.split('; ').find(each => each.startsWith(cookieName)) ?? ''
    const other = udo.cookie.split('; ').find(each => each.startsWith(cookieName)) ?? ''
    const [token = '', signature = ''] = own.slice(cookieName.length + 1).split('.')
    const [, signatureOfOther = ''] = other.slice(cookieName.length + 1).split('.')
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const forged = [
      `${token}.${signatureOfOther}`,
      `${token}.${flipped}`,
      `${token}.`,
      token,
      `.${signature}`,
      '',
    ]
    for (const value of forged) {
      expect([value, await status(world, `${cookieName}=${value}`)]).toEqual([value, 401])
      expect(await status(world, `${cookieName}=${value}; ${own}`)).toBe(401)
      expect(await status(world, `${own}; ${cookieName}=${value}`)).toBe(200)
    }
    expect(await status(world, `x=1; ${own};y`)).toBe(200)
    await world.close()
  })

  test('[AC2] who may no longer do something, or be here, may not with their very next request', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor', 'eva')
    const { db } = world.database
    expect((await eva.push()).results).toEqual([])
    await sql`update "user" set role = 'viewer' where username = 'eva'`.execute(db)
    await expect(eva.push()).rejects.toThrow('forbidden')
    const banned = world.database.driver.codecs.boolean.encode(true)
    await sql`update "user" set banned = ${banned} where username = 'eva'`.execute(db)
    expect(await status(world, eva.cookie)).toBe(401)
    await world.close()
  })

  test('[AC13] signing out, a new password and a visit that prolongs find the session by its hash', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor', 'eva')
    // Due to be prolonged.
    await sql`update session set "expiresAt" = ${later(2)}`.execute(world.database.db)
    const visit = await eva.request('/api/auth/get-session')
    expect(visit.headers.getSetCookie().map(tokenOf)).toEqual([tokenOf(eva.cookie)])
    const { expiresAt } = (await visit.json()) as { expiresAt: string }
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(later(10)))
    expect(await status(world, eva.cookie)).toBe(200)
    expect((await eva.post('/api/auth/sign-out', {})).status).toBe(200)
    expect(await rowsOf(world, 'session')).toEqual([])
    await world.close()
  })

  test('[AC13] a session whose token an older version stored as it is ends at the start', async () => {
    const world = await openWorld(engine)
    const [eva, udo] = [await world.person('editor'), await world.person('editor')]
    const [first] = await rowsOf(world, 'session')
    await sql`update session set token = ${tokenOf(eva.cookie)} where id = ${first!['id']}`.execute(
      world.database.db,
    )
    const { database, logger } = world.services
    await createAuth({ database, logger, isSecure: false })
    expect([await status(world, eva.cookie), await status(world, udo.cookie)]).toEqual([401, 200])
    expect(await rowsOf(world, 'session')).toHaveLength(1)
    await world.close()
  })

  test('[AC14] a session ends 14 days after a visit, and 90 after it was made, however often it was used', async () => {
    const world = await openWorld(engine, { areSessionsAgeing: true })
    const [eva, udo] = [await world.person('editor'), await world.person('editor')]
    const day = 24 * 60 * 60 * 1000
    world.wait(13.9 * day)
    expect(await status(world, eva.cookie)).toBe(200)
    world.wait(0.2 * day)
    expect(await status(world, eva.cookie)).toBe(401)
    expect(await rowsOf(world, 'session')).toHaveLength(1)
    // As if he had come back every day.
    const { database } = world
    const [at, until] = [new Date(world.services.now()), new Date(world.services.now().getTime() + 14 * day)]
    const times = engine.name === 'SQLite' ? [at.toISOString(), until.toISOString()] : [at, until]
    await sql`update session set "updatedAt" = ${times[0]}, "expiresAt" = ${times[1]}`.execute(database.db)
    expect(await status(world, udo.cookie)).toBe(200)
    world.wait(10 * day)
    await sql`update session set "createdAt" = ${later(-65)}`.execute(database.db)
    const { expiresAt } = (await (await udo.request('/api/auth/get-session')).json()) as { expiresAt: string }
    expect(Math.abs(Date.parse(expiresAt) - Date.parse(later(25)))).toBeLessThan(day)
    await sql`update session set "createdAt" = ${later(-67)}`.execute(database.db)
    expect([await status(world, udo.cookie), await rowsOf(world, 'session')]).toEqual([401, []])
    await world.close()
  })
})

test('[AC14] how long is a setting, and holds for sessions already made', async () => {
  const limits = (environment: Record<string, string>) => readConfig(environment).sessionLimits
  expect([limits({}), limits({ SESSION_IDLE_DAYS: '3', SESSION_MAX_DAYS: '30' })]).toEqual([
    { idle: 14, max: 90 },
    { idle: 3, max: 30 },
  ])
  expect(() => limits({ SESSION_MAX_DAYS: '0' })).toThrow('SESSION_MAX_DAYS must be a number of days')
  const store = await engines[0]!.create()
  const before = await openWorld(engines[0]!, { store })
  const eva = await before.person('editor')
  const { database, logger } = before.services
  const auth = await createAuth({ database, logger, isSecure: false, sessionLimits: { idle: 3, max: 30 } })
  const signedIn = async () => (await sessionOf(auth, new Headers({ cookie: eva.cookie }))).user !== undefined
  const day = 24 * 60 * 60 * 1000
  before.wait(2 * day)
  expect(await signedIn()).toBe(true)
  before.wait(1.1 * day)
  expect(await signedIn()).toBe(false)
  await before.close()
  await store.remove()
})

test('[AC13] nor do the bytes of the file, and of the log beside it, hold a token', async () => {
  const world = await openWorld(engines[0]!)
  const eva = await world.person('editor', 'eva')
  const bytes = ['', '-wal'].map(ending => readFileSync(world.store.path! + ending))
  const hold = (text: string): boolean => bytes.some(each => each.includes(text))
  expect([hold('eva'), hold(tokenOf(eva.cookie))]).toEqual([true, false])
  await world.close()
})

function tokenOf(cookie: string): string {
  return decodeURIComponent(/session_token=([^.]+)/.exec(cookie)![1]!)
}

/** In days. */
function later(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
}
