/** WebKitGTK, the engine of every iPad, driven by WebDriver. */
import type { Browser, Engine } from '../tab.ts'
import { Cable } from './cable.ts'
import { Driver } from './driver.ts'
import { WebKitTab } from './tab.ts'

/**
 * Of the network the stories see to themselves; what other engines know of content rules, this one need not; and where a
 * size changes a size, the rest comes with the next frame.
 */
const notOurs =
  /Failed to load resource|due to access control checks|The network connection was lost|Unrecognized Content-Security-Policy directive|ResizeObserver loop completed/

/** By profile: a restarted browser finds the server at the address it knows. */
const cables = new Map<string, Cable>()

export const webkit: Engine = {
  async originOf(folder, origin) {
    const cable = cables.get(folder) ?? (await Cable.to(origin))
    cables.set(folder, cable)
    return cable.origin
  },

  async open(folder, { size, locale, colorScheme }, complain): Promise<Browser> {
    const driver = await Driver.start(
      { folder, ...size, locale, timeZone: 'Asia/Jakarta', isDark: colorScheme === 'dark' },
      text => {
        if (!notOurs.test(text)) complain(text)
      },
    )
    const tabs = [new WebKitTab(driver, driver.handle)]
    const cable = cables.get(folder)
    return {
      tabs: () => tabs,
      async newTab() {
        const { handle } = await driver.send<{ handle: string }>(driver.handle, 'POST', '/window/new', {
          type: 'window',
        })
        const tab = new WebKitTab(driver, handle)
        tabs.push(tab)
        return tab
      },
      async setOffline(isOffline) {
        if (isOffline) return cable?.pull()
        cable?.plugIn()
        // Nothing here tells the browser so, as a network that is back would.
        for (const tab of tabs) await tab.evaluate(() => void dispatchEvent(new Event('online')))
      },
      close: () => driver.stop(),
    }
  },
}
