/** What a sheet of paper would hold: the page as it is laid out for printing, read from its boxes and colours. */
import type { Page } from 'playwright-core'

/** The width of an A4 sheet between its margins, in CSS pixels. */
const sheetPx = 718

export interface Sheet {
  /** The text that can be read, one line a box. */
  text: string
  /** Elements that are not black on white, by what they say. */
  coloured: string[]
  /** Rows that do not follow the one before them, or the head, and whatever is cut off or in two. */
  torn: string[]
  rowCount: number
  /** What stands beyond the right edge, in pixels. */
  beyondPx: number
}

/** Lays the page out for print on a sheet in portrait as a browser does, looks, and gives the screen back. */
export async function printed(page: Page): Promise<Sheet> {
  const size = page.viewportSize()!
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: sheetPx, height: 1000 })
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const sheet = await page.evaluate(look)
  await page.setViewportSize(size)
  await page.emulateMedia({ media: null })
  return sheet
}

/** Runs in the page. */
function look(): Sheet {
  const all = [...document.body.querySelectorAll<HTMLElement>('*')].filter(each => each.checkVisibility())
  const styleOf = (each: Element) => getComputedStyle(each)
  const isWhite = (colour: string) => ['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(colour)
  const saying = (each: HTMLElement) =>
    `${each.className || each.tagName}: ${each.innerText?.slice(0, 40) ?? ''}`
  const coloured = [document.documentElement, document.body, ...all].filter(
    each => styleOf(each).color !== 'rgb(0, 0, 0)' || !isWhite(styleOf(each).backgroundColor),
  )

  const rows = all.filter(each => each.matches('[role=row]'))
  const boxes = rows.map(row => row.getBoundingClientRect())
  const astray = rows.filter((_, at) =>
    at === 0 ? boxes[0]!.top > innerHeight / 2 : Math.abs(boxes[at]!.top - boxes[at - 1]!.bottom) > 1,
  )
  const cut = all.filter(each => {
    const { overflowX, overflowY } = styleOf(each)
    const isFull = each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight
    return (overflowX !== 'visible' || overflowY !== 'visible') && isFull
  })
  // A sheet ends within it wherever it likes, also in the middle of a row.
  const unbreakable = all.filter(each => styleOf(each).containerType !== 'normal')
  return {
    text: document.body.innerText,
    coloured: coloured.map(saying),
    torn: [...astray, ...cut, ...unbreakable].map(saying),
    rowCount: rows.filter(row => !row.querySelector('[role=columnheader]')).length,
    beyondPx: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }
}
