/** How this person likes the app on this browser: language, row height, colours. */
import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { type LanguageCode, preferredLanguage } from '../words/catalogue.ts'
import { type Density, keepPreferred, preferred, showTheme, type Theme } from './preferred.ts'

export const usePreferences = defineStore('preferences', () => {
  const known = preferred()
  const language = ref<LanguageCode>(known.language ?? preferredLanguage(navigator.languages))
  const density = ref<Density>(known.density ?? 'comfortable')
  const theme = ref<Theme>(known.theme ?? 'auto')

  watch([language, density, theme], () =>
    keepPreferred({ language: language.value, density: density.value, theme: theme.value }),
  )
  watch(
    [language, theme],
    () => {
      document.documentElement.lang = language.value
      showTheme(theme.value)
    },
    { immediate: true },
  )
  return { language, density, theme }
})
