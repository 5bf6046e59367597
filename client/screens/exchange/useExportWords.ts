/** The words of taking records as a file: they come with its dialog. */
import { useI18n } from 'vue-i18n'
import { enExport } from '../words/en-export.ts'
import { idExport } from '../words/id-export.ts'
import { useWords } from '../words/useWords.ts'

export function useExportWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { export: enExport })
  mergeLocaleMessage('id', { export: idExport })
  return useWords()
}
