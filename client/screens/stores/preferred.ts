/** The preferences of this browser's person, as they were last kept. Needs nothing else: the first paint waits for it. */
import type { ScreenClass } from '../ui/useScreenClass.ts'
import type { LanguageCode } from '../words/catalogue.ts'

export type Density = 'comfortable' | 'dense'
export type Theme = 'auto' | 'light' | 'dark'

/** The columns of a list behind its title, and the widths that its person gave to some. */
export interface ChosenColumns {
  names: string[]
  widths: Record<string, number>
}

/** What a person wants of one kind's list. Plain JSON, so that it can be kept with their account as well. */
export interface ListPreference {
  columns: Partial<Record<ScreenClass, ChosenColumns>>
}

interface Preferences {
  language: LanguageCode
  density: Density
  theme: Theme
  /** [UI50] By the id of the account, then by kind. */
  lists: Record<string, Record<string, ListPreference>>
}

const key = 'records.preferences'

export function preferred(): Partial<Preferences> {
  const text = localStorage.getItem(key)
  return text === null ? {} : (JSON.parse(text) as Partial<Preferences>)
}

export function keepPreferred(preferences: Preferences): void {
  localStorage.setItem(key, JSON.stringify(preferences))
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
