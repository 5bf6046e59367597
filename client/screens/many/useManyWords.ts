/** The words of many records at once: they come with the first part that speaks of them. */
import { useI18n } from 'vue-i18n'
import { enMany } from '../words/en-many.ts'
import { idMany } from '../words/id-many.ts'
import { useWords } from '../words/useWords.ts'

export function useManyWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { many: enMany })
  mergeLocaleMessage('id', { many: idMany })
  return useWords()
}
