/** How this person likes the app on this browser: language, row height, colours, lists. */
import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import { type LanguageCode, preferredLanguage } from '../words/catalogue.ts'
import { type Density, keepPreferred, preferred, showTheme, type Theme } from './preferred.ts'

export const usePreferences = defineStore('preferences', () => {
  const known = preferred()
  const language = ref<LanguageCode>(known.language ?? preferredLanguage(navigator.languages))
  const density = ref<Density>(known.density ?? 'comfortable')
  const theme = ref<Theme>(known.theme ?? 'auto')
  const lists = shallowRef(known.lists ?? {})

  watch([language, density, theme, lists], () =>
    keepPreferred({
      language: language.value,
      density: density.value,
      theme: theme.value,
      lists: lists.value,
    }),
  )
  watch(
    [language, theme],
    () => {
      document.documentElement.lang = language.value
      showTheme(theme.value)
    },
    { immediate: true },
  )
  return { language, density, theme, lists }
})
