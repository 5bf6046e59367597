/** What a finger meets on the screen that is open: too small a target, too small a letter, something under a notch. */
import type { Page } from 'playwright-core'

export interface Insets {
  top: number
  right: number
  bottom: number
  left: number
}

export interface Met {
  /** How many controls were looked at. */
  controls: number
  /** What is wrong, a line a control. */
  wrong: string[]
}

/** As a phone does whose screen has a notch or rounded corners. */
export async function setInsets(page: Page, insets: Insets): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** [UI19, UI21] Brings each control into sight, one after the other, and looks at it as a finger would. */
export function meet(page: Page, insets: Insets): Promise<Met> {
  return page.evaluate(lookAtAll, insets)
}

/** Runs in the page. */
function lookAtAll(insets: Insets): Met {
  const targetPx = 44
  const letterPx = 16
  const wrong: string[] = []
  let controls = 0

  const root = document.querySelector('dialog[open]') ?? document.body
  const found = root.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input, select, [role=option]',
  )
  for (const element of found) {
    // A row of the list opens its record wherever it is pressed, but on its check.
    const around = element.matches('[role=checkbox]') ? 'label' : 'label, [role=row][aria-selected]'
    const area = element.closest<HTMLElement>(around) ?? element
    area.scrollIntoView({ block: 'center', inline: 'nearest' })
    const box = area.getBoundingClientRect()
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const meets = (x: number, y: number) => area.contains(document.elementFromPoint(x, y))
    if (
      !area.checkVisibility() ||
      isInText(area) ||
      !area.contains(document.elementFromPoint(middle.x, middle.y))
    )
      continue
    controls++
    const name = `${area.tagName.toLowerCase()} “${(area.getAttribute('aria-label') ?? area.textContent).trim().slice(0, 30)}”`
    const reach = targetPx / 2 - 1
    const isWide =
      box.width >= targetPx || (meets(middle.x - reach, middle.y) && meets(middle.x + reach, middle.y))
    const isHigh =
      box.height >= targetPx || (meets(middle.x, middle.y - reach) && meets(middle.x, middle.y + reach))
    if (!isWide || !isHigh) wrong.push(`${name} is ${Math.round(box.width)} × ${Math.round(box.height)}`)
    const sizePx = parseFloat(getComputedStyle(element).fontSize)
    if (element.matches('input:not([type=checkbox], [type=radio]), select') && sizePx < letterPx)
      wrong.push(`${name} is written in ${sizePx} px`)
    if (isUnderEdge(box)) wrong.push(`${name} lies under the edge: ${JSON.stringify(box)}`)
  }
  return { controls, wrong }

  function isUnderEdge({ left, top, right, bottom }: DOMRect): boolean {
    const { clientWidth, clientHeight } = document.documentElement
    return (
      left < insets.left - 1 ||
      top < insets.top - 1 ||
      right > clientWidth - insets.right + 1 ||
      bottom > clientHeight - insets.bottom + 1
    )
  }

  /** A link in running text has the height of its line. */
  function isInText(area: Element): boolean {
    const around = area.parentElement?.textContent.trim() ?? ''
    return getComputedStyle(area).display === 'inline' && around.length > area.textContent.trim().length + 1
  }
}
