/** Counts what hands do on a page: each press, each key, and each value that is typed, however long, is one. */
import type { Page } from 'playwright-core'
import type { Spot } from './engines/tab.ts'

export class Touches {
  count = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(on: Spot): Promise<void> {
    this.count++
    await on.click()
  }

  async key(name: string): Promise<void> {
    this.count++
    await this.#page.keyboard.press(name)
  }

  /** Over what stands there, which is marked. */
  async type(value: string): Promise<void> {
    this.count++
    await this.#page.keyboard.type(value)
  }
}
