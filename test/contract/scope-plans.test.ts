/** [SC3] What changes cost somebody who sees a part: as much as they bring, however much else there is. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readClock } from '../../server/db/clock.ts'
import type { Database } from '../../server/db/database.ts'
import type { Driver } from '../../server/db/driver.ts'
import { reachAmong } from '../../server/db/reach.ts'
import { beforeHeld, gonePage, type HeldOptions, leftPage, reachedPage } from '../../server/db/reached.ts'
import { type Scope, scopeOf } from '../../server/db/scope.ts'
import type { Tx } from '../../server/db/schema.ts'
import { kinds } from '../../shared/kinds.ts'
import { pageRecords } from '../../shared/limits.ts'
import { type Kind, kindNamed } from '../../shared/metadata.ts'
import { fillCompany, fillCrowd } from '../support/company.ts'
import { engines, type Store } from './engines.ts'
import { type Heard, listening } from './listening.ts'
import { gatherStatistics, planOf, type Step } from './plans.ts'
import { grant, idOf } from './scoped.ts'
import { openWorld, type World } from './world.ts'

const company = { sites: 20, devices: 200, records: 20_000 }
const ofDevice = company.records / company.devices
const mine = ['7', '8']
const lost = ['9', '10']
/** Where records went on to. */
const elsewhere = '1'
/** Of each Device alike: one of twenty. */
const moved = ofDevice / 20
const isSome = sql`(id - 1) / ${sql.lit(company.devices)} % 20 = 0`
const grants = (ids: readonly string[]) => ids.map(id => ({ kind: 'device', id }))
/** SQLite calls a table as the statement does. */
const aliases = new Set(['held', 'now'])
/** A statement looks up what is reached beside what it sends: a few rows for each of four Devices. */
const beside = 20

describe.each(engines.filter(({ name }) => name !== 'PGlite'))('Plans on $name', engine => {
  let store: Store
  let world: World
  let database: Database
  let scope: Scope
  /** Of somebody who reaches where they went on to. */
  let other: Scope
  let heard: Heard[] = []
  /** The clock before anything was deleted or taken. */
  let before = 0
  const recordA = kindNamed(kinds, 'record_a') as Kind

  beforeAll(async () => {
    store = await engine.create()
    const driver = (): Driver => {
      const { dialect, ...rest } = store.driver()
      return { ...rest, dialect: listening(dialect, each => heard.push(each)) }
    }
    world = await openWorld(engine, { store: { driver, remove: () => store.remove() } })
    database = world.database
    await fillCompany(database, company)
    const [admin, eva] = [await world.person('admin'), await world.person('viewer')]
    await grant(admin, [eva], { everything: false, give: grants([...mine, ...lost]) })
    const sites = Array.from({ length: 10 }, (_, index) => ({ kind: 'site', id: String(index + 1) }))
    const [someone = ''] = await fillCrowd(database, { people: 300, grants: sites })
    before = (await readClock(database.db)).clock
    await grant(admin, [eva], { take: grants(lost) })
    for (const table of ['tombstones', 'departures'] as const) await fillGone(table)
    await moveSome()
    scope = await scopeOf(database.db, await idOf(eva))
    other = await scopeOf(database.db, someone)
    await gatherStatistics(database)
  })
  afterAll(async () => {
    await world.close()
    await store.remove()
  })

  /** As many from every Device, of records that are nowhere now. */
  async function fillGone(table: 'tombstones' | 'departures'): Promise<void> {
    const [name, value] = table === 'tombstones' ? [sql`, id`, sql`, id + 1000000`] : [sql``, sql``]
    await sql`
      insert into ${sql.table(table)} (kind, uid, version, holder ${name})
      select 'record_a', '9' || substr(uid, 2), ${sql.lit(before + 1)}, device_id ${value}
      from record_a`.execute(database.db)
  }

  async function moveSome(): Promise<void> {
    const there = sql.lit(Number(elsewhere))
    await sql`update record_a set device_id = ${there} where ${isSome}`.execute(database.db)
  }

  async function stepsOf<T>(run: () => Promise<T>): Promise<{ answer: T; steps: Step[] }> {
    heard = []
    const answer = await run()
    const steps: Step[] = []
    for (const each of [...heard]) steps.push(...(await planOf(database, each)))
    return { answer, steps }
  }

  /** PostgreSQL takes a table of a page or two as it is: what counts is how much is read. */
  function expectNoMore(steps: readonly Step[], rows: number): void {
    expect(steps.length).toBeGreaterThan(0)
    for (const table of ['record_a', 'tombstones', 'departures', 'reach', 'grants']) {
      const own = steps.filter(step => step.table === table || (table === 'reach' && aliases.has(step.table)))
      expect(own.filter(({ isWhole }) => isWhole)).toEqual([])
      expect(own.reduce((sum, step) => sum + (step.rows ?? 0), 0)).toBeLessThanOrEqual(rows + beside)
    }
  }

  const from = (clock: number): HeldOptions => ({ kind: recordA, scope, after: beforeHeld, from: clock })
  const indexesOf = (steps: readonly Step[], table: string) =>
    new Set(steps.filter(step => step.table === table).map(({ index }) => index))

  test('[SC3] all there is of two Devices of two hundred', async () => {
    const { answer, steps } = await stepsOf(() => reachedPage(database, from(0)))
    expect(answer.uid.length).toBe(mine.length * (ofDevice - moved))
    expect(indexesOf(steps, 'record_a')).toEqual(new Set(['record_a_device_version']))
    expectNoMore(steps, answer.uid.length)
  })

  test('[SC3] nothing that is new', async () => {
    const { clock } = await readClock(database.db)
    const { answer, steps } = await stepsOf(() => reachedPage(database, from(clock)))
    expect(answer.uid).toEqual([])
    expectNoMore(steps, 0)
  })

  test.each(['tombstones', 'departures'] as const)('[SC4] %s', async what => {
    const { answer, steps } = await stepsOf(() => gonePage(database, what, from(before)))
    expect(answer.length).toBe((mine.length + lost.length) * ofDevice)
    expectNoMore(steps, answer.length)
  })

  test('[SC4] what is not reached any more', async () => {
    const { answer, steps } = await stepsOf(() => leftPage(database, from(before)))
    expect(answer.length).toBe(lost.length * (ofDevice - moved))
    expectNoMore(steps, answer.length)
  })

  test('[SC3] a page of a Device that has many', async () => {
    const options = { ...from(0), scope: other }
    const { answer, steps } = await stepsOf(() => reachedPage(database, options))
    expect(answer.uid.length).toBe(pageRecords)
    expect(indexesOf(steps, 'record_a')).toEqual(new Set(['record_a_device_version']))
    const read = steps.filter(step => step.table === 'record_a').map(({ rows }) => rows ?? 0)
    // PostgreSQL may put one Device's rows in order; those of a hundred would be ten times as many.
    expect(read.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(3 * pageRecords)
  })

  test('[SC5] who reaches some records, among whom and which there are', async () => {
    const holders = new Map([['device', new Set([...mine, ...lost, elsewhere])]])
    const userIds = [scope.userId]
    const { answer, steps } = await stepsOf(() =>
      reachAmong(database.db as Tx, database.driver, { userIds, holders }),
    )
    expect(answer.reached.size).toBe(mine.length)
    expectNoMore(steps, 2 * mine.length)
  })
})
