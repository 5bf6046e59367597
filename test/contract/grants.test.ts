/** Who may grant what, and what they are told of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GrantsPreview } from '../../shared/grants-message.ts'
import { engines } from './engines.ts'
import { companyOf, grant, Holding, idOf, ofRecordB, ofSite } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('Grants on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin')
  })
  afterAll(() => world.close())
  const company = () => companyOf(admin)

  const counts = async (by: Person, of: Person, change: Parameters<typeof grant>[2]) => {
    const userIds = [await idOf(of)]
    const body = { userIds, give: [], take: [], ...change }
    return (await by.post('/api/grants/preview', body)).json() as Promise<GrantsPreview>
  }

  test('[SC7] are told what they come to, before they are', async () => {
    const { north } = await company()
    const holding = await new Holding(await world.person('viewer')).pull()
    const change = { everything: false, give: [ofSite(north)] }
    const expected = { counts: { site: 1, device: 1, record_a: 1, record_b: 0 } }
    expect(await counts(admin, holding.person, change)).toEqual(expected)
    const all = holding.records.size
    expect((await holding.pull()).records.size).toBe(all)
  })

  test('[SC2] [SC7] are told in records that the granter sees', async () => {
    const { north, south } = await company()
    const [boss, worker] = [await world.person('manager'), await world.person('editor')]
    await grant(admin, [boss], { everything: false, give: [ofSite(north)] })
    await grant(admin, [worker], { everything: false, give: [ofSite(south), ofRecordB] })
    const change = { give: [ofSite(north)] }
    expect(await counts(boss, worker, {})).toEqual({
      counts: { site: 0, device: 0, record_a: 0, record_b: 0 },
    })
    expect(await counts(boss, worker, change)).toEqual({
      counts: { site: 1, device: 1, record_a: 1, record_b: 0 },
    })
    const { counts: all } = await counts(admin, worker, change)
    expect(all).toMatchObject({ site: 2, device: 2, record_a: 2 })
    expect(all['record_b']).toBeGreaterThan(0)
  })

  test('[SC7] a manager gives and takes what they reach, of those below them', async () => {
    const { north, south } = await company()
    const [boss, worker, other] = [
      await world.person('manager'),
      await world.person('editor'),
      await world.person('editor'),
    ]
    await grant(admin, [boss], { everything: false, give: [ofSite(north)] })
    await grant(admin, [worker], { everything: false })
    const statusOf = async (...given: Parameters<typeof grant>) => (await grant(...given)).status
    expect(await statusOf(boss, [worker], { give: [ofSite(north)] })).toBe(200)
    expect((await new Holding(worker).pull()).uids('site')).toEqual([north.uid])
    expect(await statusOf(boss, [worker], { give: [ofSite(south)] })).toBe(403)
    expect(await statusOf(boss, [worker], { everything: true })).toBe(403)
    expect(await statusOf(boss, [other], { give: [ofSite(north)] })).toBe(403)
    expect(await statusOf(boss, [boss], { give: [ofSite(north)] })).toBe(403)
    expect(await statusOf(boss, [worker], { take: [ofSite(north)] })).toBe(200)
    expect(await statusOf(worker, [worker], { give: [ofSite(north)] })).toBe(403)
  })

  test('[SC7] of what is not there are refused', async () => {
    const { north } = await company()
    const person = await world.person('viewer')
    for (const give of [
      [{ kind: 'record_a', id: '1' }],
      [{ kind: 'site', id: '0' }],
      [{ kind: 'record_b', id: north.id }],
      [{ kind: 'nothing', id: '0' }],
    ])
      expect((await grant(admin, [person], { give })).status).toBe(422)
    expect((await grant(admin, [person], { give: [{ kind: 'site', id: '999999' }] })).status).toBe(404)
  })
})
