/** Story 6: the session ends while there is no network; work goes on, and stays with whoever did it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, citra, createAccounts } from './accounts.ts'
import { gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi, citra])
  person = await Person.sitDown({ origin: server.origin })
  await person.signIn(budi)
  await person.waitForFirstSync()
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

const names = () =>
  server.rows<{ nama: string }>('select nama from record_b order by nama').map(row => row.nama)

describe('An expired session', () => {
  test('[ST4] work goes on, the app says why it is not sent, and nothing is lost', async () => {
    await person.goOffline()
    server.change('delete from session')
    await person.create('Record B', { ...gudang, Nama: 'Gudang Budi' })
    await person.waitForStatus(/^To send: 1/)
    await person.goOnline()
    await person.waitForStatus(/^Sign in to send 1 change/)
    await person.create('Record B', { ...gudang, Nama: 'Gudang Budi dua' })
    await person.waitForStatus(/^Sign in to send 2 changes/)
    expect(names()).toEqual([])
  })

  test('[ST4] another person on the same browser sees none of it', async () => {
    await person.signOut()
    await person.signIn(citra)
    await person.waitForStatus(/^All sent/)
    await person.goTo('Record B')
    await person.page.getByText(/^No .+ yet$/).waitFor()
    await person.create('Record B', { ...gudang, Nama: 'Gudang Citra' })
    await person.waitForStatus(/^All sent/)
    expect(names()).toEqual(['Gudang Citra'])
  })

  test('[ST4] after signing in as the same user it is sent', async () => {
    await person.signOut()
    await person.signIn(budi)
    await person.waitForStatus(/^All sent/)
    expect(names()).toEqual(['Gudang Budi', 'Gudang Budi dua', 'Gudang Citra'])
    const writers = server.rows(
      `select user.username, count(*) as count from ledger join user on user.id = ledger.user_id
       group by user.username order by user.username`,
    )
    expect(writers).toEqual([
      { username: 'budi', count: 2n },
      { username: 'citra', count: 1n },
    ])
  })
})
