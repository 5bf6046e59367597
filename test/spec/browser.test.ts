/** Finding Chromium for the tests in a browser, on machines of every sort. */
import { describe, expect, test } from 'vitest'
import { findChromium, type Machine, provideChromium } from '../browser.ts'

function machine(options: { files?: string[]; env?: Machine['env']; isRoot?: boolean; installs?: string }) {
  const files = new Set(options.files)
  const ran: string[] = []
  const made: Machine = {
    env: options.env ?? { PATH: '/usr/local/bin:/usr/bin' },
    isFile: path => files.has(path),
    isRoot: options.isRoot ?? false,
    downloaded: () => '/home/me/.cache/browser/chrome',
    run(command, args) {
      ran.push([command, ...args].join(' '))
      if (command !== options.installs) return false
      files.add(command === 'npx' ? made.downloaded() : '/usr/bin/chromium')
      return true
    },
  }
  return { made, ran }
}

describe('Chromium', () => {
  test('is taken from CHROMIUM_PATH before all else', () => {
    const env = { CHROMIUM_PATH: '/opt/my chromium', PATH: '/usr/bin' }
    expect(findChromium(machine({ env, files: ['/usr/bin/chromium', '/opt/my chromium'] }).made)).toBe(
      '/opt/my chromium',
    )
    expect(() => findChromium(machine({ env, files: ['/usr/bin/chromium'] }).made)).toThrow(
      '/opt/my chromium',
    )
  })

  test.each(['/usr/bin/google-chrome', '/snap/bin/chromium', '/home/me/.cache/browser/chrome'])(
    'is found: %s',
    path => {
      expect(provideChromium(machine({ files: [path] }).made)).toBe(path)
    },
  )

  test('is installed by root from the distribution', () => {
    const { made, ran } = machine({ isRoot: true, installs: 'apt-get' })
    expect(provideChromium(made)).toBe('/usr/bin/chromium')
    expect(ran.at(-1)).toContain('install -y')
  })

  test('is downloaded where the distribution is out of reach', () => {
    for (const isRoot of [true, false])
      expect(provideChromium(machine({ isRoot, installs: 'npx' }).made)).toBe(
        '/home/me/.cache/browser/chrome',
      )
  })

  test('is asked for in one clear line where nothing helps', () => {
    expect(() => provideChromium(machine({ isRoot: false }).made)).toThrow(
      /^No Chromium found: install it .+ set CHROMIUM_PATH/,
    )
  })
})
