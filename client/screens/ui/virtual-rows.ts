/**
 * Which rows of a fixed height a scroll position shows. Pure. Lists too tall for a browser's coordinate limit
 * are drawn on a shorter canvas, along which the rows pass faster than the scroll bar.
 */

/** Below the tallest element Firefox (17.8 M px) and Chromium (33 M px) can lay out. */
export const maxCanvasPx = 12_000_000

interface Viewport {
  count: number
  rowPx: number
  /** The height in which rows show, without the header. */
  heightPx: number
  scrollTop: number
}

export interface Slice {
  canvasPx: number
  first: number
  /** Exclusive. */
  last: number
  /** Where on the canvas the first row of the slice begins. */
  topPx: number
}

export interface Place {
  top: number
  left: number
}

/** At which sides there is more than is in sight, and how much of the right one the scroll bar takes. */
export interface Edges {
  left: boolean
  right: boolean
  barPx: number
}

type Box = Pick<HTMLElement, 'scrollLeft' | 'scrollWidth' | 'clientWidth' | 'offsetWidth'>

export function edgesOf({ scrollLeft, scrollWidth, clientWidth, offsetWidth }: Box): Edges {
  // Zoomed, a place is rarely a whole number of pixels.
  const isMore = (px: number) => px > 1
  return {
    left: isMore(scrollLeft),
    right: isMore(scrollWidth - clientWidth - scrollLeft),
    barPx: offsetWidth - clientWidth,
  }
}

/** A scroll box, as its owner may ask of it. */
export interface ScrollBox {
  /** Brings a row into sight, moving as little as possible. */
  reveal(index: number): void
  place(): Place
  restore(place: Place): void
  rowsInSight(): number
  focus(): void
}

const overscan = 6

export function sliceOf({ count, rowPx, heightPx, scrollTop }: Viewport): Slice {
  const contentPx = count * rowPx
  const canvasPx = Math.min(contentPx, maxCanvasPx)
  const scrollable = Math.max(1, canvasPx - heightPx)
  const scrolled = Math.min(Math.max(0, scrollTop), scrollable)
  const position = contentPx === canvasPx ? scrolled : (scrolled / scrollable) * (contentPx - heightPx)
  const first = Math.max(0, Math.floor(position / rowPx) - overscan)
  const last = Math.min(count, Math.ceil((position + heightPx) / rowPx) + overscan)
  return { canvasPx, first, last, topPx: scrolled + first * rowPx - position }
}

export function isSameSlice(a: Slice, b: Slice): boolean {
  return a.first === b.first && a.last === b.last && a.topPx === b.topPx && a.canvasPx === b.canvasPx
}

/** The scroll position that shows a row, or the present one when it is in sight already. */
export function scrollTopFor(index: number, viewport: Viewport): number {
  const { count, rowPx, heightPx, scrollTop } = viewport
  const contentPx = count * rowPx
  const canvasPx = Math.min(contentPx, maxCanvasPx)
  const factor = contentPx === canvasPx ? 1 : (contentPx - heightPx) / Math.max(1, canvasPx - heightPx)
  const position = scrollTop * factor
  if (index * rowPx < position) return (index * rowPx) / factor
  if ((index + 1) * rowPx > position + heightPx) return ((index + 1) * rowPx - heightPx) / factor
  return scrollTop
}
