/** Story 27: a crew has its site. A manager takes it away while one of them is there, without a network and with edits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, admin, budi, createAccounts } from './accounts.ts'
import { dewi } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

const maya: Account = { username: 'maya', password: 'angin-laut-di-merak' }

let server: TestServer
let office: Person
let manager: Person
let crew: Person
const people: Person[] = []

async function sitDown(
  options: { isTouch?: boolean; size?: { width: number; height: number } } = {},
): Promise<Person> {
  const person = await Person.sitDown({ origin: server.origin, ...options })
  people.push(person)
  return person
}

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  office = await sitDown()
  await office.signIn(admin)
  await office.waitForFirstSync()
  await office.createUser({ ...maya, name: 'Maya', role: 'Manager' })
  for (const [site, device, name, pin] of [
    ['Pelabuhan', 'Gerbang 1', 'Siti Rahma', '1001'],
    ['Bandara', 'Gerbang 2', 'Joko Ñandú', '1002'],
  ] as const) {
    await office.create('Sites', { Name: site })
    await office.create('Devices', { Name: device, 'Site (optional)': site })
    await office.create('Record A', { Device: device, ...dewi(name, pin) })
  }
  await office.waitForStatus(/^All sent/)
})

afterAll(async () => {
  for (const each of people) await each.leave()
  await server.remove()
})

/** What this dialog says that it would come to, once it has been counted. */
const preview = ({ playwright: { page } }: Person) => page.locator('dialog .preview p').first()

async function openGrants(by: Person, name: string): Promise<void> {
  await by.goTo('Users')
  await by.playwright.page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: 'What they may see' })
    .click()
}

async function limitTo(by: Person, name: string, sites: readonly string[]): Promise<void> {
  const { page } = by.playwright
  await openGrants(by, name)
  await page.getByLabel('Only what is granted').check()
  for (const site of sites) {
    await page.getByRole('combobox', { name: 'Sites' }).fill(site)
    await page.getByRole('option', { name: site }).click()
  }
  await expect.poll(() => preview(by).innerText()).toContain(`${sites.length} Record A`)
  await by.button('Save').click()
  await page.locator('dialog').waitFor({ state: 'detached' })
}

async function found(by: Person, kind: string, text: string): Promise<number> {
  await by.find(kind, text)
  await expect.poll(async () => (await by.total()).total).toBeGreaterThanOrEqual(0)
  return (await by.total()).total
}

describe('A crew and its site', () => {
  test('[SC2] [SC7] an admin grants, and sees before what that comes to', async () => {
    await limitTo(office, 'Maya', ['Pelabuhan', 'Bandara'])
    await limitTo(office, 'budi', ['Pelabuhan'])
    await office.playwright.page.getByText('Sees 1 Site').waitFor()
  })

  test('[SC2] [SC9] the tablet holds what is at their site, and no passwords', async () => {
    crew = await sitDown({ isTouch: true, size: { width: 1024, height: 768 } })
    await crew.signIn(budi)
    await crew.waitForFirstSync()
    expect([await found(crew, 'Record A', ''), await found(crew, 'Devices', '')]).toEqual([1, 1])
    await crew.openRecord('Record A', 'Siti Rahma')
    expect(await crew.playwright.page.locator('article').innerText()).not.toContain('Passwd')
    await crew.control(/^Edit$/).click()
    await crew.page.getByText('Not shown to you').waitFor()
    await crew.fill({ Passwd: 'rahasia baru', Grp: '4' })
    await crew.save()
    await crew.waitForStatus(/^All sent/)
    expect(server.rows(`select passwd, grp from record_a where pin = '1001'`)).toEqual([
      { passwd: 'rahasia baru', grp: '4' },
    ])
  })

  test('[SC4] [SC8] a manager takes the site away while they are there with edits: these stay, and say why', async () => {
    await crew.goOffline()
    await crew.edit('Record A', 'Siti Rahma', { Name: 'Siti Rahmawati', Card: '0099887766' })
    manager = await sitDown()
    await manager.signIn(maya)
    await manager.waitForFirstSync()
    expect(await found(manager, 'Record A', '')).toBe(2)
    const { page } = manager.playwright
    await openGrants(manager, 'budi')
    await page.locator('dialog').getByText('Pelabuhan').click()
    await expect.poll(() => preview(manager).innerText()).toContain('nothing')
    await manager.button('Save').click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await crew.goOnline()
    await crew.openAttention('Siti Rahmawati')
    expect(await found(crew, 'Record A', 'zzz')).toBe(0)
    await crew.openAttention('Siti Rahmawati')
    expect(server.rows(`select name from record_a where pin = '1001'`)).toEqual([{ name: 'Siti Rahma' }])
  })

  test('[SC10] they hand it over; the manager finds it under their name, and takes it', async () => {
    await crew.button('Hand over').click()
    await crew.page.getByText('Handed over.').waitFor()
    await crew.page.getByText('Nothing needs you').waitFor()
    await manager.goTo('Needs attention')
    const { page } = manager.playwright
    const row = page.getByRole('listitem').filter({ hasText: 'Siti Rahmawati' })
    await row.waitFor()
    expect(await row.innerText()).toContain('budi')
    expect(await row.innerText()).toContain('0099887766')
    await row.getByRole('button', { name: 'Take' }).click()
    await page.getByText('Nothing needs you').waitFor()
    await manager.waitForStatus(/^All sent/)
    expect(server.rows(`select name, card, changed_by from record_a where pin = '1001'`)).toEqual([
      { name: 'Siti Rahmawati', card: '0099887766', changed_by: 'maya' },
    ])
  })

  test('[SC11] the manager makes an account for who comes next, and says what they may see', async () => {
    const { page } = manager.playwright
    const eka: Account = { username: 'eka', password: 'pasang-surut-di-anyer' }
    await manager.createUser({ ...eka, name: 'Eka', role: 'Viewer' })
    await page.locator('dialog').getByText('What Eka may see').waitFor()
    await page.getByRole('combobox', { name: 'Sites' }).fill('Bandara')
    await page.getByRole('option', { name: 'Bandara' }).click()
    await expect.poll(() => preview(manager).innerText()).toContain('1 Record A')
    await manager.button('Save').click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    const next = await sitDown({ size: { width: 390, height: 844 } })
    await next.signIn(eka)
    await next.waitForFirstSync()
    expect(await found(next, 'Record A', '')).toBe(1)
    await next.find('Record A', 'Joko')
  })

  test('nobody’s browser had anything to complain of', () => {
    expect(people.flatMap(({ complaints }) => complaints)).toEqual([])
  })
})
