/** The colours somebody chose, on the page and on the browser's frame around it. */
import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { showTheme, type Theme } from '../../client/screens/stores/preferred.ts'

const frames: [theme: Theme, light: string, dark: string][] = [
  ['light', 'all', 'not all'],
  ['dark', 'not all', 'all'],
  ['auto', '(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'],
]

test.each(frames)('[UI22] %s: the frame goes with the page', (theme, light, dark) => {
  // This DOM takes what is for browsers without scripts for its own, and tries to load it.
  const html = readFileSync('index.html', 'utf8').replaceAll(/<noscript>.*?<\/noscript>/gs, '')
  const page = new DOMParser().parseFromString(html, 'text/html')
  showTheme(theme, page)
  const frame = [...page.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(each => each.media)
  expect([page.documentElement.dataset['theme'], ...frame]).toEqual([theme, light, dark])
})
