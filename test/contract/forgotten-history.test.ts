/** What is forgotten of old changes, where an operator wants it so: all fields of then, or the secrets among them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HistoryKept, forgetOld } from '../../server/retention.ts'
import type { DeletedAnswer, HistoryAnswer } from '../../shared/protocol.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { forgetNewest } from './older-database.ts'
import { openWorld, type Person, type World } from './world.ts'

const dayMs = 24 * 60 * 60 * 1000
const secret = 'sesam-Ñ-🔑'

describe.each(engines)('Old changes on $name', engine => {
  let world: World
  let eva: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
  })
  afterAll(() => world.close())

  const forget = (historyDays: HistoryKept) => forgetOld({ ...world.services, historyDays })
  const answer = async <T>(path: string): Promise<T> => (await (await eva.request(path)).json()) as T
  const historyOf = async (kind: string, uid: string) =>
    (await answer<HistoryAnswer>(`/api/history?kind=${kind}&uid=${uid}`)).entries

  async function bodies(): Promise<string> {
    const { db } = world.database
    const rows = await db.selectFrom('ledger').select(['before', 'after']).execute()
    const refused = await db.selectFrom('refused').select('settlement').execute()
    return JSON.stringify([rows, refused])
  }

  /** A record with a secret that was changed, and a conflict about it, all of them old. */
  async function longAgo() {
    const gate = await eva.made(a.device('Gerbang'))
    const create = a.recordA(gate.id, { name: 'Dewi', passwd: secret })
    const made = await eva.made(create)
    const edit = update(made, { passwd: [secret, `${secret}2`] })
    await eva.made(edit)
    const late = update(made, { passwd: ['otherwise', 'mine'] })
    expect(await eva.one(late)).toMatchObject({ outcome: 'conflict' })
    world.wait(40 * dayMs)
    return { gate, create, made, edit, late }
  }

  test('[HI7] without a setting nothing is forgotten', async () => {
    const { made } = await longAgo()
    await forget({})
    expect(await historyOf('record_a', made.uid)).toHaveLength(2)
    expect(await bodies()).toContain(`${secret}2`)
  })

  test('[HI7] secrets go where that is wanted, from conflicts too, and nothing else does', async () => {
    const { made } = await longAgo()
    const recent = await eva.made(a.recordA(String(made.fields['device_id']), { passwd: 'recent-Ñ' }))
    await forget({ secrets: 31 })
    expect(await bodies()).not.toContain(secret)
    expect(await bodies()).toContain('recent-Ñ')
    // Nor can it be guessed by what stands beside it.
    const hashes = await world.database.db
      .selectFrom('ledger')
      .select('hash')
      .where('uid', '=', made.uid)
      .execute()
    expect(hashes).toEqual([{ hash: '' }, { hash: '' }])
    const [changed, first] = await historyOf('record_a', made.uid)
    expect(first?.after).toEqual({ ...made.fields, passwd: undefined })
    expect(changed?.by).toBe('eva')
    expect((await historyOf('record_a', recent.uid))[0]?.after).toEqual(recent.fields)
  })

  test('[HI7] all fields go where that is wanted; who did what to which record stays', async () => {
    const { made } = await longAgo()
    await eva.made(update(made, { name: ['Dewi', 'Dewi S.'] }))
    await forget({ fields: 31 })
    const entries = await historyOf('record_a', made.uid)
    expect(entries.map(({ after }) => after?.['name'])).toEqual(['Dewi S.'])
    const rows = await world.database.db
      .selectFrom('ledger')
      .select(['op', 'author', 'before', 'after'])
      .where('uid', '=', made.uid)
      .orderBy('clock')
      .execute()
    expect(rows.slice(0, 2)).toEqual([
      { op: 'create', author: 'eva', before: null, after: null },
      { op: 'update', author: 'eva', before: null, after: null },
    ])
  })

  test.each<HistoryKept>([{ fields: 31 }, { secrets: 31 }])(
    '[HI7] [PU2] [PU14] after %o a copy has no effect, and is answered with the record as it is now',
    async kept => {
      const { create, made, edit, late } = await longAgo()
      await forget(kept)
      const now = await eva.made(update(made, { name: ['Dewi', 'Dewi Añ'] }))
      expect(now.fields['passwd']).toBe(`${secret}2`)
      for (const copy of [create, edit])
        expect(await eva.one(copy)).toMatchObject({ outcome: 'applied', record: now })
      expect(await eva.one(late)).toMatchObject({ outcome: 'conflict', record: now, isRepeated: true })
      await eva.one(remove(now))
      expect(await eva.one(edit)).toMatchObject({ outcome: 'applied', record: null })
      expect(await eva.one(late)).toMatchObject({ outcome: 'conflict', reason: 'deleted', record: null })
    },
  )

  test('[HI7] what changed nothing since goes with the day after', async () => {
    const { made } = await longAgo()
    await forget({ secrets: 31 })
    await eva.made(update(made, { name: ['old', 'Dewi'] }))
    expect(await bodies()).toContain(`${secret}2`)
    world.wait(40 * dayMs)
    await forget({ secrets: 31 })
    expect(await bodies()).not.toContain(secret)
  })

  test('[HI7] [HI3] a record deleted so long ago is not offered any more', async () => {
    const { gate, made } = await longAgo()
    const now = await eva.made(update(made, { name: ['Dewi', 'Dewi T.'] }))
    await eva.one(remove(now))
    await eva.one(remove(gate))
    const deleted = async () =>
      (await answer<DeletedAnswer>('/api/history/deleted?kind=record_a')).records.map(({ uid }) => uid)
    expect(await deleted()).toContain(made.uid)
    world.wait(40 * dayMs)
    await forget({ fields: 31 })
    expect(await deleted()).toEqual([])
  })

  test('[HI7] however many there are, some at a time', async () => {
    const records = Array.from({ length: 1100 }, (_, i) => a.recordB({ nama: `Bagian ${i}` }))
    for (let start = 0; start < records.length; start += 50)
      await eva.push(...records.slice(start, start + 50))
    world.wait(40 * dayMs)
    await forget({ fields: 31 })
    const left = await world.database.db
      .selectFrom('ledger')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('after', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(Number(left.count)).toBe(0)
  })
})

describe.each(engines)('Names in the ledger of an older version on $name', engine => {
  test('[HI1] are kept from the upgrade on, whatever becomes of the account', async () => {
    const store = await engine.create()
    const before = await openWorld(engine, { store })
    const eva = await before.person('editor', 'eva')
    const made = await eva.made(a.device('Lama'))
    const { db } = before.database
    await db.updateTable('ledger').set({ author: '' }).execute()
    await forgetNewest(db as never)
    for (const index of ['ledger_clock', 'refused_clock']) await sql`drop index ${sql.ref(index)}`.execute(db)
    await before.close()
    const after = await openWorld(engine, { store })
    await sql`delete from "user" where username = 'eva'`.execute(after.database.db)
    const viewer = await after.person('viewer')
    const path = `/api/history?kind=device&uid=${made.uid}`
    const { entries } = (await (await viewer.request(path)).json()) as HistoryAnswer
    expect(entries.map(({ by }) => by)).toEqual(['eva'])
    await after.close()
    await store.remove()
  })
})
