/** What an edit does to the record it names: references, deletions, merges and conflicts, on every database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepLastId } from '../../server/db/ledger.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { userHeader } from '../../shared/user-header.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { engines } from './engines.ts'
import { a, recordA, recordB, remove, update } from './edits.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('Settling on $name', engine => {
  let world: World
  let eva: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
  })
  afterAll(() => world.close())

  test('[PU7] a reference by uid is resolved within a push, in any kind order, and across pushes', async () => {
    const device = a.device()
    const { results } = await eva.push(device, a.recordA({ uid: device.uid }))
    const [first, second] = results as { record: ServerRecord }[]
    expect(second?.record.fields['device_id']).toBe(first?.record.id)
    const third = await eva.made(a.recordA({ uid: device.uid }))
    const fourth = await eva.made(a.recordA(first?.record.id))
    const both = [third.fields['device_id'], fourth.fields['device_id']]
    expect(both).toEqual([first?.record.id, first?.record.id])
  })

  test('[PU7] a base by uid is compared by what it resolves to', async () => {
    const [one_, two] = [a.device('1'), a.device('2')]
    const [, second] = (await eva.push(one_, two)).results as { record: ServerRecord }[]
    const record = await eva.made(a.recordA({ uid: one_.uid }))
    const moved = await eva.made(update(record, { device_id: [{ uid: one_.uid }, { uid: two.uid }] }))
    expect(moved.fields['device_id']).toBe(second?.record.id)
  })

  test.each([
    ['an id that no record has', '9223372036854775807'],
    ['a uid that no record has', { uid: '019a0000-0000-7000-8000-00000000dead' }],
  ])('[PU7] %s is an unknown reference', async (_, reference) => {
    const rejected = { outcome: 'rejected', issues: [{ field: 'device_id', code: 'unknown_reference' }] }
    expect(await eva.one(a.recordA(reference))).toMatchObject(rejected)
    const device = await eva.made(a.device())
    const record = await eva.made(a.recordA(device.id))
    expect(await eva.one(update(record, { device_id: [device.id, reference] }))).toMatchObject(rejected)
  })

  test('[PU7] a record that was deleted earlier in the push is an unknown reference', async () => {
    const device = await eva.made(a.device())
    const { results } = await eva.push(remove(device), a.recordA(device.id), a.recordA({ uid: device.uid }))
    expect(results.map(result => result.outcome)).toEqual(['applied', 'rejected', 'rejected'])
  })

  test('[PU8] a record that others refer to is not deleted, and the answer says how many do', async () => {
    const device = a.device()
    const { results } = await eva.push(
      device,
      a.recordA({ uid: device.uid }),
      a.recordA({ uid: device.uid }),
      a.recordA({ uid: device.uid }),
    )
    const removal = remove(device)
    expect(await eva.one(removal)).toEqual({
      id: removal['id'],
      outcome: 'rejected',
      issues: [{ field: '', code: 'in_use', params: { count: 3 } }],
    })
    const users = results.slice(1) as { record: ServerRecord }[]
    const gone = await eva.push(...users.map(({ record }) => remove(record)), remove(device))
    expect(gone.results.map(result => result.outcome)).toEqual(['applied', 'applied', 'applied', 'applied'])
  })

  test('[PU9] a client belongs to the user who first used it', async () => {
    await eva.push()
    const udo = await world.person('editor', 'udo')
    const response = await udo.post('/api/sync/push', {
      client: eva.client,
      protocol: PROTOCOL_VERSION,
      mutations: [],
    })
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'wrong_user' }])
  })

  test('[PU9] work of one person does not go out in the session of another, nor does the client become theirs', async () => {
    const [udo, umi] = [await world.person('editor'), await world.person('editor')]
    const message = { client: crypto.randomUUID(), protocol: PROTOCOL_VERSION, mutations: [a.recordB()] }
    const session = await umi.request('/api/auth/get-session')
    const { user } = (await session.json()) as { user: { id: string } }
    const named = { 'content-type': 'application/json', [userHeader]: user.id }
    const sent = { method: 'POST', headers: named, body: JSON.stringify(message) }
    const refused = await udo.request('/api/sync/push', sent)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'wrong_user' }])
    expect((await umi.request('/api/sync/push', sent)).status).toBe(200)
  })

  test('[PU10] a create whose uid exists is applied when nothing differs, else a conflict', async () => {
    const record = await eva.made(a.recordB())
    expect(await eva.one(a.recordB({}, record.uid))).toMatchObject({ outcome: 'applied', record })
    expect(await eva.one(a.recordB({ pt: 'x', unit: false }, record.uid))).toMatchObject({
      outcome: 'conflict',
      reason: 'changed',
      fields: ['pt', 'unit'],
      record,
    })
  })

  test('[PU11] a create of a deleted uid brings the record back under its old id', async () => {
    const record = await eva.made(a.recordB())
    await eva.made(a.recordB())
    await eva.one(remove(record))
    const back = await eva.made(a.recordB({ pt: 'baru' }, record.uid))
    expect(back).toMatchObject({ id: record.id, uid: record.uid, fields: { pt: 'baru' } })
    expect(back.version).toBeGreaterThan(record.version)
  })

  test('[PU11] deleted, brought back and deleted again in one push leaves one tombstone', async () => {
    const record = await eva.made(a.recordB())
    const { results, clock: version } = await eva.push(
      remove(record),
      a.recordB({}, record.uid),
      remove(record),
    )
    expect(results.map(result => result.outcome)).toEqual(['applied', 'applied', 'applied'])
    const tombs = await world.database.db
      .selectFrom('tombstones')
      .selectAll()
      .where('uid', '=', record.uid)
      .execute()
    expect(tombs.map(tomb => [String(tomb.id), Number(tomb.version)])).toEqual([[record.id, version]])
    expect(await eva.made(a.recordB())).not.toMatchObject({ id: record.id })
  })

  test('[MG1, MG2, MG3] an update sets what is as it was seen, and asks about the rest', async () => {
    const record = await eva.made(a.recordB())
    expect(await eva.made(update(record, { pt: [recordB.pt, 'A'], unit: [true, false] }))).toMatchObject({
      fields: { ...recordB, pt: 'A', unit: false },
    })
    const now = await eva.made(update(record, { pt: ['was', 'A'], nama: [recordB.nama, 'N'] }))
    expect(now.fields).toEqual({ ...recordB, pt: 'A', unit: false, nama: 'N' })
    expect(await eva.one(update(record, { pt: [recordB.pt, 'B'], nama: ['N', 'M'] }))).toMatchObject({
      outcome: 'conflict',
      reason: 'changed',
      fields: ['pt'],
      record: now,
    })
    expect((await eva.changes()).some(line => line.fields['nama']?.includes('M'))).toBe(false)
  })

  test('[MG4, MG5] updates and deletes of what is deleted, and deletes of what has changed', async () => {
    const record = await eva.made(a.recordB())
    const changed = await eva.made(update(record, { pt: [recordB.pt, 'neu'] }))
    expect(await eva.one(remove(record))).toMatchObject({
      outcome: 'conflict',
      reason: 'changed',
      fields: ['pt'],
      record: changed,
    })
    expect(await eva.one(remove(changed))).toMatchObject({ outcome: 'applied', record: null })
    expect(await eva.one(remove(record))).toMatchObject({ outcome: 'applied', record: null })
    expect(await eva.one(update(record, { pt: ['neu', 'x'] }))).toMatchObject({
      outcome: 'conflict',
      reason: 'deleted',
      fields: [],
      record: null,
    })
  })

  test('[MG5] a delete goes by what was seen, under whatever version, and by no field that was not', async () => {
    const record = await eva.made(a.recordB())
    await eva.made(update(record, { pt: [recordB.pt, 'X'], nama: [recordB.nama, 'Y'] }))
    const now = await eva.made(update(record, { nama: ['Y', recordB.nama] }))
    const conflict = { outcome: 'conflict', reason: 'changed', fields: ['pt'], record: now }
    expect(await eva.one(remove(record))).toMatchObject(conflict)
    const { pt: _, ...rest } = record.fields
    expect(await eva.one(remove(record, rest))).toMatchObject({ outcome: 'applied', record: null })
  })

  test.each(['id', 'uid'])('[MG5] [PU7] a reference that was seen by its %s is compared', async by => {
    const [seen, other] = [await eva.made(a.device('1')), await eva.made(a.device('2'))]
    const shown = (device: ServerRecord) => (by === 'id' ? device.id : { uid: device.uid })
    const record = await eva.made(a.recordA({ uid: seen.uid }))
    const removal = (device_id: unknown) => remove(record, { ...record.fields, device_id })
    const conflict = { outcome: 'conflict', fields: ['device_id'], record }
    expect(await eva.one(removal(shown(other)))).toMatchObject(conflict)
    expect(await eva.one(removal({ uid: crypto.randomUUID() }))).toMatchObject(conflict)
    expect(await eva.one(removal(shown(seen)))).toMatchObject({ outcome: 'applied', record: null })
  })

  test('[VA3, VA4] any text comes back as it was sent', async () => {
    const device = await eva.made(a.device())
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
      expect((await eva.made(a.recordA(device.id, { name }))).fields).toEqual({
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
    const record = await eva.made(a.recordA({ uid }))
    expect(record.fields['device_id']).toBe(max)
    expect((await eva.made(a.recordA(max))).fields['device_id']).toBe(max)
    expect(
      await eva.made(update({ kind: 'device', uid }, { name: ['letztes', 'allerletztes'] })),
    ).toMatchObject({
      id: max,
    })
    expect(BigInt((await eva.made(a.device())).id)).toBeLessThan(1_000_000n)
  })

  test('[PU16] a create behind the last id is rejected, beside others that are not', async () => {
    const own = await openWorld(engine)
    const max = '9223372036854775807'
    const writer = await own.person('editor')
    await writer.made(a.device())
    await own.database.write(async tx => {
      await keepLastId(tx, 'device', BigInt(max) - 1n)
      return { commit: true, answer: undefined }
    })
    const [last, none] = [a.device('terakhir'), a.device('tak ada lagi')]
    const { results } = await writer.push(last, none, update(last, { name: ['terakhir', 'Ø'] }), a.recordB())
    expect(results).toMatchObject([
      { outcome: 'applied', record: { id: max } },
      { id: none.id, outcome: 'rejected', issues: [{ field: '', code: 'no_ids_left' }] },
      { outcome: 'applied', record: { id: max, fields: { name: 'Ø' } } },
      { outcome: 'applied' },
    ])
    await own.close()
  })
})
