/** Story 18: a tablet is locked, found in a taxi, guessed at, and given back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultPolicy } from '../../shared/policy.ts'
import { admin, budi, citra, createAccounts, setPolicy, signIn } from './accounts.ts'
import { dewi, gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'
import { keysFor, placesOf, type Sealed } from './stolen-profile.ts'

const passphrase = 'empat kuda di ladang'
const readable = 'Dewi Anggr,Dewi+Anggr,Dewi%20Anggr,0012345678,rahasia 7,Gudang Utara'.split(',')
const secrets = [...readable, passphrase, budi.password]

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start(undefined, { DEVICE_LOCK: 'required' })
  await createAccounts(server, [budi, citra])
  person = await Person.sitDown({ origin: server.origin })
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

async function enter(account = budi): Promise<void> {
  await person.open('/')
  await person.page.getByLabel('User name', { exact: true }).fill(account.username)
  await person.page.getByLabel('Password', { exact: true }).fill(account.password)
  await person.button('Sign in').click()
}

async function unlock(text: string): Promise<void> {
  await person.page.getByLabel(/^(Your password|Passphrase of this browser)$/).fill(text)
  await person.button('Unlock').click()
  // Under another name while it tries.
  await person.button('Unlock').or(person.page.getByRole('navigation')).first().waitFor()
}

async function lock(): Promise<void> {
  await person.goTo('Settings')
  await person.button('Lock now').click()
  await person.page.getByRole('heading', { name: 'Locked' }).waitFor()
}

/** A page of records, as it stands in the browser. */
function sealedPage({ playwright }: Person, name: string): Promise<Sealed> {
  return playwright.page.evaluate(async database => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await asked(indexedDB.open(database))
    const rows = await asked(db.transaction('pages').objectStore('pages').getAll())
    db.close()
    const { kind, page, sealed } = rows.at(-1)
    return { place: `pages/${kind}/${page}`, iv: [...sealed.iv], bytes: [...new Uint8Array(sealed.bytes)] }
  }, name)
}

describe('A lock', () => {
  test('[LK1] is asked for at the first sign-in, and takes the password', async () => {
    await enter()
    await person.page.getByRole('heading', { name: 'Protect this browser' }).waitFor()
    await person.page.getByText(/My password: nothing new/).waitFor()
    await person.button('Protect').click()
    await person.waitForFirstSync()
    await person.create('Device', { Name: 'Gate 3' })
    await person.create('Record A', { Device: 'Gate 3', ...dewi('Dewi Anggraini', '20260017') })
    await person.create('Record B', { ...gudang, Nama: 'Gudang Utara' })
    await person.waitForStatus(/^All sent/)
  })

  test('[LK3] hides everything, in every tab, and opens where it was with what was typed', async () => {
    await person.goTo('Record B')
    await person.control(/^New/).click()
    await person.page.getByLabel('Nama', { exact: true }).fill('Gudang belum jadi')
    const { context, page } = person.playwright
    const second = await context.newPage()
    await second.goto(`${server.origin}/settings`)
    // It has the key from the first.
    await second.getByRole('button', { name: 'Lock now' }).click()
    await second.getByRole('heading', { name: 'Locked' }).waitFor()
    await page.getByRole('heading', { name: 'Locked' }).waitFor()
    expect(await page.content()).not.toContain('Gudang')
    await second.close()
    const startedAt = performance.now()
    await unlock(budi.password)
    await person.page.getByLabel('Nama', { exact: true }).waitFor()
    console.log(`unlocked in ${Math.round(performance.now() - startedAt)} ms`)
    expect(page.url()).toContain('/new')
    await expect.poll(() => page.getByLabel('Nama', { exact: true }).inputValue()).toBe('Gudang belum jadi')
    await person.fill({ ...gudang, Nama: 'Gudang sudah jadi' })
    await person.save()
  })

  test('[LK3] nothing is received while it is locked, and everything is afterwards', async () => {
    await lock()
    const cookie = await signIn(server, admin)
    const before = server.log.split('/api/sync/').length
    expect(cookie).not.toBe('')
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(server.log.split('/api/sync/').length).toBe(before)
    await unlock(budi.password)
    await person.waitForStatus(/^All sent/)
  })

  test('[AC20] neither the console of a locked browser nor its cookies get anything from the server', async () => {
    await lock()
    const { context, page } = person.playwright
    const fromConsole = await page.evaluate(async () => {
      const code = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"userId":"x"}' }
      const answers = await Promise.all([fetch('/api/sync/changes'), fetch('/api/browsers/code', code)])
      return answers.map(({ status }) => status)
    })
    expect(fromConsole).toEqual([401, 401])
    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const asked = (path: string) => fetch(`${server.origin}${path}`, { headers: { cookie: cookies } })
    expect((await asked('/api/sync/changes')).status).toBe(401)
    expect(await (await asked('/api/auth/get-session')).json()).toMatchObject({ user: { username: 'budi' } })
    await unlock(budi.password)
    await person.create('Record B', { ...gudang, Nama: 'Gudang terbuka' })
    await person.waitForStatus(/^All sent/)
  })

  test('[LK1] [LK4] with a passphrase of its own; a wrong one is said to be wrong', async () => {
    await person.goTo('Settings')
    await person.button('Change the passphrase').click()
    const dialog = person.page.getByRole('dialog')
    await dialog.getByLabel('Passphrase or password of now', { exact: true }).fill(budi.password)
    await dialog.getByLabel('New passphrase', { exact: true }).fill(passphrase)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await person.page.getByText(/opens with its own passphrase/).waitFor()
    await lock()
    await unlock(budi.password)
    await person.page.getByText('That is not the passphrase.').waitFor()
    await unlock(passphrase)
    await person.waitForStatus(/^All sent/)
  })

  test('[LK1] by a passkey, whose authenticator answers with a secret', async () => {
    const { context, page } = person.playwright
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        hasPrf: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await person.goTo('Settings')
    await person.button('Add a passkey').click()
    const dialog = person.page.getByRole('dialog')
    await dialog.getByLabel('Passphrase or password of now', { exact: true }).fill(passphrase)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await person.page.getByText(/also opens with 1 passkey/).waitFor()
    await lock()
    await person.button('Unlock with the passkey').click()
    await person.waitForStatus(/^All sent/)
  })

  test('[LK2] [LK3] the browser started again offline, it opens with the passphrase', async () => {
    await person.goOffline()
    await person.restartBrowser('/record_a')
    await person.page.getByRole('heading', { name: 'Locked' }).waitFor()
    await unlock(passphrase)
    await person.search('Dewi Anggr')
    await person.page.getByText('Dewi Anggraini').first().waitFor()
    await person.goOnline()
    await person.waitForStatus(/^All sent/)
  })
})

describe('A browser that had no lock', () => {
  test('[LK5] its key lies beside its data until it has one; then neither is there, and nothing is lost', async () => {
    const cookie = await signIn(server, admin)
    const policy = { lockAfterMinutes: 10, triesAtMost: 10, offlineDays: 30 }
    await setPolicy(server, { ...defaultPolicy, deviceLock: 'off', ...policy }, cookie)
    const siti = await Person.sitDown({ origin: server.origin })
    try {
      await siti.signIn(citra)
      await siti.waitForStatus(/^All sent/)
      await siti.goOffline()
      await siti.create('Record B', { ...gudang, Nama: 'Gudang Malam' })
      const [id = ''] = await siti.databases()
      const sealed = await sealedPage(siti, id)
      await siti.closeBrowser()
      const found = keysFor(await siti.files(), sealed)
      expect(found).toHaveLength(1)
      await setPolicy(server, { ...defaultPolicy, deviceLock: 'required', ...policy }, cookie)
      await siti.openBrowser()
      await siti.goOnline()
      // It hears that at its first contact.
      await siti.open('/record_b')
      await siti.page.getByLabel('Passphrase of this browser', { exact: true }).fill(passphrase)
      await siti.page.getByLabel('The same once more', { exact: true }).fill(passphrase)
      await siti.button('Protect').click()
      await siti.page.getByText('Gudang Malam').first().waitFor()
      expect(await siti.databases()).toEqual([`${id}:2`])
      const holds = (bytes: Buffer) => found.some(key => bytes.includes(key))
      const holding = async () =>
        [...(await siti.files())].filter(([, bytes]) => holds(bytes)).map(([path]) => path)
      // The browser compacts a database that was deleted, and takes its files away, a moment later.
      await expect.poll(holding, { timeout: 60_000 }).toEqual([])
      await siti.closeBrowser()
      expect(await holding()).toEqual([])
      expect(keysFor(await siti.files(), sealed)).toEqual([])
    } finally {
      await siti.leave()
    }
  })
})

describe('A stolen profile', () => {
  test('[LK2] [PG4] nothing in it is readable, and no key in it opens anything', async () => {
    const [name = ''] = await person.databases()
    const sealed = await sealedPage(person, name)
    await person.closeBrowser()
    const files = await person.files()
    expect(files.size).toBeGreaterThan(20)
    expect(secrets.map(secret => [secret, placesOf(files, secret)])).toEqual(
      secrets.map(secret => [secret, []]),
    )
    expect(keysFor(files, sealed)).toEqual([])
    await person.openBrowser()
  })

  test('[LK4] the last wrong guess destroys what is there', async () => {
    await person.open('/')
    for (let tries = 1; tries <= 2; tries++) {
      await unlock('salah sama sekali')
      await person.page.getByText('That is not the passphrase.').waitFor()
    }
    await unlock('salah sama sekali')
    await person.page.getByText(/After 7 more wrong tries/).waitFor()
    await person.button('Remove the data').click()
    await person.page.getByRole('dialog').getByRole('button', { name: 'Remove the data' }).click()
    await person.page.getByLabel('User name', { exact: true }).waitFor()
    await expect.poll(() => person.databases().catch(String)).toEqual([])
  })
})
