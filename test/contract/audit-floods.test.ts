/** What the audit keeps of floods: little, and enough to see them and what went on beside them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage } from '../../shared/audit.ts'
import { readEnds } from '../../server/db/audit.ts'
import { proxiesIn } from '../../server/http/address.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, personWith, type World } from './world.ts'

const quarterMs = 15 * 60_000

describe.each(engines)('A flood on $name', engine => {
  let world: World
  let admin: Person
  let before = 0
  beforeAll(async () => {
    world = await openWorld(engine, { trustedProxies: proxiesIn(['127.0.0.1'])! })
    admin = await world.person('admin', 'ayu')
  })
  beforeEach(async () => {
    world.wait(quarterMs)
    before = (await readEnds(world.database.db)).seq
  })
  afterAll(() => world.close())

  const nobody = (address: string) => {
    const person = personWith(world.app, '')
    return (path: string, body: object) =>
      person.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      })
  }
  /** Oldest first. */
  const rows = async () => {
    const { rows: found } = (await (await admin.request('/api/audit')).json()) as AuditPage
    return found.filter(({ seq }) => seq > before).toReversed()
  }
  const setUp = { code: 'x', username: 'x', password: 'x' }

  test('[AU3] of signing out by nobody leaves thirty rows, and one that says that there was more', async () => {
    const ask = nobody('10.0.0.1')
    for (let turn = 0; turn < 50; turn++) expect((await ask('/api/auth/sign-out', {})).status).toBe(200)
    const found = await rows()
    expect(found.map(({ action }) => action)).toEqual([...Array(30).fill('sign_out'), 'not_kept'])
    expect(found.at(-1)).toMatchObject({ outcome: 'refused', code: 'too_many', address: '10.0.0.1' })
  })

  test('[AU3] of one address hides nothing that comes from another', async () => {
    for (let turn = 0; turn < 40; turn++)
      await nobody(`2001:db8::${turn}`)('/api/auth/sign-in/username', { username: 'ÄÖ', password: 'x' })
    await nobody('10.0.0.2')('/api/auth/sign-in/username', { username: 'ayu', password: 'guess' })
    const found = await rows()
    expect(found.length).toBeLessThanOrEqual(32)
    expect(found.at(-1)).toMatchObject({ action: 'sign_in', target: 'ayu', code: 'wrong_credentials' })
  })

  test('[AU3] of a thousand addresses leaves a thousand rows, and one that says that there was more', async () => {
    for (let turn = 0; turn < 1_100; turn++)
      await nobody(`10.1.${turn >> 8}.${turn & 255}`)('/api/auth/sign-out', {})
    const { seq } = await readEnds(world.database.db)
    expect(seq - before).toBe(1_001)
    expect((await rows()).at(-1)).toMatchObject({ action: 'not_kept', address: '' })
  })

  test('[AU3] [CE1] of set-ups when set-up is over is counted as guesses, and leaves one row', async () => {
    const ask = nobody('10.0.0.3')
    const statuses: number[] = []
    for (let turn = 0; turn < 20; turn++) statuses.push((await ask('/api/setup', setUp)).status)
    expect(statuses).toEqual([...Array(10).fill(409), ...Array(10).fill(429)])
    expect((await rows()).map(({ code }) => code)).toEqual(['too_many'])
  })

  test('[CE6] of somebody who is signed in ends: beyond two hundred acts nothing is done, and nothing is unkept', async () => {
    const vera = await world.person('viewer')
    const place = { browser: 'x', userId: 'x' }
    const answers: Response[] = []
    for (let turn = 0; turn < 203; turn++) answers.push(await vera.post('/api/browsers/sign-out', place))
    expect(answers.map(({ status }) => status)).toEqual([...Array(200).fill(404), ...Array(3).fill(429)])
    expect(answers.at(-1)!.headers.get('retry-after')).toBe('2')
    const { seq } = await readEnds(world.database.db)
    world.wait(2_000)
    expect((await vera.post('/api/browsers/sign-out', place)).status).toBe(404)
    expect((await readEnds(world.database.db)).seq).toBe(seq + 1)
  })
})
