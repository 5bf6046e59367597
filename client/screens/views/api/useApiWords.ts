/** The words of the page on /api/v1: they come with it, as few look there. */
import { useI18n } from 'vue-i18n'
import { enApi } from '../../words/en-api.ts'
import { idApi } from '../../words/id-api.ts'
import { useWords } from '../../words/useWords.ts'

export function useApiWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { api: enApi })
  mergeLocaleMessage('id', { api: idApi })
  return useWords()
}
