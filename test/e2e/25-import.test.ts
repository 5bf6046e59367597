/** Story 25: a list from somewhere else is read in, without a network: looked at, written, mended, and taken back. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTheField } from './in-the-field.ts'
import type { Person } from './person.ts'
import type { TestServer } from './server.ts'

const records = 300

let server: TestServer
let person: Person

beforeAll(async () => {
  ;({ server, person } = await inTheField({ records }))
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

const people = 'Lina Kartika,Bayu Nugroho,Ñandú Wijaya,Rahma Putri'.split(',')
const devices = ['Gudang Selatan', 'Gudang Selatan', 'Pos Jaga', 'Pos Jaga']

/** The fourth PIN is too long; every date can be read in two ways. */
function list(): string {
  const head = 'Nama;PIN;Perangkat;Kartu;Mulai;Akhir;Pri;Passwd;Grp;Tz;Vice card;Verify'
  const rows = people.map((name, at) => {
    const pin = at === 3 ? '9'.repeat(31) : `00${at}`
    return `${name};${pin};${devices[at]};007${at};03/04/2026;05/06/2027;0;x;1;1;0;ya`
  })
  return [head, ...rows].join('\r\n')
}

async function openImport(screen: string): Promise<void> {
  await person.goTo(screen)
  await person.page.getByRole('link', { name: 'Import', exact: true }).click()
  await person.page.getByRole('heading', { name: `Import: ${screen}` }).waitFor()
}

async function choose(name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  await person.playwright.page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** Added, changed, unchanged, refused, once what was done is counted. */
async function expectCounts(counts: string): Promise<void> {
  const shown = person.playwright.page.locator('.tabs .count')
  await expect.poll(async () => (await shown.allInnerTexts()).join(' '), { timeout: 30_000 }).toBe(counts)
}

const isOffered = () => person.playwright.page.getByRole('button', { name: /^Import/ }).isEnabled()

async function download(press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([person.playwright.page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

let refused: { name: string; bytes: Buffer }

test('[IM1] [IM3] [IM4] what is not said in the file is asked, and devices that are missing are made', async () => {
  await openImport('Record A')
  // As a spreadsheet of an older computer writes it.
  await choose('petugas.csv', Buffer.from(list(), 'latin1'))
  const { page } = person.playwright
  await page.getByText('Read as Windows-1252').waitFor()
  await expectCounts('0 0 0 4')
  expect(await isOffered()).toBe(false)
  await page.getByRole('radio', { name: /3 Apr 2026/ }).check()
  await page.getByRole('checkbox', { name: 'Make the 2 missing Devices: Gudang Selatan, Pos Jaga' }).check()
  await expectCounts('3 0 0 1')
})

test('[IM5] [IM6] each row stands there with what it would do, and nothing is written', async () => {
  const { page } = person.playwright
  const rows = page.getByRole('grid').getByRole('row')
  const row = (text: string) => rows.filter({ hasText: text })
  expect(await row('Lina Kartika').innerText()).toMatch(/Added[^]*Gudang Selatan[^]*000/)
  expect(await row('Rahma Putri').innerText()).toMatch(/Refused[^]*PIN: too long \(at most 30\)/)
  expect(await rows.first().innerText()).not.toContain('Passwd x')
  await row('Ñandú Wijaya').getByRole('button').tap()
  const dialog = page.getByRole('dialog', { name: 'Ñandú Wijaya' })
  await dialog.getByText('3 Apr 2026, 00:00').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await person.waitForStatus(/^Offline/)
})

test('[IM7] [IM8] the good rows go in together, and the others come back as a file', async () => {
  await person.button('Import 3 rows').click()
  await person.page.getByText('3 records added').waitFor()
  await person.waitForStatus(/^To send: 5/)
  refused = await download(() => person.button('Save the refused row as a file').click())
  expect(refused.name).toBe('petugas-refused.csv')
  const text = refused.bytes.toString('utf8')
  expect(text).toContain('Rahma Putri')
  expect(text).toContain('PIN: too long (at most 30)')
  expect(text).not.toContain('Lina Kartika')
})

test('[IM8] mended, that file is read as it is', async () => {
  await choose(refused.name, refused.bytes.toString('utf8').replace('9'.repeat(31), '009'))
  const { page } = person.playwright
  await page.getByText('Read as UTF-8').waitFor()
  await page.getByRole('radio', { name: /3 Apr 2026/ }).check()
  await expectCounts('1 0 0 0')
  await person.button('Import 1 row').click()
  await page.getByText('1 record added').waitFor()
  await person.waitForStatus(/^To send: 6/)
})

test('[IM7] [UI81] one press takes each of them back, also after a restart', async () => {
  const { page } = person.playwright
  await person.page.getByRole('link', { name: 'To the list' }).click()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('1 change taken back').waitFor()
  await person.waitForStatus(/^To send: 5/)
  await page.reload()
  await expect.poll(async () => (await person.total()).all).toBe(records + 3)
  await page.locator('main').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('5 changes taken back').waitFor()
  expect((await person.total()).all).toBe(records)
})

test('[IM2] what was exported changes nothing when it is read in', async () => {
  await person.goTo('Record A')
  const file = await download(async () => {
    await person.button('Export').click()
    await person.page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  })
  await openImport('Record A')
  await choose(file.name, file.bytes)
  await expectCounts(`0 0 ${records} 0`)
  await person.page.getByText('Every row is here already').waitFor()
  expect(await isOffered()).toBe(false)
})

/** As somebody lets it go anywhere on the page. */
async function drop(name: string, content: string): Promise<void> {
  const { page } = person.playwright
  const files = await page.evaluateHandle(
    given => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([given.content], given.name))
      return transfer
    },
    { name, content },
  )
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('h1', type, { dataTransfer: files })
}

test('[IM10] a picture is no list, and another file can be dropped', async () => {
  await choose('foto.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))
  await person.page.getByText('This is no list that can be read here.').waitFor()
  await drop('petugas.csv', list())
  await expectCounts('0 0 0 4')
})
