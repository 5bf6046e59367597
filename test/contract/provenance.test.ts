/** Who changed a record last, and when: written with each change, sent with each record, known of the past. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/database.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { forgetMigrations } from './older-database.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { bucketOf } from '../../shared/digest.ts'
import { isInstant } from '../../shared/fields.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { last } from './lines.ts'
import { linesIn, openWorld, type Person, type World } from './world.ts'

const stamps = { now: () => new Date(), newToken: () => crypto.randomUUID() }

describe.each(engines)('Who changed a record last, and when, on $name', engine => {
  let world: World
  let eva: Person
  let ngurah: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
    ngurah = await world.person('editor', 'ngurah.rai')
  })
  afterAll(() => world.close())

  const secondAgo = () => new Date(world.services.now().getTime() - 1000).toISOString()

  test('[CH10] stands in the answer to a push, by the name people sign in with, to the second', async () => {
    const before = secondAgo()
    const made = await eva.made(a.recordB())
    expect(made.by).toBe('eva')
    expect(isInstant(made.at) && made.at >= before.slice(0, 19)).toBe(true)
    world.wait(61_000)
    const changed = await ngurah.made(update({ kind: 'record_b', uid: made.uid }, { pt: ['ÀÉÎÕÜ', 'B'] }))
    expect(changed.by).toBe('ngurah.rai')
    expect(Date.parse(changed.at) - Date.parse(made.at)).toBeGreaterThanOrEqual(60_000)
  })

  test('[CH10] who changes nothing has not changed it', async () => {
    const made = await eva.made(a.recordB())
    world.wait(61_000)
    const same = await ngurah.made(update({ kind: 'record_b', uid: made.uid }, { pt: ['old', 'ÀÉÎÕÜ'] }))
    expect(same).toEqual(made)
  })

  test('[CH10] a conflict says who made the value that stands in the way', async () => {
    const made = await eva.made(a.recordB())
    const theirs = await ngurah.made(update({ kind: 'record_b', uid: made.uid }, { pt: ['ÀÉÎÕÜ', 'B'] }))
    const asked = await eva.one(update({ kind: 'record_b', uid: made.uid }, { pt: ['ÀÉÎÕÜ', 'C'] }))
    expect(asked).toMatchObject({ outcome: 'conflict', record: { by: 'ngurah.rai', at: theirs.at } })
  })

  test('[CH10] [PU11] whoever makes a deleted record again has changed it', async () => {
    const mutation = a.recordB()
    const made = await eva.made(mutation)
    await eva.push(remove({ ...mutation, fields: made.fields }))
    const again = await ngurah.made(a.recordB({}, mutation.uid))
    expect([again.id, again.by]).toEqual([made.id, 'ngurah.rai'])
  })

  test('[CH10] travels as two columns, joined where texts are, and empty beside deletions', async () => {
    const cursor = last(await eva.changes()).cursor
    const [one, two] = [await eva.made(a.recordB()), await ngurah.made(a.recordB())]
    const lines = await eva.changes(cursor)
    expect(lines).toMatchObject([
      { uid: [one.uid, two.uid], by: ['eva', 'ngurah.rai'], at: [one.at, two.at] },
    ])
    const joined = await eva.request(`/api/sync/changes?texts=joined&cursor=${cursor}`)
    expect(linesIn(await joined.text())).toMatchObject([{ by: 'eva\u007fngurah.rai' }])
    await eva.push(remove(one))
    const [gone] = await eva.changes(last(lines).cursor)
    expect(gone).toMatchObject({ deleted: [one.uid], by: [], at: [] })
  })

  test('[CH10] [DG3] comes along when a bucket is fetched again', async () => {
    const made = await ngurah.made(a.recordB())
    const answer = await eva.request(`/api/sync/records?buckets=record_b.${bucketOf(made.uid)}`)
    const [line] = linesIn(await answer.text())
    const at = line!.uid.indexOf(made.uid)
    expect([line!.by[at], line!.at[at], line!.by.length]).toEqual(['ngurah.rai', made.at, line!.uid.length])
  })

  test('[CH10] [PV2] an app of the version before is sent the same, and need not look', async () => {
    const made = await eva.made(a.recordB())
    const body = { client: eva.client, protocol: PROTOCOL_VERSION - 1, mutations: [a.recordB()] }
    const pushed = (await (await eva.post('/api/sync/push', body)).json()) as {
      results: [{ record: ServerRecord }]
    }
    expect(pushed.results[0].record).toMatchObject({ by: 'eva', version: made.version + 1 })
    const changes = await eva.request(`/api/sync/changes?protocol=${PROTOCOL_VERSION - 1}`)
    expect(last(linesIn(await changes.text())).by.at(-1)).toBe('eva')
  })

  test('[CH10] stays as it was when the account is gone', async () => {
    const leaver = await world.person('editor', 'pergi')
    const made = await leaver.made(a.recordB())
    await sql`delete from "user" where username = 'pergi'`.execute(world.database.db)
    const lines = (await eva.changes()).filter(line => line.uid.includes(made.uid))
    expect(lines.map(line => line.by[line.uid.indexOf(made.uid)])).toEqual(['pergi'])
  })

  describe('in a database from before', () => {
    /** As an earlier version left it: without the columns. */
    async function forget(db: Database['db']): Promise<void> {
      for (const kind of ['device', 'record_a', 'record_b'])
        for (const column of ['changed_by', 'changed_at'])
          await sql.raw(`alter table ${kind} drop column ${column}`).execute(db)
      await sql`drop index ledger_deletions`.execute(db)
      await sql`alter table ledger drop column author`.execute(db)
      await forgetMigrations(db as never, '0003-provenance')
    }

    test('[CH10] is filled in as far as the ledger and the accounts tell', async () => {
      const store = await engine.create()
      const old = await openWorld(engine, { store })
      const [dewi, gone] = [await old.person('editor', 'dewi'), await old.person('editor', 'gone')]
      const first = await dewi.made(a.recordB())
      await gone.made(a.recordB())
      const changed = await gone.made(a.device('Lobi'))
      // Under the clock of the last change, and changes nothing.
      const idle = update({ kind: 'record_b', uid: first.uid }, { pt: ['x', 'ÀÉÎÕÜ'] })
      expect((await gone.one(idle)).outcome).toBe('applied')
      const twice = a.recordB()
      const both = await dewi.push(twice, update(twice, { pt: ['ÀÉÎÕÜ', 'B'] }))
      await old.database.db.deleteFrom('ledger').where('uid', '=', changed.uid).execute()
      await sql`delete from "user" where username = 'gone'`.execute(old.database.db)
      await forget(old.database.db)
      await old.close()

      const database = await openDatabase(store.driver(), stamps)
      const { rows } = await sql<{ uid: string; changed_by: string; changed_at: string }>`
        select uid, changed_by, changed_at from record_b order by id`.execute(database.db)
      const second = (both.results[1] as { record: ServerRecord }).record
      expect(rows).toEqual([
        { uid: first.uid, changed_by: 'dewi', changed_at: first.at },
        { uid: expect.any(String), changed_by: '', changed_at: expect.stringMatching(/Z$/) },
        { uid: second.uid, changed_by: 'dewi', changed_at: second.at },
      ])
      const devices = await sql`select changed_by, changed_at from device`.execute(database.db)
      expect(devices.rows).toEqual([{ changed_by: '', changed_at: '' }])
      await database.close()
      await store.remove()
    })

    test('[CH10] [PU2] the answer that is given again from then says that nobody is known', async () => {
      const mutation = a.recordB()
      const made = await eva.made(mutation)
      const { by: _, at: __, ...kept } = made
      const { db } = world.database
      await db
        .updateTable('ledger')
        .set({ after: JSON.stringify(kept) })
        .where('id', '=', mutation.id)
        .execute()
      expect(await eva.made(mutation)).toEqual({ ...made, by: '', at: '' })
    })
  })
})
