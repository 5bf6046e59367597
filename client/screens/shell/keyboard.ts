/** Keeps the page within what the on-screen keyboard leaves of it, where the browser does not shrink the page itself. */

interface Hidden {
  topPx: number
  bottomPx: number
}

/** Keyboards, and the bar that iPadOS shows for one of real keys, are higher; what rounding makes of a zoom is not. */
const leastPx = 40

/**
 * [UI19] The part of a page of `pageHeightPx` that a keyboard hides: its foot, which it lies over, and its head, which the
 * browser pushes out of sight to show what is typed. Zoomed in, less of the page is in sight as well. Pure.
 */
export function hiddenByKeyboard(
  { height, offsetTop, scale }: Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>,
  pageHeightPx: number,
): Hidden {
  const hiddenPx = Math.round(pageHeightPx - height * scale)
  if (hiddenPx < leastPx) return { topPx: 0, bottomPx: 0 }
  // Zoomed in, the page is moved about by two fingers.
  const topPx = Math.round(scale * 100) > 100 ? 0 : Math.min(Math.round(offsetTop), hiddenPx)
  return { topPx, bottomPx: hiddenPx - topPx }
}

/** `viewport`: what is in sight of the page; missing in a browser that cannot tell. */
export function makeRoomForKeyboard(viewport: VisualViewport | null, root: HTMLElement): void {
  if (!viewport) return
  let before = 0
  const fit = () => {
    const { topPx, bottomPx } = hiddenByKeyboard(viewport, root.clientHeight)
    root.style.setProperty('--hidden-top', `${topPx}px`)
    root.style.setProperty('--hidden-bottom', `${bottomPx}px`)
    const now = topPx + bottomPx
    if (now > before) root.ownerDocument.activeElement?.scrollIntoView({ block: 'nearest' })
    before = now
  }
  viewport.addEventListener('resize', fit)
  viewport.addEventListener('scroll', fit)
}
