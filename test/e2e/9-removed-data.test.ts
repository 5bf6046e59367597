/** Story 9: the browser removes what the app kept on the device; the person is told what went with it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import { gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  person = await Person.sitDown({ origin: server.origin })
  await person.signIn(budi)
  await person.waitForFirstSync()
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

const notice = (text: RegExp) => person.page.getByRole('alert').filter({ hasText: text })

/** What Chromium removes when space runs short: all that its quota counts, of the whole origin. */
async function removeStored(): Promise<void> {
  const { context, page } = person.playwright
  await page.goto('about:blank')
  const session = await context.newCDPSession(page)
  const storageTypes = 'indexeddb,cache_storage,service_workers,file_systems'
  await session.send('Storage.clearDataForOrigin', { origin: server.origin, storageTypes })
}

describe('Removed by the browser', () => {
  test('[RM1, RM2] everything: sign-in says how much was lost, and so does the app, until it is read', async () => {
    await person.goOffline()
    await person.create('Record B', { ...gudang, Nama: 'Gudang hilang é' })
    await person.create('Record B', { ...gudang, Nama: 'Gudang hilang 🌋' })
    await person.waitForStatus(/^To send: 2/)
    await removeStored()
    await person.goOnline()
    await person.open('/')
    await notice(/The browser has removed .* 2 changes that were not sent are lost/).waitFor()
    await person.fill({ 'User name': budi.username, Password: budi.password })
    await person.button('Sign in').click()
    await notice(/2 changes that were not sent are lost/).waitFor()
    await person.waitForStatus(/^All sent/)
    await person.page.reload()
    await notice(/2 changes that were not sent are lost/).waitFor()
    await person.button('I have read this').click()
    await notice(/removed/).waitFor({ state: 'hidden' })
    await person.page.reload()
    await person.waitForStatus(/^All sent/)
    expect(await notice(/removed/).count()).toBe(0)
  })

  test('[RM1] only the records: no password is asked for, and what was lost is said', async () => {
    await person.goOffline()
    await person.create('Record B', { ...gudang, Nama: 'Gudang ketiga' })
    await person.waitForStatus(/^To send: 1/)
    // Nothing may be sent before it is removed.
    await person.page.goto('about:blank')
    await person.goOnline()
    await person.page.goto(`${server.origin}/api/health`)
    await person.page.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        if (name?.startsWith('records:')) indexedDB.deleteDatabase(name)
    })
    await person.open('/')
    await notice(/1 change that was not sent is lost/).waitFor()
    await person.waitForStatus(/^All sent/)
  })

  test('[RM2] everything but the session: sign-in says that something may have been lost', async () => {
    await removeStored()
    await person.page.goto(`${server.origin}/api/health`)
    await person.page.evaluate(() => localStorage.clear())
    await person.open('/')
    await notice(/If some of your changes had not been sent yet, they are lost/).waitFor()
  })
})
