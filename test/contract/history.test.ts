/** When a client's cursor is of no use any more: too old, or of a history this database does not have. */
import { copyFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { prune } from '../../server/db/clock.ts'
import { markRestored } from '../../server/db/restored.ts'
import { forgetOld } from '../../server/retention.ts'
import { openChanges } from '../../server/sync/changes.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { held, last } from './lines.ts'
import { openWorld } from './world.ts'
import { everything } from '../support/everything.ts'

describe.each(engines)('History on $name', engine => {
  test('[CH4] a cursor below the history floor is answered 410, one at the floor is not', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const { results } = await eva.push(a.recordB(), a.recordB())
    const [first, second] = results.map(result => (result as { record: ServerRecord }).record)
    const old = (await eva.changes())[0]!
    await eva.push(remove(first!))
    const atFloor = last(await eva.changes()).cursor
    world.wait(181 * 24 * 60 * 60 * 1000)
    await eva.push(a.recordB())
    await forgetOld(world.services)
    await expect(eva.changes(old.cursor)).rejects.toThrow('cursor_expired')
    expect((await eva.changes(atFloor)).flatMap(line => line.uid)).toHaveLength(1)
    expect(await world.database.db.selectFrom('tombstones').selectAll().execute()).toEqual([])
    const commits = await world.database.db.selectFrom('commits').select('clock').execute()
    expect(commits.map(({ clock }) => Number(clock))).toEqual([2, 3])
    expect(held(await eva.changes()).has(second!.uid)).toBe(true)
    await world.close()
  })

  test('[CH2] deletions that are forgotten while an answer is read cut it off before its last line', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const doomed = await eva.made(a.recordB())
    const start = last(await eva.changes()).cursor
    await eva.push(...Array.from({ length: 500 }, () => a.recordB()))
    await eva.push(...Array.from({ length: 50 }, () => a.recordB()), remove(doomed))
    const answer = await openChanges({ ...world.services, scope: everything }, start)
    const first = await answer.next()
    await prune(world.database, new Date(world.services.now().getTime() + 1))
    const rest = await Array.fromAsync(answer)
    expect([first.value?.more, ...rest.map(line => line.more)]).not.toContain(false)
    await expect(eva.changes(first.value?.cursor)).rejects.toThrow('cursor_expired')
    await world.close()
  })

  test('[RS3] [CH4] [CH6] rows of later commits came along, and a restored server has none of them: that is noticed', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const kept = await eva.made(a.recordB({ pt: 'kept' }))
    const answer = await openChanges({ ...world.services, scope: everything }, undefined)
    await eva.push(update(kept, { pt: ['kept', 'lost'] }), a.recordB({ pt: 'new' }))
    const { cursor } = last(await Array.fromAsync(answer))
    const { db } = world.database
    await sql`delete from record_b where version > ${kept.version}`.execute(db)
    await db.deleteFrom('ledger').where('clock', '>', kept.version).execute()
    await db.deleteFrom('commits').where('clock', '>', kept.version).execute()
    await db.updateTable('clock').set({ clock: kept.version }).execute()
    await markRestored(world.database, world.services.kinds)
    await expect(eva.changes(cursor)).rejects.toThrow('cursor_expired')
    await world.close()
  })

  test('[RS3] [CH3] [CH6] so it is when the answer was cut off behind such rows', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const kept = await eva.made(a.device('kept'))
    await eva.push(...Array.from({ length: 500 }, () => a.recordB()))
    const { clock } = await eva.push(...Array.from({ length: 50 }, () => a.recordB()))
    const answer = await openChanges({ ...world.services, scope: everything }, undefined)
    const { version } = await eva.made(update(kept, { name: ['kept', 'lost'] }))
    const first = (await answer.next()).value!
    expect([first.kind, first.version, first.more]).toEqual(['device', [version], true])
    const { db } = world.database
    await sql`update device set name = 'kept', version = ${kept.version}`.execute(db)
    await db.deleteFrom('ledger').where('clock', '>', clock).execute()
    await db.deleteFrom('commits').where('clock', '>', clock).execute()
    await db.updateTable('clock').set({ clock }).execute()
    await markRestored(world.database, world.services.kinds)
    await expect(eva.changes(first.cursor)).rejects.toThrow('cursor_expired')
    await world.close()
  })

  test('[RS3] [PU12] [CH6] nor is an answer ended that holds rows which the database in its place has not lived through', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const kept = await eva.made(a.device('kept'))
    await eva.push(...Array.from({ length: 500 }, () => a.recordB()))
    const { clock } = await eva.push(...Array.from({ length: 50 }, () => a.recordB()))
    const answer = await openChanges({ ...world.services, scope: everything }, undefined)
    const { version } = await eva.made(update(kept, { name: ['kept', 'lost'] }))
    expect((await answer.next()).value?.version).toEqual([version])
    const { db } = world.database
    await sql`update device set name = 'kept', version = ${kept.version}`.execute(db)
    await db.deleteFrom('ledger').where('clock', '>', clock).execute()
    await db.deleteFrom('commits').where('clock', '>', clock).execute()
    await db.updateTable('clock').set({ clock }).execute()
    await markRestored(world.database, world.services.kinds)
    expect((await Array.fromAsync(answer)).map(line => line.more)).not.toContain(false)
    await world.close()
  })

  test('[CH4] [RQ6] a cursor at a place that no deletion can have is not one of ours', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const known = JSON.parse(Buffer.from(last(await eva.changes()).cursor, 'base64url').toString()) as object
    for (const key of ['\0', 'x', "' or 1=1"]) {
      const at = { from: 0, phase: 'deleted', kind: 'device', version: 1, key }
      const forged = Buffer.from(JSON.stringify({ ...known, at })).toString('base64url')
      await expect(eva.changes(forged)).rejects.toThrow('cursor_expired')
    }
    await world.close()
  })

  test('[CH7] a server whose wall clock jumps by years, back and forth, skips and repeats nothing', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    let { cursor } = last(await eva.changes())
    const years = 365 * 24 * 60 * 60 * 1000
    for (const jump of [0, -5 * years, 7 * years, -2 * years]) {
      world.wait(jump)
      const made = await eva.made(a.recordB({ nama: `nach ${jump}` }))
      const lines = await eva.changes(cursor)
      expect(lines.flatMap(line => line.uid)).toEqual([made.uid])
      cursor = last(lines).cursor
    }
    const { version } = last(await eva.changes())
    expect(version).toEqual([1, 2, 3, 4])
    await world.close()
  })

  test('[CH4] an answer that began below the floor cannot be gone on with, a first sync can', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const doomed = await eva.made(a.recordB())
    const start = last(await eva.changes()).cursor
    await eva.push(remove(doomed))
    await eva.push(a.device())
    await eva.push(...Array.from({ length: 500 }, () => a.recordB()))
    await eva.push(...Array.from({ length: 50 }, () => a.recordB()))
    const [firstLine] = await eva.changes(start)
    const [firstSync] = await eva.changes()
    expect([firstLine?.more, firstSync?.more]).toEqual([true, true])
    await prune(world.database, new Date(world.services.now().getTime() + 1))
    await expect(eva.changes(firstLine!.cursor)).rejects.toThrow('cursor_expired')
    expect(held([firstSync!, ...(await eva.changes(firstSync!.cursor))])).toEqual(held(await eva.changes()))
    await world.close()
  })

  test('[CH4] a database that was made anew does not know the cursors of the old one', async () => {
    const old = await openWorld(engine)
    const { cursor } = last(await (await old.person('viewer')).changes())
    await old.close()
    const anew = await openWorld(engine)
    await expect((await anew.person('viewer')).changes(cursor)).rejects.toThrow('cursor_expired')
    await anew.close()
  })
})

test('[CH4] a server restored from a backup sends those who saw its lost future back to a resync', async () => {
  const sqlite = engines[0]!
  const store = await sqlite.create()
  const world = await openWorld(sqlite, { store })
  const eva = await world.person('editor', 'eva')
  await eva.push(a.recordB())
  const known = last(await eva.changes()).cursor
  await world.database.close()

  const path = store.path!
  copyFileSync(path, `${path}.backup`)
  const later = await openWorld(sqlite, { store })
  const again = await later.person('editor', 'eva2')
  await again.push(a.recordB({ pt: 'lost' }))
  const future = last(await again.changes()).cursor
  await later.database.close()

  copyFileSync(`${path}.backup`, path)
  const restored = await openWorld(sqlite, { store })
  const udo = await restored.person('editor', 'udo')
  await expect(udo.changes(future)).rejects.toThrow('cursor_expired')
  await udo.push(a.recordB({ pt: 'other' }))
  await expect(udo.changes(future)).rejects.toThrow('cursor_expired')
  expect((await udo.changes(known)).flatMap(line => line.fields['pt'])).toEqual(['other'])
  await restored.database.close()
  await store.remove()
})
