/** The outbox in memory, beside the one on disk: a tab never works on what it has forgotten. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../client/db/database.ts'
import type { Sealing } from '../../client/db/seal.ts'
import { Replica } from '../../client/sync/replica.ts'
import { kinds } from '../../shared/kinds.ts'
import { create, rowOf } from '../support/outbox.ts'
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
})
