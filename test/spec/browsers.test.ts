/** Finding the browsers of the tests, on machines of every sort. */
import { describe, expect, test } from 'vitest'
import { type BrowserName, find, isWithinReach, type Machine, provide } from '../browsers.ts'

const downloaded = '/home/me/.cache/browser/chrome'
const installedBy: Record<string, string[]> = {
  chromium: ['/usr/bin/chromium'],
  'firefox-esr': ['/usr/bin/firefox-esr'],
  'webkit2gtk-driver': ['/usr/bin/WebKitWebDriver'],
  xvfb: ['/usr/bin/Xvfb'],
  'python3-gi': ['/usr/lib/python3/dist-packages/gi/__init__.py'],
}

function machine(options: { files?: string[]; env?: Machine['env']; isRoot?: boolean; installs?: string }) {
  const files = new Set(options.files)
  const ran: string[] = []
  const made: Machine = {
    env: options.env ?? { PATH: '/usr/local/bin:/usr/bin' },
    isFile: path => files.has(path),
    isRoot: options.isRoot ?? false,
    downloaded: () => downloaded,
    run(command, args) {
      ran.push([command, ...args].join(' '))
      if (command !== options.installs) return false
      const installed = command === 'npx' ? [downloaded] : args.flatMap(name => installedBy[name] ?? [])
      for (const path of installed) files.add(path)
      return true
    },
  }
  return { made, ran }
}

describe('A browser', () => {
  test.each<[BrowserName, string, string]>([
    ['chromium', 'CHROMIUM_PATH', '/usr/bin/chromium'],
    ['firefox', 'FIREFOX_PATH', '/usr/bin/firefox'],
    ['webkit', 'WEBKIT_DRIVER_PATH', '/usr/bin/WebKitWebDriver'],
  ])('%s is taken from %s before all else', (name, variable, usual) => {
    const env = { [variable]: '/opt/my browser', PATH: '/usr/bin' }
    expect(find(name, machine({ env, files: [usual, '/opt/my browser'] }).made)).toBe('/opt/my browser')
    expect(() => find(name, machine({ env, files: [usual] }).made)).toThrow(
      `${variable} names no file: /opt/my browser`,
    )
  })

  test.each<[BrowserName, string]>([
    ['chromium', '/usr/bin/google-chrome'],
    ['chromium', '/snap/bin/chromium'],
    ['chromium', downloaded],
    ['firefox', '/usr/local/bin/firefox'],
  ])('%s is found: %s', (name, path) => {
    const { made, ran } = machine({ files: [path] })
    expect(provide(name, made)).toBe(path)
    expect(ran).toEqual([])
  })

  test.each<[BrowserName, string]>([
    ['chromium', '/usr/bin/chromium'],
    ['firefox', '/usr/bin/firefox-esr'],
    ['webkit', '/usr/bin/WebKitWebDriver'],
  ])('%s is installed by root from the distribution', (name, path) => {
    const { made, ran } = machine({ isRoot: true, installs: 'apt-get' })
    expect(provide(name, made)).toBe(path)
    expect(ran.at(-1)).toContain('install -y')
  })

  test('webkit is not there as long as anything it needs is missing', () => {
    const files = Object.values(installedBy).flat()
    expect(find('webkit', machine({ files }).made)).toBe('/usr/bin/WebKitWebDriver')
    for (const missing of ['/usr/bin/Xvfb', '/usr/lib/python3/dist-packages/gi/__init__.py'])
      expect(find('webkit', machine({ files: files.filter(path => path !== missing) }).made)).toBeUndefined()
  })

  test('Chromium alone is downloaded where the distribution is out of reach', () => {
    for (const isRoot of [true, false]) {
      expect(provide('chromium', machine({ isRoot, installs: 'npx' }).made)).toBe(downloaded)
      expect(() => provide('firefox', machine({ isRoot, installs: 'npx' }).made)).toThrow('No Firefox')
    }
  })

  test.each<[BrowserName, RegExp]>([
    ['chromium', /^No Chromium found: install it \(Debian: apt-get install chromium\) or set CHROMIUM_PATH/],
    ['firefox', /^No Firefox found: install it \(Debian: apt-get install firefox-esr\) or set FIREFOX_PATH/],
    ['webkit', /^No WebKitGTK found: install it .*webkit2gtk-driver xvfb .* or set WEBKIT_DRIVER_PATH/],
  ])('%s is asked for in one clear line where nothing helps', (name, line) => {
    expect(() => provide(name, machine({ isRoot: false }).made)).toThrow(line)
  })

  test('is within reach where it is, or where root can install it', () => {
    expect(isWithinReach('firefox', machine({ files: ['/usr/bin/firefox'] }).made)).toBe(true)
    const files = ['/usr/bin/apt-get']
    expect(isWithinReach('webkit', machine({ isRoot: true, files }).made)).toBe(true)
    expect(isWithinReach('webkit', machine({ isRoot: false, files }).made)).toBe(false)
    expect(isWithinReach('webkit', machine({ isRoot: true }).made)).toBe(false)
  })
})
