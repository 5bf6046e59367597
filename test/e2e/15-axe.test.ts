/** Story 15: every screen, in every size, theme and language, as axe-core sees it, and within its window. */
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, budi, createAccounts } from './accounts.ts'
import { gudang } from './entries.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'
import { astray, widths } from './widths.ts'

const [tablet, phone, laptop] = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Words have no colours: in the other language one theme is looked at. */
const themes = { en: ['light', 'dark'], id: ['light'] } as const
type Language = keyof typeof themes

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  await server.command('demo.ts', ['--records', '200', '--records-b', '5', '--devices', '3'])
  person = await Person.sitDown({ origin: server.origin, size: tablet })
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

/** In the page. It looks again where something changed beneath it: half of each state is a state of neither. */
async function inspect(): Promise<string[]> {
  const { axe: loaded } = window as unknown as { axe: typeof axe }
  let hasChanged = false
  const observer = new MutationObserver(() => (hasChanged = true))
  for (let tries = 0; tries < 10; tries++) {
    hasChanged = false
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const { violations } = await loaded.run(document, { resultTypes: ['violations'] })
    hasChanged ||= observer.takeRecords().length > 0
    observer.disconnect()
    if (hasChanged) continue
    return violations.map(({ id, nodes: [first, ...others] }) =>
      [`${id}: 1 + ${others.length} ×`, first?.html.slice(0, 160), first?.failureSummary].join(' '),
    )
  }
  return ['never at rest']
}

/** One line a finding: where, which rule, and the first element. */
async function findings(name: string, language: Language = 'en'): Promise<string[]> {
  const { page } = person.playwright
  const found: string[] = []
  for (const size of [tablet, phone, laptop])
    for (const colorScheme of themes[language]) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(axe.source)
      await atRest()
      const violations = await page.evaluate(inspect)
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

/** One is new, one is refused, and something is asked of each part. */
async function compareList(): Promise<void> {
  await person.open('/record_a/import')
  const rows = [
    'Name,PIN,Device,Start,Remarks',
    'Dewi,001,Pos Jaga,03/04/2026,',
    'Budi,,Pos Jaga,2026-04-03,x',
  ]
  const buffer = Buffer.from(rows.join('\n'))
  const { page } = person.playwright
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('grid').getByRole('row').nth(1).waitFor()
}

/** Colours have changed, and the rows of this size are there. */
async function atRest(): Promise<void> {
  const { page } = person.playwright
  await page.waitForTimeout(150)
  const isMoving = () => document.getAnimations().length > 0 || document.querySelector('.row .bar') !== null
  await expect.poll(() => page.evaluate(isMoving)).toBe(false)
}

async function selectAllBut(): Promise<void> {
  const { page } = person.playwright
  await person.open('/record_a?q=an')
  await page.locator('.head [role=checkbox]').click()
  await page.locator('.row [role=checkbox]').nth(3).click()
  await page.locator('footer .said').waitFor()
}

/** `nth`: of the acts in the bar of what is selected. */
async function openMany(nth: number): Promise<void> {
  await selectAllBut()
  await person.playwright.page.locator('footer .button').nth(nth).click()
  await person.playwright.page.locator('dialog .actions').waitFor()
}

/** What is opened, and what is pressed there. */
const screens: [name: string, show: () => Promise<unknown>][] = [
  ['a list', () => person.open('/record_a')],
  ['hits', () => person.open('/record_a?q=00&f=verify:is:true&sort=-name')],
  ['no hits', () => person.open('/record_a?q=%22nobody%20here%22')],
  ['a selection', selectAllBut],
  [
    'many to be changed',
    async () => {
      await openMany(0)
      for (const field of ['verify', 'passwd'])
        await person.playwright.page.locator('dialog select').selectOption(field)
    },
  ],
  ['many to be deleted', () => openMany(1)],
  ['a record', () => openFirst('/record_a')],
  [
    'a record with its history',
    () =>
      openFirst('/record_b').then(() =>
        person.playwright.page.locator('article summary, article h2 button').last().click(),
      ),
  ],
  ['a new record', () => person.open('/record_a/new')],
  [
    'an overview',
    async () => {
      await person.open('/record_a/overview')
      await person.playwright.page.locator('summary').first().click()
    },
  ],
  ['what is deleted', () => person.open('/record_b/deleted')],
  ['an import', () => person.open('/record_b/import')],
  ['what a list would change', compareList],
  ['what needs attention', () => person.open('/attention')],
  ['sync', () => person.open('/sync')],
  ['ready for the field', () => person.open('/ready')],
  ['users', () => person.open('/users')],
  ['settings', () => person.open('/settings')],
  [
    'the description for programs',
    async () => {
      await person.open('/api-docs')
      await person.playwright.page.locator('summary').nth(1).click()
    },
  ],
  ['other programs', () => person.open('/programs')],
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

  test('[UI43, UI102] on what people may see, which only the server knows', async () => {
    await person.playwright.page.setViewportSize(tablet)
    await person.signIn(admin)
    await person.waitForFirstSync()
    await person.goTo('Users')
    // The list before it has such a box, too.
    await person.playwright.page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    await person.playwright.page.locator('.head [role=checkbox]').click()
    await atRest()
    expect(await findings('the users')).toEqual([])
    expect(await beyond('the users')).toEqual([])
    await person.playwright.page.setViewportSize(tablet)
    await person.button(/^What they may see \(/).click()
    await person.playwright.page.getByLabel('Only what is granted').check()
    await person.playwright.page.locator('dialog .preview p').first().waitFor()
    expect(await findings('what they may see')).toEqual([])
    expect(await beyond('what they may see')).toEqual([])
    await person.button('Cancel').click()
  })

  test('with work that waits', async () => {
    await person.goOffline()
    await person.create('Record B', { ...gudang, Nama: 'Gudang Ñ' })
  })

  describe.each(['en', 'id'] as const)('in %s', language => {
    test('chosen in the settings', async () => {
      await person.open('/settings')
      await person.playwright.page.locator('select').first().selectOption(language)
      await expect.poll(() => person.playwright.page.locator('html').getAttribute('lang')).toMatch(language)
    })

    test.each(screens)('[UI43, UI102] on %s', async (name, show) => {
      await person.playwright.page.setViewportSize(tablet)
      await show()
      await atRest()
      expect(await findings(name, language)).toEqual([])
      // The language with the longer words.
      if (language === 'id') expect(await beyond(name)).toEqual([])
    })
  })
})
