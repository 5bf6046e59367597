/** Story 13: fingers on a phone and on a tablet, with a notch and an on-screen keyboard. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, budi, createAccounts } from './accounts.ts'
import { gudang } from './entries.ts'
import { type Insets, meet, setInsets } from './fingers.ts'
import { Person } from './person.ts'
import { TestServer } from './server.ts'

let server: TestServer
let person: Person

beforeAll(async () => {
  server = await TestServer.start()
  await createAccounts(server, [budi])
  await server.command('demo.ts', ['--records', '60', '--records-b', '40', '--devices', '5'])
  person = await Person.sitDown({ origin: server.origin, isTouch: true })
})

afterAll(async () => {
  await person.leave()
  await server.remove()
})

const page = () => person.playwright.page

interface Held {
  width: number
  height: number
  insets: Insets
}

const held: Record<string, Held> = {
  'a phone, upright': { width: 390, height: 844, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  'a phone on its side': { width: 844, height: 390, insets: { top: 0, right: 47, bottom: 21, left: 47 } },
  'a tablet': { width: 1024, height: 768, insets: { top: 24, right: 0, bottom: 20, left: 0 } },
  'a tablet, upright': { width: 768, height: 1024, insets: { top: 24, right: 0, bottom: 20, left: 0 } },
}

async function hold({ width, height, insets }: Held): Promise<void> {
  await page().setViewportSize({ width, height })
  await setInsets(page(), insets)
  await page().evaluate(drawn)
}

/** Runs in the page: until what has changed is on the screen. */
function drawn(): Promise<unknown> {
  return new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

async function select(): Promise<void> {
  await hold(held['a tablet']!)
  for (const nth of [1, 3]) await page().locator('.row [role=checkbox]').nth(nth).click()
  await page().locator('footer .said').waitFor()
}

/** Every screen, and what is pressed there to see all of it. */
const screens: [path: string, press?: () => Promise<unknown>][] = [
  ['/record_a?q=a', () => person.button('Filter').click()],
  ['/record_a', () => page().locator('.card, [role=row] .title').first().waitFor()],
  ['/record_a', select],
  ['/record_a?q=e', () => select().then(() => person.button('Edit').click())],
  ['/record_a/new', () => page().getByRole('combobox').click()],
  ['/record_b/new', () => person.button('Save').click()],
  ['/record_b?q=gudang', () => person.row('Gudang').click()],
  ['/attention'],
  ['/sync', () => page().getByText('Gudang').waitFor()],
  ['/ready'],
  ['/users', () => person.button('New user').click()],
  ['/programs', () => person.button('New token').click()],
  ['/settings'],
  ['/settings', () => person.button('Sign out').click()],
]

/** [UI19, UI21] However the device is held. */
async function expectClear(): Promise<void> {
  for (const [name, how] of Object.entries(held)) {
    await hold(how)
    const { wrong, controls } = await meet(page(), how.insets)
    expect([name, wrong]).toEqual([name, []])
    expect(controls).toBeGreaterThan(1)
  }
}

describe('Fingers', () => {
  test('[UI19, UI21] hit every control, clear of the edges: at the entrance', async () => {
    await person.open('/')
    await person.button('Sign in').waitFor()
    await expectClear()
  })

  test('sign in', async () => {
    await person.signIn(admin)
    await person.waitForFirstSync()
    await person.goOffline()
    await person.create('Record B', { ...gudang, Nama: 'Gudang Ñ' })
    await person.goOnline()
    await person.waitForStatus(/^All sent/)
  })

  test.each(screens)('[UI19, UI21] hit every control, clear of the edges: %s', async (path, press) => {
    await person.open(path)
    await page().getByRole('main').waitFor()
    await press?.()
    await expectClear()
  })
})

/** Runs in the page before the app: a keyboard that leaves the page as large as it is, as that of an iPad does. */
function layKeyboardOver(): void {
  const page = { height: innerHeight, offsetTop: 0, scale: 1 }
  const view = Object.assign(new EventTarget(), page)
  Object.defineProperty(window, 'visualViewport', { value: view })
}

/** Runs in the page. */
function see(seen: Partial<Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>>): void {
  Object.assign(window.visualViewport!, seen).dispatchEvent(new Event('resize'))
}

describe('A keyboard over the page', () => {
  const pagePx = 844
  const savePx = async () => {
    await page().evaluate(drawn)
    const { y, height } = (await page().getByRole('button', { name: 'Save', exact: true }).boundingBox())!
    return { top: y, bottom: y + height }
  }
  /** The field that is typed in is not behind anything. */
  const isFocusClear = () =>
    page().evaluate(() => {
      const field = document.activeElement!
      const { x, y, width, height } = field.getBoundingClientRect()
      const isClear = (at: number) => document.elementFromPoint(x + width / 2, at) === field
      return field.matches('input') && isClear(y + 2) && isClear(y + height - 2)
    })

  beforeAll(async () => {
    await hold({ width: 390, height: pagePx, insets: { top: 47, right: 0, bottom: 34, left: 0 } })
    await page().addInitScript(layKeyboardOver)
    await person.open('/record_a/new')
  })

  test.each([
    ['over the foot', 336, 0],
    ['that pushed the page up', 336, 180],
    ['on a phone held low', 560, 0],
  ])('[UI19] leaves Save and the field in sight: %s', async (_, keyboardPx, offsetTop) => {
    const height = pagePx - keyboardPx
    for (const label of ['Card', 'Vice card', 'PIN']) {
      await page().evaluate(see, { height: pagePx, offsetTop: 0 })
      await page().getByLabel(label, { exact: true }).tap()
      await page().evaluate(see, { height, offsetTop })
      const { top, bottom } = await savePx()
      expect(top).toBeGreaterThan(offsetTop)
      expect(bottom).toBeLessThanOrEqual(offsetTop + height)
      expect(await isFocusClear()).toBe(true)
    }
  })

  test('[UI19] goes, and two fingers that zoom in are none', async () => {
    await page().evaluate(see, { height: pagePx, offsetTop: 0 })
    const before = await savePx()
    expect(before.bottom).toBeGreaterThan(700)
    await page().evaluate(see, { height: pagePx / 3, offsetTop: 120, scale: 3 })
    expect(await savePx()).toEqual(before)
    await page().evaluate(see, { height: pagePx, offsetTop: 0, scale: 1 })
  })

  test('[UI19] leaves a question in front of the form in sight', async () => {
    await person.fill({ PIN: '007' })
    await page().evaluate(see, { height: 508 })
    await person.button('Back').click()
    const { y, height } = (await page().getByRole('dialog').boundingBox())!
    expect(y + height).toBeLessThanOrEqual(508)
    await person.button('Discard').click()
  })
})

describe('Colours', () => {
  test('[UI22] that were chosen are there from the first frame, around the page too', async () => {
    await page().addInitScript(() => {
      requestAnimationFrame(() => {
        document.documentElement.title = getComputedStyle(document.body).backgroundColor
      })
    })
    await person.open('/settings')
    await page().getByLabel('Colours').selectOption('dark')
    // However long the page's first script is on its way.
    await page().evaluate(async () => (await navigator.serviceWorker.ready).unregister())
    await page().route('**/assets/index-*.js', route => setTimeout(() => void route.continue(), 500))
    await page().reload()
    await page().getByLabel('Colours').waitFor()
    const first = await page().evaluate(() => document.documentElement.title)
    const frame = await page().locator('meta[name=theme-color][media=all]').getAttribute('content')
    expect([first, frame]).toEqual(['rgb(16, 20, 19)', '#0c100f'])
  })

  test('[VA13] [UI19] a calendar that is open stays in sight when the device is turned', async () => {
    await hold(held['a phone, upright']!)
    await person.open('/record_a/new')
    await page()
      .getByRole('button', { name: /calendar/i })
      .last()
      .click()
    const calendar = page().locator('dialog[open]')
    await hold(held['a phone on its side']!)
    const box = await calendar.boundingBox()
    expect(box!.y).toBeGreaterThanOrEqual(0)
    expect(box!.y + box!.height).toBeLessThanOrEqual(390)
    await page().keyboard.press('Escape')
  })
})
