/** What becomes of a push: settled once, in order, in one transaction, on every database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/database.ts'
import { recordsOf } from '../../server/db/ledger-bodies.ts'
import { settle } from '../../server/sync/settle.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { engines } from './engines.ts'
import { a, create, recordB, remove, update } from './edits.ts'
import { openWorld, type Person, signIn, type World } from './world.ts'

describe.each(engines)('Push on $name', engine => {
  let world: World
  let eva: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
  })
  afterAll(() => world.close())

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
    const record = await eva.made(a.recordB())
    const edit = update(record, { pt: [recordB.pt, 'é'] })
    const after = await eva.made(edit)
    const row = await ledger(edit['id'] as string)
    expect(row).toMatchObject({
      kind: 'record_b',
      uid: record.uid,
      op: 'update',
      client_id: eva.client,
      user_id: expect.any(String) as string,
    })
    const { uid, id, version, fields } = record
    expect(recordsOf(row!)).toEqual({ after, before: expect.objectContaining({ uid, id, version, fields }) })
  })

  test('[PU2] a mutation sent twice is applied once and answered the same both times', async () => {
    const device = a.device()
    const first = await eva.push(device)
    await eva.push(update(device, { name: [device.fields['name'], 'anders'] }))
    const again = await eva.push(device)
    expect(again.results).toEqual(first.results)
    expect(again.clock).toBe(first.clock + 1)
    const removal = remove(device, { name: 'anders' })
    const gone = await eva.push(removal)
    expect((await eva.push(removal)).results).toEqual(gone.results)
    expect(gone.results).toEqual([
      { id: removal['id'], outcome: 'applied', version: gone.clock, record: null },
    ])
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

  // A push that the database's own constraints refuse is settled anew one by one: that may hide a race, so each
  // of these comes alone, too.
  test.each<[string, () => Promise<unknown[]>]>([
    ['a create', async () => [a.device('zugleich é')]],
    ['an update', async () => [update(await eva.made(a.recordB()), { pt: [recordB.pt, 'neu'] })]],
    ['a delete', async () => eva.made(a.recordB()).then(record => [remove(record)])],
    ['two creates', async () => [a.device('zugleich é'), a.recordB({ nama: 'einmal' })]],
  ])(
    '[PU2] %s that six requests bring at one moment: applied once, and all get the one answer',
    async (_, make) => {
      const mutations = await make()
      const before = await clock()
      const answers = await Promise.all(Array.from({ length: 6 }, () => eva.push(...mutations)))
      const [first, ...others] = answers.map(answer => answer.results)
      expect(first?.map(result => result.outcome)).toEqual(mutations.map(() => 'applied'))
      for (const results of others) expect(results).toEqual(first)
      expect(await clock()).toBe(before + 1)
    },
  )

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
    const device = await eva.made(a.device('Satu'))
    const nothing = update(device, { name: ['irgendwas', 'Satu'] })
    const { results, clock: after } = await eva.push(nothing, update(device, { name: ['x', 'y'] }))
    expect(results).toEqual([
      { id: nothing['id'], outcome: 'applied', version: device.version, record: device },
      expect.objectContaining({ outcome: 'conflict' }),
    ])
    expect(after).toBe(device.version)
    await eva.made(update(device, { name: ['Satu', 'Dua'] }))
    expect(await eva.one(nothing)).toEqual(results[0])
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

  test('[PU6] [PU12] what is settled one by one is settled in one history, or not at all', async () => {
    const own = await openWorld(engine)
    const { database } = own
    const { db } = database
    await sql`create unique index only_here on record_b (pt, jenis) where pt = 'uniq'`.execute(db)
    const write: Database['write'] = async work => {
      const answer = await database.write(work)
      // Another database takes the place of this one, and has had other commits since.
      await db.updateTable('commits').set({ token: 'of another history' }).where('clock', '>', 0).execute()
      return answer
    }
    const writer = { userId: 'eva', username: 'eva', clientId: crypto.randomUUID() }
    const mutations = [a.recordB({ pt: 'uniq' }), a.recordB({ pt: 'uniq' }), a.recordB()]
    const settled = settle({
      ...{ database: { ...database, write }, kinds: own.services.kinds },
      ...{ writer, protocol: PROTOCOL_VERSION, mutations },
    })
    await expect(settled).rejects.toMatchObject({ code: 'cursor_expired' })
    await own.close()
  })

  test('[RQ1] keys that a client has made up are not told back to it', async () => {
    const response = await eva.post('/api/sync/push', {
      ...{ client: eva.client, protocol: PROTOCOL_VERSION, mutations: [] },
      ids: { 'Sri Wahyuni 4711': 1 },
    })
    expect(response.status).toBe(422)
    expect(await response.text()).not.toContain('Sri')
  })

  test('[PU4] an id is handed out once, also when its record is made and deleted in one push', async () => {
    const fleeting = a.device('weg')
    const [first] = (await eva.push(fleeting, remove(fleeting))).results as {
      record: ServerRecord
    }[]
    const next = await eva.made(a.device('bleibt'))
    expect(BigInt(next.id)).toBeGreaterThan(BigInt(first!.record.id))
  })

  test('[PU1] 500 mutations are one transaction', async () => {
    const before = await clock()
    const device = a.device()
    const records = Array.from({ length: 499 }, (_, i) => a.recordA({ uid: device.uid }, { pin: String(i) }))
    const { results, clock: after } = await eva.push(device, ...records)
    expect(after).toBe(before + 1)
    expect(results.filter(result => result.outcome === 'applied')).toHaveLength(500)
  })

  test('[PU4] [PU17] pushes at the same moment get clocks that follow each other', async () => {
    const before = await clock()
    const people = await Promise.all([1, 2, 3, 4].map(() => signIn(world.app, 'eva')))
    const answers = await Promise.all(
      people.map(person => person.push(create('device', { name: 'zugleich' }))),
    )
    const clocks = [...new Set(answers.map(answer => answer.clock))].sort((x, y) => x - y)
    expect(clocks).toEqual(clocks.map((_, index) => before + 1 + index))
    for (const { clock: at, results } of answers) expect(results).toMatchObject([{ version: at }])
  })
})
