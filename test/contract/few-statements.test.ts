/** How often a push goes to PostgreSQL and back: whatever is in it, a few times. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '../../server/db/driver.ts'
import { uncounted } from '../../server/operating/metrics.ts'
import { createSettling } from '../../server/sync/settling.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { a, remove, update } from './edits.ts'
import { engines, type Store } from './engines.ts'
import { type Heard, listening } from './listening.ts'
import { deviceAt, grant, ofRecordB, ofSite, site } from './scoped.ts'
import { openWorld, type Person, type World } from './world.ts'

/** The most for one push, and for one transaction of many. */
const most = 8

describe.each(engines.filter(({ name }) => name !== 'SQLite'))('Statements on $name', engine => {
  let store: Store
  let world: World
  let eva: Person
  let statements: string[] = []
  beforeAll(async () => {
    store = await engine.create()
    // [FL1] Other processes are told once it is answered.
    const heard = ({ sql }: Heard) => !sql.includes('pg_notify') && statements.push(sql)
    const driver = (): Driver => {
      const { dialect, ...rest } = store.driver()
      return { ...rest, dialect: listening(dialect, heard) }
    }
    world = await openWorld(engine, { store: { driver, remove: () => store.remove() } })
    eva = await world.person('editor', 'eva')
  })
  afterAll(async () => {
    await world.close()
    await store.remove()
  })

  async function statementsOf(mutations: unknown[]): Promise<string[]> {
    statements = []
    const { results } = await eva.push(...mutations)
    for (const result of results) expect(result).toMatchObject({ outcome: 'applied' })
    return statements
  }

  test('[PU18] one edit, the session of whoever sends it included', async () => {
    expect((await statementsOf([a.device()])).length).toBeLessThanOrEqual(most)
  })

  test('[PU18] five hundred edits', async () => {
    const { results } = await eva.push(...Array.from({ length: 500 }, () => a.recordB()))
    const edits = results.map(result => {
      const record = 'record' in result ? result.record : null
      return update({ kind: 'record_b', uid: record!.uid }, { nama: [record!.fields['nama'], 'diganti'] })
    })
    expect((await statementsOf(edits)).length).toBeLessThanOrEqual(most)
  })

  test('[PU18] some of everything there is', async () => {
    const devices = [a.device('1'), a.device('2'), a.device('3')] as const
    const users = devices.map(({ uid }) => a.recordA({ uid }))
    const others = Array.from({ length: 4 }, () => a.recordB())
    await eva.push(...devices, ...users, ...others)
    const [first, second] = others as [(typeof others)[0], (typeof others)[0]]
    await eva.push(remove(first))
    const again = { ...first, id: crypto.randomUUID() }
    const made = a.device('baru')
    const gone = users[0] as (typeof users)[0]
    const gate = devices[0]
    const all = [
      ...[made, a.recordA({ uid: made.uid }), a.recordB(), again],
      ...[
        update(second, { nama: [second.fields['nama'], 'lain'] }),
        update(devices[1], { name: ['2', 'dua'] }),
      ],
      update(users[1] as (typeof users)[0], { device_id: [{ uid: devices[1].uid }, { uid: made.uid }] }),
      ...[remove({ ...gone, fields: {} }), remove({ ...gate, fields: {} })],
    ]
    expect((await statementsOf(all)).length).toBeLessThanOrEqual(most)
  })

  test('[PU13] [PU18] with ids that a restored server gave before', async () => {
    const mutations = Array.from({ length: 50 }, () => a.recordB())
    const ids = Object.fromEntries(mutations.map(({ id }, index) => [id, String(70_000 + index)]))
    statements = []
    const body = { client: eva.client, protocol: PROTOCOL_VERSION, mutations, ids }
    const response = await eva.post('/api/sync/push', body)
    expect(statements.length).toBeLessThanOrEqual(most)
    const { results } = (await response.json()) as { results: { record: { id: string } }[] }
    expect(results.map(({ record }) => record.id)).toEqual(Object.values(ids))
  })

  test('[PU17] [PU18] a transaction of twenty pushes', async () => {
    const { database, kinds } = world.services
    const settling = createSettling({ database, kinds, metrics: uncounted })
    statements = []
    const settled = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const writer = { userId: `u${index}`, username: 'eva', clientId: crypto.randomUUID() }
        const mutations = [a.device(), a.recordB()]
        return settling({ writer, protocol: PROTOCOL_VERSION, mutations })
      }),
    )
    expect(new Set(settled.map(({ clock }) => clock)).size).toBe(1)
    expect(statements.length).toBeLessThanOrEqual(most)
  })

  test('[SC2] [PU18] of somebody who sees a part, a Device among it', async () => {
    const admin = await world.person('admin', 'ayu')
    const place = await eva.made(site('Utara'))
    await grant(admin, [eva], { everything: false, give: [ofSite(place), ofRecordB] })
    const made = deviceAt(place)
    await eva.push(made)
    const all = [
      update(made, { name: ['Gerbang', 'Pintu'] }),
      ...[deviceAt(place), a.recordA({ uid: made.uid }), a.recordB()],
    ]
    expect((await statementsOf(all)).length).toBeLessThanOrEqual(most)
  })
})
