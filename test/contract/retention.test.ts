/** What is forgotten by itself, in small steps, and one record that is erased. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { readConfig } from '../../server/config.ts'
import { prune, readClock } from '../../server/db/clock.ts'
import type { Database } from '../../server/db/database.ts'
import { sqliteDriver } from '../../server/db/sqlite.ts'
import { eraseRecord } from '../../server/erase.ts'
import { forgetOld } from '../../server/retention.ts'
import type { DeletedAnswer, HistoryAnswer } from '../../shared/protocol.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, type World } from './world.ts'

const dayMs = 24 * 60 * 60 * 1000
const value = 'Ñyonya-③'

describe.each(engines)('What is kept on $name', engine => {
  let world: World
  let eva: Person
  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
  })
  afterAll(() => world.close())

  const ask = async <T>(path: string): Promise<T> => (await (await eva.request(path)).json()) as T
  const historyOf = async (uid: string) =>
    (await ask<HistoryAnswer>(`/api/history?kind=record_b&uid=${uid}`)).entries
  const ledgerOf = (uid: string) =>
    world.database.db
      .selectFrom('ledger')
      .select(['before', 'after', 'hash', 'author'])
      .where('uid', '=', uid)
      .orderBy('clock')
      .execute()

  async function everything(): Promise<string> {
    const { db } = world.database
    const tables = ['ledger', 'refused', 'handed', 'record_b', 'tombstones', 'audit'] as const
    const rows = await Promise.all(
      tables.map(table =>
        db
          .selectFrom(table as 'ledger')
          .selectAll()
          .execute(),
      ),
    )
    return JSON.stringify(rows, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))
  }

  test('[HI8] [PU2] [PU3] after a year what changes held goes; ids and hashes stay, and a copy is answered', async () => {
    const create = a.recordB({ nama: value })
    const made = await eva.made(create)
    const late = update(made, { nama: ['otherwise', 'mine'] })
    expect(await eva.one(late)).toMatchObject({ outcome: 'conflict' })
    const { historyDays } = readConfig({})
    world.wait(364 * dayMs)
    await forgetOld({ ...world.services, historyDays })
    expect(await historyOf(made.uid)).toHaveLength(1)
    world.wait(2 * dayMs)
    await forgetOld({ ...world.services, historyDays })
    expect(await historyOf(made.uid)).toEqual([])
    expect(await ledgerOf(made.uid)).toEqual([
      { before: null, after: null, author: 'eva', hash: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ])
    const refused = await world.database.db.selectFrom('refused').select(['hash', 'settlement']).execute()
    expect(refused).toEqual([
      { hash: expect.stringMatching(/^[0-9a-f]{32}$/), settlement: expect.not.stringContaining(value) },
    ])
    expect(await eva.one(create)).toMatchObject({ outcome: 'applied', record: { fields: { nama: value } } })
    expect(await eva.one(late)).toMatchObject({
      outcome: 'conflict',
      isRepeated: true,
      record: { uid: made.uid },
    })
    expect(await eva.one({ ...create, fields: { ...create.fields, nama: 'other' } })).toMatchObject({
      outcome: 'rejected',
      issues: [{ code: 'mutation_reused' }],
    })
    // Whoever asks for more afterwards gets that, too.
    await forgetOld({ ...world.services, historyDays: readConfig({ HISTORY_DAYS: '300' }).historyDays })
    expect((await ledgerOf(made.uid)).map(({ hash }) => hash)).toEqual([''])
  })

  test('[HI8] unless a setting says otherwise', async () => {
    expect(readConfig({}).historyDays).toEqual({ bodies: 365, secrets: undefined })
    expect(readConfig({ HISTORY_DAYS: '40' }).historyDays).toEqual({ fields: 40, secrets: undefined })
    expect(() => readConfig({ HISTORY_DAYS: '30' })).toThrow('more than 30')
    expect(() => readConfig({ HISTORY_DAYS: 'long' })).toThrow(
      'HISTORY_DAYS must be a number of days, or forever',
    )
    const { uid } = await eva.made(a.recordB())
    world.wait(4000 * dayMs)
    await forgetOld({ ...world.services, historyDays: readConfig({ HISTORY_DAYS: 'forever' }).historyDays })
    expect(await historyOf(uid)).toHaveLength(1)
  })

  test('[HI9] [SC10] an erased record is gone with all that it held, and is told as deleted', async () => {
    const erased = 'Ratu-④'
    const other = await eva.made(a.recordB({ nama: 'Lain ③' }))
    const create = a.recordB({ nama: erased })
    const made = await eva.made(create)
    const edit = update(made, { nama: [erased, `${erased} 2`] })
    await eva.made(edit)
    const late = update(made, { nama: ['otherwise', 'mine'] })
    await eva.one(late)
    const work = { kind: 'record_b', uid: made.uid, author: 'eva', user_id: 'x', received_at: '', token: '' }
    await world.database.db
      .insertInto('handed')
      .values({ ...work, work: `{"nama":"${erased}"}` })
      .execute()
    const { cursor } = (await eva.changes()).at(-1)!
    expect(await everything()).toContain(erased)

    expect(await eraseRecord(world.services, { kind: 'record_b', uid: made.uid })).toEqual({
      changes: 3,
      conflicts: 1,
      handed: 1,
    })
    expect(await everything()).not.toContain(erased)
    expect((await eva.changes(cursor)).flatMap(({ deleted }) => deleted)).toEqual([made.uid])
    expect(await historyOf(made.uid)).toEqual([])
    const { records } = await ask<DeletedAnswer>('/api/history/deleted?kind=record_b')
    expect(records.map(({ uid }) => uid)).not.toContain(made.uid)
    for (const copy of [create, edit])
      expect(await eva.one(copy)).toMatchObject({ outcome: 'applied', record: null })
    expect(await eva.one(late)).toMatchObject({ outcome: 'conflict', reason: 'deleted', record: null })
    expect(await historyOf(other.uid)).toHaveLength(1)
  })

  test('[HI9] [PU8] one that others refer to stays, and so does what is not there', async () => {
    const gate = await eva.made(a.device('Gerbang'))
    await eva.made(a.recordA(gate.id))
    await expect(eraseRecord(world.services, { kind: 'device', uid: gate.uid })).rejects.toMatchObject({
      code: 'in_use',
      details: { count: 1 },
    })
    expect((await historyOf(gate.uid)).length + (await ledgerOf(gate.uid)).length).toBe(1)
    const nobody = { kind: 'record_b', uid: crypto.randomUUID() }
    await expect(eraseRecord(world.services, nobody)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('[CH4] the floor rises in small steps, and whoever is below it begins anew', async () => {
    const made = await eva.made(a.recordB())
    const { cursor } = (await eva.changes()).at(-1)!
    await eva.one(remove(made))
    const { clock } = await readClock(world.database.db)
    const old = Array.from({ length: 1300 }, (_, i) => ({
      clock: clock + 1 + i,
      token: `t${i}`,
      at: '2020-01-01',
    }))
    await world.database.db.insertInto('commits').values(old).execute()
    await world.database.db.updateTable('commits').set({ at: '2020-01-01' }).execute()
    await world.database.db
      .updateTable('clock')
      .set({ clock: clock + 1300 })
      .execute()
    let steps = 0
    const write: Database['write'] = work => (steps++, world.database.write(work))
    await prune({ ...world.database, write }, new Date())
    expect(steps).toBeGreaterThanOrEqual(3)
    const left = await world.database.db.selectFrom('commits').select('clock').execute()
    expect(left.map(row => Number(row.clock))).toEqual([clock + 1300])
    expect(await world.database.db.selectFrom('tombstones').selectAll().execute()).toEqual([])
    await expect(eva.changes(cursor)).rejects.toThrow('cursor_expired')
    const before = steps
    await prune({ ...world.database, write }, new Date())
    expect(steps).toBe(before + 1)
  })
})

test('[HI9] [AU1] npm run erase does it beside the server, with a line in the audit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'records-erase-'))
  const driver = () => sqliteDriver(join(folder, 'records.db'))
  const world = await openWorld(engines[0]!, { store: { driver, remove: async () => {} } })
  const eva = await world.person('editor')
  const { uid } = await eva.made(a.recordB({ nama: value }))
  const erase = (...words: string[]) => {
    const file = join(projectRoot, 'server', 'commands', 'erase.ts')
    const env = { DATA_DIR: folder }
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
      env,
      encoding: 'utf8',
    })
    return [status, stdout + stderr]
  }
  expect(erase('--kind', 'record_b')).toEqual([2, expect.stringContaining('--uid')])
  expect(erase('--kind', 'clock', '--uid', uid)).toEqual([2, expect.stringContaining('--kind')])
  expect(erase('--kind', 'record_b', '--uid', uid)).toEqual([
    0,
    expect.stringMatching(/^It is erased: .* 2 changes/),
  ])
  expect(erase('--kind', 'record_b', '--uid', crypto.randomUUID())).toEqual([
    1,
    expect.stringContaining('no record'),
  ])
  const { db } = world.database
  const rows = await db.selectFrom('audit').selectAll().where('action', '=', 'record_erased').execute()
  expect(rows).toMatchObject([{ actor: 'command line', target: 'record_b', target_id: uid }])
  expect(JSON.stringify(rows)).not.toContain(value)
  await world.database.close()
  rmSync(folder, { recursive: true, force: true })
})
