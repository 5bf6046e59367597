/** Chromium and Firefox, driven by Playwright. */
import { type BrowserContext, chromium, firefox, type Page } from 'playwright-core'
import { fileURLToPath } from 'node:url'
import { find, thisMachine } from '../../browsers.ts'
import { patienceMs } from './patience.ts'
import type { Browser, Engine, ProfileOptions } from './tab.ts'

export const chromiumArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Complain = (text: string) => void

/** What the stories do to the network says nothing of the app, nor does the style that a screenshot brings along. */
const notOurs = /Failed to load resource|net::ERR_|blocked an inline style \(style-src-elem\)/

/** A browser of Playwright's, with all that Playwright can do. */
export interface PlaywrightBrowser extends Browser {
  context: BrowserContext
}

function listen(page: Page, complain: Complain): void {
  page.on('pageerror', error => complain(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !notOurs.test(message.text())) complain(message.text())
  })
}

async function browserOf(context: BrowserContext, complain: Complain): Promise<PlaywrightBrowser> {
  context.setDefaultTimeout(patienceMs)
  context.on('page', page => listen(page, complain))
  for (const page of context.pages()) listen(page, complain)
  if (context.pages().length === 0) await context.newPage()
  return {
    context,
    tabs: () => context.pages(),
    newTab: () => context.newPage(),
    setOffline: isOffline => context.setOffline(isOffline),
    close: () => context.close(),
  }
}

const common = ({ locale, size }: Required<ProfileOptions>) => ({
  locale,
  timezoneId: 'Asia/Jakarta',
  viewport: size,
  acceptDownloads: true,
})

const originOf = (_: string, origin: string) => Promise.resolve(origin)

export const chromiumEngine = {
  originOf,
  async open(folder, options, complain) {
    const executablePath = find('chromium', thisMachine)
    if (!executablePath) throw new Error('No Chromium')
    const context = await chromium.launchPersistentContext(folder, {
      ...common(options),
      executablePath,
      args: chromiumArguments,
      chromiumSandbox: process.getuid?.() !== 0,
      colorScheme: options.colorScheme,
      hasTouch: options.isTouch,
      isMobile: options.isTouch,
    })
    return browserOf(context, complain)
  },
} satisfies Engine

/** The distribution's own Firefox, over WebDriver BiDi. */
export const firefoxEngine = {
  originOf,
  async open(folder, options, complain) {
    const path = find('firefox', thisMachine)
    if (!path) throw new Error('No Firefox')
    const context = await firefox.launchPersistentContext(folder, {
      ...common(options),
      channel: 'moz-firefox',
      executablePath: fileURLToPath(new URL('./firefox.js', import.meta.url)),
      // Root may start it only in root's own home.
      env: { ...process.env, FIREFOX_PATH: path, ...(process.getuid?.() === 0 && { HOME: '/root' }) },
      colorScheme: null,
      firefoxUserPrefs: { 'ui.systemUsesDarkTheme': options.colorScheme === 'dark' ? 1 : 0 },
    })
    return browserOf(context, complain)
  },
} satisfies Engine
