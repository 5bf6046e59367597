/** A browser with a profile of its own, which outlives restarts, and its network cable. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { engine } from './engines/engine.ts'
import type { Browser, ProfileOptions, Tab } from './engines/tab.ts'

export type { ProfileOptions } from './engines/tab.ts'

const open = new Set<Browser>()

export class Profile {
  /** What the browser complained about: exceptions, and what a content rule refused. */
  readonly complaints: string[] = []
  readonly #folder: string
  readonly #options: Required<ProfileOptions>
  #browser: Browser | undefined
  #page: Tab | undefined
  #isOffline = false
  #origin: string

  constructor(
    folder: string,
    {
      origin,
      locale = 'en-GB',
      size = { width: 1180, height: 820 },
      colorScheme = 'light',
      isTouch = false,
    }: ProfileOptions,
  ) {
    this.#folder = folder
    this.#options = { origin, locale, size, colorScheme, isTouch }
    this.#origin = origin
  }

  static newFolder(): Promise<string> {
    return mkdtemp(join(tmpdir(), 'records-person-'))
  }

  /** Every tab of every browser that runs now. */
  static openTabs(): Tab[] {
    return [...open].flatMap(browser => browser.tabs())
  }

  /** The tab in front. */
  get page(): Tab {
    if (!this.#page) throw new Error('The browser is closed')
    return this.#page
  }

  get browser(): Browser {
    if (!this.#browser) throw new Error('The browser is closed')
    return this.#browser
  }

  /** All that Playwright can do, in the engines that it drives. */
  get playwright(): { context: BrowserContext; page: Page } {
    if (!('context' in this.browser)) throw new Error('Playwright does not drive this browser')
    return { context: this.browser.context as BrowserContext, page: this.page as Page }
  }

  async openBrowser(): Promise<void> {
    this.#origin = await engine.originOf(this.#folder, this.#options.origin)
    const browser = await engine.open(this.#folder, this.#options, text => this.complaints.push(text))
    this.#browser = browser
    open.add(browser)
    if (this.#isOffline) await browser.setOffline(true)
    const [first] = browser.tabs()
    if (first) this.use(first)
  }

  /** From now on, this is the tab in front. */
  use(page: Tab): void {
    this.#page = page
  }

  /** Ends the browser; what its profile holds stays. */
  async closeBrowser(): Promise<void> {
    if (this.#browser) open.delete(this.#browser)
    await this.#browser?.close()
    this.#browser = undefined
    this.#page = undefined
  }

  async restartBrowser(path = '/'): Promise<void> {
    await this.closeBrowser()
    await this.openBrowser()
    await this.open(path)
  }

  /** Every file of it, by its path below the profile. Only while the browser is closed. */
  async files(): Promise<Map<string, Buffer>> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    return new Map(
      await Promise.all(
        paths.map(async path => [relative(this.#folder, path), await readFile(path)] as const),
      ),
    )
  }

  async leave(): Promise<void> {
    await this.closeBrowser()
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}${path}`)
  }

  async goOffline(): Promise<void> {
    this.#isOffline = true
    await this.browser.setOffline(true)
  }

  async goOnline(): Promise<void> {
    this.#isOffline = false
    await this.browser.setOffline(false)
  }
}
