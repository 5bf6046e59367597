/** Devices whose clocks are years off: what counts is what each person saw, and the server's counter. */
import { IDBCursor } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../client/engine/disk/database.ts'
import type { Act } from '../../client/engine/work/act.ts'
import { readWork } from '../../client/engine/disk/work-read.ts'
import { sealFlight } from '../../client/engine/disk/flights.ts'
import { forgetAnsweredBefore } from '../../client/engine/disk/work.ts'
import { act, flightWith } from '../support/acts.ts'
import { bothSawVersion3, edit, make, online, removed, shown, twoEditors } from '../support/people.ts'
import { offline, Profile } from '../support/profile.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

afterEach(() => vi.restoreAllMocks())

describe('Wrong clocks', () => {
  test.each([
    ['behind', '1970-01-01T00:00:00Z', '2099-12-31T23:59:59Z'],
    ['ahead', '2099-12-31T23:59:59Z', '1970-01-01T00:00:00Z'],
  ])('[CH7] a device that is years %s wins nothing and loses nothing by it', async (_, anis, budis) => {
    const { ani, budi } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Awal', pt: 'P' }))
    await online(ani)
    await online(budi)
    ani.network.isDown = budi.network.isDown = true
    ani.profile.now = Date.parse(anis)
    budi.profile.now = Date.parse(budis)
    await edit(budi, 1, { pt: 'Budi' })
    await edit(ani, 1, { nama: 'Ani é' })
    await online(ani)
    expect(await online(budi)).toMatchObject({ unsent: 0, attention: 0 })
    await online(ani)
    const both = recordB({ nama: 'Ani é', pt: 'Budi' })
    for (const person of [ani, budi]) expect((await shown(person, 1))?.fields).toEqual(both)

    await edit(budi, 1, { nama: 'Budi' })
    await online(budi)
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('Budi')
  })

  test('[CH7] [OB6] a clock that jumps back between two edits does not turn their order round', async () => {
    const { ani } = await twoEditors()
    ani.network.isDown = true
    ani.profile.now = Date.parse('2099-12-31T23:59:59Z')
    await make(ani, 1, { name: 'Gerbang é' }, 'device')
    ani.profile.now = Date.parse('1970-01-01T00:00:00Z')
    await make(ani, 2, recordA({ device_id: { uid: uid(1) } }), 'record_a')
    ani.network.requests.length = 0
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    const bodies = ani.network.requests.filter(({ path }) => path === '/api/sync/push')
    const mutations = bodies.flatMap(
      ({ body }) => (JSON.parse(body) as { mutations: { kind: string }[] }).mutations,
    )
    expect(mutations.map(({ kind }) => kind)).toEqual(['device', 'record_a'])
  })

  test('[CH7] [OB9] nor of what was settled: a delete sent behind an edit can be undone before the pull has come', async () => {
    const { ani } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'A' }))
    await online(ani)
    const { transport } = ani.network
    ani.profile.transport = { ...transport, push: offline.push }
    await edit(ani, 1, { nama: 'B' })
    await online(ani)
    ani.profile.now = Date.parse('1970-01-01T00:00:00Z')
    const undo = await removed(ani, 1)
    ani.profile.transport = { ...transport, changes: offline.changes }
    expect(await online(ani)).toMatchObject({ unsent: 0 })
    const { engine } = await ani.profile.tab(ani.userId)
    expect(await engine.record('record_b', uid(1))).toBeNull()
    await engine.undo(undo)
    ani.profile.transport = transport
    await online(ani)
    expect((await shown(ani, 1))?.fields['nama']).toBe('B')
  })

  test('[CH7] [RB4] a clock that jumps ahead by years does not forget what a restored server may have lost', async () => {
    const { server, ani } = await twoEditors()
    await make(ani, 1, recordB({ nama: 'Terkirim 🌺' }))
    await online(ani)
    ani.profile.now = Date.parse('2099-12-31T23:59:59Z')
    await online(ani)
    await server.rollBackTo(0)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0, counts: { record_b: 1 } })
    expect((await shown(ani, 1))?.fields['nama']).toBe('Terkirim 🌺')
  })

  test('[CH7] [RB4] of more than 5,000, nor does it forget the newest', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const fields = recordB()
    const answeredAt = (number: number) =>
      flightWith(
        [act(number, { do: 'make', fields }, { number })],
        { op: 'create', fields },
        { isAnswered: true, run: number, at: number },
      )
    const flights = Array.from({ length: 5_003 }, (_, index) => answeredAt(index + 1))
    const rows = await Promise.all(flights.map(flight => sealFlight(db, flight)))
    await db.run(schema => schema.flights.bulkAdd(rows))
    await forgetAnsweredBefore(db, Date.parse('2099-12-31T23:59:59Z'))
    const left = (await readWork(db, 0)).flights
    expect(left.map(({ run }) => run)).toEqual(flights.slice(3).map(({ run }) => run))
  })

  test('[CH7] and with fewer it walks over none of them: every sync asks', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const deed: Act['deed'] = { do: 'make', fields: recordB() }
    const sent = flightWith([act(1, deed)], { op: 'create', fields: recordB() }, { isAnswered: true })
    const row = await sealFlight(db, sent)
    const rows = Array.from({ length: 50 }, (_, number) => ({ ...row, id: uid(number) }))
    await db.run(schema => schema.flights.bulkAdd(rows))
    const walked = vi.spyOn(IDBCursor.prototype, 'continue')
    await forgetAnsweredBefore(db, Date.parse('2099-12-31T23:59:59Z'))
    expect(walked).not.toHaveBeenCalled()
    expect(await db.run(schema => schema.flights.where('id').notEqual('').count())).toBe(rows.length)
    // As "not equal" would have.
    expect(walked).toHaveBeenCalledTimes(rows.length)
  })
})

describe('Numbers of versions that a restored server gives out anew', () => {
  test.each([
    ['unsent', false],
    ['sent, and told again', true],
  ])('[RB4] [MG5] say nothing: a delete goes by what its person saw; it was %s', async (_, isSent) => {
    const { server, ani, budi } = await bothSawVersion3()
    ani.network.isDown = !isSent
    await removed(ani, 1)
    await ani.tab.sync()
    budi.network.isDown = true
    await edit(budi, 1, { nama: 'Budi baru' })
    await server.rollBackTo(1)
    await online(budi)
    expect(await online(ani)).toMatchObject({ attention: 1, unsent: 0 })
    expect(await ani.tab.engine.attention()).toMatchObject([
      { op: 'delete', base: { nama: 'Budi' }, theirs: { nama: 'Budi baru' } },
    ])
  })
})
