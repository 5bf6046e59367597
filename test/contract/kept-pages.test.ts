/** Pages of a first sync that are kept ready: whoever gets them has exactly what they would have read. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/database.ts'
import { markRestored } from '../../server/db/restored.ts'
import { keptPages } from '../../server/sync/kept-pages.ts'
import { openLines } from '../../server/sync/changes.ts'
import { splitTexts } from '../../shared/joined-texts.ts'
import type { ChangesLine, ServerRecord } from '../../shared/protocol.ts'
import { engines } from './engines.ts'
import { a, remove, update } from './edits.ts'
import { held, last } from './lines.ts'
import { linesIn, openWorld, type Person, type World } from './world.ts'
import { everything } from '../support/everything.ts'

/** How many statements it is asked. */
function counting(database: Database) {
  let count = 0
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { database: { ...database, db }, count: () => count }
}

describe.each(engines)('Pages kept ready on $name', engine => {
  let world: World
  let eva: Person
  let device: ServerRecord
  let made: ServerRecord[]
  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
    device = await eva.made(a.device('Pintu'))
    for (let push = 0; push < 4; push++)
      await applied(...Array.from({ length: 400 }, (_, i) => a.recordA(device.id, { pin: `${push}-${i}` })))
    made = await applied(...Array.from({ length: 30 }, () => a.recordB()))
  })
  afterAll(() => world.close())

  const applied = async (...mutations: unknown[]): Promise<ServerRecord[]> =>
    (await eva.push(...mutations)).results.map(result => (result as { record: ServerRecord }).record)

  /** As the app asks for them. */
  async function ready(cursor?: string): Promise<ChangesLine[]> {
    const query = new URLSearchParams({ texts: 'joined', ...(cursor !== undefined && { cursor }) })
    const response = await eva.request(`/api/sync/changes?${query}`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
    return linesIn(text).map(line => splitTexts(line as never))
  }
  const rowsIn = (lines: readonly ChangesLine[]) =>
    lines.flatMap(line => line.uid.map((uid, i) => [uid, line.version[i], line.fields['name']?.[i] ?? null]))

  test('[CH11] [CH9] again and again the same lines as those that are read anew', async () => {
    const anew = await eva.changes()
    for (let turn = 0; turn < 3; turn++) expect(await ready()).toEqual(anew)
    expect(anew.map(line => line.uid.length)).toEqual([1, 512, 512, 512, 64, 30])
  })

  test('[CH2] [CH11] after records of a page were changed, deleted and brought back', async () => {
    await ready()
    const lines = await eva.changes()
    const [some] = lines.filter(({ kind }) => kind === 'record_a')
    const edits = [3, 77, 500].map(slot =>
      update(
        { kind: 'record_a', uid: some!.uid[slot]! },
        { name: [some!.fields['name']![slot], `${slot}!`] },
      ),
    )
    await applied(...edits)
    expect(rowsIn(await ready())).toEqual(rowsIn(await eva.changes()))
    const doomed = (await eva.changes()).find(({ kind }) => kind === 'record_a')!
    await eva.push(...doomed.uid.slice(10, 40).map(uid => remove({ kind: 'record_a', uid, fields: {} })))
    expect(rowsIn(await ready())).toEqual(rowsIn(await eva.changes()))
    const back = a.recordA(device.id, {}, doomed.uid[12])
    await applied(back)
    expect(rowsIn(await ready())).toEqual(rowsIn(await eva.changes()))
    expect(held(await ready()).has(back.uid)).toBe(true)
  })

  test('[CH11] a page that has lost most of its records goes together with the next one', async () => {
    const before = await ready()
    const full = before.find(({ kind, uid }) => kind === 'record_a' && uid.length > 400)!
    for (let start = 0; start < full.uid.length; start += 450)
      await eva.push(
        ...full.uid.slice(start, start + 450).map(uid => remove({ kind: 'record_a', uid, fields: {} })),
      )
    for (let turn = 0; turn < 2; turn++) {
      const lines = await ready()
      expect(rowsIn(lines)).toEqual(rowsIn(await eva.changes()))
      expect(lines.length).toBeLessThanOrEqual(before.length)
    }
  })

  test('[CH3] [CH11] cut off after any line, a client goes on and ends with the same records', async () => {
    const whole = await ready()
    for (const [i, line] of whole.entries()) {
      const rest = await ready(line.cursor)
      expect(held([...whole.slice(0, i + 1), ...rest])).toEqual(held(whole))
      expect(last(rest).more).toBe(false)
    }
    expect(await ready(last(whole).cursor)).toHaveLength(1)
  })

  test('[CH2] [CH5] [CH11] many who begin at one moment, while others write and delete', async () => {
    const doomed = made.splice(0, 6)
    const pulling = Promise.all(Array.from({ length: 8 }, () => ready()))
    for (const record of doomed) {
      await eva.push(remove(record), a.recordA(device.id, { pin: 'dazwischen' }), a.device('dazwischen'))
      await Promise.all([ready(), ready()])
    }
    const now = held(await eva.changes())
    for (const lines of await pulling) {
      const since = await ready(last(lines).cursor)
      const records = held([...lines, ...since])
      for (const uid of since.flatMap(line => line.deleted)) records.delete(uid)
      expect(records).toEqual(now)
    }
  })

  test('[CH11] is looked at once after a commit: whoever comes after asks no more than whoever has it all', async () => {
    const { kinds } = world.services
    const asked = counting(world.services.database)
    const own = keptPages(asked.database)
    const first = async (cursor?: string) => {
      const before = asked.count()
      const lines = await openLines({ database: asked.database, kinds, scope: everything, read: own }, cursor)
      const end = (await Array.fromAsync(lines)).at(-1)
      return { asked: asked.count() - before, end }
    }
    const { asked: making, end } = await first()
    const { asked: after } = await first()
    const { asked: nothing } = await first(end!.cursor)
    // The last page of each kind is never kept: what is written comes into it.
    expect(after).toBeLessThanOrEqual(nothing + kinds.length)
    expect(after).toBeLessThan(making)
    await eva.made(a.device('looked at'))
    expect((await first()).asked).toBeGreaterThan(after)
    expect((await first()).asked).toBe(after)
  })

  test('[CH6] [CH11] a record that changes while an answer is read comes as it is then', async () => {
    const { database, kinds } = world.services
    const own = keptPages(database)
    const all = async () =>
      Array.fromAsync(await openLines({ database, kinds, scope: everything, read: own }, undefined))
    await all()
    const reading = await openLines({ database, kinds, scope: everything, read: own }, undefined)
    const first = await reading.next()
    const [line] = (await eva.changes()).filter(({ kind }) => kind === 'record_a').slice(-2)
    const uid = line!.uid[5]!
    await applied(update({ kind: 'record_a', uid }, { name: [line!.fields['name']![5], 'sekarang'] }))
    const rest = await Array.fromAsync(reading)
    const lines = [first.value, ...rest].map(each => each as { content: object })
    const texts = lines.flatMap(({ content }) =>
      'ready' in content ? [] : [JSON.stringify((content as { columns: unknown }).columns)],
    )
    // Only in the last page of its kind, which is read anew.
    expect(texts.filter(text => text.includes('sekarang'))).toHaveLength(1)
    expect(held(await ready()).get(uid)).toBeDefined()
  })

  test('[RS3] [CH4] [CH11] nothing is kept of a history that was lost', async () => {
    const { database, kinds } = world.services
    await ready()
    // Another history: as many records, at the same places, and they are others.
    const { db } = database
    await db.updateTable('commits').set({ token: 'of another history' }).where('clock', '>', 0).execute()
    await db
      .updateTable('record_a' as never)
      .set({ name: 'lain sekali' } as never)
      .execute()
    const lines = await ready()
    for (const line of lines.filter(({ kind }) => kind === 'record_a'))
      expect(new Set(line.fields['name'])).toEqual(new Set(['lain sekali']))
    await markRestored(database, kinds)
    expect(rowsIn(await ready())).toEqual(rowsIn(await eva.changes()))
  })

  test('[CH11] without room for them pages are read anew', async () => {
    const { database, kinds } = world.services
    const lines = await Array.fromAsync(
      await openLines({ database, kinds, scope: everything, read: keptPages(database, 0) }, undefined),
    )
    expect(lines.every(({ content }) => 'columns' in content)).toBe(true)
    expect(lines.map(({ more }) => more)).toEqual([...lines.slice(1).map(() => true), false])
  })
})
