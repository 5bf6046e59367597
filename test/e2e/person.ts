/** Somebody at a tablet: a browser profile of their own, and what they do in it, by what they see and hear. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { findChromium, thisMachine } from '../browser.ts'
import type { Account } from './accounts.ts'

const chromiumArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface PersonOptions {
  origin: string
  locale?: string
  size?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
}

/** What a form's fields are to hold: text, a tick, a day `YYYY-MM-DD`, or the title of a reference. */
export type Entry = Record<string, string | boolean>

export class Person {
  /** Everything the browser complained about: exceptions, refused resources, failed content rules. */
  readonly complaints: string[] = []
  readonly #profile: string
  readonly #options: PersonOptions
  #context: BrowserContext | undefined
  #page: Page | undefined
  #isOffline = false

  private constructor(profile: string, options: PersonOptions) {
    this.#profile = profile
    this.#options = options
  }

  static async sitDown(options: PersonOptions): Promise<Person> {
    const person = new Person(await mkdtemp(join(tmpdir(), 'records-person-')), options)
    await person.openBrowser()
    return person
  }

  get page(): Page {
    if (!this.#page) throw new Error('The browser is closed')
    return this.#page
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The browser is closed')
    return this.#context
  }

  async openBrowser(): Promise<void> {
    const executablePath = findChromium(thisMachine)
    if (!executablePath) throw new Error('No Chromium')
    const { locale = 'en-GB', size = { width: 1180, height: 820 }, colorScheme = 'light' } = this.#options
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      executablePath,
      args: chromiumArguments,
      chromiumSandbox: process.getuid?.() !== 0,
      locale,
      timezoneId: 'Asia/Jakarta',
      viewport: size,
      colorScheme,
      acceptDownloads: true,
    })
    this.#context.setDefaultTimeout(15_000)
    await this.#context.setOffline(this.#isOffline)
    this.#page = this.#context.pages()[0] ?? (await this.#context.newPage())
    this.listen(this.#page)
  }

  listen(page: Page): void {
    page.on('pageerror', error => this.complaints.push(error.message))
    page.on('console', message => {
      const isNetwork = /Failed to load resource|net::ERR_/.test(message.text())
      if (message.type() === 'error' && !isNetwork) this.complaints.push(message.text())
    })
  }

  /** Ends the browser; what its profile holds stays. */
  async closeBrowser(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
    this.#page = undefined
  }

  async restartBrowser(path = '/'): Promise<void> {
    await this.closeBrowser()
    await this.openBrowser()
    await this.open(path)
  }

  async leave(): Promise<void> {
    await this.closeBrowser()
    await rm(this.#profile, { recursive: true, force: true })
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.#options.origin}${path}`)
  }

  async goOffline(): Promise<void> {
    this.#isOffline = true
    await this.context.setOffline(true)
  }

  async goOnline(): Promise<void> {
    this.#isOffline = false
    await this.context.setOffline(false)
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' })
  }

  async signIn(account: Account, path = '/'): Promise<void> {
    await this.open(path)
    await this.page.getByLabel('User name', { exact: true }).fill(account.username)
    await this.page.getByLabel('Password', { exact: true }).fill(account.password)
    await this.button('Sign in').click()
    await this.page.getByRole('navigation').first().waitFor()
  }

  /** Ready for work without a network: everything is here, and the app would open again. */
  async waitForFirstSync(): Promise<void> {
    await this.waitForStatus(/^All sent/)
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
  }

  /** The one place that says how things stand; it opens the Sync screen. */
  status(): Locator {
    return this.page.getByRole('link', { name: /Opens Sync/ }).first()
  }

  async waitForStatus(text: RegExp, timeout = 60_000): Promise<void> {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor({ timeout })
  }

  async goTo(screen: string): Promise<void> {
    const link = this.page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${screen}\\b`) })
    await link.filter({ visible: true }).first().click()
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox').fill(text)
  }

  /** A row of the list, by any text in it. */
  row(text: string | RegExp): Locator {
    return this.page.getByRole('row').filter({ hasText: text })
  }

  async openRecord(kind: string, title: string): Promise<void> {
    await this.goTo(kind)
    await this.search(`"${title}"`)
    await this.row(title).first().click()
    await this.page.getByRole('heading', { name: title }).first().waitFor()
  }

  /** Fills the fields of the form that is open, by their labels. */
  async fill(entry: Entry): Promise<void> {
    for (const [label, value] of Object.entries(entry)) {
      const field = this.page.getByLabel(label, { exact: true }).filter({ visible: true }).first()
      if (typeof value === 'boolean') await field.setChecked(value)
      else if ((await field.getAttribute('role')) === 'combobox') await this.choose(field, value)
      else await field.fill(value)
    }
  }

  private async choose(field: Locator, title: string): Promise<void> {
    await field.click()
    await field.fill(title)
    await this.page.getByRole('option', { name: title, exact: true }).first().click()
  }

  async save(): Promise<void> {
    await this.button('Save').click()
    await this.waitForStatus(/Saved on this device/)
  }

  async create(kind: string, entry: Entry): Promise<void> {
    await this.goTo(kind)
    await this.page.getByRole('link', { name: /^New/ }).or(this.button(/^New/)).first().click()
    await this.fill(entry)
    await this.save()
  }

  async edit(kind: string, title: string, entry: Entry): Promise<void> {
    await this.openRecord(kind, title)
    await this.page.getByRole('link', { name: /^Edit/ }).or(this.button(/^Edit/)).first().click()
    await this.fill(entry)
    await this.save()
  }

  async remove(kind: string, title: string): Promise<void> {
    await this.openRecord(kind, title)
    await this.button('Delete').first().click()
    await this.page.getByText(`${title} deleted`).first().waitFor()
  }
}
