/** Where a browser removes what an app has stored, and where the app is safe from that. Pure. */

export interface Browser {
  userAgent: string
  platform: string
  maxTouchPoints: number
  /** The app has a window of its own: opened from the Home Screen, the Dock or the like. */
  isInstalled: boolean
}

/**
 * [UI23] Where the app must be put so that a week without a visit does not cost it its data; null: nowhere, it is kept.
 * On an iPad and an iPhone every browser is Safari inside; an iPad calls itself a Mac, which has no touch screen.
 */
export type SafePlace = 'home-screen' | 'dock' | null

export function safePlaceOf({ userAgent, platform, maxTouchPoints, isInstalled }: Browser): SafePlace {
  if (isInstalled) return null
  const isMac = platform === 'MacIntel'
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return 'home-screen'
  const isSafari = /Version\/[\d.]+.* Safari\//.test(userAgent) && !/Chrom|Edg|OPR/.test(userAgent)
  return isMac && isSafari ? 'dock' : null
}

/** How the app is installed here, where the browser itself makes no offer; `none`: it stays in a tab. */
export type InstallWay = Exclude<SafePlace, null> | 'menu' | 'none'

export function installWayOf(browser: Browser): InstallWay {
  const place = safePlaceOf({ ...browser, isInstalled: false })
  if (place) return place
  const isFirefox = /Firefox\//.test(browser.userAgent)
  return isFirefox && !browser.userAgent.includes('Android') ? 'none' : 'menu'
}
