/** Which browsers remove an app's data after a week, by what they say of themselves. */
import { describe, expect, test } from 'vitest'
import { type Browser, installWayOf, type SafePlace, safePlaceOf } from '../../client/screens/safe-place.ts'

const mozilla = (system: string) => `Mozilla/5.0 (${system})`
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = mozilla('Macintosh; Intel Mac OS X 10_15_7')
const iphone = mozilla('iPhone; CPU iPhone OS 18_5 like Mac OS X')
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0'

const browsers: [name: string, where: SafePlace, browser: Omit<Browser, 'isInstalled'>][] = [
  [
    'Safari on an iPhone',
    'home-screen',
    {
      userAgent: `${iphone} ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`,
      platform: 'iPhone',
      maxTouchPoints: 5,
    },
  ],
  [
    'Safari on an iPad, which calls itself a Mac',
    'home-screen',
    { userAgent: `${mac} ${webkit} Version/18.5 Safari/605.1.15`, platform: 'MacIntel', maxTouchPoints: 5 },
  ],
  [
    'Safari on an iPad that asks for mobile pages',
    'home-screen',
    {
      userAgent: `${mozilla('iPad; CPU OS 17_4 like Mac OS X')} ${webkit} Version/17.4 Mobile/15E148 Safari/604.1`,
      platform: 'iPad',
      maxTouchPoints: 5,
    },
  ],
  [
    'Chrome on an iPad, which is Safari inside',
    'home-screen',
    {
      userAgent: `${mac} ${webkit} CriOS/137.0.7151.79 Version/17.5 Safari/605.1.15`,
      platform: 'MacIntel',
      maxTouchPoints: 5,
    },
  ],
  [
    'Firefox on an iPhone',
    'home-screen',
    {
      userAgent: `${iphone} ${webkit} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
      platform: 'iPhone',
      maxTouchPoints: 5,
    },
  ],
  [
    'Safari on a Mac',
    'dock',
    { userAgent: `${mac} ${webkit} Version/18.5 Safari/605.1.15`, platform: 'MacIntel', maxTouchPoints: 0 },
  ],
  [
    'Chrome on a Mac',
    null,
    { userAgent: `${mac} ${chrome} Safari/537.36`, platform: 'MacIntel', maxTouchPoints: 0 },
  ],
  [
    'Firefox on a Mac',
    null,
    {
      userAgent: `${mozilla('Macintosh; Intel Mac OS X 10.15; rv:139.0')} Gecko/20100101 Firefox/139.0`,
      platform: 'MacIntel',
      maxTouchPoints: 0,
    },
  ],
  [
    'Edge on Windows with a touch screen',
    null,
    {
      userAgent: `${mozilla('Windows NT 10.0; Win64; x64')} ${chrome} Safari/537.36 Edg/137.0.0.0`,
      platform: 'Win32',
      maxTouchPoints: 10,
    },
  ],
  [
    'Chrome on Android',
    null,
    {
      userAgent: `${mozilla('Linux; Android 10; K')} ${chrome} Mobile Safari/537.36`,
      platform: 'Linux armv81',
      maxTouchPoints: 5,
    },
  ],
  [
    'the browser of an old Android, which names a version as Safari does',
    null,
    {
      userAgent: `${mozilla('Linux; U; Android 4.4.2; id-id')} AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Mobile Safari/537.36`,
      platform: 'Linux armv7l',
      maxTouchPoints: 5,
    },
  ],
  [
    'Firefox on Android',
    null,
    {
      userAgent: `${mozilla('Android 14; Mobile; rv:140.0')} Gecko/140.0 Firefox/140.0`,
      platform: 'Linux armv81',
      maxTouchPoints: 5,
    },
  ],
  ['a browser that says nothing', null, { userAgent: '', platform: '', maxTouchPoints: 0 }],
]

describe('A week without a visit', () => {
  test.each(browsers)('[UI23] %s: safe in %s', (_, where, browser) => {
    expect(safePlaceOf({ ...browser, isInstalled: false })).toBe(where)
  })

  test.each(browsers)('[UI23] %s, installed: safe already', (_, _where, browser) => {
    expect(safePlaceOf({ ...browser, isInstalled: true })).toBeNull()
  })
})

describe('How the app is installed', () => {
  test.each(browsers)('[UI103] %s: in %s, or else by a menu, or not at all', (name, where, browser) => {
    const isOfComputer = /Firefox on/.test(name) && !/Android/.test(name)
    const expected = where ?? (isOfComputer ? 'none' : 'menu')
    expect(installWayOf({ ...browser, isInstalled: false })).toBe(expected)
  })
})
