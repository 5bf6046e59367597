/** Elements of a tab of WebKit: named by how one finds them, found anew at each act. */
import { setTimeout as pause } from 'node:timers/promises'
import { patienceMs } from '../patience.ts'
import type { Role, Spot, Text, Waiting } from '../tab.ts'
import { DriverError } from './driver.ts'
import type { Wanted, Way } from './in-page.ts'

interface Page {
  run<R>(body: string, ...args: unknown[]): Promise<R>
  send<T>(method: 'POST', path: string, body?: object): Promise<T>
}

/** How WebDriver writes an element. */
type Reference = Record<string, string>

const betweenMs = 50

/** Ways in which a page that changes under one's hand fails a command; the next try may do. */
const passing = [
  'element click intercepted',
  'element not interactable',
  'javascript error',
  'no such element',
  'stale element reference',
]

export function wanted(text: string | RegExp, isExact: boolean): Wanted {
  return typeof text === 'string' ? { text, isExact } : { source: text.source, flags: text.flags }
}

export class WebKitSpot implements Spot {
  readonly #page: Page
  readonly way: Way

  constructor(page: Page, way: Way) {
    this.#page = page
    this.way = way
  }

  #to(way: Way): WebKitSpot {
    return new WebKitSpot(this.#page, way)
  }

  getByRole(role: Role, { name, exact = false }: Text = {}): WebKitSpot {
    return this.#to({
      by: 'role',
      within: this.way,
      role,
      name: name === undefined ? null : wanted(name, exact),
    })
  }

  getByText(text: string | RegExp, { exact = false } = {}): WebKitSpot {
    return this.#to({ by: 'text', within: this.way, text: wanted(text, exact) })
  }

  getByLabel(text: string | RegExp, { exact = false } = {}): WebKitSpot {
    return this.#to({ by: 'label', within: this.way, text: wanted(text, exact) })
  }

  locator(css: string): WebKitSpot {
    return this.#to({ by: 'css', within: this.way, css })
  }

  filter({ hasText, visible = false }: { hasText?: string | RegExp; visible?: boolean }): WebKitSpot {
    const text = hasText === undefined ? null : wanted(hasText, false)
    return this.#to({ by: 'keep', of: this.way, text, isVisible: visible })
  }

  or(other: Spot): WebKitSpot {
    if (!(other instanceof WebKitSpot)) throw new Error('A spot of another engine')
    return this.#to({ by: 'either', ways: [this.way, other.way] })
  }

  first(): WebKitSpot {
    return this.nth(0)
  }

  last(): WebKitSpot {
    return this.nth(-1)
  }

  nth(index: number): WebKitSpot {
    return this.#to({ by: 'nth', of: this.way, index })
  }

  click(): Promise<void> {
    return this.#patiently('click', async () => {
      const element = await this.#element()
      // Nobody presses what cannot be pressed yet.
      if (await this.filter({ visible: true }).#with<boolean>('return element.matches(":disabled")'))
        throw new DriverError('no such element', 'disabled')
      await this.#page.send('POST', `/element/${element}/click`)
    })
  }

  fill(text: string): Promise<void> {
    return this.#patiently('fill', async () => {
      await this.#element()
      await this.#with('stories.put(element, args[1])', text)
    })
  }

  async setChecked(isChecked: boolean): Promise<void> {
    await this.waitFor()
    if ((await this.evaluate(element => (element as HTMLInputElement).checked)) !== isChecked)
      await this.click()
  }

  selectOption({ label }: { label: string }): Promise<void> {
    return this.#patiently('select', async () => {
      await this.#element()
      await this.#with(
        `const option = [...element.options].find(each => each.label === args[1])
         element.value = option.value
         for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))`,
        label,
      )
    })
  }

  waitFor({ state = 'visible', timeout = patienceMs }: Waiting = {}): Promise<void> {
    const isSo = async () => {
      if (state === 'attached' || state === 'detached')
        return (await this.count()) > 0 === (state === 'attached')
      return (await this.isVisible()) === (state === 'visible')
    }
    return this.#patiently(
      state,
      async () => {
        if (!(await isSo())) throw new DriverError('no such element', 'not yet')
      },
      timeout,
    )
  }

  count(): Promise<number> {
    return this.#page.run('return stories.find(arguments[0]).length', this.way)
  }

  isVisible(): Promise<boolean> {
    return this.filter({ visible: true })
      .count()
      .then(count => count > 0)
  }

  textContent(): Promise<string | null> {
    return this.evaluate(element => element.textContent)
  }

  allTextContents(): Promise<string[]> {
    return this.#page.run('return stories.find(arguments[0]).map(each => each.textContent)', this.way)
  }

  getAttribute(name: string): Promise<string | null> {
    return this.#patiently('read', () => this.#with('return element.getAttribute(args[1])', name))
  }

  evaluate<R>(act: (element: HTMLElement) => R): Promise<R> {
    return this.#patiently('evaluate', () => this.#with(`return (${act.toString()})(element)`))
  }

  /** WebDriver's name for the first of these elements that can be seen. */
  async #element(): Promise<string> {
    const body = 'return stories.find(arguments[0])[0] ?? null'
    const reference = await this.#page.run<Reference | null>(body, this.filter({ visible: true }).way)
    const [id] = Object.values(reference ?? {})
    if (id === undefined) throw new DriverError('no such element', 'not in sight')
    return id
  }

  #with<R>(body: string, ...args: unknown[]): Promise<R> {
    const begin = `const args = arguments, element = stories.find(args[0])[0]; if (!element) throw new Error('gone');`
    return this.#page.run(`${begin} ${body}`, this.way, ...args)
  }

  async #patiently<T>(what: string, act: () => Promise<T>, timeout = patienceMs): Promise<T> {
    const deadline = Date.now() + timeout
    for (;;) {
      try {
        return await act()
      } catch (error) {
        if (!(error instanceof DriverError) || !passing.includes(error.code)) throw error
        if (Date.now() > deadline)
          throw new Error(`${what}: ${JSON.stringify(this.way)} after ${timeout} ms: ${error.message}`, {
            cause: error,
          })
        await pause(betweenMs)
      }
    }
  }
}
