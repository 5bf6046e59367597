/** A browser with a profile of its own and a probe in every page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { find, thisMachine } from '../browsers.ts'
import { chromiumArguments } from '../e2e/engines/playwright.ts'
import { cacheFolder } from './data.ts'
import { slowDown } from './slow.ts'

const windowArguments = [
  ...chromiumArguments,
  // The window of an installed app: without an address bar, whose suggestions are a page that loads beside every start.
  '--app=data:text/html,<p>empty',
]

/** Wide enough for the list and a record side by side. */
const viewport = { width: 1440, height: 900 }

const bundled = new Map<string, Promise<string>>()

/** A script of this folder as one text that a page can run before everything else; made once. */
export function bundle(entry: string): Promise<string> {
  const made = bundled.get(entry) ?? bundleAnew(entry)
  bundled.set(entry, made)
  return made
}

async function bundleAnew(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, entry), formats: ['iife'], name: 'probe' },
    },
  })
  const [output] = Array.isArray(made) ? made : []
  const [chunk] = output?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error(`${entry} did not become one script`)
  return chunk.code
}

export class Tablet {
  readonly folder = mkdtempSync(join(cacheFolder, 'profile-'))
  readonly #scripts: string[]
  readonly #slowness: number
  #context: BrowserContext | undefined
  #speedUp = (): void => {}
  /** When its process was started; ms since 1970. */
  startedAt = 0

  /** `slowness`: how many times slower than this machine. */
  constructor(scripts: string[], slowness = 1) {
    this.#scripts = scripts
    this.#slowness = slowness
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The browser is closed')
    return this.#context
  }

  get page(): Page {
    const page = this.context.pages()[0]
    if (!page) throw new Error('The browser has no page')
    return page
  }

  async start({ offline = false } = {}): Promise<void> {
    const executablePath = find('chromium', thisMachine)
    if (!executablePath) throw new Error('No Chromium')
    if (this.#slowness > 1) this.#speedUp = slowDown(this.folder, this.#slowness)
    this.startedAt = Date.now()
    this.#context = await chromium.launchPersistentContext(this.folder, {
      executablePath,
      args: windowArguments,
      chromiumSandbox: process.getuid?.() !== 0,
      locale: 'en-GB',
      timezoneId: 'Asia/Jakarta',
      viewport,
      offline,
    })
    this.#context.setDefaultTimeout(60_000)
    for (const content of this.#scripts) await this.#context.addInitScript({ content })
  }

  async unplug(): Promise<void> {
    // A page that was opened offline does not know it, and would not say when it is online again.
    await this.context.setOffline(false)
    await this.context.setOffline(true)
  }

  /** The page's clock at the moment at which it hears of it. */
  async plug(): Promise<number> {
    await this.page.evaluate(() => (window.bench.onlineAt = 0))
    await this.context.setOffline(false)
    await this.page.waitForFunction(() => window.bench.onlineAt > 0)
    return this.page.evaluate(() => window.bench.onlineAt)
  }

  /** For whoever wants to know why a run failed. */
  async photograph(name: string): Promise<void> {
    const page = this.#context?.pages()[0]
    if (page) await page.screenshot({ path: join(cacheFolder, name) })
  }

  async stop(): Promise<void> {
    this.#speedUp()
    await this.#context?.close()
    this.#context = undefined
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
