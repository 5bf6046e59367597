/** Who sees what, and what they are told when that changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Grant } from '../../shared/grants-message.ts'
import type { HistoryAnswer } from '../../shared/protocol.ts'
import { userHeader } from '../../shared/user-header.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { last } from './lines.ts'
import { companyOf, deviceAt, grant, Holding, idOf, ofDevice, ofRecordB, ofSite, site } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('Who may see what on $name', engine => {
  let world: World
  let admin: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    admin = await world.person('admin')
  })
  afterAll(() => world.close())

  const company = () => companyOf(admin)

  async function crew(...give: Grant[]) {
    const person = await world.person('editor')
    expect((await grant(admin, [person], { everything: false, give })).status).toBe(200)
    return new Holding(person)
  }

  const issuesOf = async (person: Person, mutation: unknown) => {
    const settlement = await person.one(mutation)
    return settlement.outcome === 'rejected' ? settlement.issues : settlement
  }

  test('[SC2] [SC6] who was never limited sees everything', async () => {
    const { atNorth, branch } = await company()
    const eva = await new Holding(await world.person('viewer')).pull()
    expect(eva.records.has(atNorth.uid)).toBe(true)
    expect(eva.records.has(branch.uid)).toBe(true)
  })

  test('[SC1] [SC2] a site, its Devices, and their records; nothing else, in no answer', async () => {
    const { north, gates, atNorth, atSouth, branch } = await company()
    const holding = await (await crew(ofSite(north))).pull()
    expect(holding.uids('site')).toEqual([north.uid])
    expect(holding.uids('device')).toEqual([gates[0].uid])
    expect(holding.uids('record_a')).toEqual([atNorth.uid])
    expect(holding.uids('record_b')).toEqual([])
    const sent = JSON.stringify(holding.received)
    for (const { uid } of [atSouth, branch, gates[1]]) expect(sent).not.toContain(uid)
    expect(sent).not.toContain('rahasia-1')
  })

  test("[SC2] one person's device is told nothing in the session of another", async () => {
    const { north } = await company()
    const { person } = await crew(ofSite(north))
    const headers = { [userHeader]: await idOf(person) }
    const cursor = encodeURIComponent(last(await person.changes()).cursor)
    for (const path of ['sync/changes', `sync/digest?cursor=${cursor}`, 'sync/records?buckets=site.0']) {
      const refused = await admin.request(`/api/${path}`, { headers })
      expect([path, refused.status, await refused.json()]).toMatchObject([path, 403, { code: 'wrong_user' }])
      expect((await person.request(`/api/${path}`, { headers })).status).toBe(200)
    }
  })

  test('[SC1] a Device by itself, and a kind as a whole', async () => {
    const { loose, atLoose, branch } = await company()
    const holding = await (await crew(ofDevice(loose), ofRecordB)).pull()
    expect(holding.uids('device')).toEqual([loose.uid])
    expect(holding.uids('record_a')).toEqual([atLoose.uid])
    expect(holding.uids('record_b')).toContain(branch.uid)
  })

  test('[SC3] [SC4] a Record A goes on to another Device: gone here, whole there', async () => {
    const { north, south, gates, atNorth } = await company()
    const [from, to] = [await (await crew(ofSite(north))).pull(), await (await crew(ofSite(south))).pull()]
    await admin.made(update(atNorth, { device_id: [gates[0].id, gates[1].id] }))
    expect((await from.pull()).uids('record_a')).toEqual([])
    expect((await to.pull()).records.get(atNorth.uid)?.fields).toMatchObject({ name: 'Orang 0' })
    const both = await (await crew(ofSite(north), ofSite(south))).pull()
    await admin.made(update(atNorth, { device_id: [gates[1].id, gates[0].id] }))
    await both.pull()
    expect(both.records.get(atNorth.uid)?.fields['device_id']).toBe(gates[0].id)
    expect(both.received.flatMap(({ deleted }) => deleted)).toEqual([])
  })

  test('[SC3] [SC4] a Device goes on to another site, with all its records', async () => {
    const { north, south, gates, atNorth } = await company()
    const [from, to] = [await (await crew(ofSite(north))).pull(), await (await crew(ofSite(south))).pull()]
    await admin.made(update(gates[0], { site_id: [north.id, south.id] }))
    await from.pull()
    expect([...from.records.keys()]).toEqual([north.uid])
    await to.pull()
    expect(to.records.has(gates[0].uid) && to.records.has(atNorth.uid)).toBe(true)
  })

  test('[SC3] [SC4] a grant that is given and taken brings and takes the difference alone', async () => {
    const { north, south, atNorth, atSouth } = await company()
    const holding = await (await crew(ofSite(north))).pull()
    const before = holding.received.length
    await grant(admin, [holding.person], { give: [ofSite(south)] })
    await holding.pull()
    expect(holding.uids('record_a')).toEqual([atNorth.uid, atSouth.uid].sort())
    expect(JSON.stringify(holding.received.slice(before))).not.toContain(atNorth.uid)
    await grant(admin, [holding.person], { take: [ofSite(north)] })
    await holding.pull()
    expect(holding.uids('record_a')).toEqual([atSouth.uid])
  })

  test('[SC4] what is seen another way stays', async () => {
    const { north, gates, atNorth } = await company()
    const holding = await (await crew(ofSite(north), ofDevice(gates[0]))).pull()
    await grant(admin, [holding.person], { take: [ofSite(north)] })
    await holding.pull()
    expect([...holding.records.keys()].sort()).toEqual([gates[0].uid, atNorth.uid].sort())
  })

  test('[SC4] [PU11] what was deleted here and brought back elsewhere is gone here', async () => {
    const { north, gates, atNorth } = await company()
    const holding = await (await crew(ofSite(north))).pull()
    await admin.push(remove(atNorth))
    const again = { ...a.recordA(gates[1].id, { name: 'Kembali' }), uid: atNorth.uid }
    await admin.made(again)
    await holding.pull()
    expect(holding.uids('record_a')).toEqual([])
  })

  test('[SC6] who becomes limited, and sees everything again, receives all of it anew', async () => {
    const { north, atNorth, atSouth } = await company()
    const holding = await new Holding(await world.person('viewer')).pull()
    await grant(admin, [holding.person], { everything: false, give: [ofSite(north)] })
    await holding.pull()
    expect(holding.uids('record_a')).toEqual([atNorth.uid])
    await grant(admin, [holding.person], { everything: true })
    await holding.pull()
    expect(holding.records.has(atSouth.uid)).toBe(true)
  })

  describe('What is pushed', () => {
    const outOfScope = (field = '') => [{ field, code: 'out_of_scope' }]

    test('[SC5] of a record that is not seen says nothing of it, whatever is wanted', async () => {
      const { north, gates, atSouth } = await company()
      const { person } = await crew(ofSite(north))
      const stale = update(atSouth, { name: ['Lain', 'Baru'] })
      const made = { ...a.recordA(gates[0].id), uid: atSouth.uid }
      for (const mutation of [stale, remove(atSouth), made])
        expect(await issuesOf(person, mutation)).toEqual(outOfScope())
      expect((await new Holding(admin).pull()).records.get(atSouth.uid)?.fields).toMatchObject({
        name: 'Orang 1',
      })
    })

    test('[SC5] does not put a record where its writer does not see it', async () => {
      const { north, south, gates, atNorth } = await company()
      const { person } = await crew(ofSite(north))
      const moved = update(atNorth, { device_id: [gates[0].id, gates[1].id] })
      expect(await issuesOf(person, moved)).toEqual(outOfScope('device_id'))
      expect(await issuesOf(person, a.recordA(gates[1].id))).toEqual(outOfScope('device_id'))
      expect(await issuesOf(person, update(gates[0], { site_id: [north.id, south.id] }))).toEqual(
        outOfScope('site_id'),
      )
      const loosened = update(gates[0], { site_id: [north.id, null] })
      expect(await issuesOf(person, loosened)).toEqual([{ field: 'site_id', code: 'required' }])
      expect(await issuesOf(person, deviceAt(null))).toEqual([{ field: 'site_id', code: 'required' }])
      expect(await issuesOf(person, a.recordB())).toEqual(outOfScope())
      expect(await issuesOf(person, site('Baru'))).toEqual(outOfScope())
    })

    test('[SC1] of what stands within a site of theirs is taken', async () => {
      const { north, gates, atNorth, loose } = await company()
      const { person } = await crew(ofSite(north), ofDevice(loose))
      for (const mutation of [
        update(gates[0], { name: ['Gerbang', 'Gerbang utama'] }),
        update(loose, { name: ['Gudang', 'Gudang é'] }),
        update(loose, { site_id: [null, north.id] }),
        update(atNorth, { name: ['Orang 0', 'Dewi'] }),
        update(north, { name: ['Utara', 'Utara Baru'] }),
      ])
        expect(await person.one(mutation)).toMatchObject({ outcome: 'applied' })
    })

    test('[SC1] [PU7] makes a Device in a site of theirs, and its records, in one push', async () => {
      const { north } = await company()
      const { person } = await crew(ofSite(north))
      const device = deviceAt(north, 'Gerbang baru')
      const { results } = await person.push(device, a.recordA({ uid: device.uid }))
      expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
      expect((await new Holding(person).pull()).uids('device')).toContain(device.uid)
    })
  })

  describe('Beside the changes', () => {
    const json = async <T>(person: Person, path: string) => (await (await person.request(path)).json()) as T

    test('[SC2] a history tells of what its asker sees, and of nothing that happened elsewhere', async () => {
      const { north, south, gates, atNorth, atSouth } = await company()
      const { person } = await crew(ofSite(south))
      const of = (uid: string) => json<HistoryAnswer>(person, `/api/history?kind=record_a&uid=${uid}`)
      expect(await of(atNorth.uid)).toEqual({ entries: [], titles: {}, next: null })
      await admin.made(update(atNorth, { passwd: ['rahasia-0', 'hanya-utara'] }))
      await admin.made(
        update(atNorth, { device_id: [gates[0].id, gates[1].id], passwd: ['hanya-utara', 'x'] }),
      )
      const { entries, titles } = await of(atNorth.uid)
      expect(entries.map(({ before }) => before)).toEqual([null])
      expect(titles).toEqual({ device_id: { [gates[1].id]: 'Gerbang' } })
      expect((await of(atSouth.uid)).entries).toHaveLength(1)
      const { person: other } = await crew(ofSite(north))
      expect(await json(other, `/api/history?kind=record_a&uid=${atNorth.uid}`)).toMatchObject({
        entries: [],
      })
    })

    test('[SC2] [HI3] deleted records are listed to whoever saw them', async () => {
      const { north, south, atNorth } = await company()
      const [mine, theirs] = [await crew(ofSite(north)), await crew(ofSite(south))]
      await admin.push(remove(atNorth))
      const of = (person: Person) =>
        json<{ records: { uid: string }[] }>(person, '/api/history/deleted?kind=record_a')
      expect((await of(mine.person)).records.map(({ uid }) => uid)).toEqual([atNorth.uid])
      expect((await of(theirs.person)).records).toEqual([])
    })

    test('[SC2] [DG3] the records of every bucket are those that are seen', async () => {
      const { north, atNorth } = await company()
      const { person } = await crew(ofSite(north))
      const buckets = Array.from({ length: 256 }, (_, bucket) => `record_a.${bucket}`).join(',')
      const text = await (await person.request(`/api/sync/records?buckets=${buckets}`)).text()
      const uids = text.split('\n').flatMap(line => (line ? (JSON.parse(line) as { uid: string[] }).uid : []))
      expect(uids).toEqual([atNorth.uid])
    })
  })
})
