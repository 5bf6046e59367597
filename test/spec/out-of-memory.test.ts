/** What is on the disk is done, whatever fails after that. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../client/engine/disk/database.ts'
import { Replica } from '../../client/engine/replica/replica.ts'
import type { Act, Deed } from '../../client/engine/work/act.ts'
import { assert } from '../../shared/assert.ts'
import { awayWith } from '../support/acts.ts'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

const address = { kind: 'record_b', uid: uid(1) }
const make: Deed = { do: 'make', fields: recordB({ nama: 'Añi' }) }
const rename: Deed = { do: 'edit', changes: { nama: ['Añi', 'B'] }, shown: recordB() }

async function done(replica: Replica, deed: Deed): Promise<Act> {
  const { added } = await replica.add([{ ...address, since: 0, at: 1_000, deed }], { draft: null })
  assert(added[0], 'it is on the disk')
  return added[0]
}

describe('[OB1] What fails in memory once it is on the disk', () => {
  /** The next change that memory hears of fails. */
  function failing(replica: Replica): void {
    const { lay } = replica.table('record_b')
    replica.table('record_b').lay = function (...given) {
      this.lay = lay
      lay.apply(this, given)
      throw new Error('out of memory')
    }
  }

  async function opened() {
    const bugs: unknown[] = []
    const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
    const replica = new Replica(db, bug => bugs.push(bug))
    await replica.begin()
    return { replica, bugs }
  }

  test('is saved all the same', async () => {
    const { replica, bugs } = await opened()
    failing(replica)
    await done(replica, make)
    expect(bugs).toHaveLength(1)
    expect(replica.table('record_b').shown(uid(1))?.fields?.['nama']).toBe('Añi')
  })

  test('is taken back all the same', async () => {
    const { replica, bugs } = await opened()
    await done(replica, make)
    const act = await done(replica, rename)
    failing(replica)
    expect(await replica.takeBack(address, { seq: act.seq, removal: awayWith(act) })).toBe(true)
    expect(bugs).toHaveLength(1)
    expect(replica.table('record_b').shown(uid(1))?.fields?.['nama']).toBe('Añi')
    expect(replica.works.of(uid(1))?.acts).toHaveLength(1)
  })
})
