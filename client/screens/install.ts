/** Installing the app: whether it has a window of its own, and the browser's offer to give it one. */
import { type Browser, installWayOf, type InstallWay } from './safe-place.ts'

/** Chromium's alone: other browsers leave it to their menus. */
interface OfferEvent extends Event {
  prompt(): Promise<unknown>
}

export interface Install {
  way: InstallWay
  isInstalled(): boolean
  /** Takes the browser's offer up, which can be done once; null while there is none. */
  offer(): (() => Promise<unknown>) | null
  /** Until the returned function is called. */
  onChange(listen: () => void): () => void
}

/** From the first script on: the offer comes once, and early. */
export function installOf(page: Pick<Window, 'addEventListener'>, browser: Browser): Install {
  const listeners = new Set<() => void>()
  let offered: OfferEvent | null = null
  let { isInstalled } = browser
  const change = (next: OfferEvent | null) => {
    offered = next
    for (const listen of listeners) listen()
  }
  page.addEventListener('beforeinstallprompt', event => change(event as OfferEvent))
  page.addEventListener('appinstalled', () => {
    isInstalled = true
    change(null)
  })
  return {
    way: installWayOf(browser),
    isInstalled: () => isInstalled,
    offer() {
      const event = offered
      if (!event) return null
      return () => {
        change(null)
        return event.prompt()
      }
    },
    onChange(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}
