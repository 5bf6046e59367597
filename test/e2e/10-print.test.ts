/** Story 10: in the dark, a list and a record go onto paper, and the screen stays as it was. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budi, createAccounts } from './accounts.ts'
import { dewi } from './entries.ts'
import { printed, type Sheet } from './paper.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

const longName = `Dewi Ñandú 😀 ${'Wijayakusumaningrat'.repeat(12)}`
const pin = '900000000000000000000000000042'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  await server.command('demo.ts', ['--records', '300', '--records-b', '3', '--devices', '5'])
  person = await Person.sitDown({
    origin: server.origin,
    size: { width: 1024, height: 768 },
    colorScheme: 'dark',
  })
  await person.signIn(budi)
  await person.waitForFirstSync()
  await person.goTo('Settings')
  await person.page.getByLabel('Colours', { exact: true }).selectOption({ label: 'Dark' })
  await person.goOffline()
  const [device] = server.rows<{ name: string }>('select name from device')
  await person.create('Record A', { ...dewi(longName, pin), Device: device!.name })
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

/** Black on white, every row below the last, and everything within the sheet. */
function expectPlain({ coloured, torn, beyondPx }: Sheet): void {
  expect({ coloured, torn, beyondPx }).toEqual({ coloured: [], torn: [], beyondPx: 0 })
}

/** Every line of the sheet that says just this. */
function linesLike({ text }: Sheet, wanted: RegExp): string[] {
  return text.split('\n').filter(line => wanted.test(line.trim()))
}

describe('Print', () => {
  test('[UI16] a list is a table of the rows that are drawn, and says when there are more', async () => {
    await person.goTo('Record A')
    await person.row(pin).waitFor()
    const drawn = (await person.page.getByRole('row').count()) - 1
    const sheet = await printed(person.playwright.page)
    expectPlain(sheet)
    expect(sheet.rowCount).toBe(drawn)
    expect(sheet.text).toContain(`Rows 1–${drawn} of 301 are printed.`)
    expect(linesLike(sheet, /^Record A$/)).toHaveLength(1)
    expect(sheet.text).toMatch(/^Records\n+Printed .+, by budi\n/)
    for (const whole of [longName, pin, 'To send', 'Card']) expect(sheet.text).toContain(whole)
    for (const pressed of ['New', 'Filter', 'Settings', 'Devices', 'Offline'])
      expect(linesLike(sheet, new RegExp(`^${pressed}`))).toEqual([])
    expect(sheet.text).not.toContain('rahasia')
  })

  test('[UI16] a whole list is a plain table of every row that it finds, secrets masked, and the screen stays', async () => {
    const { page } = person.playwright
    await person.goTo('Record A')
    await person.row(pin).waitFor()
    // The browser's own dialog, which nobody closes here.
    await page.evaluate(() => (window.print = () => {}))
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export Record A' })
    await dialog.getByLabel('Format', { exact: true }).selectOption({ label: 'A table on paper, or PDF' })
    await dialog.getByRole('button', { name: 'Print' }).click()
    await page.locator('.paper tbody tr').nth(300).waitFor({ state: 'attached' })
    const sheet = await printed(page)
    expect({ ...sheet, text: '' }).toEqual({ text: '', coloured: [], torn: [], beyondPx: 0, rowCount: 0 })
    for (const words of ['Records', 'Record A', longName, pin, 'Card', '301'])
      expect(sheet.text).toContain(words)
    expect(sheet.text).not.toContain('rahasia')
    expect(sheet.text).not.toContain('are printed')
    const rows = await page.locator('.paper tbody tr').count()
    expect(rows).toBe(301)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.locator('.paper').count()).toBe(0)
  })

  test('[UI16] the search, the filters and the count are on the sheet, in words', async () => {
    await person.open('/record_a?q=dewi&f=verify:is:true&f=start_datetime:from:2020-02-29&sort=-name')
    await person.row('Dewi').first().waitFor()
    const { total } = await person.total()
    expect(await person.page.getByRole('row').count()).toBe(total + 1)
    const sheet = await printed(person.playwright.page)
    expectPlain(sheet)
    expect(sheet.rowCount).toBe(total)
    for (const words of ['Search: dewi', 'Verify: Yes', 'Start from 29 Feb 2020', `${total} of 301`])
      expect(sheet.text).toContain(words)
    expect(sheet.text).not.toContain('are printed')
  })

  test('[UI16, MD4] a record is a page with its state in words, its secret masked though it shows', async () => {
    await person.find('Record A', pin)
    await person.row(pin).click()
    await person.button('Show Passwd').click()
    await person.page.getByText('rahasia 7').waitFor()
    const sheet = await printed(person.playwright.page)
    expectPlain(sheet)
    for (const shown of [longName, pin, 'Vice card', 'not sent yet', '••••••••'])
      expect(sheet.text).toContain(shown)
    expect(sheet.text).not.toContain('rahasia')
    expect(linesLike(sheet, /^(Edit|Delete|Back)$/)).toEqual([])
    await person.page.getByText('rahasia 7').waitFor()
  })

  test('[UI16] beside the list it is the record that is printed', async () => {
    await person.page.setViewportSize({ width: 1440, height: 900 })
    await person.row('Dewi').first().waitFor()
    const sheet = await printed(person.playwright.page)
    expectPlain(sheet)
    expect([sheet.rowCount, linesLike(sheet, /^End$/)]).toEqual([0, ['End']])
  })

  test('[UI16, UI100] whether all is ready for the field is a page to take along', async () => {
    await person.open('/ready')
    await person.page.getByText('The app opens without a network').waitFor()
    const sheet = await printed(person.playwright.page)
    expectPlain(sheet)
    expect(linesLike(sheet, /^Ready$/)).toHaveLength(1)
    expect(sheet.text).toContain('1 change waits to be sent')
    expect(linesLike(sheet, /^(Sync now|Save as a file)$/)).toEqual([])
  })

  test('[UI16] cards are printed as a list', async () => {
    await person.page.setViewportSize({ width: 390, height: 844 })
    await person.open('/record_a')
    await person.page.getByText(pin).waitFor()
    const top = await printed(person.playwright.page)
    expectPlain(top)
    expect(top.text).toContain(longName)
    expect(top.text).toContain(`Rows 1–${top.rowCount} of 301 are printed.`)

    await person.page.getByRole('grid').evaluate(box => box.scrollTo({ top: 301 * 76 }))
    await person.page.locator('[aria-rowindex="301"]').filter({ hasText: /\d/ }).waitFor()
    const end = await printed(person.playwright.page)
    expectPlain(end)
    expect(end.text).toContain(`Rows ${302 - end.rowCount}–301 of 301 are printed.`)
  })

  test('[UI16] the screen is afterwards as it was', async () => {
    const { page } = person.playwright
    await page.setViewportSize({ width: 1024, height: 768 })
    await person.button('Columns').click()
    for (const field of ['Pri', 'Grp', 'Tz', 'Verify', 'Vice card', 'Start'])
      await page.getByLabel(field, { exact: true }).check()
    await page.keyboard.press('Escape')
    const grid = page.getByRole('grid')
    const asSeen = () =>
      grid.evaluate(box => ({
        place: [box.scrollTop, box.scrollLeft],
        rows: [...box.querySelectorAll('[role=row]')].map(row => [
          row.getAttribute('aria-rowindex'),
          row.textContent,
          row.getBoundingClientRect().top,
        ]),
      }))
    await page.getByRole('columnheader').first().waitFor()
    await grid.evaluate(box => box.scrollTo({ top: 5000, left: 240 }))
    await page.locator('[aria-rowindex="120"]').filter({ hasText: /\d{6}/ }).waitFor()
    const before = await asSeen()
    expect(before.place).toEqual([5000, 240])
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await asSeen()).toEqual(before)
    expect((await printed(page)).text).toMatch(/Rows 1\d\d–1\d\d of 301 are printed/)
    await expect.poll(asSeen).toEqual(before)
  })

  test('the browser had nothing to complain of', () => {
    expect(person.complaints).toEqual([])
  })
})
