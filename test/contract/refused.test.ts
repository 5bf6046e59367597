/** What was refused is settled, too: once, for ever, on every database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Settlement } from '../../shared/protocol.ts'
import { a, update } from './edits.ts'
import { engines } from './engines.ts'
import { openWorld, type Person, type World } from './world.ts'

describe.each(engines)('What was refused on $name', engine => {
  let world: World
  let eva: Person

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor')
  })
  afterAll(() => world.close())

  const repeated = (of: unknown) => ({ ...(of as Settlement), isRepeated: true })

  const rowsOf = async (table: 'ledger' | 'refused', id: unknown) =>
    world.database.db.selectFrom(table).select('id').where('id', '=', String(id)).execute()

  test('[PU14] a mutation that was refused gets the same answer again, whatever has become of its reason', async () => {
    const device = await eva.made(a.device('A'))
    const away = a.device('kemudian')
    const [conflict, rejected, malformed] = [
      update(device, { name: ['lain', 'B'] }),
      a.recordA({ uid: away.uid }),
      { ...a.device(), fields: [] },
    ]
    const { results, clock: before } = await eva.push(conflict, rejected, malformed)
    expect(results.map(({ outcome }) => outcome)).toEqual(['conflict', 'rejected', 'rejected'])
    expect(before).toBe(device.version)
    await eva.push(away, update(device, { name: ['A', 'lain'] }))
    const again = results.map(repeated)
    expect((await eva.push(conflict, rejected, malformed)).results).toEqual(again)
    expect((await eva.push(malformed, conflict, malformed)).results).toEqual([again[2], again[0], again[2]])
    expect((await eva.changes()).flatMap(line => line.fields['name'] ?? [])).not.toContain('B')
    expect(await rowsOf('ledger', conflict['id'])).toEqual([])
    expect(await rowsOf('refused', conflict['id'])).toHaveLength(1)
  })

  test('[PU3] [PU14] the id of a refused mutation takes no other content either, also within one push', async () => {
    const refused = a.device('')
    const mended = { ...refused, fields: { name: 'Mended' } }
    const { results } = await eva.push(refused, mended, refused)
    const reused = { id: refused.id, outcome: 'rejected', issues: [{ field: 'id', code: 'mutation_reused' }] }
    expect(results).toEqual([expect.objectContaining({ outcome: 'rejected' }), reused, results[0]])
    expect(await eva.one(mended)).toEqual(reused)
  })

  test('[PU14] what six requests bring at one moment is refused once, and all get the one answer', async () => {
    const refused = a.recordA({ uid: crypto.randomUUID() })
    const answers = await Promise.all(Array.from({ length: 6 }, () => eva.one(refused)))
    expect(answers[0]).toMatchObject({ outcome: 'rejected' })
    expect(answers.filter(answer => !('isRepeated' in answer))).toHaveLength(1)
    for (const answer of answers) expect(repeated(answer)).toEqual(repeated(answers[0]))
  })

  test('[PU14] so is what only the database refuses, though it would take it by now', async () => {
    const { db } = world.database
    await sql`create unique index only_here on record_b (pt, jenis) where pt = 'uniq'`.execute(db)
    const mutations = [a.recordB({ pt: 'uniq' }), a.recordB({ pt: 'uniq' })]
    const { results } = await eva.push(...mutations)
    expect(results).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'rejected', issues: [{ field: '', code: 'refused' }] },
    ])
    await sql`drop index only_here`.execute(db)
    expect((await eva.push(...mutations)).results).toEqual([results[0], repeated(results[1])])
  })
})
