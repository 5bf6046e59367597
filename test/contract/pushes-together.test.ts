/** Pushes that come at one moment: settled in one transaction, and each ends as though it had come alone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readClock } from '../../server/db/clock.ts'
import { uncounted } from '../../server/operating/metrics.ts'
import { encodeCursor } from '../../server/sync/cursor.ts'
import { createSettling } from '../../server/sync/settling.ts'
import type { PushAnswer } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { engines } from './engines.ts'
import { a, recordB, remove, update } from './edits.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('Pushes at one moment on $name', engine => {
  let world: World
  let eva: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
  })
  afterAll(() => world.close())

  const clock = async (): Promise<number> => (await readClock(world.database.db)).clock
  const writerOf = (clientId: string = crypto.randomUUID()) => ({ userId: 'u', username: 'eva', clientId })

  /** Handed over before the first of them is settled. */
  function atOnce(
    ...pushes: { mutations: unknown[]; clientId?: string; lived?: { clock: number; token: string }[] }[]
  ) {
    const { database, kinds } = world.services
    const settling = createSettling({ database, kinds, metrics: uncounted })
    return Promise.allSettled(
      pushes.map(({ mutations, clientId, lived }) =>
        settling({
          ...{ writer: writerOf(clientId), protocol: PROTOCOL_VERSION, lived },
          mutations: mutations as { id: string }[],
        }),
      ),
    )
  }
  const outcomesOf = (settled: Awaited<ReturnType<typeof atOnce>>) =>
    settled.map(each =>
      each.status === 'fulfilled'
        ? each.value.results.map(result => (result.outcome === 'rejected' ? result.issues : result.outcome))
        : (each.reason as { code?: string }).code,
    )

  test('[PU17] those that wait are one transaction: one clock, and each has its own answer', async () => {
    const known = await eva.made(a.recordB({ nama: 'ada' }))
    const before = await clock()
    const device = a.device('bersama')
    const settled = await atOnce(
      { mutations: [device] },
      { mutations: [a.recordA({ uid: device.uid })] },
      { mutations: [update(known, { nama: ['lain', 'baru'] })] },
      { mutations: [a.device('')] },
      { mutations: [] },
      { mutations: [a.recordB(), a.recordB()] },
    )
    expect(outcomesOf(settled)).toEqual([
      ['applied'],
      ['applied'],
      ['conflict'],
      [[{ field: 'name', code: 'required' }]],
      [],
      ['applied', 'applied'],
    ])
    expect(await clock()).toBe(before + 1)
    const clocks = settled.map(each => (each.status === 'fulfilled' ? each.value.clock : null))
    expect(clocks).toEqual(settled.map(() => before + 1))
    const { rows } = await sql<{ n: number | string }>`
      select count(distinct position) as n from ledger where clock = ${before + 1}`.execute(world.database.db)
    expect(Number(rows[0]?.n)).toBe(4)
  })

  test('[PU5] [PU17] those that change nothing, before the first that does, name the clock as it was', async () => {
    const known = await eva.made(a.recordB())
    const before = await clock()
    const nothing = () => ({ mutations: [update(known, { nama: ['x', recordB.nama] })] })
    const settled = await atOnce({ mutations: [] }, { mutations: [a.recordB()] }, nothing())
    const clocks = settled.map(each => (each.status === 'fulfilled' ? each.value.clock : null))
    expect(clocks).toEqual([before, before + 1, before + 1])
    await atOnce({ mutations: [] }, nothing())
    expect(await clock()).toBe(before + 1)
  })

  test('[PU12] [PU9] [PU17] one of another history, and one of a client that is somebody else’s, are refused alone', async () => {
    const { clock: at, token } = await readClock(world.database.db)
    const clientId = crypto.randomUUID()
    await atOnce({ mutations: [], clientId })
    await world.database.db.updateTable('clients').set({ user_id: 'v' }).where('id', '=', clientId).execute()
    const [lost, foreign] = [a.recordB(), a.recordB()]
    const settled = await atOnce(
      { mutations: [a.recordB()], lived: [{ clock: at, token }] },
      { mutations: [lost], lived: [{ clock: at, token: 'of another' }] },
      { mutations: [foreign], clientId },
      { mutations: [a.recordB()], lived: [{ clock: at + 1, token }] },
      { mutations: [a.recordB()] },
    )
    expect(outcomesOf(settled)).toEqual([
      ['applied'],
      'cursor_expired',
      'wrong_user',
      'cursor_expired',
      ['applied'],
    ])
    expect(await clock()).toBe(at + 1)
    const later = await atOnce({ mutations: [lost] }, { mutations: [foreign] })
    expect(outcomesOf(later)).toEqual([['applied'], ['applied']])
  })

  test('[PU9] [PU17] of two people with one new client the first has it', async () => {
    const [first, second] = await Promise.all(
      ['editor', 'editor'].map(role => world.person(role as 'editor')),
    )
    const message = { client: crypto.randomUUID(), protocol: PROTOCOL_VERSION, mutations: [] }
    const answers = await Promise.all([first, second].map(person => person?.post('/api/sync/push', message)))
    expect(new Set(answers.map(answer => answer?.status))).toEqual(new Set([200, 403]))
  })

  test('[PU6] [PU17] a write that only the database refuses holds up no other push, and none of its own', async () => {
    const { db } = world.database
    await sql`create unique index only_here on record_b (pt, jenis) where pt = 'uniq'`.execute(db)
    const settled = await atOnce(
      { mutations: [a.recordB()] },
      { mutations: [a.recordB({ pt: 'uniq' }), a.recordB({ pt: 'uniq' }), a.recordB()] },
      { mutations: [a.recordB({ pt: 'uniq' })] },
      { mutations: [a.device()] },
    )
    const refused = [{ field: '', code: 'refused' }]
    expect(outcomesOf(settled)).toEqual([
      ['applied'],
      ['applied', refused, 'applied'],
      [refused],
      ['applied'],
    ])
    await sql`drop index only_here`.execute(db)
  })

  test('[PU17] two that write one record get a clock each, and so its version names what it was', async () => {
    const known = await eva.made(a.recordB({ nama: 'ada' }))
    const settled = await atOnce(
      { mutations: [update(known, { nama: ['ada', 'satu'] })] },
      { mutations: [update(known, { pt: [recordB.pt, 'dua'] })] },
      { mutations: [a.device()] },
      { mutations: [remove(known)] },
    )
    const clocks = settled.map(each =>
      each.status === 'fulfilled' ? each.value.clock - known.version : null,
    )
    expect(clocks).toEqual([1, 2, 1, 2])
    expect(outcomesOf(settled)).toEqual([['applied'], ['applied'], ['applied'], ['conflict']])
  })

  test('[PU2] [PU14] [PU17] one mutation in several pushes has one effect, and a refusal says that it is told again', async () => {
    const [made, bad] = [a.recordB(), a.device('')]
    const settled = await atOnce(...Array.from({ length: 3 }, () => ({ mutations: [made, bad] })))
    const [first, ...others] = settled.map(each => (each.status === 'fulfilled' ? each.value.results : []))
    for (const results of others) expect(results).toEqual([first?.[0], { ...first?.[1], isRepeated: true }])
  })

  test('[PU17] a database that fails is everybody’s failure, and the next go on', async () => {
    const { database, kinds } = world.services
    let fails = true
    const write: typeof database.write = work =>
      fails ? Promise.reject(new Error('gone')) : database.write(work)
    const settling = createSettling({ database: { ...database, write }, kinds, metrics: uncounted })
    const push = () => settling({ writer: writerOf(), protocol: PROTOCOL_VERSION, mutations: [a.device()] })
    expect((await Promise.allSettled([push(), push()])).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    fails = false
    expect((await push()).results).toMatchObject([{ outcome: 'applied' }])
  })

  test('[PU12] [PU17] each answer names a history that this server goes on from', async () => {
    const answers = (await Promise.all([1, 2, 3].map(() => eva.push(a.recordB())))) as PushAnswer[]
    for (const { history, clock: at } of answers) {
      const response = await eva.post('/api/sync/push', {
        ...{ client: eva.client, protocol: PROTOCOL_VERSION, mutations: [], history },
      })
      expect(response.status).toBe(200)
      expect(JSON.parse(Buffer.from(history, 'base64url').toString())).toMatchObject({ clock: at })
    }
    const history = encodeCursor({ clock: 0, token: 'x' })
    const refused = { client: eva.client, protocol: PROTOCOL_VERSION, mutations: [], history }
    expect((await eva.post('/api/sync/push', refused)).status).toBe(410)
  })
})
