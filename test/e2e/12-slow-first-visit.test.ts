/** Story 12: a first visit over a slow line; before the app's own files are on the device, nobody leaves for the field. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import { HoldingProxy } from './holding-proxy.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

/** Asked for by nobody but the service worker, and late. */
const lateFile = '/icon-180.png'

let server: TestServer
let proxy: HoldingProxy
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  proxy = await HoldingProxy.start(server.port)
})

afterAll(async () => {
  await person.leave()
  proxy.close()
  await server.remove()
})

async function lookWhetherReady(): Promise<void> {
  await person.goTo('Sync')
  await person.control(/^Ready for the field/).click()
}

const verdict = (text: string) => person.page.getByText(text, { exact: true }).first().waitFor()

describe('A slow first visit', () => {
  test('[UI18] while the files come, the status does not call it done, and Ready says why', async () => {
    proxy.hold(lateFile)
    person = await Person.sitDown({ origin: proxy.origin })
    await person.signIn(budi)
    await person.waitForStatus(/^Not ready for offline yet.*All sent/)
    await lookWhetherReady()
    await verdict('Not ready yet')
    await person.page.getByText('still being stored').waitFor()
  })

  test('[UI18] and that is so: without the line, the app does not open again', async () => {
    await person.goOffline()
    // Some browsers call their error page a failure.
    await person.page.reload().catch(() => {})
    expect(await person.status().count()).toBe(0)
    await person.goOnline()
    await person.open('/ready')
    await person.waitForStatus(/^Not ready for offline yet.*All sent/)
  })

  test('[UI18, UI100, UI101] when the last file has come, it is ready by itself, and opens without a network', async () => {
    proxy.letGo(lateFile)
    await person.waitForStatus(/^All sent/)
    await verdict('Ready')
    await verdict('The clock is right')
    await person.goOffline()
    await person.page.reload()
    await person.waitForStatus(/^(Offline|Server not reachable)/)
    expect(await person.status().textContent()).not.toContain('Not ready')
    await verdict('Ready')
  })

  test('[UI18] a registration that fails is said, and tried again when the browser is online', async () => {
    await person.leave()
    proxy.refuse('/sw.js')
    person = await Person.sitDown({ origin: proxy.origin })
    await person.signIn(budi)
    await person.waitForStatus(/^Not ready for offline.*All sent/)
    await lookWhetherReady()
    await person.page.getByText('Check the connection').waitFor()
    await person.goOffline()
    proxy.accept('/sw.js')
    await person.goOnline()
    await person.waitForStatus(/^All sent/)
    await verdict('Ready')
  })

  test('the browser complained of nothing else', () => {
    expect(person.complaints.filter(text => !text.includes('503'))).toEqual([])
  })
})
