/** The words about work that is handed over, which come with what needs them. */
import { useI18n } from 'vue-i18n'
import { enHanded } from './en-handed.ts'
import { idHanded } from './id-handed.ts'
import { useWords } from './useWords.ts'

export function useHandedWords() {
  const { mergeLocaleMessage } = useI18n()
  mergeLocaleMessage('en', { handed: enHanded })
  mergeLocaleMessage('id', { handed: idHanded })
  return useWords()
}
