/** Unsettled work in memory, beside the same on the disk: a tab never works on what it has forgotten. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../client/engine/disk/database.ts'
import { nextPulled } from '../../client/engine/disk/pages.ts'
import { nothingLanded } from '../../client/engine/disk/work.ts'
import { Replica } from '../../client/engine/replica/replica.ts'
import { emptyPage } from '../../client/engine/table/page.ts'
import type { Act, Deed, Flight } from '../../client/engine/work/act.ts'
import { assert } from '../../shared/assert.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { notNoted } from '../../shared/provenance.ts'
import { awayWith, flightWith } from '../support/acts.ts'
import { Profile } from '../support/profile.ts'
import { slowToOpen } from '../support/slow-to-open.ts'
import { recordB, uid } from '../support/tables.ts'

/** No bug is expected here. */
const raise = (error: unknown): never => {
  throw error
}

afterEach(() => {
  vi.restoreAllMocks()
})

const address = { kind: 'record_b', uid: uid(1) }
const fields = recordB({ nama: 'Añi' })
const options = { draft: null }

async function openReplica(db: Database, onBug: (error: unknown) => void = raise): Promise<Replica> {
  const replica = new Replica(db, onBug)
  await replica.begin()
  return replica
}

async function addTo(replica: Replica, deed: Deed): Promise<Act> {
  const { added } = await replica.add([{ ...address, since: 0, at: 1_000, deed }], options)
  assert(added[0], 'it is on the disk')
  return added[0]
}

const made = (nama: string): Deed => ({ do: 'make', fields: recordB({ nama }) })
const renamed = (nama: string): Deed => ({ do: 'edit', changes: { nama: ['A', nama] }, shown: recordB() })

async function flown(replica: Replica): Promise<Flight> {
  const flight = flightWith([await addTo(replica, made('Añi'))], { op: 'create', fields })
  await replica.depart([flight])
  return flight
}

const record: ServerRecord = { ...address, ...notNoted, id: '1', version: 2, fields }
const answered = (flight: Flight, run: number) => ({
  ...nothingLanded,
  flights: [{ ...flight, isAnswered: true, record, run }],
})

/** What was asked of this database is answered only once `open` is called. */
function holding(db: Database) {
  const opening = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let isHeld = false
  const run: Database['run'] = async operation => {
    const answer = await db.run(operation)
    if (!isHeld) return answer
    isHeld = false
    asked.resolve()
    await opening.promise
    return answer
  }
  return { db: { ...db, run }, asked: asked.promise, hold: () => (isHeld = true), open: opening.resolve }
}

describe('Work in memory', () => {
  test.each(['all', 'one'])('[OB3] keeps an act saved while it is read from the disk: %s', async extent => {
    const world = new Profile().world([])
    const gate = { open: Promise.resolve() }
    const sealing = slowToOpen(world.sealing, gate)
    const replica = await openReplica(await openDatabase({ ...world, userId: 'user-1', sealing }))
    await addTo(replica, made('Satu'))
    const opening = Promise.withResolvers<void>()
    gate.open = opening.promise
    const reading = extent === 'all' ? replica.reloadAllWork() : replica.reloadWork([address])
    const adding = addTo(replica, renamed('Dua'))
    opening.resolve()
    await Promise.all([reading, adding])
    expect(replica.works.of(uid(1))?.acts.map(({ deed }) => deed.do)).toEqual(['make', 'edit'])
  })

  test.each(['all', 'one'])(
    '[OB1] has an act once that was read before its tab knew it was written: %s',
    async extent => {
      const held = holding(await openDatabase({ ...new Profile().world([]), userId: 'user-1' }))
      const replica = await openReplica(held.db)
      held.hold()
      const adding = addTo(replica, made('Añi'))
      await held.asked
      const reading = extent === 'all' ? replica.reloadAllWork() : replica.reloadWork([address])
      await new Promise(resolve => setTimeout(resolve, 20))
      held.open()
      const [act] = await Promise.all([adding, reading])
      expect(replica.works.of(uid(1))?.acts).toEqual([act])
    },
  )

  test('[OB5] is not in a flight and free when a flight was read before its tab knew that it had left', async () => {
    const held = holding(await openDatabase({ ...new Profile().world([]), userId: 'user-1' }))
    const replica = await openReplica(held.db)
    const flight = flightWith([await addTo(replica, made('Añi'))], { op: 'create', fields })
    held.hold()
    const departing = replica.depart([flight])
    await held.asked
    const reading = replica.reloadAllWork()
    await new Promise(resolve => setTimeout(resolve, 20))
    held.open()
    await Promise.all([departing, reading])
    expect(replica.works.of(uid(1))).toMatchObject({ acts: [], flights: [{ id: flight.id }] })
  })

  test('[ST7] a flight that another run has landed is not landed again, and nothing is written', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const [one, late] = [await openReplica(db), await openReplica(db)]
    const flight = await flown(one)
    await late.reloadAllWork()
    await one.land({ ...nothingLanded, dropped: [flight.id], freed: flight.acts })
    for (const landed of [
      answered(flight, 1),
      { ...nothingLanded, dropped: [flight.id], freed: flight.acts },
    ])
      await expect(late.land(landed)).rejects.toMatchObject({ fault: 'connection' })
    const next = await openReplica(db)
    expect(next.works.of(uid(1))).toMatchObject({ acts: flight.acts, flights: [] })
  })

  test('[OB5] [OB9] is decided by the disk: what another tab has sent does not leave twice, nor is it taken back', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const [one, other] = [await openReplica(db), await openReplica(db)]
    const act = await addTo(one, made('Añi'))
    await other.reloadAllWork()
    const flight = flightWith([act], { op: 'create', fields })
    expect(await one.depart([flight])).toEqual([flight])
    expect(await other.depart([{ ...flight, id: uid(77) }])).toEqual([])
    expect(await other.takeBack(address, { seq: act.seq, removal: awayWith(act) })).toBe(false)
    const next = await openReplica(db)
    expect(next.works.of(uid(1))).toMatchObject({ acts: [], flights: [{ id: flight.id, isAnswered: false }] })
  })

  test('[OB5] [CH7] leaves with every act before it, also with what another tab has just done', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const [one, other] = [await openReplica(db), await openReplica(db)]
    await addTo(other, renamed('Lain'))
    const act = await addTo(one, renamed('Añi'))
    const flightOf = (acts: Act[]) =>
      flightWith(acts, { op: 'update', changes: { nama: ['A', 'Añi'] } }, { id: uid(70 + acts.length) })
    expect(await one.depart([flightOf([act])])).toEqual([])
    await one.reloadWork([address])
    const { acts } = one.works.of(uid(1))!
    expect(acts).toHaveLength(2)
    await addTo(other, renamed('Kemudian'))
    expect(await one.depart([flightOf(acts)])).toHaveLength(1)
    const next = await openReplica(db)
    expect(next.works.of(uid(1))).toMatchObject({ acts: [{ seq: 3 }], flights: [{ acts }] })
  })

  test('[OB9] nor can an act be taken back that another has followed, unheard', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const [one, other] = [await openReplica(db), await openReplica(db)]
    const act = await addTo(one, made('Añi'))
    await addTo(other, renamed('Lain'))
    expect(await one.takeBack(address, { seq: act.seq, removal: awayWith(act) })).toBe(false)
    const next = await openReplica(db)
    expect(next.works.of(uid(1))?.acts).toHaveLength(2)
  })

  test('is not read again for what a tab saves that is alone', async () => {
    const replica = await openReplica(await openDatabase({ ...new Profile().world([]), userId: 'user-1' }))
    const other = await openReplica(replica.db)
    for (let at = 1; at <= 40; at++) {
      const act = { ...address, uid: uid(at), since: replica.works.newest, at, deed: renamed(`Nâma ${at}`) }
      expect((await replica.add([act], options)).unheard).toBeNull()
    }
    const act = { ...address, since: 0, at: 41, deed: renamed('Lain') }
    expect((await other.add([act], options)).unheard).toBe(0)
  })

  test('[RB5] what another tab has received counts before what was sent is read again', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const [one, other] = [await openReplica(db), await openReplica(db)]
    const page = (uids: string[]) => ({
      ...emptyPage('record_b', 0),
      uid: uids,
      id: uids.map(() => '1'),
      version: uids.map(() => 1),
      fields: Object.fromEntries(
        Object.entries(recordB()).map(([name, value]) => [name, uids.map(() => value)]),
      ),
    })
    await one.commit([page([uid(1)])], { cursor: 'first' })
    await one.land(answered(await flown(one), 5))
    await other.reloadWork([address])
    expect(other.table('record_b').shown(uid(1))).toMatchObject({ version: 2, fields: { nama: 'Añi' } })
    await one.commit([page([])], { cursor: 'second' })
    await other.reloadWork([address])
    for (const each of [one, other]) expect(each.table('record_b').shown(uid(1))).toBeNull()
  })

  test('[RB5] keeps in sight what another tab settled between two readings', async () => {
    const stored = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const held = holding(stored)
    const [one, other] = [await openReplica(stored), await openReplica(held.db)]
    const flight = await flown(one)
    held.hold()
    const reading = other.reloadAllWork()
    await held.asked
    await one.land({ ...answered(flight, 1), pulled: nextPulled(one.pulled, {}) })
    held.open()
    await reading
    await other.reloadAllWork()
    expect(other.table('record_b').shown(uid(1))).toMatchObject({ id: '1', version: 2 })
  })

  test('[PU12] what was read of the pages before a push was settled does not take back its history', async () => {
    const held = holding(await openDatabase({ ...new Profile().world([]), userId: 'user-1' }))
    const replica = await openReplica(held.db)
    held.hold()
    const reading = replica.catchUp()
    await held.asked
    await replica.land({ ...nothingLanded, pulled: { ...replica.pulled, history: 'newer', revision: 1 } })
    held.open()
    await reading
    expect(replica.pulled.history).toBe('newer')
  })
})
