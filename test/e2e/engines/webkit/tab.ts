/** A tab of WebKit, as the stories know tabs. */
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Role, Tab, Text } from '../tab.ts'
import { type Driver, DriverError } from './driver.ts'
import { find, put } from './in-page.ts'
import { WebKitSpot, wanted } from './spot.ts'

const packaged = dirname(createRequire(import.meta.url).resolve('@testing-library/dom'))
const library = readFileSync(join(packaged, '@testing-library', 'dom.umd.min.js'), 'utf8')

/** Given once to each document that is asked for something. */
const introduction = `
const TestingLibraryDom = {};
(function (exports, module) { ${library} })(TestingLibraryDom, {});
window.stories = { find: ${find.toString()}, put: ${put.toString()} };
`

export class WebKitTab implements Tab {
  readonly #driver: Driver
  readonly #handle: string

  constructor(driver: Driver, handle: string) {
    this.#driver = driver
    this.#handle = handle
  }

  getByRole(role: Role, { name, exact = false }: Text = {}): WebKitSpot {
    const text = name === undefined ? null : wanted(name, exact)
    return new WebKitSpot(this, { by: 'role', within: null, role, name: text })
  }

  getByText(text: string | RegExp, { exact = false } = {}): WebKitSpot {
    return new WebKitSpot(this, { by: 'text', within: null, text: wanted(text, exact) })
  }

  getByLabel(text: string | RegExp, { exact = false } = {}): WebKitSpot {
    return new WebKitSpot(this, { by: 'label', within: null, text: wanted(text, exact) })
  }

  locator(css: string): WebKitSpot {
    return new WebKitSpot(this, { by: 'css', within: null, css })
  }

  goto(url: string): Promise<void> {
    return this.send('POST', '/url', { url })
  }

  reload(): Promise<void> {
    return this.send('POST', '/refresh')
  }

  goBack(): Promise<void> {
    return this.send('POST', '/back')
  }

  url(): Promise<string> {
    return this.send('GET', '/url')
  }

  title(): Promise<string> {
    return this.send('GET', '/title')
  }

  evaluate<R>(act: () => R | Promise<R>): Promise<R> {
    return this.run(`return (${act.toString()})()`)
  }

  async waitForFunction(isSo: () => boolean): Promise<void> {
    const deadline = Date.now() + 30_000
    while (!(await this.evaluate(isSo))) {
      if (Date.now() > deadline) throw new Error(`Still not so: ${isSo.toString()}`)
      await pause(50)
    }
  }

  setViewportSize(size: { width: number; height: number }): Promise<void> {
    return this.send('POST', '/window/rect', size)
  }

  async screenshot({ path }: { path: string }): Promise<void> {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.from(await this.send<string>('GET', '/screenshot'), 'base64'))
  }

  async close(): Promise<void> {
    await this.send('DELETE', '/window')
  }

  /** Runs a function's body in the page, in which `stories` finds elements. */
  async run<R>(body: string, ...args: unknown[]): Promise<R> {
    const script = `if (!window.stories) return 'stranger'; ${body}`
    const answer = await this.send<R | 'stranger'>('POST', '/execute/sync', { script, args })
    if (answer !== 'stranger') return answer
    return this.send('POST', '/execute/sync', { script: `${introduction} ${body}`, args })
  }

  send<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    return this.#driver.send(this.#handle, method, path, body)
  }
}

export { DriverError }
