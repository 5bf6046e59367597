/** Addresses as the browser sees them, and as the app does. */
import { createMemoryHistory } from 'vue-router'
import { expect, test } from 'vitest'
import { veiled } from '../../client/screens/veiled-history.ts'

const asked = '/record_a?q=Dewi+Añi&asked=1#top'

test('[LK3] with a lock the browser never sees what was asked, and the way back finds it', () => {
  const browser = createMemoryHistory()
  const app = veiled(browser, () => true)
  app.push(asked)
  app.push('/record_a/1')
  expect(browser.location).toBe('/record_a/1')
  app.go(-1)
  expect(browser.location).toBe('/record_a?asked=0')
  expect(app.location).toBe(asked)
  expect(app.createHref(asked)).toBe('/record_a?asked=0')
  expect(app.createHref('/record_a?q=Budi')).toBe('/record_a?asked=1')
})

test('[LK3] what another tab asked leads to the whole list', () => {
  const browser = createMemoryHistory()
  veiled(browser, () => true).push(asked)
  expect(veiled(browser, () => true).location).toBe('/record_a')
})

test('without a lock an address says what it asks, and can be handed on', () => {
  const browser = createMemoryHistory()
  veiled(browser, () => false).push(asked)
  expect(browser.location).toBe(asked)
})
