/** The outbox in memory, beside the one on disk: a tab never works on what it has forgotten. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../client/engine/disk/database.ts'
import { nextPulled } from '../../client/engine/disk/pages.ts'
import type { Sealing } from '../../client/engine/disk/seal.ts'
import { Replica } from '../../client/engine/replica/replica.ts'
import { assert } from '../../shared/assert.ts'
import { kinds } from '../../shared/kinds.ts'
import { notNoted } from '../../shared/provenance.ts'
import { emptyPage } from '../../client/engine/table/page.ts'
import { watchTransactions } from '../support/indexed-db.ts'
import { create, rowOf, update } from '../support/outbox.ts'
import { make, twoEditors } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

/** What is sealed opens only while the gate does. */
function slowToOpen(sealing: Sealing, gate: { open: Promise<void> }): Sealing {
  return {
    newKey: () => sealing.newKey(),
    with(key) {
      const seal = sealing.with(key)
      return {
        close: (place, value) => seal.close(place, value),
        open: async (place, sealed) => {
          await gate.open
          return seal.open(place, sealed)
        },
      }
    },
  }
}

const row = (number: number, nama: string) => ({ ...rowOf(create(number, recordB({ nama }))), seq: 0 })

afterEach(() => {
  vi.restoreAllMocks()
})

const noted = { kind: 'record_b', uid: uid(1), ...notNoted }

describe('The outbox in memory', () => {
  test.each(['all', 'one'])('[OB3] keeps an edit saved while it is read from the disk: %s', async extent => {
    const world = new Profile().world([])
    const gate = { open: Promise.resolve() }
    const db = await openDatabase({ ...world, userId: 'user-1', sealing: slowToOpen(world.sealing, gate) })
    const replica = new Replica(db, kinds)
    await replica.begin()
    await replica.change({ put: [row(1, 'Satu')] })
    const opening = Promise.withResolvers<void>()
    gate.open = opening.promise
    const address = { kind: 'record_b', uid: uid(1) }
    const reading = extent === 'all' ? replica.reloadAllWork() : replica.reloadWork([address])
    await replica.change({ put: [row(1, 'Dua')] })
    opening.resolve()
    await reading
    expect(replica.outboxOf(uid(1)).map(({ mutation }) => mutation)).toMatchObject([
      { fields: { nama: 'Satu' } },
      { fields: { nama: 'Dua' } },
    ])
  })
  test('[OB5] what is on its way is known as such to the next tab, and a row put anew says so itself', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const replica = new Replica(db, kinds)
    await replica.begin()
    const [first, second, third] = await replica.change({ put: [row(1, 'A'), row(2, 'B'), row(3, 'C')] })
    assert(first && second && third, 'three rows')
    await replica.change({ attempt: [first.seq, second.seq] })
    await replica.change({ put: [{ ...second, parked: null, attempted: false }], remove: [third.seq] })
    const other = new Replica(db, kinds)
    await other.begin()
    for (const each of [replica, other])
      expect(each.outbox.map(({ attempted, mutation }) => [mutation.uid, attempted])).toEqual([
        [uid(1), true],
        [uid(2), false],
      ])
    await replica.change({ remove: [first.seq, second.seq] })
    expect(await db.run(({ meta }) => meta.get('work'))).toMatchObject({ value: { attempted: [] } })
  })

  test('a tab that is alone never reads its outbox again, however many saves and runs there are', async () => {
    const reads: unknown[] = []
    watchTransactions((stores, mode) => {
      if (mode === 'readonly' && [...stores].includes('outbox')) reads.push(stores)
    })
    const { ani } = await twoEditors()
    expect(reads.splice(0)).not.toEqual([])
    const saves = Array.from({ length: 40 }, (_, i) => make(ani, i + 1, recordB({ nama: `Nâma ${i}` })))
    await ani.tab.sync()
    for (const { outcome } of await Promise.all(saves)) expect(outcome).toBe('saved')
    expect(await ani.tab.sync()).toMatchObject({ unsent: 0, attention: 0 })
    expect(reads).toEqual([])
  })

  test('[OB4] what another tab has done meanwhile is read from the disk', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const [one, other] = [new Replica(db, kinds), new Replica(db, kinds)]
    await one.begin()
    await other.begin()
    const address = { kind: 'record_b', uid: uid(1) }
    const names = async (replica: Replica) =>
      (await replica.storedOutboxOf([address])).map(({ mutation }) =>
        mutation.op === 'create' ? mutation.fields['nama'] : null,
      )
    const [own] = await one.change({ put: [row(1, 'Satu')] })
    expect(await names(other)).toEqual(['Satu'])
    await other.change({ put: [row(1, 'Dua')] })
    expect(await names(one)).toEqual(['Satu', 'Dua'])
    await one.change({ remove: [own?.seq ?? 0] })
    expect(await names(one)).toEqual(['Dua'])
    expect(await names(other)).toEqual(['Dua'])
  })
  test('[OB2] rows that are settled leave, whatever stands between them, and no others', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const replica = new Replica(db, kinds)
    await replica.begin()
    const rows = await replica.change({ put: Array.from({ length: 12 }, (_, i) => row(i + 1, `Nâma ${i}`)) })
    const seqs = rows.map(({ seq }) => seq)
    const remove = [9, 1, 2, 3, 3, 7, 11].flatMap(index => seqs[index] ?? [])
    await replica.change({ remove })
    const left = seqs.filter(seq => !remove.includes(seq))
    const other = new Replica(db, kinds)
    await other.begin()
    for (const each of [replica, other]) expect(each.outbox.map(({ seq }) => seq)).toEqual(left)
  })

  test('[RB5] what another tab has received counts before what was sent is read again', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const [one, other] = [new Replica(db, kinds), new Replica(db, kinds)]
    const address = { kind: 'record_b', uid: uid(1) }
    const held = (version: number, nama: string) => ({ id: '1', version, fields: recordB({ nama }) })
    const page = (uids: string[]) => ({
      ...emptyPage('record_b', 0),
      uid: uids,
      id: uids.map(() => '1'),
      version: uids.map(() => 1),
      fields: Object.fromEntries(
        Object.entries(recordB({ nama: 'A' })).map(([name, value]) => [name, uids.map(() => value)]),
      ),
    })
    await one.begin()
    await one.commit([page([uid(1)])], { cursor: 'first' })
    await other.begin()
    const [row] = await one.change({ put: [rowOf(update(1, { nama: ['A', 'Añi'] }))] })
    assert(row, 'a row')
    const record = { ...noted, ...held(2, 'Añi') }
    await one.change({
      remove: [row.seq],
      sent: [{ ...row, original: row.mutation, record, run: 5, at: 1_000 }],
    })
    await other.reloadWork([address])
    expect(other.table('record_b').shown(uid(1))).toMatchObject(held(2, 'Añi'))
    await one.commit([page([])], { cursor: 'second' })
    await other.reloadWork([address])
    for (const each of [one, other]) expect(each.recordUnder('record_b', uid(1), [])).toBeNull()
  })

  test('[PU12] what was read of the pages before a push was settled does not take back its history', async () => {
    const stored = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const opening = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    let isHeld = false
    const run: Database['run'] = async operation => {
      const answer = await stored.run(operation)
      if (!isHeld) return answer
      isHeld = false
      answered.resolve()
      await opening.promise
      return answer
    }
    const replica = new Replica({ ...stored, run }, kinds)
    await replica.begin()
    isHeld = true
    const reading = replica.catchUp()
    await answered.promise
    await replica.change({ pulled: { ...replica.pulled, history: 'newer', revision: 1 } })
    opening.resolve()
    await reading
    expect(replica.pulled.history).toBe('newer')
  })

  test('[OB1] [OB3] keeps what another tab wrote again while one record was read slowly', async () => {
    const world = { ...new Profile().world([]), userId: 'user-1' }
    const gate = { open: Promise.resolve() }
    const slow = { ...world, sealing: slowToOpen(world.sealing, gate) }
    const one = new Replica(await openDatabase(world), kinds)
    const other = new Replica(await openDatabase(slow), kinds)
    for (const each of [one, other]) await each.begin()
    const address = { kind: 'record_b', uid: uid(1) }
    const [made] = await one.change({ put: [row(1, 'Satu')] })
    assert(made, 'a row')
    const opening = Promise.withResolvers<void>()
    gate.open = opening.promise
    const hearing = other.reloadWork([address])
    await new Promise(resolve => setTimeout(resolve, 20))
    await one.change({ put: [{ ...made, mutation: create(1, recordB({ nama: 'Satu dua é' })) }] })
    gate.open = Promise.resolve()
    await other.refreshWork()
    opening.resolve()
    await hearing
    expect(await other.storedOutboxOf([address])).toMatchObject([
      { mutation: { fields: { nama: 'Satu dua é' } } },
    ])
  })

  test('[RB5] keeps in sight what another tab settled between two readings of which the first had to be made again', async () => {
    const stored = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const opening = Promise.withResolvers<void>()
    let isDying = false
    const run: Database['run'] = async operation => {
      if (!isDying) return stored.run(operation)
      isDying = false
      await opening.promise
      return stored.run(operation)
    }
    const [one, other] = [new Replica(stored, kinds), new Replica({ ...stored, run }, kinds)]
    for (const each of [one, other]) await each.begin()
    const [made] = await one.change({ put: [row(1, 'A')] })
    assert(made, 'a row')
    await other.refreshWork()
    isDying = true
    const reading = other.reloadAllWork()
    await new Promise(resolve => setTimeout(resolve, 30))
    const record = { ...noted, id: '1', version: 2, fields: recordB({ nama: 'A' }) }
    const sent = [{ ...made, record, run: 1, at: 1_000 }]
    await one.change({ remove: [made.seq], sent, pulled: nextPulled(one.pulled) })
    opening.resolve()
    await reading
    await other.refreshWork()
    expect(other.table('record_b').shown(uid(1))).toMatchObject({ id: '1', version: 2 })
  })

  test('[RB4] counts as sent no longer what a restored server refused, like a new tab', async () => {
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const replica = new Replica(db, kinds)
    await replica.begin()
    const [made] = await replica.change({ put: [{ ...rowOf(update(1, { nama: ['A', 'B'] })), seq: 0 }] })
    assert(made, 'a row')
    const record = { ...noted, id: '1', version: 2, fields: recordB({ nama: 'B' }) }
    await replica.change({ remove: [made.seq], sent: [{ ...made, record, run: 5, at: 1_000 }] })
    await replica.change({ unsent: [made.mutation.id] })
    expect(replica.table('record_b').shown(uid(1))).toBeNull()
  })
})
