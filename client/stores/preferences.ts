/** How this person likes the app on this browser: language, row height, colours. */
import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { type LanguageCode, preferredLanguage } from '../words/catalogue.ts'

export type Density = 'comfortable' | 'dense'
export type Theme = 'auto' | 'light' | 'dark'

const key = 'records.preferences'

interface Preferences {
  language: LanguageCode
  density: Density
  theme: Theme
}

function remembered(): Partial<Preferences> {
  const text = localStorage.getItem(key)
  return text === null ? {} : (JSON.parse(text) as Partial<Preferences>)
}

export const usePreferences = defineStore('preferences', () => {
  const known = remembered()
  const language = ref<LanguageCode>(known.language ?? preferredLanguage(navigator.languages))
  const density = ref<Density>(known.density ?? 'comfortable')
  const theme = ref<Theme>(known.theme ?? 'auto')

  watch([language, density, theme], () => {
    const preferences: Preferences = { language: language.value, density: density.value, theme: theme.value }
    localStorage.setItem(key, JSON.stringify(preferences))
  })
  watch(
    [language, theme],
    () => {
      document.documentElement.lang = language.value
      document.documentElement.dataset['theme'] = theme.value
    },
    { immediate: true },
  )
  return { language, density, theme }
})
