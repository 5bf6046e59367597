/** What became of a record, and which ones are gone: asked of the ledger, by whoever may read records. */
import { forgetOld, retentionDays } from '../../server/retention.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeletedAnswer, HistoryAnswer, Problem, PushAnswer } from '../../shared/protocol.ts'
import { kinds } from '../../shared/kinds.ts'
import { uuidV7 } from '../../client/engine/uid.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, type World } from './world.ts'

const dayMs = 24 * 60 * 60 * 1000

async function answer<T>(person: Person, path: string): Promise<T> {
  const response = await person.request(path)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as T
}

const historyOf = (person: Person, kind: string, uid: string, more = '') =>
  answer<HistoryAnswer>(person, `/api/history?kind=${kind}&uid=${uid}${more}`)
const deletedOf = (person: Person, kind: string, search = '', more = '') =>
  answer<DeletedAnswer>(
    person,
    `/api/history/deleted?kind=${kind}&search=${encodeURIComponent(search)}${more}`,
  )

describe.each(engines)('The history of a record on $name', engine => {
  let world: World
  let eva: Person
  let ngurah: Person
  let viewer: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
    ngurah = await world.person('editor', 'ngurah.rai')
    viewer = await world.person('viewer', 'vina')
  })
  afterAll(() => world.close())

  test('[HI1] says who did what, when it was received, and each field old and new, newest first', async () => {
    const made = await eva.made(a.recordB())
    world.wait(61_000)
    await ngurah.made(update(made, { pt: [made.fields['pt'], 'ÑB'] }))
    // Changes nothing, and is no part of it.
    await eva.made(update(made, { pt: ['old', 'ÑB'] }))
    await eva.one(remove({ ...made, fields: { ...made.fields, pt: 'ÑB' } }))
    const { entries, next } = await historyOf(viewer, 'record_b', made.uid)
    expect(entries.map(({ by, before, after }) => [by, before?.['pt'], after?.['pt']])).toEqual([
      ['eva', 'ÑB', undefined],
      ['ngurah.rai', 'ÀÉÎÕÜ', 'ÑB'],
      ['eva', undefined, 'ÀÉÎÕÜ'],
    ])
    expect(entries.at(-1)?.after).toEqual(made.fields)
    expect(Date.parse(entries[1]!.at) - Date.parse(entries[2]!.at)).toBeGreaterThanOrEqual(60_000)
    expect(next).toBeNull()
  })

  test('[HI1] several changes of one record in one push come one by one', async () => {
    const create = a.recordB()
    const changed = update(create, { pt: ['ÀÉÎÕÜ', 'x'] })
    await eva.push(create, changed, update(create, { pt: ['x', ''.padEnd(5, '9')] }))
    const { entries } = await historyOf(eva, 'record_b', create.uid)
    expect(entries.map(({ after }) => after?.['pt'])).toEqual(['99999', 'x', 'ÀÉÎÕÜ'])
    expect(new Set(entries.map(({ version }) => version)).size).toBe(1)
    const pages = [await historyOf(eva, 'record_b', create.uid, '&limit=2')]
    pages.push(await historyOf(eva, 'record_b', create.uid, `&limit=2&before=${pages[0]!.next}`))
    expect(pages.map(page => page.entries.map(({ id }) => id))).toEqual([
      entries.slice(0, 2).map(({ id }) => id),
      entries.slice(2).map(({ id }) => id),
    ])
    expect(pages[1]!.next).toBeNull()
  })

  test('[HI2] says when it was made, as its mutation’s id does; an id without a time says nothing', async () => {
    const madeMs = world.services.now().getTime() - 3 * dayMs
    const id = uuidV7(madeMs, crypto.getRandomValues(new Uint8Array(16)))
    const made = await eva.made({ ...a.recordB(), id })
    await eva.made(update(made, { pt: [made.fields['pt'], 'y'] }))
    const { entries } = await historyOf(eva, 'record_b', made.uid)
    expect(entries.map(entry => entry.made)).toEqual([null, new Date(madeMs).toISOString()])
  })

  test('[HI1] a reference comes with its title, also when its record is gone', async () => {
    const [gate, hall] = [await eva.made(a.device('Gerbang Ñ')), await eva.made(a.device('Lobi'))]
    const made = await eva.made(a.recordA(gate.id))
    await eva.made(update(made, { device_id: [gate.id, hall.id] }))
    expect((await eva.one(remove(gate))).outcome).toBe('applied')
    const { titles } = await historyOf(eva, 'record_a', made.uid)
    const both = { device_id: { [gate.id]: 'Gerbang Ñ', [hall.id]: 'Lobi' } }
    expect(titles).toEqual(both)
    // Also when the server has forgotten which records are gone.
    await forgetOld({
      ...world.services,
      now: () => new Date(Date.now() + (retentionDays + 1) * 86_400_000),
    })
    expect((await historyOf(eva, 'record_a', made.uid)).titles).toEqual(both)
  })

  test('[HI3] [SE2] a phrase, and a field by its name, are looked for as in a list', async () => {
    for (const name of ['Pintu Besar Ñ', 'Besar Pintu Ñ'])
      await eva.push(remove(await eva.made(a.device(name))))
    const found = async (search: string) =>
      (await deletedOf(viewer, 'device', search)).records.map(({ fields }) => fields['name'])
    expect(await found('"pintu besar"')).toEqual(['Pintu Besar Ñ'])
    expect(await found('name:pintu ñ')).toEqual(['Besar Pintu Ñ', 'Pintu Besar Ñ'])
  })

  test('[HI1] of a record that nobody knows is empty', async () => {
    expect(await historyOf(viewer, 'record_b', crypto.randomUUID())).toEqual({
      ...{ entries: [], next: null },
      titles: {},
    })
  })

  test('[HI3] deleted records are listed with who, when and what they were, until they are brought back', async () => {
    const made = await eva.made(a.device('Pintu'))
    const other = await eva.made(a.device('Jendela'))
    await ngurah.push(remove(made))
    await eva.push(remove(other))
    const uids = async () => (await deletedOf(viewer, 'device')).records.map(({ uid }) => uid)
    expect((await uids()).slice(0, 2)).toEqual([other.uid, made.uid])
    const [, gone] = (await deletedOf(viewer, 'device')).records
    expect(gone).toMatchObject({ id: made.id, by: 'ngurah.rai', fields: { name: 'Pintu' } })
    expect((await eva.made(a.device('Pintu', made.uid))).id).toBe(made.id)
    expect(await uids()).not.toContain(made.uid)
    await eva.push(remove(made))
    expect((await uids()).slice(0, 2)).toEqual([made.uid, other.uid])
  })

  test('[HI3] they are found by words in their fields or by who deleted them, but not by a secret', async () => {
    const gate = await eva.made(a.device())
    const dewi = await eva.made(a.recordA(gate.id, { name: 'Dewi Ma’ruf', pin: '00731', passwd: 'sesame' }))
    const budi = await eva.made(a.recordA(gate.id, { name: 'Budi', pin: '00732' }))
    await eva.push(remove(dewi))
    await ngurah.push(remove(budi))
    const found = async (search: string) =>
      (await deletedOf(viewer, 'record_a', search)).records.map(({ fields }) => fields['name'])
    expect(await found('0073')).toEqual(['Budi', 'Dewi Ma’ruf'])
    expect(await found('maruf 731')).toEqual(['Dewi Ma’ruf'])
    expect(await found('NGURAH')).toEqual(['Budi'])
    expect(await found('sesame')).toEqual([])
    expect(await found('%')).toEqual([])
  })

  test('[HI3] page after page, whatever is searched for', async () => {
    const devices = Array.from({ length: 7 }, (_, i) => a.device(`Rak ${i % 2 ? 'ganjil' : 'genap'} ${i}`))
    const { results } = await eva.push(...devices)
    const records = results.flatMap(each => (each.outcome === 'applied' && each.record) || [])
    await eva.push(...records.map(record => remove(record)))
    const names: unknown[] = []
    for (let more = '&limit=2'; ;) {
      const page = await deletedOf(viewer, 'device', 'rak genap', more)
      names.push(...page.records.map(({ fields }) => fields['name']))
      expect(page.records.length).toBeLessThanOrEqual(2)
      if (page.next === null) break
      more = `&limit=2&before=${page.next}`
    }
    expect(names).toEqual(['Rak genap 6', 'Rak genap 4', 'Rak genap 2', 'Rak genap 0'])
  })

  test('[HI1] [PU13] a deletion that devices are told of no more is known still, and its record comes back', async () => {
    const made = await eva.made(a.device('Arsip'))
    await eva.push(remove(made))
    const later = new Date(world.services.now().getTime() + (retentionDays + 1) * dayMs)
    await forgetOld({ ...world.services, now: () => later })
    const [gone] = (await deletedOf(viewer, 'device', 'arsip')).records
    expect(gone).toMatchObject({ uid: made.uid, id: made.id })
    const create = a.device('Arsip', made.uid)
    const body = { client: eva.client, protocol: 4, ids: { [create.id]: gone!.id }, mutations: [create] }
    const pushed = (await (await eva.post('/api/sync/push', body)).json()) as PushAnswer
    expect(pushed.results).toMatchObject([{ outcome: 'applied', record: { id: made.id } }])
    const { entries } = await historyOf(viewer, 'device', made.uid)
    expect(entries.map(({ before, after }) => [before !== null, after !== null])).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ])
  })

  test.each([
    ['/api/history?kind=device', 'invalid_request'],
    ['/api/history?kind=ledger&uid=019a0000-0000-7000-8000-000000000001', 'invalid_request'],
    ['/api/history?kind=device&uid=1', 'invalid_request'],
    ['/api/history?kind=device&uid=019a0000-0000-7000-8000-000000000001&limit=101', 'invalid_request'],
    ['/api/history?kind=device&uid=019a0000-0000-7000-8000-000000000001&limit=0', 'invalid_request'],
    ['/api/history?kind=device&uid=019a0000-0000-7000-8000-000000000001&before=1', 'invalid_request'],
    ['/api/history?kind=device&uid=019a0000-0000-7000-8000-000000000001&all=1', 'unknown_field'],
    [`/api/history/deleted?kind=device&search=${'é'.repeat(201)}`, 'invalid_request'],
    ['/api/history/deleted?kind=device&before=1.2;drop', 'invalid_request'],
  ])('[RQ1] [RQ6] %s is refused', async (path, code) => {
    const response = await viewer.request(path)
    expect(response.status).toBe(422)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(((await response.json()) as Problem).code).toBe(code)
  })

  test.each(['/api/history', '/api/history/deleted'])(
    '[RQ5] [RQ4] %s is for who is signed in',
    async path => {
      const nobody = await world.app.request(`${path}?kind=${kinds[0]!.name}`)
      expect(nobody.status).toBe(401)
      expect((await viewer.post(path, {})).status).toBe(405)
    },
  )
})
