/** Story 26: the office changes and deletes many records at once on a tablet, without a network, and all of it is sent later. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { citra } from './accounts.ts'
import { inTheField } from './in-the-field.ts'
import { Person } from './person.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let person: Person
/** Records that a search for `dwi` finds. */
let found = 0

const page = () => person.playwright.page
const checks = () => page().locator('.row [role=checkbox]')
const said = () => page().locator('footer .said').innerText()
const dialog = () => page().getByRole('dialog')
const formatted = (count: number) => count.toLocaleString('en-GB')
const rowsOf = (where: string) =>
  Number(server.rows<{ count: bigint }>(`select count(*) as count from record_a where ${where}`)[0]?.count)

beforeAll(async () => {
  ;({ server, person } = await inTheField({ records: 20_000, devices: 8 }, [citra]))
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

/** All that the search finds, but for the third and the fifth. */
async function selectAllButTwo(): Promise<void> {
  await page().locator('.head [role=checkbox]').tap()
  await expect.poll(said).toBe(`All ${formatted(found)} matching selected`)
  await checks().nth(3).tap()
  await checks().nth(5).tap()
  await expect.poll(said).toBe(`All ${formatted(found)} matching except 2`)
}

async function setGrp(value: string): Promise<void> {
  await person.button('Edit').click()
  await dialog().getByLabel('Field to set').selectOption({ label: 'Grp' })
  await dialog().getByLabel('Grp', { exact: true }).fill(value)
  const count = formatted(found - 2)
  await dialog().getByText(`Will be changed: ${count} of ${count}`).waitFor()
  await dialog()
    .getByRole('button', { name: `Change ${count} records` })
    .click()
  await page().getByText(`Changed: ${count} records`).waitFor()
}

async function changeElsewhere(pins: readonly string[], grp: string): Promise<void> {
  const other = await Person.sitDown({ origin: server.origin })
  await other.signIn(citra)
  await other.waitForFirstSync()
  for (const pin of pins) {
    await other.find('Record A', `pin:${pin}`)
    await other.row(pin).first().click()
    await other.editOpen({ Grp: grp })
  }
  await other.waitForStatus(/^All sent/)
  await other.leave()
}

describe('Many at once', () => {
  test('[MA1] [MA2] all that a search finds but two are changed after a preview, also those far out of sight', async () => {
    await person.find('Record A', 'dwi')
    await expect.poll(async () => (await person.total()).total).toBeLessThan(20_000)
    found = (await person.total()).total
    await selectAllButTwo()
    await setGrp('Ñ7')
    await expect.poll(() => page().locator('footer .said').count()).toBe(0)
    await person.waitForStatus(new RegExp(`^To send: ${formatted(found - 2)}`))
    await person.search('grp:Ñ7 dwi')
    await expect.poll(async () => (await person.total()).total).toBe(found - 2)
  })

  test('[MA3] one undo takes all of it back, also after a restart', async () => {
    await page().reload()
    await page().getByRole('searchbox').waitFor()
    await page().locator('.row .open').first().waitFor()
    await page().locator('[role=grid]').focus()
    await page().keyboard.press('ControlOrMeta+z')
    await page()
      .getByText(`${formatted(found - 2)} changes taken back`)
      .waitFor()
    // What was on its way by then goes out, and so does its opposite: all that counts is what the records say.
    await person.search('grp:Ñ7 dwi')
    await expect.poll(async () => (await person.total()).total).toBe(0)
  })

  test('[MA2] once more, and then others are deleted, by keys, with a question that names their number', async () => {
    await person.search('dwi')
    await expect.poll(async () => (await person.total()).total).toBe(found)
    await selectAllButTwo()
    await setGrp('64')
    await page().keyboard.press('Home')
    for (const _ of [1, 2, 3]) await page().keyboard.press('Shift+ArrowDown')
    await expect.poll(said).toBe('4 selected')
    await person.button('Delete').click()
    await dialog().getByText('Delete 4 records?').waitFor()
    await dialog().getByRole('button', { name: 'Delete 4 records' }).click()
    await page().getByText('Deleted: 4 records').waitFor()
    await expect.poll(async () => (await person.total()).total).toBe(found - 4)
    expect(rowsOf("grp = '64'")).toBe(0)
  })

  test('[EX1] a range that is selected is taken as a file', async () => {
    await page()
      .locator('.row .open')
      .nth(1)
      .click({ modifiers: ['Shift'] })
    await checks().nth(9).tap()
    await expect.poll(said).not.toBe('')
    const count = Number.parseInt(await said(), 10)
    await person.button('Export').last().click()
    const [download] = await Promise.all([
      page().waitForEvent('download'),
      dialog().getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^record_a-.*\.csv$/)
    await page().getByText(`Exported: ${count} record`).waitFor()
    await person.button('Clear').click()
  })

  test('[MA2] [MA3] online, all of it is sent, but for what somebody else has changed', async () => {
    const cells = page().locator('.row .cell:nth-child(3)')
    await expect.poll(() => cells.count()).toBeGreaterThan(12)
    const pins = [await cells.nth(9).innerText(), await cells.nth(11).innerText()]
    await changeElsewhere(pins, '77')
    await person.goOnline()
    await person.waitForStatus(/^Needs attention: 2/)
    await expect.poll(() => rowsOf("grp = '77'")).toBe(2)
    // Of the four that are gone at most two were among those left out.
    await expect.poll(() => rowsOf("grp = '64'")).toBeGreaterThanOrEqual(found - 8)
    expect(rowsOf("grp = '64'")).toBeLessThanOrEqual(found - 6)
  })

  test('[MA5] the questions that follow are answered together', async () => {
    await person.goTo('Needs attention')
    await page().getByText('The same question about 2 records: Grp').waitFor()
    await person.button('Mine for all 2').click()
    await page().getByText('Answered: 2 records').waitFor()
    await person.waitForStatus(/^All sent/)
    expect(rowsOf("grp = '77'")).toBe(0)
    expect(person.complaints.filter(text => text.includes('Content Security Policy'))).toEqual([])
  })
})
