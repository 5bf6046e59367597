/** Changes that are scattered over many pages: stored beside them, read back as if they stood in them. */
import { describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../client/engine/disk/database.ts'
import { StorageError } from '../../client/storage/fault.ts'
import { readPagesAfter } from '../../client/engine/disk/pages.ts'
import { mergePatches } from '../../client/engine/replica/patches.ts'
import { Replica } from '../../client/engine/replica/replica.ts'
import { pagesAfter } from '../../client/engine/table/apply.ts'
import { isPatch } from '../../client/engine/table/page.ts'
import { Profile } from '../support/profile.ts'
import { seededBytes } from '../support/random.ts'
import { arrivalOf, recordB, uid } from '../support/tables.ts'

/** No bug is expected here. */
const raise = (error: unknown): never => {
  throw error
}

const kind = 'record_b'

/** A device with a model of what it must hold: id, name and version by number. */
class Device {
  readonly model = new Map<number, { id: string; version: number; nama: string }>()
  readonly db: Database
  replica: Replica
  clock = 0

  private constructor(db: Database) {
    this.db = db
    this.replica = new Replica(db, raise)
  }

  static async with(count: number): Promise<Device> {
    const device = new Device(await openDatabase({ ...new Profile().world([]), userId: 'user-1' }))
    await device.open()
    await device.receive(numbers(1, count))
    return device
  }

  /** As a tab that has just been opened. */
  async open(): Promise<Replica> {
    this.replica = new Replica(this.db, raise)
    await this.replica.begin()
    await this.replica.finish()
    return this.replica
  }

  async receive(
    changed: number[],
    deleted: number[] = [],
    { isResync = false, idAfter = 0 } = {},
  ): Promise<void> {
    const records = changed.map(number => {
      const version = ++this.clock
      const nama = `Nâma ${number} / ${version}`
      const id = String(number + idAfter)
      this.model.set(number, { id, version, nama })
      return { uid: uid(number), id, version, fields: recordB({ nama }) }
    })
    for (const number of deleted) this.model.delete(number)
    const arrival = arrivalOf(records, deleted.map(uid))
    await this.replica.commit(pagesAfter(this.replica.table(kind), arrival, { isResync }), {})
  }

  expectModel(replica: Replica): void {
    const table = replica.table(kind)
    const held = [...this.model.keys()].map(number => {
      const confirmed = table.confirmed(uid(number))
      if (!confirmed) return [number, null]
      const { id, version, fields } = confirmed
      expect(table.rowOfRecordId(id)).toBe(table.rowOf(uid(number)))
      return [number, { id, version, nama: fields['nama'] }]
    })
    expect(held).toEqual([...this.model])
    expect(table.confirmedCount).toBe(this.model.size)
    expect(replica.pulled.counts[kind]).toBe(this.model.size)
  }

  async stored() {
    const { pages } = await readPagesAfter(this.db, 0)
    return { patches: pages.filter(isPatch), pages: pages.filter(page => !isPatch(page)) }
  }
}

const numbers = (first: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => first + index * step)

/** In every page but the first. */
const scattered = numbers(600, 40, 128)

describe('Patches', () => {
  test('[PG7] a few changes in many pages write one small patch, and no page', async () => {
    const device = await Device.with(6_000)
    const { revision } = device.replica.pulled
    await device.receive(scattered)
    const { patches, pages } = await device.stored()
    expect(patches.map(patch => [patch.page, patch.count])).toEqual([[-1, 40]])
    expect(pages.every(page => page.revision <= revision)).toBe(true)
    device.expectModel(device.replica)
    device.expectModel(await device.open())
  })

  test('[PG5] [PG7] the newest page is always whole, as the first screen reads nothing else', async () => {
    const device = await Device.with(6_000)
    await device.receive([6_000, ...scattered])
    const first = new Replica(device.db, raise)
    await first.begin()
    expect(first.table(kind).confirmed(uid(6_000))?.fields['nama']).toBe(device.model.get(6_000)?.nama)
  })

  test('[PG7] changes close together are written into their pages', async () => {
    const device = await Device.with(6_000)
    await device.receive(numbers(600, 5_000))
    await device.receive(numbers(600, 300))
    expect((await device.stored()).patches).toEqual([])
    device.expectModel(await device.open())
  })

  test('[PG7] a page written after a patch counts, and the rest of the patch still does', async () => {
    const device = await Device.with(6_000)
    await device.receive(scattered)
    await device.receive([601], [600, 856])
    await device.receive([600])
    device.expectModel(device.replica)
    device.expectModel(await device.open())
  })

  test('[PG7] many patches go into their pages; cut off in the middle, everything is as it was', async () => {
    const device = await Device.with(20_000)
    for (let round = 0; round < 5; round++) await device.receive(numbers(600, 1_000, 19))
    const { revision } = device.replica.pulled
    const { run } = device.db
    let writes = 0
    device.db.run = async operation => {
      if (++writes > 1) throw new StorageError('connection')
      return run(operation)
    }
    await expect(mergePatches(device.replica)).rejects.toThrow('connection')
    device.db.run = run
    expect((await device.stored()).patches.length).toBe(5)
    device.expectModel(await device.open())
    await mergePatches(device.replica)
    const { patches, pages } = await device.stored()
    expect(patches).toEqual([])
    // The newest of the 38 is whole already. [PG5]
    expect(pages.filter(page => page.revision > revision).length).toBe(37)
    device.expectModel(device.replica)
    device.expectModel(await device.open())
  })

  test('[PG7] after a resync nothing of a patch comes back, though its versions were higher', async () => {
    const device = await Device.with(6_000)
    device.clock = 50_000
    await device.receive(scattered)
    device.clock = 10_000
    await device.receive(numbers(1, 6_000), [], { isResync: true })
    expect((await device.stored()).patches).toHaveLength(1)
    device.expectModel(await device.open())
    device.expectModel(device.replica)
  })

  test('[PG7] [RS4] records that a restored server gave other ids have those', async () => {
    const device = await Device.with(6_000)
    device.expectModel(device.replica)
    await device.receive(scattered, [], { isResync: true, idAfter: 10_000 })
    expect((await device.stored()).patches).toHaveLength(1)
    device.expectModel(device.replica)
    device.expectModel(await device.open())
  })

  test('[PG7] a patch of which nothing counts any more goes', async () => {
    const device = await Device.with(6_000)
    await device.receive(scattered)
    await device.receive(numbers(1, 6_000))
    await mergePatches(device.replica)
    expect((await device.stored()).patches).toEqual([])
    device.expectModel(await device.open())
  })

  test('[PG7] whatever comes in whatever order, two tabs and a new one hold the same', async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const bytes = seededBytes(seed)
      const below = (limit: number) => new DataView(bytes(4).buffer).getUint32(0) % limit
      const device = await Device.with(5_600)
      const other = new Replica(device.db, raise)
      await other.begin()
      await other.finish()
      let next = 5_601
      for (let step = 0; step < 25; step++) {
        const known = [...device.model.keys()]
        const some = (count: number) => [
          ...new Set(Array.from({ length: count }, () => known[below(known.length)] ?? 1)),
        ]
        const act = below(6)
        if (act <= 1) await device.receive(some(1 + below(400)))
        if (act === 2)
          await device.receive(some(below(60)), []).then(() => device.receive([], some(below(30))))
        if (act === 3) await device.receive([...some(100), next++, next++])
        if (act === 4) await device.receive(known.slice(below(known.length)).slice(0, 200))
        if (act === 5) await mergePatches(device.replica)
        if (below(3) === 0) await other.catchUp()
      }
      await other.catchUp()
      device.expectModel(device.replica)
      device.expectModel(other)
      device.expectModel(await device.open())
    }
  })

  test('[ST7] a reading of all pages that was stuck, and given up, takes back nothing that came since', async () => {
    const device = await Device.with(6_000)
    await device.receive(scattered)
    const stuck = Promise.withResolvers<void>()
    let reads = Infinity
    const run: Database['run'] = async operation => {
      const answer = await device.db.run(operation)
      if (--reads === 0) await stuck.promise
      return answer
    }
    const replica = new Replica({ ...device.db, run }, raise)
    await replica.begin()
    reads = 2
    const first = replica.finish()
    await expect.poll(() => reads).toBeLessThan(1)
    await replica.finish()
    device.replica = replica
    await device.receive(scattered)
    stuck.resolve()
    await first
    device.expectModel(replica)
  })
})
