/** Whether everything on a screen lies within its window, however narrow or wide that is. */
import type { Page } from 'playwright-core'

/** A small phone, a large monitor, and two laptops whose pages are twice as large. */
export const widths = [
  { width: 320, height: 568 },
  { width: 2560, height: 1440 },
  { width: 512, height: 384 },
  { width: 720, height: 450 },
]

/** [UI102] What does not, a line each. */
export function astray(page: Page): Promise<string[]> {
  return page.evaluate(lookAtWidths)
}

/** Runs in the page. */
function lookAtWidths(): string[] {
  const wrong: string[] = []
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth > clientWidth) wrong.push(`the page is ${scrollWidth} wide`)
  const isUnseen = (each: Element) => each.closest('.unseen, .skip') !== null
  const isCut = (each: Element) =>
    getComputedStyle(each).overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1
  const scrolls = (each: Element) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX)
  const nameOf = (each: Element) =>
    `${each.tagName.toLowerCase()}.${each.className} “${(each.getAttribute('aria-label') ?? each.textContent).trim().slice(0, 30)}”`

  for (const each of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!each.checkVisibility({ visibilityProperty: true }) || isUnseen(each)) continue
    // What is typed scrolls in its own box; a list is as wide as its columns, and says so by a shade [UI50].
    if (each.matches('input, select, [role=grid], [role=grid] *')) continue
    const hasSign =
      getComputedStyle(each).textOverflow === 'ellipsis' || each.matches('.more-left, .more-right')
    if (isCut(each) && !hasSign) wrong.push(`${nameOf(each)} is cut`)
  }
  for (const each of document.body.querySelectorAll<HTMLElement>('a[href], button, input, select')) {
    if (!each.checkVisibility({ visibilityProperty: true }) || isUnseen(each)) continue
    let around = each.parentElement
    while (around && !(scrolls(around) && isCut(around))) around = around.parentElement
    const { left, right } = (around ?? each).getBoundingClientRect()
    if (left < -1 || right > clientWidth + 1) wrong.push(`${nameOf(each)} lies outside`)
  }
  return wrong
}
