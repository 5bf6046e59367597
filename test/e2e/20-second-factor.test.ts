/** Story 20: an admin has a code asked for beside the password, signs in with it, and once without the phone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneTimeCode } from '../support/one-time-code.ts'
import { admin, createAccounts } from './accounts.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

const halfMinuteMs = 30_000

let server: TestServer
let ayu: Person
let secret = ''
let recovery: string[] = []

beforeAll(async () => {
  server = await TestServer.start(undefined, { DEVICE_LOCK: 'required' })
  await createAccounts(server, [])
  ayu = await Person.sitDown({ origin: server.origin })
})

afterAll(async () => {
  await ayu.leave()
  await server.remove()
})

async function enter(): Promise<void> {
  await ayu.open('/sign-in')
  await ayu.fill({ 'User name': admin.username, Password: admin.password })
  await ayu.button('Sign in').click()
}

/** The lock opens with the password that was typed before the code. */
async function protect(): Promise<void> {
  await ayu.page.getByText(/My password: nothing new/).waitFor()
  await ayu.button('Protect').click()
  await ayu.waitForFirstSync()
}

test('[AC18] it is on once the app’s first code was right, and its recovery codes are shown once', async () => {
  await enter()
  await protect()
  await ayu.goTo('Settings')
  await ayu.button('Turn on').click()
  const dialog = ayu.page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Secret for an app for codes').waitFor()
  const [text = ''] = await dialog.locator('code').allTextContents()
  secret = text.replaceAll(' ', '')
  await dialog.getByLabel('Code from the app', { exact: true }).fill(oneTimeCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await ayu.page.getByText('Your recovery codes').waitFor()
  recovery = await ayu.page.getByRole('dialog').locator('li').allTextContents()
  expect(recovery).toHaveLength(10)
  await ayu.button('I have kept them').click()
  await ayu.page.getByText('Signing in asks for a code from your app as well.').waitFor()
})

test('[AC18] signing in asks for a code after the password; a wrong one is said to be wrong', async () => {
  await ayu.signOut()
  await expect.poll(() => ayu.databases().catch(String)).toEqual([])
  await enter()
  const code = ayu.page.getByLabel('Code', { exact: true })
  await code.fill('000000')
  await ayu.button('Sign in').click()
  await ayu.page.getByText('The code is not right, or was used before.').waitFor()
  await code.fill(oneTimeCode(secret, Date.now() + halfMinuteMs))
  await ayu.button('Sign in').click()
  await protect()
})

test('[AC18] a recovery code lets its person in without the phone', async () => {
  await ayu.signOut()
  await expect.poll(() => ayu.databases().catch(String)).toEqual([])
  await enter()
  await ayu.page.getByLabel('Code', { exact: true }).fill(recovery[0] ?? '')
  await ayu.button('Sign in').click()
  await protect()
  await ayu.goTo('Settings')
  await ayu.button('Turn off').click()
  const dialog = ayu.page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(admin.password)
  await dialog.getByLabel('Code from the app, or a recovery code').fill(recovery[1] ?? '')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await ayu.button('Turn on').waitFor()
})
