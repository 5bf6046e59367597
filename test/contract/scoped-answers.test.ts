/** What was answered once and is asked again, by somebody who sees a part. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PushAnswer } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { update } from './edits.ts'
import { engines } from './engines.ts'
import { companyOf, grant, ofSite } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('A mutation that comes again on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin')
  })
  afterAll(() => world.close())

  async function crewOfNorth() {
    const company = await companyOf(admin)
    const person = await world.person('editor')
    await grant(admin, [person], { everything: false, give: [ofSite(company.north)] })
    return { ...company, person }
  }

  const issuesOf = async (person: Person, mutation: unknown) => {
    const settlement = await person.one(mutation)
    return settlement.outcome === 'rejected' ? settlement.issues : settlement
  }

  test('[SC5] [PU2] [PU15] once its record went on to where it is not seen: answered without it', async () => {
    const { gates, atNorth, person } = await crewOfNorth()
    const applied = update(atNorth, { name: ['Orang 0', 'Dewi'] })
    expect(await person.one(applied)).toMatchObject({ record: { fields: { name: 'Dewi' } } })
    await admin.made(update(atNorth, { device_id: [gates[0].id, gates[1].id] }))
    expect(await person.one(applied)).toMatchObject({ outcome: 'applied', record: null })
    const asked = { client: person.client, protocol: PROTOCOL_VERSION, ids: [applied['id']] }
    const withdrawn = (await (await person.post('/api/sync/withdraw', asked)).json()) as PushAnswer
    expect(withdrawn.results).toMatchObject([{ outcome: 'applied', record: null }])
  })

  test('[SC5] [PU2] is answered to its own person, without what is not seen any more', async () => {
    const { north, gates, atNorth, person } = await crewOfNorth()
    const applied = update(atNorth, { name: ['Orang 0', 'Dewi'] })
    const refused = update(atNorth, { name: ['Lain', 'Baru'] })
    expect(await person.one(applied)).toMatchObject({ record: { fields: { name: 'Dewi' } } })
    expect(await person.one(refused)).toMatchObject({ outcome: 'conflict' })
    expect(await issuesOf(admin, applied)).toEqual([{ field: 'id', code: 'mutation_reused' }])
    await admin.made(update(atNorth, { device_id: [gates[0].id, gates[1].id] }))
    await grant(admin, [person], { take: [ofSite(north)] })
    expect(await person.one(applied)).toMatchObject({ outcome: 'applied', record: null })
    expect(await issuesOf(person, refused)).toEqual([{ field: '', code: 'out_of_scope' }])
  })
})
