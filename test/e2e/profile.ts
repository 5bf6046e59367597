/** A browser with a profile of its own, which outlives restarts, and its network cable. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium, thisMachine } from '../browser.ts'

const chromiumArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface ProfileOptions {
  origin: string
  locale?: string
  size?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
}

const open = new Set<BrowserContext>()

export class Profile {
  /** What the browser complained about: exceptions, and what a content rule refused. */
  readonly complaints: string[] = []
  readonly #folder: string
  readonly #options: ProfileOptions
  #context: BrowserContext | undefined
  #page: Page | undefined
  #isOffline = false

  constructor(folder: string, options: ProfileOptions) {
    this.#folder = folder
    this.#options = options
  }

  static newFolder(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'records-person-'))
  }

  /** Every tab of every browser that runs now. */
  static openPages(): Page[] {
    return [...open].flatMap(context => context.pages())
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
    this.#context = await chromium.launchPersistentContext(this.#folder, {
      executablePath,
      args: chromiumArguments,
      chromiumSandbox: process.getuid?.() !== 0,
      locale,
      timezoneId: 'Asia/Jakarta',
      viewport: size,
      colorScheme,
      acceptDownloads: true,
    })
    open.add(this.#context)
    this.#context.setDefaultTimeout(15_000)
    await this.#context.setOffline(this.#isOffline)
    this.use(this.#context.pages()[0] ?? (await this.#context.newPage()))
    this.listen(this.page)
  }

  /** From now on, this is the tab in front. */
  use(page: Page): void {
    this.#page = page
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
    if (this.#context) open.delete(this.#context)
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
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
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
}
