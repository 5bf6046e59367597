/** Story 15: every screen, in every size, theme and language, as axe-core sees it, and within its window. */
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, budi, createAccounts } from './accounts.ts'
import { gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'
import { astray, widths } from './widths.ts'

const sizes = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const themes = ['light', 'dark'] as const

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  await server.command('demo.ts', ['--records', '200', '--records-b', '5', '--devices', '3'])
  person = await Person.sitDown({ origin: server.origin, size: sizes[0]! })
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

/** One line a finding: where, which rule, and the first element. */
async function findings(name: string): Promise<string[]> {
  const { page } = person.playwright
  const found: string[] = []
  for (const size of sizes)
    for (const colorScheme of themes) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(axe.source)
      await atRest()
      const violations = await page.evaluate(async () => {
        const { axe: loaded } = window as unknown as { axe: typeof axe }
        const { violations } = await loaded.run(document, { resultTypes: ['violations'] })
        return violations.map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0]?.html.slice(0, 160)}`)
      })
      found.push(...violations.map(each => `${name}, ${size.width}, ${colorScheme}: ${each}`))
    }
  return found
}

/** What lies outside the window, or is cut without a sign. */
async function beyond(name: string): Promise<string[]> {
  const { page } = person.playwright
  const found: string[] = []
  for (const size of widths) {
    await page.setViewportSize(size)
    await atRest()
    found.push(...(await astray(page)).map(each => `${name}, ${size.width}: ${each}`))
  }
  return found
}

async function openFirst(path: string): Promise<void> {
  await person.open(path)
  await person.playwright.page.locator('.open, .card').first().click()
  await person.playwright.page.locator('article dl').waitFor()
}

async function beside(rail: 'narrow' | 'wide'): Promise<void> {
  await person.playwright.page.evaluate(width => localStorage.setItem('records.rail', width), rail)
  await person.open('/record_a')
  await person.playwright.page.locator('.open').first().waitFor()
}

async function openPalette(): Promise<void> {
  await person.playwright.page.keyboard.press('ControlOrMeta+k')
  await person.playwright.page.getByRole('combobox').fill('dewi')
  await person.playwright.page.getByRole('option').first().waitFor()
}

/** Colours have changed, and the rows of this size are there. */
async function atRest(): Promise<void> {
  const { page } = person.playwright
  await page.waitForTimeout(150)
  const isMoving = () => document.getAnimations().length > 0 || document.querySelector('.row .bar') !== null
  await expect.poll(() => page.evaluate(isMoving)).toBe(false)
}

/** What is opened, and what is pressed there. */
const screens: [name: string, show: () => Promise<unknown>][] = [
  ['a list', () => person.open('/record_a')],
  ['hits', () => person.open('/record_a?q=00&f=verify:is:true&sort=-name')],
  ['no hits', () => person.open('/record_a?q=%22nobody%20here%22')],
  ['a record', () => openFirst('/record_a')],
  [
    'a record with its history',
    () =>
      openFirst('/record_b').then(() =>
        person.playwright.page.locator('article summary, article h2 button').last().click(),
      ),
  ],
  ['a new record', () => person.open('/record_a/new')],
  ['what is deleted', () => person.open('/record_b/deleted')],
  ['what needs attention', () => person.open('/attention')],
  ['sync', () => person.open('/sync')],
  ['ready for the field', () => person.open('/ready')],
  ['users', () => person.open('/users')],
  ['settings', () => person.open('/settings')],
  ['nothing', () => person.open('/nothing/at/all')],
  ['a list beside a narrow rail', () => beside('narrow')],
  ['the palette', () => beside('wide').then(openPalette)],
]

describe('axe-core finds nothing, and nothing lies outside', () => {
  test('[UI43, UI102] at the entrance', async () => {
    await person.open('/')
    await atRest()
    expect(await findings('sign in')).toEqual([])
    expect(await beyond('sign in')).toEqual([])
  })

  test('sign in, with work that waits', async () => {
    await person.signIn(admin)
    await person.waitForFirstSync()
    await person.goOffline()
    await person.create('Record B', { ...gudang, Nama: 'Gudang Ñ' })
  })

  describe.each(['en', 'id'])('in %s', language => {
    test('chosen in the settings', async () => {
      await person.open('/settings')
      await person.playwright.page.locator('select').first().selectOption(language)
      await expect.poll(() => person.playwright.page.locator('html').getAttribute('lang')).toMatch(language)
    })

    test.each(screens)('[UI43, UI102] on %s', async (name, show) => {
      await person.playwright.page.setViewportSize(sizes[0]!)
      await show()
      await atRest()
      expect(await findings(name)).toEqual([])
      // The language with the longer words.
      if (language === 'id') expect(await beyond(name)).toEqual([])
    })
  })
})
