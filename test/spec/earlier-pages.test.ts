/** Pages as an earlier version of the app has stored them: read as before, laid out when there is time. */
import { describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../client/engine/disk/database.ts'
import { readPagesAfter } from '../../client/engine/disk/pages.ts'
import { layOutOutdated } from '../../client/engine/replica/outdated.ts'
import { mergePatches } from '../../client/engine/replica/patches.ts'
import { Replica } from '../../client/engine/replica/replica.ts'
import { pagesAfter } from '../../client/engine/table/apply.ts'
import { StorageError } from '../../client/storage/fault.ts'
import { storeAsBefore } from '../support/earlier-pages.ts'
import { Profile } from '../support/profile.ts'
import { arrivalOf, recordB, uid } from '../support/tables.ts'

const kind = 'record_b'
/** No bug is expected here. */
const raise = (error: unknown): never => {
  throw error
}
const outside = { pause: async () => {} }
const { signal } = new AbortController()

/** 26 pages as an earlier version of the app left them, and a patch over some. */
async function deviceBefore() {
  const db = await openDatabase({ ...new Profile().world([]), userId: 'user-1' })
  const replica = await opened(db)
  const record = (number: number, version: number) => ({
    ...{ uid: uid(number), id: String(number), version },
    fields: recordB({ nama: `Nâma ${number} / ${version}` }),
  })
  const receive = (numbers: number[], version: number) => {
    const arrival = arrivalOf(numbers.map(number => record(number, version)))
    return replica.commit(pagesAfter(replica.table(kind), arrival, { isResync: false }), {})
  }
  await receive(
    Array.from({ length: 13_000 }, (_, i) => i + 1),
    1,
  )
  await receive(
    Array.from({ length: 60 }, (_, i) => i * 200 + 7),
    2,
  )
  await storeAsBefore(db)
  return { db, held: heldBy(replica) }
}

async function opened(db: Database): Promise<Replica> {
  const replica = new Replica(db, raise)
  await replica.begin()
  await replica.finish()
  return replica
}

function heldBy(replica: Replica) {
  const table = replica.table(kind)
  const pages = [...table.pages.keys()].map(number => table.page(number))
  return pages.map(({ revision: _, ...page }) => page)
}

const formsIn = async (db: Database) => {
  const { pages } = await readPagesAfter(db, 0)
  return {
    laid: pages.filter(page => !page.isOutdated).length,
    outdated: pages.filter(page => page.isOutdated),
  }
}

/** As `db`, until so many operations have been asked for. */
function dyingAfter(db: Database, operations: number): Database {
  let left = operations
  return {
    ...db,
    run: async operation => {
      if (left-- <= 0) throw new StorageError('connection')
      return db.run(operation)
    },
  }
}

describe('Pages of an earlier version of the app', () => {
  test('[PG9] read as before, and are laid out when there is time', async () => {
    const { db, held } = await deviceBefore()
    const replica = await opened(db)
    expect(heldBy(replica)).toEqual(held)
    await layOutOutdated(replica, outside, signal)
    await mergePatches(replica)
    expect((await formsIn(db)).outdated).toEqual([])
    expect(heldBy(replica)).toEqual(held)
    expect(heldBy(await opened(db))).toEqual(held)
  })

  test('[PG9] cut off after any of its writes, nothing is lost, and the next time goes on', async () => {
    const { db, held } = await deviceBefore()
    let laid = 0
    for (let writes = 0; writes < 2; writes++) {
      const other = await opened(db)
      const dying = await opened(db)
      Object.assign(dying, { db: dyingAfter(db, writes) })
      await expect(layOutOutdated(dying, outside, signal)).rejects.toThrow('connection')
      expect((await formsIn(db)).laid).toBeGreaterThanOrEqual(laid)
      laid = (await formsIn(db)).laid
      expect(heldBy(await opened(db))).toEqual(held)
      // A tab that was open meanwhile has them as they were, and then as they are.
      expect(heldBy(other)).toEqual(held)
      await other.catchUp()
      expect(heldBy(other)).toEqual(held)
    }
    expect(laid).toBeGreaterThan(0)
    const last = await opened(db)
    await layOutOutdated(last, outside, signal)
    expect((await formsIn(db)).outdated.every(({ page }) => page < 0)).toBe(true)
    expect(heldBy(await opened(db))).toEqual(held)
  })

  test('[PG9] a tab that has them open in the earlier form receives, and is received by, one that has laid them out', async () => {
    const { db } = await deviceBefore()
    const [one, two] = [await opened(db), await opened(db)]
    await layOutOutdated(one, outside, signal)
    await two.catchUp()
    const renamed = { uid: uid(5_000), id: '5000', version: 9, fields: recordB({ nama: 'Baru' }) }
    await two.commit(pagesAfter(two.table(kind), arrivalOf([renamed]), { isResync: false }), {})
    await one.catchUp()
    for (const each of [one, two, await opened(db)])
      expect(each.table(kind).confirmed(uid(5_000))?.fields['nama']).toBe('Baru')
    expect(heldBy(one)).toEqual(heldBy(two))
  })

  test('[PG9] are left for the next run as soon as its person saves', async () => {
    const { db } = await deviceBefore()
    const replica = await opened(db)
    const save = async () => void (replica.works.newest = 99)
    await layOutOutdated(replica, { pause: save }, signal)
    expect((await formsIn(db)).outdated.length).toBeGreaterThan(1)
  })
})
