/** Somebody at a browser who only makes Devices, and whose browser does not always survive it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../../server/commands/build.ts'
import { budi } from '../e2e/accounts.ts'
import { Person } from '../e2e/person.ts'
import { Profile } from '../e2e/profile.ts'

export class Desk extends Person {
  readonly folder: string

  constructor(folder: string, origin: string) {
    super(folder, { origin })
    this.folder = folder
  }

  /** Signed in, with everything pulled, and then without a network. */
  static async offline(origin: string): Promise<Desk> {
    ensureBuilt()
    const desk = new Desk(await Profile.newFolder(), origin)
    await desk.openBrowser()
    await desk.signIn(budi)
    await desk.waitForFirstSync()
    await desk.goOffline()
    return desk
  }

  /** Types a name into the form of a new Device. */
  async typeDevice(name: string): Promise<void> {
    await this.goTo('Devices')
    await this.control(/^New/).click()
    await this.page.getByLabel('Name', { exact: true }).fill(name)
  }

  /** How many edits the app says wait to be sent, once it says so steadily. */
  async expectUnsent(count: number): Promise<boolean> {
    const line = new RegExp(`^To send: ${count.toLocaleString('en-GB')}(?!\\d)`)
    return this.waitForStatus(line, 15_000).then(
      () => true,
      () => false,
    )
  }

  /** Ends the whole browser as the operating system would. */
  async killBrowser(): Promise<void> {
    for (const pid of browserPids(this.folder)) process.kill(pid, 'SIGKILL')
    while (browserPids(this.folder).length > 0) await pause(10)
    await this.closeBrowser().catch((error: unknown) => {
      // That it is gone is the point.
      if (!String(error).includes('has been closed')) throw error
    })
  }

  /** Ends the tab in front, with its worker, and opens another. */
  async crashTab(): Promise<void> {
    const { context, page: dying } = this.playwright
    const crashed = new Promise(resolve => dying.once('crash', resolve))
    const session = await context.newCDPSession(dying)
    // It cannot answer any more.
    session.send('Page.crash').catch(() => {})
    await crashed
    this.use(await context.newPage())
    await Promise.race([dying.close(), pause(2_000)])
  }
}

/** The main processes that use a profile: the others end with them. */
function browserPids(folder: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      const line = commandLine(pid)
      return line.includes(`--user-data-dir=${folder}`) && !line.includes('--type=')
    })
    .map(Number)
}

function commandLine(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'cmdline'), 'utf8')
  } catch (error) {
    // It ended while we looked.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return ''
    throw error
  }
}
