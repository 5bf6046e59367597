/** Whom somebody may grant, and what they are told of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GrantsAnswer } from '../../shared/grants-message.ts'
import { engines } from './engines.ts'
import { create, remove } from './edits.ts'
import { companyOf, deviceAt, grant, Holding, idOf, ofDevice, ofRecordB, ofSite, site } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('What is told of grants on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin', 'ayu')
  })
  afterAll(() => world.close())

  const toldTo = async (to: Person) => (await (await to.request('/api/grants')).json()) as GrantsAnswer
  const toldOf = async (to: Person, of: Person) => {
    const [{ people }, id] = [await toldTo(to), await idOf(of)]
    return people.find(each => each.id === id)
  }

  test('[SC7] an admin is told of everybody, by user name, and of what each was granted', async () => {
    const { north, loose } = await companyOf(admin)
    const [zul, budi] = [await world.person('viewer', 'zul'), await world.person('manager', 'budi')]
    await grant(admin, [budi], { everything: false, give: [ofSite(north), ofDevice(loose), ofRecordB] })
    const { people, wholes, titles, gone } = await toldTo(admin)
    expect(people.map(({ username }) => username)).toEqual(['ayu', 'budi', 'zul'])
    const account = { username: 'budi', name: 'budi', role: 'manager', disabled: false }
    const grants = [ofDevice(loose), ofRecordB, ofSite(north)]
    const told = { everything: false, inCharge: true, hasSecondFactor: false, grants }
    expect(people[1]).toEqual({ id: await idOf(budi), ...account, ...told })
    expect(people[2]).toMatchObject({ id: await idOf(zul), everything: true, grants: [] })
    expect(wholes).toEqual(['record_b'])
    expect(titles).toEqual({ site: { [north.id]: 'Utara' }, device: { [loose.id]: 'Gudang' } })
    expect(gone).toEqual({ site: [], device: [] })
  })

  test('[SC7] what somebody was granted is told while they see everything: limited again, they have it', async () => {
    const { north } = await companyOf(admin)
    const person = await world.person('editor')
    await grant(admin, [person], { everything: false, give: [ofSite(north)] })
    await grant(admin, [person], { everything: true })
    expect(await toldOf(admin, person)).toMatchObject({ everything: true, grants: [ofSite(north)] })
  })

  test('[SC7] a manager is told of viewers and editors who are limited, and of what they could give themselves', async () => {
    const { north, south, branch } = await companyOf(admin)
    const boss = await world.person('manager')
    const [worker, other] = [await world.person('editor'), await world.person('editor')]
    const peer = await world.person('manager')
    const give = [ofSite(north), ofSite(south), ofRecordB]
    await grant(admin, [worker, peer], { everything: false, give })
    await grant(admin, [boss], { everything: false, give: [ofSite(north)] })
    expect((await toldOf(boss, worker))?.grants).toEqual([ofSite(north)])
    for (const person of [admin, boss, peer, other]) expect(await toldOf(boss, person)).toBeUndefined()
    const { wholes, titles } = await toldTo(boss)
    expect([wholes, titles['site']]).toEqual([[], { [north.id]: 'Utara' }])

    await grant(admin, [boss], { give: [ofRecordB] })
    expect((await new Holding(boss).pull()).uids('record_b')).toContain(branch.uid)
    expect((await toldTo(boss)).wholes).toEqual(['record_b'])
    expect((await toldOf(boss, worker))?.grants).toEqual([ofRecordB, ofSite(north)])
    expect((await worker.request('/api/grants')).status).toBe(403)
  })

  test('[SC2] [SC7] an admin who is limited is told of all grants, and of titles that they see', async () => {
    const { north, south } = await companyOf(admin)
    const [other, person] = [await world.person('admin'), await world.person('viewer')]
    const give = [ofSite(north), ofSite(south)]
    await grant(admin, [person], { everything: false, give })
    await grant(admin, [other], { everything: false, give: [ofSite(south)] })
    expect((await toldOf(other, person))?.grants).toEqual(give)
    expect((await toldTo(other)).titles['site']).toEqual({ [south.id]: 'Selatan Ñ' })
  })

  test('[SC7] a grant outlives its record, which is told as gone, and holds once that is brought back', async () => {
    const person = await world.person('viewer')
    const place = await admin.made(site('Timur'))
    const gate = await admin.made(deviceAt(null, 'Dermaga'))
    await grant(admin, [person], { everything: false, give: [ofSite(place), ofDevice(gate)] })
    await admin.one(remove(place))
    expect((await toldOf(admin, person))?.grants).toEqual([ofDevice(gate), ofSite(place)])
    const { titles, gone } = await toldTo(admin)
    expect([titles['site']?.[place.id], gone['site'], gone['device']]).toEqual(['Timur', [place.id], []])
    expect((await grant(admin, [person], { give: [ofSite(place)] })).status).toBe(404)

    await admin.made(create('site', { name: 'Timur' }, place.uid))
    expect((await new Holding(person).pull()).uids('site')).toEqual([place.uid])
    await admin.one(remove(place))
    expect((await grant(admin, [person], { take: [ofSite(place)] })).status).toBe(200)
    expect((await toldOf(admin, person))?.grants).toEqual([ofDevice(gate)])
  })
})
