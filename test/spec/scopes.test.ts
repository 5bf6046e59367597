/** A tablet whose person may see less, or more, from one contact to the next. */
import { describe, expect, test } from 'vitest'
import { changeAccount } from '../../server/db/accounts.ts'
import { changeGrants } from '../../server/grants.ts'
import type { Grant, GrantsMessage } from '../../shared/grants-message.ts'
import { everything as seesAll } from '../support/everything.ts'
import { edit, make, online, outOfReach, type Person, shown, twoEditors } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { everything, recordA, recordB, uid } from '../support/tables.ts'

const north = { site: 1, device: 3, person: 5 }
const south = { site: 2, device: 4, person: 6 }

/** Two sites with a Device and a Record A each, and a Record B; Ani and Budi hold all of it. */
async function company() {
  const { server, ani, budi } = await twoEditors()
  for (const { site, device, person } of [north, south]) {
    await make(ani, site, { name: `Lokasi ${site}` }, 'site')
    await make(ani, device, { name: `Gerbang ${device}`, site_id: { uid: uid(site) } }, 'device')
    await make(ani, person, recordA({ device_id: { uid: uid(device) }, name: `Orang ${person}` }), 'record_a')
  }
  await make(ani, 7, recordB())
  await online(ani)
  await online(budi)
  return { server, ani, budi }
}

async function grant(server: TestServer, to: Person, change: Partial<GrantsMessage>): Promise<void> {
  const granter = { userId: 'nobody', role: 'admin', scope: seesAll } as const
  await changeGrants(server.services, granter, { userIds: [to.userId], give: [], take: [], ...change })
}

async function siteOf(person: Person, number: number): Promise<Grant> {
  return { kind: 'site', id: (await shown(person, number, 'site'))?.id ?? '' }
}

const heldBy = async ({ tab }: Person) => {
  const kinds = ['site', 'device', 'record_a', 'record_b']
  const found = await Promise.all(kinds.map(kind => tab.engine.query(kind, everything, 0, 100)))
  return found.flatMap(({ rows }) => rows.map(row => Number(row.uid.slice(-6)))).sort((a, b) => a - b)
}

const pushes = ({ network }: Person) =>
  network.requests.filter(({ path }) => path === '/api/sync/push').length

describe('A person who is limited', () => {
  test('[SC6] keeps what they may see, and tells the server nothing again', async () => {
    const { server, ani, budi } = await company()
    await edit(budi, 7, { nama: 'Budi' })
    await online(budi)
    const before = pushes(budi)
    await grant(server, budi, { everything: false, give: [await siteOf(ani, north.site)] })
    expect(await online(budi)).toMatchObject({ error: null, unsent: 0 })
    expect(await heldBy(budi)).toEqual([1, 3, 5])
    expect(pushes(budi)).toBe(before)
    await grant(server, budi, { everything: true })
    await online(budi)
    expect(await heldBy(budi)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('[SC3] [SC4] is sent what comes and what goes, without beginning anew', async () => {
    const { server, ani, budi } = await company()
    const [first, second] = [await siteOf(ani, north.site), await siteOf(ani, south.site)]
    await grant(server, budi, { everything: false, give: [first] })
    await online(budi)
    await grant(server, budi, { give: [second], take: [first] })
    await online(budi)
    expect(await heldBy(budi)).toEqual([2, 4, 6])
  })

  test('[SC5] [SC8] keeps unsent work on what is not seen any more, says so, and sends it once it is; all else is taken', async () => {
    const { server, ani, budi } = await company()
    await grant(server, budi, {
      everything: false,
      give: [await siteOf(ani, north.site), await siteOf(ani, south.site)],
    })
    await online(budi)
    await outOfReach(budi)
    await edit(budi, north.person, { name: 'Dewi' }, 'record_a')
    await edit(budi, south.person, { name: 'Sri' }, 'record_a')
    await grant(server, budi, { take: [await siteOf(ani, north.site)] })
    expect(await online(budi)).toMatchObject({ attention: 1 })
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({
      ...{ uid: uid(north.person), mine: { name: 'Dewi' } },
      ...{ outcome: 'rejected', issues: [{ field: '', code: 'out_of_scope' }] },
    })
    expect((await shown(budi, north.person, 'record_a'))?.fields['name']).toBe('Dewi')
    await online(ani)
    expect((await shown(ani, north.person, 'record_a'))?.fields['name']).toBe('Orang 5')
    expect((await shown(ani, south.person, 'record_a'))?.fields['name']).toBe('Sri')
    await grant(server, budi, { give: [await siteOf(ani, north.site)] })
    await online(budi)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    expect((await shown(ani, north.person, 'record_a'))?.fields['name']).toBe('Dewi')
  })

  test('[SC8] what they made, or put, where they saw nothing any more goes by itself once they do', async () => {
    const { server, ani, budi } = await company()
    const other = [await siteOf(ani, south.site), { kind: 'record_b', id: '0' }]
    await grant(server, budi, { everything: false, give: [await siteOf(ani, north.site), ...other] })
    await online(budi)
    await outOfReach(budi)
    const device_id = (await shown(budi, south.device, 'device'))?.id ?? ''
    await make(budi, 8, recordB())
    await make(budi, 9, recordA({ device_id }), 'record_a')
    await edit(budi, north.person, { device_id }, 'record_a')
    await grant(server, budi, { take: other })
    expect(await online(budi)).toMatchObject({ attention: 3 })
    await grant(server, budi, { give: other })
    await online(budi)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    expect(await heldBy(ani)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect((await shown(ani, north.person, 'record_a'))?.fields['device_id']).toBe(device_id)
  })

  test('[SC8] what they made goes by itself once they see everything, though nothing else of its kind comes', async () => {
    const { server, budi } = await company()
    await budi.tab.engine.remove('record_b', uid(7))
    await online(budi)
    await outOfReach(budi)
    await make(budi, 8, recordB())
    await grant(server, budi, { everything: false })
    expect(await online(budi)).toMatchObject({ attention: 1 })
    await grant(server, budi, { everything: true })
    await online(budi)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
  })

  test('[SC8] is told that it is gone, where it had not been sent; it goes by itself once it is seen again', async () => {
    const { server, ani, budi } = await company()
    const first = await siteOf(ani, north.site)
    await grant(server, budi, { everything: false, give: [first] })
    await online(budi)
    await outOfReach(budi)
    await edit(budi, north.person, { name: 'Dewi' }, 'record_a')
    await grant(server, budi, { take: [first] })
    // Out of reach for so long that it hears of the others before it sends.
    await budi.tab.engine.hint('offline')
    expect(await online(budi)).toMatchObject({ attention: 1 })
    const [item] = await budi.tab.engine.attention()
    expect(item).toMatchObject({ outcome: 'conflict', reason: 'deleted', mine: { name: 'Dewi' } })
    await grant(server, budi, { give: [first] })
    await online(budi)
    expect(await online(budi)).toMatchObject({ attention: 0, unsent: 0 })
    await online(ani)
    expect((await shown(ani, north.person, 'record_a'))?.fields['name']).toBe('Dewi')
  })
})

describe('A field for some roles alone', () => {
  async function crewOfNorth() {
    const { server, ani, budi } = await company()
    await grant(server, budi, { everything: false, give: [await siteOf(ani, north.site)] })
    await online(budi)
    const passwd = async (person: Person) => (await shown(person, north.person, 'record_a'))?.fields['passwd']
    return { server, ani, budi, passwd }
  }

  test('[SC9] is null on the tablet, set anew all the same, and null again once it is sent', async () => {
    const { ani, budi, passwd } = await crewOfNorth()
    expect(await passwd(budi)).toBeNull()
    await outOfReach(budi)
    await edit(budi, north.person, { name: 'Dewi' }, 'record_a')
    await edit(budi, north.person, { passwd: 'rahasia baru' }, 'record_a')
    expect(await passwd(budi)).toBe('rahasia baru')
    expect(await online(budi)).toMatchObject({ error: null, unsent: 0, attention: 0 })
    expect(await passwd(budi)).toBeNull()
    await online(ani)
    expect(await passwd(ani)).toBe('rahasia baru')
  })

  test('[SC9] [SC6] comes with another role, and goes with it, though no record has changed', async () => {
    const { server, budi, passwd } = await crewOfNorth()
    const becomes = async (role: string) => {
      await changeAccount(server.services.database, budi.userId, { role })
      await online(budi)
    }
    await becomes('manager')
    expect(await passwd(budi)).toBe(recordA()['passwd'])
    await becomes('viewer')
    expect(await passwd(budi)).toBeNull()
  })
})
