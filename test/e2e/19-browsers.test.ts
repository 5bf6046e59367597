/** Story 19: a tablet is set up without a password, named, and taken away again: once its work is sent, or at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, budi, createAccounts } from './accounts.ts'
import { dewi } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

const passphrase = 'empat kuda di ladang'

let server: TestServer
let office: Person
let tablet: Person

beforeAll(async () => {
  server = await TestServer.start(undefined, { DEVICE_LOCK: 'required' })
  await createAccounts(server, [budi])
  office = await Person.sitDown({ origin: server.origin })
  tablet = await Person.sitDown({ origin: server.origin, size: { width: 1024, height: 768 }, isTouch: true })
  await office.open('/')
  await office.fill({ 'User name': admin.username, Password: admin.password })
  await office.button('Sign in').click()
  await office.button('Protect').click()
  await office.waitForFirstSync()
})

afterAll(async () => {
  await tablet.leave()
  await office.leave()
  await server.remove()
})

async function setUp(): Promise<void> {
  await office.goTo('Users')
  const code = await codeFor(/Set up a browser/)
  await tablet.open(`/set-up#${code}`)
  await tablet.button('Set up').click()
  await tablet.page.getByRole('heading', { name: 'Protect this browser' }).waitFor()
  await tablet.fill({ 'Passphrase of this browser': passphrase, 'The same once more': passphrase })
  await tablet.button('Protect').click()
  await tablet.waitForFirstSync()
}

/** Of the person listed last. */
async function codeFor(name: RegExp): Promise<string> {
  await office.page.getByRole('button', { name }).last().click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('Address and code for the new browser').waitFor()
  const [text = ''] = await dialog.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/).allTextContents()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return text
}

async function revoke(way: RegExp): Promise<void> {
  await office.goTo('Users')
  await office.goTo('Browsers')
  const row = office.page.locator('li').filter({ hasText: 'budi' })
  await row.getByRole('button', { name: 'Revoke…' }).click()
  await office.page.getByLabel(way).click()
  await office.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await office.page.getByText('Done').first().waitFor()
}

const gone = () => tablet.page.getByText('An admin has revoked this browser: your data').waitFor()

test('[BP6] a code from the office signs its person in, and the lock is one of their choice', async () => {
  await setUp()
  await tablet.create('Device', { Name: 'Gate 3' })
  await tablet.waitForStatus(/^All sent/)
})

test('[BP2] an admin sees it, and calls it what people call it', async () => {
  await office.goTo('Browsers')
  const row = office.page.locator('li').filter({ hasText: 'budi' })
  await row.getByRole('button', { name: 'Rename' }).click()
  await office.fill({ Name: 'Gate 3 tablet' })
  await office.button('Save').click()
  await row.getByText('Gate 3 tablet').waitFor()
  await row.getByText(/Chrome on/).waitFor()
  await tablet.goTo('Settings')
  await tablet.page.getByText('Gate 3 tablet').waitFor()
})

test('[BP5] what was not sent is sent first, then its data goes by itself', async () => {
  await tablet.goOffline()
  await tablet.create('Record A', { Device: 'Gate 3', ...dewi('Dewi Anggraini', '20260017') })
  await revoke(/send first/)
  // The network that comes back loses the first question.
  await tablet.playwright.context.route('**/api/auth/get-session**', route => route.abort(), { times: 1 })
  await tablet.goOnline()
  await gone()
  expect(await tablet.databases()).toEqual([])
  expect(server.rows(`select name from record_a`)).toEqual([{ name: 'Dewi Anggraini' }])
})

test('[BP4] revoked at once, it is emptied at its next contact, though it is locked', async () => {
  await setUp()
  expect((await tablet.databases()).length).toBeGreaterThan(0)
  await tablet.goTo('Settings')
  await tablet.button('Lock now').click()
  await tablet.page.getByRole('heading', { name: 'Locked' }).waitFor()
  await revoke(/Remove at once/)
  await tablet.open('/')
  await gone()
  expect(await tablet.databases()).toEqual([])
})
