/** Story 21: somebody has the tablet in their hands, and tries what a lock screen alone does not keep out. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userHeader } from '../../shared/user-header.ts'
import { admin, budi, createAccounts, signIn } from './accounts.ts'
import { dewi, gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'
import { placesOf } from './stolen-profile.ts'

const hourMs = 60 * 60 * 1000

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start(undefined, { DEVICE_LOCK: 'required' })
  await createAccounts(server, [budi])
  person = await Person.sitDown({ origin: server.origin })
  await enter()
  await person.button('Protect').click()
  await person.waitForFirstSync()
  await person.create('Device', { Name: 'Gate 3' })
  await person.waitForStatus(/^All sent/)
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

async function enter(): Promise<void> {
  await person.open('/')
  await person.fill({ 'User name': budi.username, Password: budi.password })
  await person.button('Sign in').click()
}

const lockScreen = (page: Page = person.playwright.page) => page.getByRole('heading', { name: 'Locked' })
const inside = (page: Page = person.playwright.page) => page.getByRole('navigation').first()

async function unlock(text = budi.password): Promise<void> {
  await person.page.getByLabel('Your password', { exact: true }).fill(text)
  await person.button('Unlock').click()
}

async function lock(): Promise<void> {
  await person.goTo('Settings')
  await person.button('Lock now').click()
  await lockScreen().waitFor()
}

async function api(path: string, cookie: string, body?: unknown, headers = {}): Promise<Response> {
  const own = { cookie, origin: server.origin, 'content-type': 'application/json', ...headers }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`${server.origin}/api/${path}`, { headers: own, ...sent })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** A second tab whose page hears nothing, as one that prints; returns how it hears again. */
async function deafTab(context: BrowserContext): Promise<{ page: Page; hear(): Promise<void> }> {
  const page = await context.newPage()
  await page.goto(server.origin)
  await inside(page).waitFor()
  // Nobody prints a page that is still being opened.
  await page.waitForLoadState('networkidle')
  const asked = page.waitForEvent('dialog')
  void page.evaluate(() => alert('stands for a print dialog')).catch(() => {})
  const dialog = await asked
  return { page, hear: () => dialog.accept() }
}

describe('What is locked', () => {
  test('[LK11] is another page: neither its stores nor its heap know what was typed', async () => {
    const { page, context } = person.playwright
    await person.goTo('Record A')
    await person.control(/^New/).click()
    await person.fill({ Device: 'Gate 3', ...dewi('Siti Rahma', '20260018') })
    await person.save()
    await person.find('Record A', 'Siti Rahma')
    await person.row('Siti Rahma').first().waitFor()
    await page.evaluate(() => Object.assign(window, { isOld: true }))
    await lock()
    expect(await page.evaluate(() => 'isOld' in window)).toBe(false)
    const devTools = await context.newCDPSession(page)
    let heap = ''
    devTools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (heap += chunk))
    await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    const words = ['Siti Rahma', '20260018', 'rahasia 7', '0012345678']
    expect(words.filter(word => heap.includes(word))).toEqual([])
    await unlock()
    await inside().waitFor()
  })

  test('[LK3] comes back with the search that stood in its address, and with the way back to it', async () => {
    const { page } = person.playwright
    await person.find('Record A', 'Siti Rahma')
    await expect.poll(() => page.url()).toContain('?asked=')
    await lock()
    await unlock()
    await person.button('Lock now').waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('Siti Rahma')
  })

  test('[LK10] stays so for a wrong passphrase, while another tab’s page hears nothing', async () => {
    const deaf = await deafTab(person.playwright.context)
    await lock()
    await unlock('ini salah sekali')
    await person.page.getByText(/That does not open this browser/).waitFor()
    await person.open('/')
    await lockScreen().waitFor()
    await deaf.hear()
    await lockScreen(deaf.page).waitFor()
    await deaf.page.close()
    await unlock()
    await inside().waitFor()
  })
})

test('[LK3] the first touch after a sleep finds it locked', async () => {
  const { page, context } = person.playwright
  await context.addInitScript(() => {
    const real = Date.now.bind(Date)
    Date.now = () => real() + Number(sessionStorage.getItem('asleep') ?? 0)
  })
  await person.open('/record_a')
  await unlock()
  await inside().waitFor()
  await page.evaluate(ms => sessionStorage.setItem('asleep', String(ms)), 12 * hourMs)
  await page.keyboard.press('Shift')
  await lockScreen().waitFor()
  await page.evaluate(() => sessionStorage.clear())
  await person.open('/')
  await unlock()
  await person.waitForStatus(/^All sent/)
})

test('[LK12] a saved view is neither fetched nor written before the data is open', async () => {
  const cookie = await signIn(server, budi)
  const { user } = (await (await api('auth/get-session', cookie)).json()) as { user: { id: string } }
  const value = { name: 'Pasien Dewi', query: { q: 'Dewi Anggraini' }, columns: {} }
  const entries = { 'view record_a 1': { value, at: 5 } }
  await api('preferences', cookie, { entries }, { [userHeader]: user.id })
  const before = server.log.length
  await person.restartBrowser('/record_a')
  await lockScreen().waitFor()
  await expect.poll(() => server.log.slice(before)).toContain('get-session')
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(server.log.slice(before)).not.toContain('/api/preferences')
  await unlock()
  await person.waitForStatus(/^All sent/)
  await expect.poll(() => server.log.slice(before)).toContain('/api/preferences')
  await person.closeBrowser()
  expect(placesOf(await person.files(), 'Pasien Dewi')).toEqual([])
  await person.openBrowser()
})

test('[BP4] where nobody is signed in, a browser that has been revoked empties itself, and says so', async () => {
  await person.open('/')
  await unlock()
  await person.waitForStatus(/^All sent/)
  await person.goOffline()
  await person.create('Record B', { ...gudang, Nama: 'Gudang Rahasia' })
  await person.signOut()
  expect(await person.databases()).toHaveLength(1)
  await person.goOnline()
  await person.open('/')
  await person.page.getByLabel('User name', { exact: true }).waitFor()
  // Or this page would still hear of it, and the next one find nothing to be emptied.
  await person.closeBrowser()
  const cookie = await signIn(server, admin)
  const { browsers } = (await (await api('browsers', cookie)).json()) as {
    browsers: {
      id: string
      userId: string
      username: string
      removedAt: string | null
      isSignedIn: boolean
    }[]
  }
  for (const { id, userId, username } of browsers)
    if (username === budi.username)
      await api('browsers/revoke', cookie, { browser: id, userId, revocation: 'now' })
  await person.openBrowser()
  await person.open('/')
  await person.page.getByText('An admin has revoked this browser').waitFor()
  expect(await person.databases()).toEqual([])
})
