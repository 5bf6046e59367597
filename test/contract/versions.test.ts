/** Apps that are older or newer than the server: what they send was recorded, and still arrives. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PushAnswer } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION, SUPPORTED_PROTOCOLS } from '../../shared/version.ts'
import { next, secondKinds } from '../support/second-version.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { last } from './lines.ts'
import { openWorld, type Person, type World } from './world.ts'

interface Recorded {
  protocol: number
  mutations: { id: string }[]
}

const recorded = (protocol: number): Recorded =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, 'recorded', `protocol-${protocol}.json`), 'utf8'),
  ) as Recorded

describe.each(engines)('Versions on $name', engine => {
  let world: World
  let eva: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor')
  })
  afterAll(() => world.close())

  const push = async (body: object): Promise<PushAnswer> => {
    const response = await eva.post('/api/sync/push', body)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as PushAnswer
  }

  test('[PV2] what an app of each supported version sends is settled, and sent again answered the same', async () => {
    for (const protocol of SUPPORTED_PROTOCOLS) {
      const body = recorded(protocol)
      expect(body.protocol).toBe(protocol)
      const answer = await push(body)
      const isNew = protocol === SUPPORTED_PROTOCOLS[0]
      expect(answer.results.map(result => result.outcome)).toEqual(
        isNew ? ['applied', 'applied', 'applied', 'applied'] : ['applied', 'conflict', 'applied', 'applied'],
      )
      const again = answer.results.map(each =>
        each.outcome === 'conflict' ? { ...each, isRepeated: true } : each,
      )
      expect((await push(body)).results).toEqual(again)
    }
  })

  test('[PV2] a delete of protocol 3 goes by its version, and by none where it is offered again', async () => {
    const record = await eva.made(a.recordB())
    const removal = (version: number) => ({ ...remove(record), seen: undefined, version })
    const body = { client: eva.client, protocol: 3 }
    const stale = removal(record.version - 1)
    const conflict = { outcome: 'conflict', reason: 'changed', fields: [], record }
    expect((await push({ ...body, mutations: [stale] })).results).toMatchObject([conflict])
    const offered = { ...body, mutations: [removal(record.version)], ids: {} }
    expect((await push(offered)).results).toMatchObject([conflict])
    const refused = [removal(-1), removal(0.5), { ...stale, version: '1' }, remove(record)]
    const { results } = await push({ ...body, mutations: refused })
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(4).fill('rejected'))
    const taken = [removal(record.version), removal(record.version)]
    expect((await push({ ...body, mutations: taken })).results).toMatchObject([
      { outcome: 'applied', record: null },
      { outcome: 'applied', record: null },
    ])
  })

  test('[PV2] what was refused under protocol 3 is tried again under its id', async () => {
    const device = a.device()
    const waiting = a.recordA({ uid: device.uid })
    const body = { client: eva.client, protocol: 3, mutations: [waiting] }
    expect((await push(body)).results).toMatchObject([{ outcome: 'rejected' }])
    await eva.push(device)
    expect((await push(body)).results).toMatchObject([{ outcome: 'applied' }])
    expect(await eva.one(waiting)).toMatchObject({ outcome: 'applied' })
  })

  test('[PU2] [PV2] what was applied is answered the same when today’s rules would refuse it', async () => {
    const named = () => a.recordB({ nama: 'sebelas huruf' })
    const before = named()
    const answer = await eva.one(before)
    const { kinds } = world.services
    world.services.kinds = kinds.map(kind => ({
      ...kind,
      fields: kind.fields.map(field =>
        field.name === 'nama' ? { ...field, validation: { ...field.validation, max: 10 } } : field,
      ),
    }))
    expect(await eva.one(before)).toEqual(answer)
    expect(await eva.one(named())).toMatchObject({ outcome: 'rejected', issues: [{ code: 'too_long' }] })
    world.services.kinds = kinds
  })

  test('[RQ7] [PV5] another version is told which ones there are, when it sends and when it asks', async () => {
    const refused = { code: 'protocol_unsupported', details: { supported: SUPPORTED_PROTOCOLS } }
    for (const protocol of [1, PROTOCOL_VERSION + 1]) {
      const answers = [
        await eva.post('/api/sync/push', { ...recorded(1), protocol }),
        await eva.request(`/api/sync/changes?protocol=${protocol}`),
      ]
      for (const answer of answers) {
        expect(answer.status).toBe(409)
        expect(await answer.json()).toMatchObject(refused)
      }
    }
    for (const protocol of SUPPORTED_PROTOCOLS)
      expect((await eva.request(`/api/sync/changes?protocol=${protocol}`)).status).toBe(200)
  })

  test('[PV5] what was made with a newer schema is not touched, and nothing beside it either', async () => {
    const { client } = eva
    const { id } = await eva.made(a.device())
    const mutations = [a.device(), { ...a.recordB({ lantai: 'dasar' }), schema: next }]
    const response = await eva.post('/api/sync/push', { client, protocol: PROTOCOL_VERSION, mutations })
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { code: 'server_outdated', details: { schema: next - 1 } },
    ])
    expect((await eva.push(mutations[0])).results).toMatchObject([{ record: { id: `${Number(id) + 1}` } }])
  })
})

describe.each(engines)('The second version of the fields on $name', engine => {
  test('[PV4] takes what was made with the first, under the new name and with what was not there yet', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const first = a.recordB({ nama: 'Sébelum' })
    const before = await eva.made(first)
    const cursor = last(await eva.changes()).cursor
    const { db } = world.database
    await sql`alter table record_b rename column nama to judul`.execute(db)
    await sql`alter table record_b add column lantai varchar(10) not null default 'dasar'`.execute(db)
    world.services.kinds = secondKinds

    const { nama, ...rest } = before.fields
    const now = { ...rest, judul: nama, lantai: 'dasar' }
    expect(await eva.made(first)).toMatchObject({ uid: before.uid, fields: now })
    expect(await eva.made(update(before, { nama: ['Sébelum', 'Sesudah'] }))).toMatchObject({
      fields: { ...now, judul: 'Sesudah' },
    })
    const late = await eva.made(a.recordB({ nama: 'Terlambat' }))
    expect(late.fields).toMatchObject({ judul: 'Terlambat', lantai: 'dasar' })
    const { nama: _, ...seenElse } = a.recordB().fields
    expect(await eva.one(remove(late, { ...seenElse, nama: 'Lain' }))).toMatchObject({
      outcome: 'conflict',
      fields: ['judul'],
    })
    const removal = remove(late, { ...seenElse, nama: 'Terlambat' })
    expect(await eva.one(removal)).toMatchObject({ outcome: 'applied', record: null })
    expect(await eva.one(update(before, { nama: ['Lain', 'Bentrok'] }))).toMatchObject({
      outcome: 'conflict',
      fields: ['judul'],
    })
    expect(await eva.one({ ...a.recordB(), schema: next })).toMatchObject({
      outcome: 'rejected',
      issues: [
        { field: 'judul', code: 'required' },
        { field: 'lantai', code: 'required' },
        { field: 'nama', code: 'unknown_field' },
      ],
    })
    expect((await eva.changes(cursor)).flatMap(line => line.fields['judul'])).toEqual(['Sesudah'])
    await world.close()
  })

  test('[PU10] [PV4] lets what was made with the first differ in what was not there yet', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const { uid } = await eva.made(a.recordB({ nama: 'Sama' }))
    const { db } = world.database
    await sql`alter table record_b add column lantai varchar(10) not null default 'dasar'`.execute(db)
    await sql`alter table record_b rename column nama to judul`.execute(db)
    world.services.kinds = secondKinds
    const record = await eva.made({
      ...update({ kind: 'record_b', uid }, { lantai: ['dasar', 'atas'] }),
      schema: next,
    })
    const again = (nama: string) => eva.one(a.recordB({ nama }, uid))
    expect(await again('Sama')).toMatchObject({ outcome: 'applied', record })
    expect(await again('Lain')).toMatchObject({ outcome: 'conflict', fields: ['judul'], record })
    await world.close()
  })

  test('[PV4] [VA7] refuses in old work what was unknown then and is unknown now', async () => {
    const world = await openWorld(engine, { kinds: secondKinds })
    const eva = await world.person('editor')
    const raw = `{"id":"${crypto.randomUUID()}","kind":"record_b","uid":"${crypto.randomUUID()}","op":"create","fields":{"nama":"x","__proto__":"y","bukan":"z"}}`
    const { results } = await push(eva, raw)
    const issues = results.flatMap(result => ('issues' in result ? result.issues : []))
    expect(
      issues
        .filter(({ code }) => code === 'unknown_field')
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['__proto__', 'bukan'])
    await world.close()
  })
})

/** As text: a value with the key `__proto__` cannot be written as an object. */
async function push(eva: Person, mutation: string): Promise<PushAnswer> {
  const response = await eva.request('/api/sync/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"client":"${eva.client}","protocol":${PROTOCOL_VERSION},"mutations":[${mutation}]}`,
  })
  return (await response.json()) as PushAnswer
}
