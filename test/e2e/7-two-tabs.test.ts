/** Story 7: one person, two tabs: both show the same, and only one of them syncs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import type { Tab } from './engines/tab.ts'
import { gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let person: Person
let second: Tab

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  person = await Person.sitDown({ origin: server.origin })
  await person.signIn(budi)
  await person.waitForFirstSync()
  await person.goTo('Record B')
  second = await person.browser.newTab()
  await second.goto(await person.page.url())
  await second.getByRole('searchbox').waitFor()
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

describe('Two tabs', () => {
  test('[RB1] what is saved in one shows in the other, with a network and without', async () => {
    await person.create('Record B', { ...gudang, Nama: 'Gudang satu' })
    await second.getByText('Gudang satu').first().waitFor()
    await person.waitForStatus(/^All sent/)
    await person.goOffline()
    await person.create('Record B', { ...gudang, Nama: 'Gudang dua' })
    await second.getByText('Gudang dua').first().waitFor()
    await second
      .getByText(/^To send: 1/)
      .first()
      .waitFor()
  })

  test('[ST1] one tab syncs, the other waits its turn', async () => {
    await person.goOnline()
    await second
      .getByText(/^All sent/)
      .first()
      .waitFor()
    const pushes = server.rows('select count(*) as count from ledger')
    expect(pushes).toEqual([{ count: 2n }])
    const locks = await second.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      const names = held.flatMap(lock => lock.name ?? [])
      return { held: names.length, distinct: new Set(names).size, pending: pending.length }
    })
    expect(locks.held).toBe(locks.distinct)
    expect(locks.pending).toBeGreaterThanOrEqual(1)
  })

  test('[ST1] when the tab that syncs is closed, the other takes over', async () => {
    await person.page.close()
    await second
      .getByRole('link', { name: /^New/ })
      .or(second.getByRole('button', { name: /^New/ }))
      .first()
      .waitFor()
    server.change('update record_b set nama = nama')
    person.use(second)
    await person.create('Record B', { ...gudang, Nama: 'Gudang tiga' })
    await person.waitForStatus(/^All sent/)
    expect(server.rows('select count(*) as count from record_b')).toEqual([{ count: 3n }])
  })

  test('the browser had nothing to complain of', () => {
    expect(person.complaints).toEqual([])
  })
})
