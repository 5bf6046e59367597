/** Story 23: somebody in the field hands a list on, without a network. */
import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTheField } from './in-the-field.ts'
import type { Person } from './person.ts'
import type { TestServer } from './server.ts'

const records = 1200

let server: TestServer
let person: Person

beforeAll(async () => {
  ;({ server, person } = await inTheField({ records }))
  await person.goTo('Record A')
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

/** Opens the dialog, chooses, and has the file. */
async function take(
  choices: Record<string, string>,
  ticks: string[] = [],
): Promise<{ name: string; bytes: Buffer }> {
  const { page } = person.playwright
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export Record A' })
  for (const [label, option] of Object.entries(choices))
    await dialog.getByLabel(label, { exact: true }).selectOption({ label: option })
  for (const label of ticks) await dialog.getByLabel(label).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  await dialog.waitFor({ state: 'hidden' })
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('[EX1] [EX2] all of them as a workbook, with leading zeros and real dates', async () => {
  const { name, bytes } = await take({ Format: 'Excel workbook (.xlsx)' })
  expect(name).toMatch(/^record_a-\d{4}-\d\d-\d\d\.xlsx$/)
  const [head = [], ...rows] = await readSheet(bytes, { trim: false })
  expect(head.slice(0, 3)).toEqual(['Id', 'Device', 'PIN'])
  expect(head).not.toContain('Passwd')
  expect(rows).toHaveLength(records)
  const pins = server.rows<{ pin: string }>('select pin from record_a').map(({ pin }) => pin)
  expect(new Set(rows.map(row => row[2]))).toEqual(new Set(pins))
  expect(rows.every(row => row[head.indexOf('Start')] instanceof Date)).toBe(true)
})

test('[EX1] [EX4] what a search finds as CSV, with the secret that was asked for', async () => {
  const [{ word = '' } = {}] = server.rows<{ word: string }>(
    'select name as word from record_a order by id limit 1',
  )
  await person.search(`"${word}"`)
  await expect.poll(async () => (await person.total()).total).toBeLessThan(records)
  const { total } = await person.total()
  const { bytes } = await take({ 'Which records': `The ${total} that match` }, ['With Passwd'])
  const { data } = Papa.parse<Record<string, string>>(bytes.toString('utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  const known = server.rows<{ pin: string; passwd: string }>(
    `select pin, passwd from record_a where name like '%${word}%' order by pin`,
  )
  const taken = data.map(({ PIN, Passwd }) => ({ pin: PIN, passwd: Passwd }))
  expect(taken.toSorted((a, b) => ((a.pin ?? '') < (b.pin ?? '') ? -1 : 1))).toEqual(known)
})
