/** WebKitWebDriver and the browser it starts: W3C WebDriver over HTTP, one command after the other. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../support/port.ts'
import { type Display, startDisplay } from './display.ts'

export interface BrowserOptions {
  folder: string
  width: number
  height: number
  locale: string
  timeZone: string
  isDark: boolean
}

/** What the driver says went wrong: `stale element reference`, `element click intercepted`, … */
export class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.name = 'DriverError'
    this.code = code
  }
}

const startMs = 10_000

export class Driver {
  readonly #process: ChildProcess
  readonly #port: number
  readonly #display: Display
  #session = ''
  #handle = ''
  #last: Promise<unknown> = Promise.resolve()
  /** It did not answer once: nor will it any more, and every test would wait for it in vain. */
  #isSilent = false

  private constructor(process: ChildProcess, port: number, display: Display) {
    this.#process = process
    this.#port = port
    this.#display = display
  }

  /** `complain` hears what the pages write to their console as an error. */
  static async start(options: BrowserOptions, complain: (text: string) => void): Promise<Driver> {
    const [port, display] = [await freePort(), await startDisplay()]
    const process = spawn('WebKitWebDriver', [`--port=${port}`], {
      // A group of its own: the browser's processes end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...globalThis.process.env, DISPLAY: display.name, WEBKIT_OPTIONS: JSON.stringify(options) },
    })
    for (const input of [process.stdout, process.stderr])
      createInterface({ input }).on('line', line => {
        const text = /CONSOLE (?:JS|SECURITY)? ?ERROR (.*)/.exec(line)?.[1]
        if (text !== undefined) complain(text)
      })
    const driver = new Driver(process, port, display)
    await driver.#begin()
    return driver
  }

  async #begin(): Promise<void> {
    const deadline = Date.now() + startMs
    while (!(await this.#isReady())) {
      if (Date.now() > deadline) throw new Error('WebKitWebDriver did not start')
      await pause(20)
    }
    const binary = join(import.meta.dirname, 'browser.py')
    const made = await this.#request<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
    })
    this.#session = `/session/${made.sessionId}`
    this.#handle = await this.#request('GET', `${this.#session}/window`)
  }

  get handle(): string {
    return this.#handle
  }

  /** Runs a command in one tab; whoever asks meanwhile waits. */
  send<T>(handle: string, method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<T> {
    const done = this.#last.then(async () => {
      if (handle !== this.#handle) await this.#request('POST', `${this.#session}/window`, { handle })
      this.#handle = handle
      return this.#request<T>(method, this.#session + path, body)
    })
    this.#last = done.catch(() => {})
    return done
  }

  /** Ends the browser as closing its last window would, and then whatever is left of it. */
  async stop(): Promise<void> {
    await this.#last
    if (!this.#isSilent)
      await this.#request('DELETE', this.#session).catch((error: unknown) => {
        // It may hang up before it has answered: that is the end, too.
        if (!(error instanceof TypeError)) throw error
      })
    this.#display.end()
    const { pid } = this.#process
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch (error) {
      // It had gone by itself.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.#port}/status`)).ok
    } catch (error) {
      if (error instanceof TypeError) return false
      throw error
    }
  }

  async #request<T>(method: string, path: string, body?: object): Promise<T> {
    if (this.#isSilent) throw new Error('WebKit does not answer any more')
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).catch((error: unknown) => {
      this.#isSilent ||= error instanceof DOMException && error.name === 'TimeoutError'
      throw error
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new DriverError(value.error ?? String(response.status), value.message ?? '')
    return value
  }
}
