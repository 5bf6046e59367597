/** The preferences of this browser's person, as they were last kept. Needs nothing else: the first paint waits for it. */
import type { LanguageCode } from '../words/catalogue.ts'

export const densities = ['comfortable', 'dense'] as const
export type Density = (typeof densities)[number]
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

interface Preferences {
  language: LanguageCode
  density: Density
  theme: Theme
}

interface Kept extends Preferences {
  /** [UP4] What the app at first kept of lists here: by account, kind and class of screen. */
  lists: Record<string, Record<string, { columns: Record<string, unknown> }>>
}

const key = 'records.preferences'

export function preferred(): Partial<Kept> {
  const text = localStorage.getItem(key)
  return text === null ? {} : (JSON.parse(text) as Partial<Kept>)
}

export function keepPreferred(preferences: Preferences): void {
  localStorage.setItem(key, JSON.stringify({ ...preferred(), ...preferences }))
}

/** [UI22] On the page, and on the browser's frame around it, whose two colours hold where their media queries do. */
export function showTheme(theme: Theme = 'auto', page: Document = document): void {
  page.documentElement.dataset['theme'] = theme
  for (const colour of page.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { scheme } = colour.dataset
    const chosen = theme === scheme ? 'all' : 'not all'
    colour.media = theme === 'auto' ? `(prefers-color-scheme: ${scheme})` : chosen
  }
}
