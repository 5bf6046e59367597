/** Story 16: how many touches the daily work costs: each press, key and typed value counts as one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import { scanCard } from './card-reader.ts'
import { dewi } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'
import { Touches } from './touches.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  await server.command('demo.ts', ['--records', '2000', '--records-b', '5', '--devices', '5'])
  person = await Person.sitDown({ origin: server.origin })
  await person.signIn(budi)
  await person.waitForFirstSync()
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

describe('Touches', () => {
  test('[UI32] ten hits of a search are changed in at most thirty touches', async () => {
    const { page } = person.playwright
    await person.goTo('Record A')
    const touches = new Touches(page)
    const grp = person.page.getByLabel('Grp', { exact: true })
    await touches.press(person.page.getByRole('searchbox'))
    await touches.type('dewi')
    await expect.poll(async () => (await person.total()).total).toBeLessThan(2_000)
    await touches.press(person.page.getByRole('row').nth(1))
    await touches.press(person.control(/^Edit$/))
    await touches.press(grp)
    await touches.key('ControlOrMeta+A')
    for (let nth = 1; nth <= 10; nth++) {
      await touches.type('77')
      const before = page.url()
      await touches.key(nth < 10 ? 'ControlOrMeta+Enter' : 'ControlOrMeta+S')
      await expect.poll(() => page.url()).not.toBe(before)
      if (nth < 10) await expect.poll(() => grp.evaluate(box => box === document.activeElement)).toBe(true)
    }
    expect(touches.count).toBe(26)
    await person.waitForStatus(/^All sent/)
    expect(server.rows("select id from record_a where grp = '77'")).toHaveLength(10)
  })

  test('[UI33] a second new person costs six touches', async () => {
    const { page } = person.playwright
    await person.open('/record_a/new')
    const device = person.page.getByLabel('Device', { exact: true })
    await device.click()
    await person.page.getByRole('option').first().click()
    await person.fill(dewi('Orang Pertama', '900001'))
    const alike = ['Device', 'Pri', 'Passwd', 'Grp', 'Tz', 'Verify', 'Vice card', 'Start', 'End']
    for (const name of alike) await person.button(`Keep ${name} for the next new one`).click()
    await person.button('Save and new').click()
    const pin = person.page.getByLabel('PIN', { exact: true })
    await expect.poll(() => pin.evaluate(box => box === document.activeElement)).toBe(true)
    const touches = new Touches(page)
    await touches.type('900002')
    await touches.key('Enter')
    await touches.type('Orang Kedua')
    await touches.key('Enter')
    await touches.type('0087654321')
    await touches.key('ControlOrMeta+Enter')
    expect(touches.count).toBe(6)
    await expect.poll(() => page.getByLabel('PIN', { exact: true }).inputValue()).toBe('')
    await person.button('Cancel').click()
    await person.waitForStatus(/^All sent/)
    const columns = 'device_id, pri, passwd, grp, tz, verify, vice_card, start_datetime, end_datetime'
    const [first, second] = server.rows(
      `select ${columns} from record_a where pin like '90000%' order by pin`,
    )
    expect(second).toEqual(first)
    expect(second!.end_datetime).toBe('2027-01-04T23:59:59')
  })

  test('[UI37] N adds a record from the list, and from no form that lies over it', async () => {
    const { page } = person.playwright
    await person.open('/record_a')
    await page.locator('.open').first().click()
    await person.control(/^Edit$/).click()
    await page.locator('form h1').click()
    const form = page.url()
    await page.keyboard.press('n')
    await page.keyboard.press('/')
    expect(page.url()).toBe(form)
    expect(await page.evaluate(() => document.activeElement?.matches('input[type=search]'))).toBe(false)
    await person.button('Cancel').click()
    await person.open('/record_a')
    await page.locator('.open').first().waitFor()
    await page.keyboard.press('n')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/record_a/new')
  })

  test('[UI91] any record is four keys and a few letters away, and whoever turns back types on where they were', async () => {
    const { page } = person.playwright
    await person.open('/sync')
    const [found] = server.rows<{ pin: string; name: string }>('select pin, name from record_a where id = 77')
    const palette = page.getByRole('combobox')
    await page.getByRole('heading', { name: 'Sync', exact: true }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await palette.waitFor()
    await page.keyboard.type(found!.pin)
    // At once: Enter is for what was typed, not for what stands there while the answer is on its way.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: found!.name }).first().waitFor()
    await person.open('/record_a')
    await person.search('dewi')
    await page.keyboard.press('ControlOrMeta+k')
    await palette.waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })
    await page.keyboard.type(' w')
    expect(await page.getByRole('searchbox').inputValue()).toBe('dewi w')
  })

  test('[UI93] [UI94] [UI95] a reader opens the record of a card, in the search and on any screen; without one it begins it', async () => {
    const { page } = person.playwright
    const [owner] = server.rows<{ name: string; card: string }>(
      'select name, card from record_a where id = 88',
    )
    const read = (code: string) => scanCard(page, code)
    await person.open('/record_a')
    await person.page.getByRole('searchbox').click()
    await read(owner!.card)
    await page.getByRole('heading', { name: owner!.name }).first().waitFor()
    await person.goTo('Settings')
    await page.getByRole('heading', { name: 'Settings', exact: true }).click()
    await read('0077889900')
    await page.waitForURL('**/record_a?*')
    await person.control(/^New Record A with Card 0077889900/).click()
    const card = person.page.getByLabel('Card', { exact: true })
    await expect.poll(() => card.evaluate(box => (box as HTMLInputElement).value)).toBe('0077889900')
  })

  test('the browser had nothing to complain of', () => {
    expect(person.complaints).toEqual([])
  })
})
