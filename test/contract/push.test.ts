/** What becomes of edits: settled once, in order, in one transaction, on every database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServerRecord, Settlement } from '../../shared/protocol.ts'
import { engines } from './engines.ts'
import {
  a,
  create,
  openWorld,
  type Person,
  recordA,
  recordB,
  remove,
  signIn,
  update,
  type World,
} from './world.ts'

describe.each(engines)('Push on $name', engine => {
  let world: World
  let eva: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
  })
  afterAll(() => world.close())

  const one = async (mutation: unknown): Promise<Settlement> => (await eva.push(mutation)).results[0]!
  const made = async (mutation: unknown): Promise<ServerRecord> => {
    const settlement = await one(mutation)
    if (settlement.outcome !== 'applied' || !settlement.record) throw new Error(JSON.stringify(settlement))
    return settlement.record
  }
  const clock = async (): Promise<number> => (await eva.push()).clock
  const ledger = (id: string) =>
    world.database.db.selectFrom('ledger').selectAll().where('id', '=', id).executeTakeFirst()

  test('[PU1, PU4] a push is settled in order, in one transaction that raises the clock once', async () => {
    const before = await clock()
    const device = a.device('Utara')
    const { results, clock: after } = await eva.push(
      device,
      update(device, { name: ['Utara', 'Timur'] }),
      update(device, { name: ['Timur', 'Barat'] }),
      a.recordB(),
    )
    expect(after).toBe(before + 1)
    expect(results.map(result => result.outcome)).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect(results[2]).toMatchObject({ record: { version: after, fields: { name: 'Barat' } } })
    expect(results[3]).toMatchObject({ record: { version: after, fields: recordB } })
  })

  test('[PU4] the ledger says who did what to which record, before and after', async () => {
    const record = await made(a.recordB())
    const edit = update(record, { pt: [recordB.pt, 'é'] })
    const after = await made(edit)
    expect(await ledger(edit['id'] as string)).toMatchObject({
      kind: 'record_b',
      uid: record.uid,
      op: 'update',
      before: JSON.stringify(record),
      after: JSON.stringify(after),
      client_id: eva.client,
      user_id: expect.any(String) as string,
    })
  })

  test('[PU2] a mutation sent twice is applied once and answered the same both times', async () => {
    const device = a.device()
    const first = await eva.push(device)
    await eva.push(update(device, { name: [device.fields['name'], 'anders'] }))
    const again = await eva.push(device)
    expect(again.results).toEqual(first.results)
    expect(again.clock).toBe(first.clock + 1)
    const removal = remove(device, again.clock)
    const gone = await eva.push(removal)
    expect((await eva.push(removal)).results).toEqual(gone.results)
    expect(gone.results).toEqual([{ id: removal['id'], outcome: 'applied', record: null }])
  })

  test('[PU2] a mutation twice in one push is applied once, and key order is no other content', async () => {
    const device = a.device()
    const { op, fields, ...rest } = device
    const { results } = await eva.push(device, { fields, op, ...rest })
    expect(results[1]).toEqual(results[0])
    const rows = await sql<{
      n: number | string
    }>`select count(*) as n from device where uid = ${device.uid}`.execute(world.database.db)
    expect(Number(rows.rows[0]?.n)).toBe(1)
  })

  test('[PU3] the same id with other content is rejected and changes nothing', async () => {
    const device = a.device('A')
    const before = await eva.push(device)
    const { results, clock: after } = await eva.push({ ...device, fields: { name: 'B' } })
    expect(results).toEqual([
      { id: device.id, outcome: 'rejected', issues: [{ field: 'id', code: 'mutation_reused' }] },
    ])
    expect(after).toBe(before.clock)
  })

  test('[PU5] a push that changes nothing leaves the clock as it is, and is remembered all the same', async () => {
    const device = await made(a.device('Satu'))
    const nothing = update(device, { name: ['irgendwas', 'Satu'] })
    const { results, clock: after } = await eva.push(nothing, update(device, { name: ['x', 'y'] }))
    expect(results).toEqual([
      { id: nothing['id'], outcome: 'applied', record: device },
      expect.objectContaining({ outcome: 'conflict' }),
    ])
    expect(after).toBe(device.version)
    await made(update(device, { name: ['Satu', 'Dua'] }))
    expect(await one(nothing)).toEqual(results[0])
  })

  test('[PU6] a bad mutation is rejected with its issues; the others of the push still run', async () => {
    const { results } = await eva.push(
      a.device(''),
      a.device('gut'),
      { ...a.device(), kind: 'nothing' },
      a.recordB({ nama: 'n'.repeat(61), urutan: 'on' }),
    )
    expect(results.map(result => (result.outcome === 'rejected' ? result.issues : result.outcome))).toEqual([
      [{ field: 'name', code: 'required' }],
      'applied',
      [{ field: 'kind', code: 'unknown_kind' }],
      [
        { field: 'nama', code: 'too_long', params: { max: 60 } },
        { field: 'urutan', code: 'not_boolean' },
      ],
    ])
  })

  test('[PU6] a write that only the database refuses does not hold up the others', async () => {
    const { db } = world.database
    await sql`create unique index only_here on record_b (pt, jenis) where pt = 'uniq'`.execute(db)
    const { results } = await eva.push(
      a.recordB({ pt: 'uniq' }),
      a.recordB({ pt: 'uniq' }),
      a.recordB({ pt: 'uniq', jenis: '8' }),
    )
    expect(results.map(result => (result.outcome === 'rejected' ? result.issues : result.outcome))).toEqual([
      'applied',
      [{ field: '', code: 'refused' }],
      'applied',
    ])
    await sql`drop index only_here`.execute(db)
  })

  test('[PU7] a reference by uid is resolved within a push, in any kind order, and across pushes', async () => {
    const device = a.device()
    const { results } = await eva.push(device, a.recordA({ uid: device.uid }))
    const [first, second] = results as { record: ServerRecord }[]
    expect(second?.record.fields['device_id']).toBe(first?.record.id)
    const third = await made(a.recordA({ uid: device.uid }))
    const fourth = await made(a.recordA(first?.record.id))
    const both = [third.fields['device_id'], fourth.fields['device_id']]
    expect(both).toEqual([first?.record.id, first?.record.id])
  })

  test('[PU7] a base by uid is compared by what it resolves to', async () => {
    const [one_, two] = [a.device('1'), a.device('2')]
    const [, second] = (await eva.push(one_, two)).results as { record: ServerRecord }[]
    const record = await made(a.recordA({ uid: one_.uid }))
    const moved = await made(update(record, { device_id: [{ uid: one_.uid }, { uid: two.uid }] }))
    expect(moved.fields['device_id']).toBe(second?.record.id)
  })

  test.each([
    ['an id that no record has', '9223372036854775807'],
    ['a uid that no record has', { uid: '019a0000-0000-7000-8000-00000000dead' }],
  ])('[PU7] %s is an unknown reference', async (_, reference) => {
    const rejected = { outcome: 'rejected', issues: [{ field: 'device_id', code: 'unknown_reference' }] }
    expect(await one(a.recordA(reference))).toMatchObject(rejected)
    const device = await made(a.device())
    const record = await made(a.recordA(device.id))
    expect(await one(update(record, { device_id: [device.id, reference] }))).toMatchObject(rejected)
  })

  test('[PU7] a record that was deleted earlier in the push is an unknown reference', async () => {
    const device = await made(a.device())
    const { results } = await eva.push(
      remove(device, device.version),
      a.recordA(device.id),
      a.recordA({ uid: device.uid }),
    )
    expect(results.map(result => result.outcome)).toEqual(['applied', 'rejected', 'rejected'])
  })

  test('[PU8] a record that others refer to is not deleted, and the answer says how many do', async () => {
    const device = a.device()
    const { results, clock: version } = await eva.push(
      device,
      a.recordA({ uid: device.uid }),
      a.recordA({ uid: device.uid }),
      a.recordA({ uid: device.uid }),
    )
    const removal = remove(device, version)
    expect(await one(removal)).toEqual({
      id: removal['id'],
      outcome: 'rejected',
      issues: [{ field: '', code: 'in_use', params: { count: 3 } }],
    })
    const users = results.slice(1) as { record: ServerRecord }[]
    const gone = await eva.push(
      ...users.map(({ record }) => remove(record, version)),
      remove(device, version),
    )
    expect(gone.results.map(result => result.outcome)).toEqual(['applied', 'applied', 'applied', 'applied'])
  })

  test('[PU9] a client belongs to the user who first used it', async () => {
    await eva.push()
    const udo = await world.person('editor', 'udo')
    const response = await udo.post('/api/sync/push', { client: eva.client, protocol: 1, mutations: [] })
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'wrong_user' }])
  })

  test('[PU10] a create whose uid exists is applied when nothing differs, else a conflict', async () => {
    const record = await made(a.recordB())
    expect(await one(a.recordB({}, record.uid))).toMatchObject({ outcome: 'applied', record })
    expect(await one(a.recordB({ pt: 'x', unit: false }, record.uid))).toMatchObject({
      outcome: 'conflict',
      reason: 'changed',
      fields: ['pt', 'unit'],
      record,
    })
  })

  test('[PU11] a create of a deleted uid brings the record back under its old id', async () => {
    const record = await made(a.recordB())
    await made(a.recordB())
    await one(remove(record, record.version))
    const back = await made(a.recordB({ pt: 'baru' }, record.uid))
    expect(back).toMatchObject({ id: record.id, uid: record.uid, fields: { pt: 'baru' } })
    expect(back.version).toBeGreaterThan(record.version)
  })

  test('[PU11] deleted, brought back and deleted again in one push leaves one tombstone', async () => {
    const record = await made(a.recordB())
    const { results, clock: version } = await eva.push(
      remove(record, record.version),
      a.recordB({}, record.uid),
      remove(record, record.version + 1),
    )
    expect(results.map(result => result.outcome)).toEqual(['applied', 'applied', 'applied'])
    const tombs = await world.database.db
      .selectFrom('tombstones')
      .selectAll()
      .where('uid', '=', record.uid)
      .execute()
    expect(tombs.map(tomb => [String(tomb.id), Number(tomb.version)])).toEqual([[record.id, version]])
    expect(await made(a.recordB())).not.toMatchObject({ id: record.id })
  })

  test('[PU4] an id is handed out once, also when its record is made and deleted in one push', async () => {
    const version = (await clock()) + 1
    const fleeting = a.device('weg')
    const [first] = (await eva.push(fleeting, remove(fleeting, version))).results as {
      record: ServerRecord
    }[]
    const next = await made(a.device('bleibt'))
    expect(BigInt(next.id)).toBeGreaterThan(BigInt(first!.record.id))
  })

  test('[MG1, MG2, MG3] an update sets what is as it was seen, and asks about the rest', async () => {
    const record = await made(a.recordB())
    expect(await made(update(record, { pt: [recordB.pt, 'A'], unit: [true, false] }))).toMatchObject({
      fields: { ...recordB, pt: 'A', unit: false },
    })
    const now = await made(update(record, { pt: ['was', 'A'], nama: [recordB.nama, 'N'] }))
    expect(now.fields).toEqual({ ...recordB, pt: 'A', unit: false, nama: 'N' })
    expect(await one(update(record, { pt: [recordB.pt, 'B'], nama: ['N', 'M'] }))).toMatchObject({
      outcome: 'conflict',
      reason: 'changed',
      fields: ['pt'],
      record: now,
    })
    expect((await eva.changes()).some(line => line.fields['nama']?.includes('M'))).toBe(false)
  })

  test('[MG4, MG5] updates and deletes of what is deleted, and deletes of what has changed', async () => {
    const record = await made(a.recordB())
    const changed = await made(update(record, { pt: [recordB.pt, 'neu'] }))
    expect(await one(remove(record, record.version))).toMatchObject({
      outcome: 'conflict',
      reason: 'changed',
      fields: [],
      record: changed,
    })
    expect(await one(remove(record, changed.version))).toMatchObject({ outcome: 'applied', record: null })
    expect(await one(remove(record, record.version))).toMatchObject({ outcome: 'applied', record: null })
    expect(await one(update(record, { pt: ['neu', 'x'] }))).toMatchObject({
      outcome: 'conflict',
      reason: 'deleted',
      fields: [],
      record: null,
    })
  })

  test('[VA3, VA4] any text comes back as it was sent', async () => {
    const device = await made(a.device())
    for (const name of [
      '"\\\n\r\t',
      '‮‏bidi',
      'a\u0301',
      'á',
      '\u{10ffff}',
      "'; drop table device; --",
      'NULL',
      ' x ',
    ]) {
      expect((await made(a.recordA(device.id, { name }))).fields).toEqual({
        ...recordA,
        device_id: device.id,
        name,
      })
    }
  })

  test('[VA9] an id of 2^63 − 1 survives, is referred to, and does not end the ids', async () => {
    const uid = crypto.randomUUID()
    const max = '9223372036854775807'
    await sql`insert into device (id, uid, version, name) values (${BigInt(max)}, ${uid}, ${0}, ${'letztes'})`.execute(
      world.database.db,
    )
    const record = await made(a.recordA({ uid }))
    expect(record.fields['device_id']).toBe(max)
    expect((await made(a.recordA(max))).fields['device_id']).toBe(max)
    expect(await made(update({ kind: 'device', uid }, { name: ['letztes', 'allerletztes'] }))).toMatchObject({
      id: max,
    })
    expect(BigInt((await made(a.device())).id)).toBeLessThan(1_000_000n)
  })

  test('[PU1] 500 mutations are one transaction', async () => {
    const before = await clock()
    const device = a.device()
    const records = Array.from({ length: 499 }, (_, i) => a.recordA({ uid: device.uid }, { pin: String(i) }))
    const { results, clock: after } = await eva.push(device, ...records)
    expect(after).toBe(before + 1)
    expect(results.filter(result => result.outcome === 'applied')).toHaveLength(500)
  })

  test('[PU4] pushes at the same moment each get a clock of their own', async () => {
    const before = await clock()
    const people = await Promise.all([1, 2, 3, 4].map(() => signIn(world.app, 'eva')))
    const answers = await Promise.all(
      people.map(person => person.push(create('device', { name: 'zugleich' }))),
    )
    expect(answers.map(answer => answer.clock).sort((x, y) => x - y)).toEqual(
      [1, 2, 3, 4].map(n => before + n),
    )
  })
})
