/** A reader of cards that the computer takes for a keyboard: its keys carry their own times, however busy the machine is. [UI94] */
import type { Page } from 'playwright-core'

/** s; what readers on a wire take. */
const perKey = 0.01

export async function scanCard(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const begin = Date.now() / 1000
  const presses = [...code].map(text => ({ key: text, text }))
  for (const [index, press] of [...presses, { key: 'Enter', text: '\r' }].entries()) {
    const timestamp = begin + index * perKey
    await session.send('Input.dispatchKeyEvent', { ...press, type: 'keyDown', timestamp })
    await session.send('Input.dispatchKeyEvent', { key: press.key, type: 'keyUp', timestamp })
  }
  await session.detach()
}
