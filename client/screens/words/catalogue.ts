/** The languages of the app: which there are, which one fits the browser, and loading one. */
import { createI18n } from 'vue-i18n'
import type { Words } from '../../../shared/metadata.ts'
import type { Catalogue } from './en.ts'

export type LanguageCode = keyof Words

/** Each language names itself. */
export const languageNames: Record<LanguageCode, string> = { en: 'English', id: 'Bahasa Indonesia' }

const load: Record<LanguageCode, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.ts')).en,
  id: async () => (await import('./id.ts')).id,
}

/** The first of the browser's languages that we speak. */
export function preferredLanguage(wanted: readonly string[]): LanguageCode {
  const codes = wanted.map(tag => tag.toLowerCase().split('-')[0])
  const found = codes.find(code => code === 'id' || code === 'in' || code === 'en')
  return found === undefined || found === 'en' ? 'en' : 'id'
}

/** The reader's own region of the language, or the nearest that writes 24 hours. */
export function localeOf(language: LanguageCode, wanted: readonly string[]): string {
  const own = wanted.find(tag => tag.toLowerCase().startsWith(`${language}-`))
  return own ?? { en: 'en-GB', id: 'id-ID' }[language]
}

export function createCatalogue() {
  return createI18n({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: {} })
}

type I18n = ReturnType<typeof createCatalogue>

export async function speak(i18n: I18n, language: LanguageCode): Promise<void> {
  i18n.global.setLocaleMessage(language, await load[language]())
  i18n.global.locale.value = language
}
