/** Where Chromium is on this machine, and how to get it where there is none. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']

const places = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export interface Machine {
  env: Record<string, string | undefined>
  isFile(path: string): boolean
  isRoot: boolean
  /** Where Playwright's own download would be. */
  downloaded(): string
  /** Runs a command to its end; true when it succeeded. */
  run(command: string, args: string[]): boolean
}

/** `CHROMIUM_PATH` decides alone when it is set; then come the usual places and Playwright's download. */
export function findChromium(machine: Machine): string | undefined {
  const chosen = machine.env.CHROMIUM_PATH
  if (chosen) {
    if (machine.isFile(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names no file: ${chosen}`)
  }
  const onPath = (machine.env.PATH ?? '')
    .split(':')
    .filter(Boolean)
    .flatMap(folder => names.map(name => join(folder, name)))
  return [...onPath, ...places, machine.downloaded()].find(path => machine.isFile(path))
}

/** The path of a Chromium, installed first where this process may. */
export function provideChromium(machine: Machine): string {
  const found = findChromium(machine)
  if (found) return found
  const isInstalled =
    (machine.isRoot &&
      machine.run('apt-get', ['update', '-q']) &&
      machine.run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'])) ||
    machine.run('npx', ['playwright-core', 'install', 'chromium'])
  const installed = isInstalled ? findChromium(machine) : undefined
  if (installed) return installed
  throw new Error(
    'No Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to it.',
  )
}

export const thisMachine: Machine = {
  env: process.env,
  isFile: path => existsSync(path) && statSync(path).isFile(),
  isRoot: process.getuid?.() === 0,
  downloaded: () => chromium.executablePath(),
  run: (command, args) =>
    spawnSync(command, args, {
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0,
}
