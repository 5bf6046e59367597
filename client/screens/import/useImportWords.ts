/** The words of reading lists in: they come with its screen. */
import { useI18n } from 'vue-i18n'
import { enImport } from '../words/en-import.ts'
import { idImport } from '../words/id-import.ts'
import { useWords } from '../words/useWords.ts'

export function useImportWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { import: enImport })
  mergeLocaleMessage('id', { import: idImport })
  return useWords()
}
