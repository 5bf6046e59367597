/** The engine that the stories run in: `E2E_BROWSER`, or Chromium. */
import { browserNames, type BrowserName } from '../../browsers.ts'
import { chromiumEngine, firefoxEngine } from './playwright.ts'
import type { Engine } from './tab.ts'
import { webkit } from './webkit/webkit.ts'

const engines: Record<BrowserName, Engine> = { chromium: chromiumEngine, firefox: firefoxEngine, webkit }

function chosen(): BrowserName {
  const name = process.env.E2E_BROWSER ?? 'chromium'
  const known = browserNames.find(each => each === name)
  if (!known) throw new Error(`E2E_BROWSER is ${name}, not one of ${browserNames.join(', ')}`)
  return known
}

export const engineName = chosen()
export const engine = engines[engineName]
