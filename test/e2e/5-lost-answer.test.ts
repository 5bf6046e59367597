/** Story 5: the server did the work and its answer got lost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import { CuttingProxy } from './cutting-proxy.ts'
import { gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let proxy: CuttingProxy
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  proxy = await CuttingProxy.start(server.port)
  person = await Person.sitDown({ origin: proxy.origin })
  await person.signIn(budi)
  await person.waitForFirstSync()
})

afterAll(async () => {
  await person.leave()
  proxy.close()
  await server.remove()
})

const ledger = () => server.rows('select op, count(*) as count from ledger group by op order by op')

describe('A lost answer', () => {
  test('[PU2, OB5] a record whose answer was lost twice is there once, and counts as sent', async () => {
    proxy.cutAnswers('/api/sync/push', 2)
    await person.create('Record B', gudang)
    await person.waitForStatus(/^All sent/)
    expect(proxy.cuts).toEqual(['/api/sync/push', '/api/sync/push'])
    expect(server.rows('select nama from record_b')).toEqual([{ nama: gudang.Nama }])
    expect(ledger()).toEqual([{ op: 'create', count: 1n }])
  })

  test('[OB3, PU2] so is an edit, and one made while the answer is missing', async () => {
    proxy.cutAnswers('/api/sync/push', 1)
    await person.edit('Record B', String(gudang.Nama), { PT: 'BDG' })
    await person.edit('Record B', String(gudang.Nama), { Divisi: 'Z' })
    await person.waitForStatus(/^All sent/)
    expect(proxy.cuts).toHaveLength(3)
    expect(server.rows('select pt, divisi from record_b')).toEqual([{ pt: 'BDG', divisi: 'Z' }])
    expect(await person.status().textContent()).not.toMatch(/To send|Needs attention/)
  })
})
