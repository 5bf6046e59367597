/** Story 24: the office sees what its lists come to, and goes from a bar to the records behind it, without a network. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTheField } from './in-the-field.ts'
import type { Person } from './person.ts'
import type { TestServer } from './server.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  ;({ server, person } = await inTheField({ records: 1200, devices: 15 }))
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

async function openOverview(): Promise<void> {
  await person.goTo('Record A')
  await person.page.getByRole('link', { name: 'Overview', exact: true }).click()
  await person.page.getByRole('heading', { name: 'Overview: Record A' }).waitFor()
}

const card = (name: string) => person.playwright.page.getByRole('region', { name })
const total = () => person.playwright.page.locator('.bar [role=status]').innerText()

test('[OV1] it is drawn from the kind’s fields', async () => {
  await openOverview()
  for (const name of ['By Device', 'Validity', 'By Verify', 'Last changed in the past 30 days'])
    await card(name).locator('canvas').waitFor()
  expect(person.complaints.filter(text => text.includes('Content Security Policy'))).toEqual([])
})

test('[OV2] a bar that is touched opens its records', async () => {
  const [row] = server.rows<{ count: number }>('select count(*) as count from record_a where verify = 0')
  const canvas = card('By Verify').locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('No picture')
  await canvas.tap({ position: { x: box.width * 0.8, y: box.height * 0.75 } })
  await person.playwright.page.waitForURL(/verify:is:false|verify%3Ais%3Afalse/)
  await expect.poll(total).toContain(`${row?.count} of`)
})

test('[OV2] [OV3] so does a line of the table behind it, by keyboard', async () => {
  await openOverview()
  await card('By Device').locator('summary').focus()
  await person.playwright.page.keyboard.press('Enter')
  const lines = card('By Device').locator('tbody tr')
  expect(await lines.count()).toBe(13)
  const [count = ''] = await lines.last().locator('td').allInnerTexts()
  await lines.last().getByRole('link', { name: 'All others' }).focus()
  await person.playwright.page.keyboard.press('Enter')
  await expect.poll(total).toContain(`${count} of`)
})

test('[OV1] work that has not been sent is counted, and the picture follows', async () => {
  await openOverview()
  const first = card('By Verify').locator('tbody tr').first().locator('td').first()
  const before = Number((await first.textContent())?.replaceAll(/\D/g, ''))
  const { page } = person.playwright
  const other = await page.context().newPage()
  await other.goto(`${new URL(page.url()).origin}/record_a?f=verify:is:false`)
  await other.getByRole('row').nth(1).click()
  await other.getByRole('link', { name: 'Edit' }).click()
  await other.getByRole('checkbox', { name: 'Verify' }).check()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => Number((await first.textContent())?.replaceAll(/\D/g, ''))).toBe(before + 1)
  await other.close()
})
