/** Where the browsers of the tests are on this machine, and how to get them where they are not. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

export const browserNames = ['chromium', 'firefox', 'webkit'] as const
export type BrowserName = (typeof browserNames)[number]

export interface Machine {
  env: Record<string, string | undefined>
  isFile(path: string): boolean
  isRoot: boolean
  /** Where Playwright's own download of Chromium would be. */
  downloaded(): string
  /** Runs a command to its end; true when it succeeded. */
  run(command: string, args: string[]): boolean
}

interface Source {
  title: string
  /** Names this browser's program, and decides alone when it is set. */
  variable: string
  /** Names of its program on the path, then whole paths. */
  names: string[]
  places: string[]
  /** Debian's packages. */
  packages: string[]
  /** What else it needs: all of these files. */
  needs: string[]
}

const sources: Record<BrowserName, Source> = {
  chromium: {
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'],
    places: [
      '/usr/lib/chromium/chromium',
      '/snap/bin/chromium',
      '/opt/google/chrome/chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    packages: ['chromium'],
    needs: [],
  },
  firefox: {
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    places: ['/snap/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    packages: ['firefox-esr'],
    needs: [],
  },
  webkit: {
    title: 'WebKitGTK',
    variable: 'WEBKIT_DRIVER_PATH',
    names: ['WebKitWebDriver'],
    places: ['/usr/lib/webkit2gtk-4.1/WebKitWebDriver'],
    packages: [
      'webkit2gtk-driver',
      'xvfb',
      'python3-gi',
      'gir1.2-webkit2-4.1',
      'gir1.2-gtk-3.0',
      'fonts-dejavu-core',
    ],
    needs: ['/usr/bin/Xvfb', '/usr/lib/python3/dist-packages/gi/__init__.py'],
  },
}

/** The path of its program; the variable decides alone when it is set. */
export function find(name: BrowserName, machine: Machine): string | undefined {
  const { variable, names, places, needs } = sources[name]
  const chosen = machine.env[variable]
  if (chosen) {
    if (machine.isFile(chosen)) return chosen
    throw new Error(`${variable} names no file: ${chosen}`)
  }
  if (!needs.every(path => machine.isFile(path))) return undefined
  const onPath = (machine.env.PATH ?? '')
    .split(':')
    .filter(Boolean)
    .flatMap(folder => names.map(each => join(folder, each)))
  const downloads = name === 'chromium' ? [machine.downloaded()] : []
  return [...onPath, ...places, ...downloads].find(path => machine.isFile(path))
}

/** The path of its program, installed first where this process may. */
export function provide(name: BrowserName, machine: Machine): string {
  const found = find(name, machine)
  if (found) return found
  const { title, variable, packages } = sources[name]
  const isInstalled =
    (machine.isRoot &&
      machine.run('apt-get', ['update', '-q']) &&
      machine.run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages])) ||
    (name === 'chromium' && machine.run('npx', ['playwright-core', 'install', 'chromium']))
  const installed = isInstalled ? find(name, machine) : undefined
  if (installed) return installed
  throw new Error(
    `No ${title} found: install it (Debian: apt-get install ${packages.join(' ')}) or set ${variable} to it.`,
  )
}

/** Whether the stories can run in it here, at most after an installation. */
export function isWithinReach(name: BrowserName, machine: Machine): boolean {
  return find(name, machine) !== undefined || (machine.isRoot && machine.isFile('/usr/bin/apt-get'))
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
